//! Inputs: small ones read whole under a limit, messages streamed.
use crate::failure::Failure;
use crate::secrets;
use rustix::fs::OFlags;
use sealane_hsm::master::demand_own_file;
use std::ffi::OsString;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// Limit of everything that is read whole: keys, signatures, digests.
pub const LIMIT: usize = 1 << 20;

/// Where an input comes from. `-` is standard input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file, by its name.
    File(PathBuf),
    /// Bytes that stood where the source is named.
    Here(Vec<u8>),
}

impl From<OsString> for Source {
    fn from(text: OsString) -> Self {
        // Its other names too: opened again, a pipe would be read twice and each reader get a part.
        let names = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];
        if names.iter().any(|name| text == *name) { Self::Stdin } else { Self::File(text.into()) }
    }
}

/// An input with the argument that named it.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The argument.
    pub argument: &'static str,
    /// Where it comes from.
    pub source: &'a Source,
}

impl<'a> Input<'a> {
    /// What this argument names.
    pub fn new(argument: &'static str, source: &'a Source) -> Self {
        Self { argument, source }
    }

    /// How messages call it: the argument and the place, with odd characters escaped.
    pub fn name(&self) -> String {
        match self.source {
            Source::Stdin => format!("{} - (standard input)", self.argument),
            Source::File(path) => format!("{} {}", self.argument, secrets::shown(path)),
            Source::Here(_) => self.argument.to_owned(),
        }
    }

    /// Reads all of it, at most [`LIMIT`] bytes. The bytes are wiped when dropped.
    pub fn read(&self) -> Result<Zeroizing<Vec<u8>>, Failure> {
        match self.source {
            Source::Stdin => self.read_limited(io::stdin().lock(), LIMIT),
            Source::File(path) => {
                let (file, bytes) = self.open_whole(path)?;
                self.read_limited(file, bytes)
            }
            Source::Here(bytes) if bytes.len() > LIMIT => Err(self.too_large()),
            Source::Here(bytes) => Ok(Zeroizing::new(bytes.clone())),
        }
    }

    /// Reads all of what is no secret, at most so many bytes.
    pub fn read_long(&self, most: usize) -> Result<Vec<u8>, Failure> {
        let mut bytes = vec![];
        let read = self.stream()?.take(most as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| self.unreadable(&error))?;
        if bytes.len() <= most {
            return Ok(bytes);
        }
        let sentence = format!("{} is larger than the limit of {most} bytes", self.name());
        Err(Failure::refused("INPUT_TOO_LARGE", sentence))
    }

    /// The bytes that stand where the source is named, if they do: they need no reading.
    pub fn here(&self) -> Option<&'a [u8]> {
        match self.source {
            Source::Here(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// Reads a secret: like [`Input::read`], and a file must be its owner's alone. Errors: also
    /// `PERMISSION`.
    pub fn read_own(&self) -> Result<Zeroizing<Vec<u8>>, Failure> {
        let Source::File(path) = self.source else { return self.read() };
        let (file, bytes) = self.open_whole(path)?;
        let found = file.metadata().map_err(|error| self.unreadable(&error))?;
        if found.is_file() {
            let why = |why| format!("{} has {why}", self.name());
            demand_own_file(&file, &found)
                .map_err(|it| Failure::token(sealane_hsm::Error::Permission(why(it))))?;
        }
        self.read_limited(file, bytes)
    }

    /// Opens it to be read in pieces, without limit.
    pub fn stream(&self) -> Result<Box<dyn Read + 'a>, Failure> {
        match self.source {
            Source::Stdin => Ok(Box::new(io::stdin().lock())),
            Source::File(path) => {
                let file = File::open(path).map_err(|error| self.unreadable(&error))?;
                self.refuse_directory(&file)?;
                Ok(Box::new(file))
            }
            Source::Here(bytes) => Ok(Box::new(&bytes[..])),
        }
    }

    /// Device and inode, if it is a file: the same for every name of the file.
    pub fn identity(&self) -> Option<(u64, u64)> {
        match self.source {
            Source::Stdin => {
                let stat = rustix::fs::fstat(io::stdin().as_fd()).ok()?;
                Some((stat.st_dev, stat.st_ino))
            }
            Source::File(path) => path.metadata().ok().map(|it| (it.dev(), it.ino())),
            Source::Here(_) => None,
        }
    }

    /// Opens it to be read whole, and says how many bytes are to be expected.
    fn open_whole(&self, path: &Path) -> Result<(File, usize), Failure> {
        // Opening a FIFO would wait for a writer, perhaps for ever.
        let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32;
        let file = OpenOptions::new().read(true).custom_flags(flags).open(path);
        let file = file.map_err(|error| self.unreadable(&error))?;
        let kind = self.refuse_directory(&file)?;
        if kind.is_file() {
            let bytes = usize::try_from(kind.len()).unwrap_or(usize::MAX);
            return if bytes > LIMIT { Err(self.too_large()) } else { Ok((file, bytes)) };
        }
        // A descriptor the caller has opened for us (`<(command)` of a shell) is as good as `-`.
        if kind.file_type().is_block_device() || !is_descriptor(path) {
            return Err(Failure::refused(
                "INPUT_NOT_A_FILE",
                format!(
                    "{} is a FIFO, socket or device; give a file, or - for a pipe",
                    self.name()
                ),
            ));
        }
        let file = File::open(path).map_err(|error| self.unreadable(&error))?;
        Ok((file, LIMIT))
    }

    fn refuse_directory(&self, file: &File) -> Result<Metadata, Failure> {
        let metadata = file.metadata().map_err(|error| self.unreadable(&error))?;
        if metadata.is_dir() {
            let sentence = format!("{} is a directory; a file is needed", self.name());
            return Err(Failure::refused("INPUT_DIRECTORY", sentence));
        }
        Ok(metadata)
    }

    /// Reads all of it, at most [`LIMIT`] bytes, of which `expected` are likely: more cost more.
    fn read_limited(
        &self,
        mut reader: impl Read,
        expected: usize,
    ) -> Result<Zeroizing<Vec<u8>>, Failure> {
        let mut bytes = self.read_up_to(&mut reader, expected, &[])?;
        if bytes.len() > expected && expected < LIMIT {
            // It has grown, or its length was not known (`/proc`).
            bytes = self.read_up_to(&mut reader, LIMIT, &bytes)?;
        }
        if bytes.len() > LIMIT { Err(self.too_large()) } else { Ok(bytes) }
    }

    /// Reads up to one byte more than `most`, behind what was `read` already.
    fn read_up_to(
        &self,
        reader: &mut impl Read,
        most: usize,
        read: &[u8],
    ) -> Result<Zeroizing<Vec<u8>>, Failure> {
        // All the room at once: growing would leave copies of a key behind. The reader looks for
        // the end in the last bytes.
        let mut bytes = Zeroizing::new(Vec::with_capacity(most + 64));
        bytes.extend_from_slice(read);
        let rest = (most + 1 - read.len()) as u64;
        let done = reader.take(rest).read_to_end(&mut bytes);
        done.map_err(|error| self.unreadable(&error))?;
        Ok(bytes)
    }

    fn too_large(&self) -> Failure {
        let sentence = format!("{} is larger than the limit of {LIMIT} bytes", self.name());
        Failure::refused("INPUT_TOO_LARGE", sentence)
    }

    /// What the system said when we opened or read it.
    pub fn unreadable(&self, error: &io::Error) -> Failure {
        let code = match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => "INPUT_MISSING",
            ErrorKind::PermissionDenied => "INPUT_PERMISSION",
            ErrorKind::IsADirectory => "INPUT_DIRECTORY",
            ErrorKind::FileTooLarge => "INPUT_TOO_LARGE",
            _ => "INPUT_READ",
        };
        Failure::refused(code, format!("{}: {error}", self.name()))
    }
}

