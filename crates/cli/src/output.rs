//! Outputs: whole or not at all, and never over something that matters.
use crate::failure::Failure;
use crate::input::Input;
use crate::secrets;
use rustix::fs::FileType;
use std::ffi::OsString;
use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Where an output goes. `-` is standard output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Standard output.
    Stdout,
    /// A file, by its name.
    File(PathBuf),
}

impl From<OsString> for Target {
    fn from(text: OsString) -> Self {
        if text == "-" || text == "/dev/stdout" { Self::Stdout } else { Self::File(text.into()) }
    }
}

impl Target {
    /// How messages call it.
    pub fn name(&self) -> String {
        match self {
            Self::Stdout => "--out - (standard output)".into(),
            Self::File(path) => name(path),
        }
    }

    /// Device and inode, if it is a file that is there.
    pub fn identity(&self) -> Option<(u64, u64)> {
        match self {
            Self::Stdout => {
                let found = rustix::fs::fstat(io::stdout().as_fd()).ok()?;
                let is_file = FileType::from_raw_mode(found.st_mode).is_file();
                is_file.then_some((found.st_dev, found.st_ino))
            }
            Self::File(path) => path.metadata().ok().map(|it| (it.dev(), it.ino())),
        }
    }
}

/// Who may read an output file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Whom the umask lets.
    Anyone,
    /// Its owner alone.
    OwnerOnly,
}

/// What the bytes are for; bytes for programs do not go to a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Text for people or for a terminal.
    Text,
    /// Bytes for programs.
    Binary,
}

/// An output that was looked at before the work: nothing stands in its way.
#[derive(Debug)]
pub struct Output {
    destination: Destination,
    force: bool,
    content: Content,
}

#[derive(Debug)]
enum Destination {
    Stdout,
    /// A pipe or device with a name: written to as it is.
    Stream(PathBuf),
    File(PathBuf),
}

impl Output {
    /// Checks an output against the inputs before any work is done.
    pub fn new(
        target: &Target,
        force: bool,
        content: Content,
        inputs: &[Input],
    ) -> Result<Self, Failure> {
        let destination = match target {
            Target::Stdout => Destination::Stdout,
            Target::File(path) => inspect(path, force, inputs)?,
        };
        let output = Self { destination, force, content };
        output.refuse_terminal()?;
        Ok(output)
    }

    /// Writes `bytes`, all of them or nothing (a pipe may have taken a part).
    pub fn write(self, bytes: &[u8], reader: Reader) -> Result<(), Failure> {
        match &self.destination {
            Destination::Stdout => to_stdout(bytes),
            Destination::Stream(path) => OpenOptions::new()
                .write(true)
                .open(path)
                .and_then(|mut file| file.write_all(bytes))
                .map_err(|error| Failure::write(&name(path), &error)),
            Destination::File(path) => replace(path, bytes, reader, self.force),
        }
    }

    fn refuse_terminal(&self) -> Result<(), Failure> {
        let terminal = match &self.destination {
            Destination::Stdout => io::stdout().is_terminal(),
            Destination::Stream(path) => is_terminal(path),
            Destination::File(_) => false,
        };
        if terminal && self.content == Content::Binary {
            let sentence = "binary output does not go to a terminal; give --out FILE or a pipe, or \
                            ask for text with --json";
            return Err(Failure::usage("OUTPUT_TERMINAL", sentence));
        }
        Ok(())
    }
}

/// A file beside an output, which takes the output's place when it is whole. Dropped before, it is
/// gone, and all is as it was.
#[cfg(feature = "parquet")]
#[derive(Debug)]
pub struct Beside {
    file: tempfile::NamedTempFile,
    path: PathBuf,
    force: bool,
}

#[cfg(feature = "parquet")]
impl Beside {
    /// Checks the output against the inputs, and makes the file. Errors: those of [`Output::new`],
    /// and `OUTPUT_NOT_A_FILE`.
    pub fn new(target: &Target, force: bool, inputs: &[Input]) -> Result<Self, Failure> {
        let Target::File(path) = target else {
            let sentence = format!("{}: a file is needed", target.name());
            return Err(Failure::usage("OUTPUT_NOT_A_FILE", sentence));
        };
        let Destination::File(path) = inspect(path, force, inputs)? else {
            let sentence = format!("{} is a pipe or a device; a file is needed", name(path));
            return Err(Failure::usage("OUTPUT_NOT_A_FILE", sentence));
        };
        let mut builder = beside();
        let file = builder.permissions(Permissions::from_mode(0o666)).tempfile_in(folder(&path));
        let file = file.map_err(|error| Failure::write(&name(&path), &error))?;
        Ok(Self { file, path, force })
    }

    /// Where to write.
    pub fn file(&self) -> &File {
        self.file.as_file()
    }