fn is_descriptor(path: &Path) -> bool {
    ["/dev/fd", "/proc/self/fd"].iter().any(|folder| path.starts_with(folder))
}

/// Refuses a command line that reads standard input twice: each would get a part of it.
pub fn refuse_two_pipes(inputs: &[Input]) -> Result<(), Failure> {
    let mut pipes = inputs.iter().filter(|input| *input.source == Source::Stdin);
    match (pipes.next(), pipes.next()) {
        (Some(first), Some(second)) => Err(Failure::usage(
            "USAGE",
            format!(
                "{} and {} both read standard input; give a file for one of them",
                first.argument, second.argument
            ),
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: neither side of the limit depends on what was expected, nor does what is read.
    #[test]
    fn limit_holds_on_both_sides() {
        let input = Input::new("--key", &Source::Stdin);
        let read =
            |bytes: usize, expected| input.read_limited(io::repeat(7).take(bytes as u64), expected);
        for expected in [0, 1, LIMIT - 1, LIMIT] {
            for bytes in [0, 1, 2, 63, 64, 65, 1000, LIMIT - 1, LIMIT] {
                let read = read(bytes, expected).expect("within the limit");
                assert!(read.len() == bytes && read.iter().all(|byte| *byte == 7));
            }
            assert!(read(LIMIT + 1, expected).is_err());
            assert!(input.read_limited(io::repeat(7), expected).is_err(), "an endless input ends");
        }
    }

    /// Goal: a small input takes little memory, and never moves: what it left behind would not be
    /// wiped. Method: the room of what is read from a file and from an argument.
    #[test]
    fn room_is_that_of_the_input() {
        let folder = tempfile::tempdir().expect("a folder");
        for bytes in [0, 1, 100, 5000] {
            let path = folder.path().join(format!("{bytes}"));
            std::fs::write(&path, vec![7; bytes]).expect("a file");
            for source in [Source::File(path), Source::Here(vec![7; bytes])] {
                let read = Input::new("--key", &source).read().expect("it can be read");
                assert_eq!(*read, vec![7; bytes]);
                assert!(read.capacity() <= bytes + 64, "{source:?}: {}", read.capacity());
            }
        }
        let source = Source::Here(vec![7; LIMIT + 1]);
        assert!(Input::new("--key", &source).read().is_err());
    }

    #[test]
    fn one_pipe_is_fine_and_two_are_not() {
        let file = Source::File("f".into());
        let key = |source| Input::new("--key", source);
        let message = |source| Input::new("--in", source);
        assert!(refuse_two_pipes(&[key(&file), message(&Source::Stdin)]).is_ok());
        assert!(refuse_two_pipes(&[key(&Source::Stdin), message(&file)]).is_ok());
        assert!(refuse_two_pipes(&[key(&Source::Stdin), message(&Source::Stdin)]).is_err());
    }
}