    /// Puts it in its place. Errors: `OUTPUT_EXISTS`, `OUTPUT_FAILED`.
    pub fn finish(self) -> Result<(), Failure> {
        let Self { file, path, force } = self;
        let synced = file.as_file().sync_all();
        synced.map_err(|error| Failure::write(&name(&path), &error))?;
        let moved = if force { file.persist(&path) } else { file.persist_noclobber(&path) };
        moved.map_err(|failure| match failure.error.kind() {
            io::ErrorKind::AlreadyExists => exists(&path),
            _ => Failure::write(&name(&path), &failure.error),
        })?;
        let _ = File::open(folder(&path)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// Writes to standard output and flushes it.
pub fn to_stdout(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
    written.map_err(|error| Failure::write("standard output", &error))
}

/// Says whether the path is a terminal. Only devices are opened for that: the reader of a FIFO
/// would take the closing for the end.
fn is_terminal(path: &Path) -> bool {
    let device = path.metadata().is_ok_and(|found| found.file_type().is_char_device());
    device && OpenOptions::new().write(true).open(path).is_ok_and(|file| file.is_terminal())
}

fn name(path: &Path) -> String {
    format!("--out {}", secrets::shown(path))
}

/// Says whether results may go there piece by piece: to standard output, or to a regular file to be
/// made or resumed; neither is one of the inputs. Errors: those of [`Output::new`], and
/// `OUTPUT_NOT_A_FILE`.
pub fn check_growing(target: &Target, inputs: &[Input]) -> Result<(), Failure> {
    let Target::File(path) = target else {
        let identity = target.identity();
        return match inputs.iter().find(|it| identity.is_some() && it.identity() == identity) {
            Some(input) => Err(same_file(&target.name(), *input)),
            None => Ok(()),
        };
    };
    match inspect(path, true, inputs)? {
        Destination::File(_) => Ok(()),
        Destination::Stdout | Destination::Stream(_) => {
            let name = name(path);
            let sentence =
                format!("{name} is a pipe or a device; a file is needed, or - for a pipe");
            Err(Failure::usage("OUTPUT_NOT_A_FILE", sentence))
        }
    }
}

fn same_file(name: &str, input: Input) -> Failure {
    let sentence = format!("{name} is the same file as {}", input.name());
    Failure::usage("OUTPUT_IS_INPUT", sentence)
}

fn inspect(path: &Path, force: bool, inputs: &[Input]) -> Result<Destination, Failure> {
    if matches!(path.as_os_str().as_bytes().last(), None | Some(b'/')) {
        let sentence = format!("{} names no file; a file name is needed", name(path));
        return Err(Failure::usage("OUTPUT_DIRECTORY", sentence));
    }
    if let Ok(found) = path.metadata() {
        if found.is_dir() {
            let sentence = format!("{} is a directory; a file name is needed", name(path));
            return Err(Failure::usage("OUTPUT_DIRECTORY", sentence));
        }
        // Replacing /dev/null by a file would be quite a surprise.
        if !found.is_file() {
            return Ok(Destination::Stream(path.to_owned()));
        }
        let identity = Some((found.dev(), found.ino()));
        if let Some(input) = inputs.iter().find(|input| input.identity() == identity) {
            return Err(same_file(&name(path), *input));
        }
    }
    // Of a link itself, not of what it points to: that may be nothing yet.
    if !force && path.symlink_metadata().is_ok() {
        return Err(exists(path));
    }
    if !folder(path).is_dir() {
        let sentence = format!("{} is in a directory that does not exist", name(path));
        return Err(Failure::usage("OUTPUT_DIRECTORY", sentence));
    }
    Ok(Destination::File(path.to_owned()))
}

fn exists(path: &Path) -> Failure {
    let sentence = format!("{} exists; give --force to replace it", name(path));
    Failure::usage("OUTPUT_EXISTS", sentence)
}

/// The folder that a path is in.
pub fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Puts a whole file in the place of `path`, or leaves everything as it was.
///
/// The bytes go into a file that has no name yet, where the system has such files: it is gone with
/// the process, however that ends. With `force`, the whole file bears a name of its own for the
/// moment between two calls of the system.
fn replace(path: &Path, bytes: &[u8], reader: Reader, force: bool) -> Result<(), Failure> {
    let failed = |error: &io::Error| Failure::write(&name(path), error);
    // The system takes the umask off. A file only the owner may read is so from its first moment.
    let mode = if reader == Reader::OwnerOnly { 0o600 } else { 0o666 };
    let folder = folder(path);
    let moved = match nameless::create(folder, mode) {
        Some(file) => {
            fill(&file, bytes).map_err(|error| failed(&error))?;
            if force {
                let named = beside().make_in(folder, |name| nameless::link(&file, name));
                named.and_then(|named| named.persist(path).map(drop).map_err(|it| it.error))
            } else {
                nameless::link(&file, path)
            }
        }
        None => {
            let file = beside().permissions(Permissions::from_mode(mode)).tempfile_in(folder);
            let file = file.map_err(|error| failed(&error))?;
            fill(file.as_file(), bytes).map_err(|error| failed(&error))?;
            // A failed move drops the file beside with the error.
            let moved = if force { file.persist(path) } else { file.persist_noclobber(path) };
            moved.map(drop).map_err(|failure| failure.error)
        }
    };
    moved.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(path),
        _ => failed(&error),
    })?;
    // The name is safe only when the directory is. Some file systems cannot do this.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// What stands beside the output, before it has the output's name.
pub fn beside() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sealane-");
    builder
}

fn fill(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.sync_all()
}

/// Files without a name, which Linux has on most file systems.
#[cfg(target_os = "linux")]
mod nameless {
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, openat};
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::Path;

    /// Makes one in a folder, if that works there.
    pub fn create(folder: &Path, mode: u32) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        let file = File::from(openat(CWD, folder, flags, Mode::from_raw_mode(mode)).ok()?);
        // It gets its name through this folder, which a bare container may lack.
        Path::new(&handle(&file)).exists().then_some(file)
    }

    /// Gives it a name. Errors: `AlreadyExists` if something has that name.
    pub fn link(file: &File, path: &Path) -> io::Result<()> {
        linkat(CWD, handle(file), CWD, path, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from)
    }

    fn handle(file: &File) -> String {
        format!("/proc/self/fd/{}", file.as_raw_fd())
    }
}

#[cfg(not(target_os = "linux"))]
mod nameless {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub fn create(_: &Path, _: u32) -> Option<File> {
        None
    }

    pub fn link(_: &File, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
