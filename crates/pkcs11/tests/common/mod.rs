//! A service of a fresh token, and a process that loads the module.

use cryptoki::context::{CInitializeArgs, CInitializeFlags, Pkcs11};
use cryptoki::error::{Error, RvError};
use cryptoki::session::{Session, UserType};
use cryptoki::slot::Slot;
use cryptoki::types::AuthPin;
use sealane::PublicKey;
use sealane_client::connection::{Connection, Endpoint};
use sealane_client::object::Attributes;
use sealane_hsm::engine::{Engine, Settings};
use sealane_hsm::master::Master;
use sealane_hsm::role::{Pin, Role};
use sealane_hsm::service::{Options, Service};
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::{Draft, Token};
use sealane_hsm::{Platform, SymmetricKey};
use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub const OFFICER: &str = "officer 1234";
pub const USER: &str = "user 1234";
const MASTER: [u8; 32] = [0x5a; 32];
/// Where the module reads its file: set for the process that loads it.
const CONFIGURATION: &str = "SEALANE_PKCS11_CONF";

/// The module's file, beside the programs of the tests or one folder above: `cargo build` puts it
/// there, and `cargo test` here, so that the newer one is that of the sources.
pub fn module() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    let folder = own.parent().unwrap();
    let beside = folder.join("libsealane_pkcs11.so");
    let above = folder.with_file_name("libsealane_pkcs11.so");
    let written = |path: &PathBuf| path.metadata().and_then(|file| file.modified()).ok();
    [above, beside].into_iter().filter(|path| path.exists()).max_by_key(written).expect("built")
}

fn pin(text: &str) -> Pin {
    Pin::new(text.as_bytes()).unwrap()
}

/// A key of P-256 whose label and id are a number.
fn numbered(number: usize) -> Draft {
    let kind = "p256".parse().unwrap();
    let usual = Attributes::usual(&format!("key {number}"), kind);
    let external_id = (number as u32).to_be_bytes().to_vec();
    Draft { kind, attributes: Attributes { external_id, ..usual } }
}

fn master() -> Master {
    Master::Key(SymmetricKey::from_bytes(&MASTER).unwrap())
}

fn store(folder: &Path) -> PathBuf {
    folder.join("token.db")
}

/// Makes a token in a folder, which has so many keys and whose user can log in.
pub fn make_token(folder: &Path, keys: usize) -> Token {
    let storage = Sqlite::create(&store(folder)).unwrap();
    let (storage, platform) = (Box::new(storage), Platform::system());
    let token = Token::init(storage, platform, &master(), "signing", &pin(OFFICER)).unwrap();
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    token.set_pin(&officer, Role::User, &pin(USER)).unwrap();
    drop(officer);
    let user = token.login(Role::User, &pin(USER)).unwrap();
    token.generate_all(&user, (0..keys).map(numbered).collect()).unwrap();
    drop(user);
    token
}

/// Opens the token of a folder.
pub fn open_token(folder: &Path) -> Token {
    let storage = Box::new(Sqlite::open(&store(folder)).unwrap());
    Token::open(storage, Platform::system(), &master()).unwrap()
}

/// A folder in memory where there is one: who changes much waits for no disk.
pub fn quick_folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Serves a token at the socket of a folder.
pub fn serve(folder: &Path, token: Token, options: Options) -> Service {
    serve_by(folder, Engine::new(token, Settings::default()), options)
}

fn serve_by(folder: &Path, engine: Engine, options: Options) -> Service {
    Service::start(engine, &folder.join("socket"), options).unwrap()
}

/// Lets the module of programs in a folder ask at a place.
pub fn configure(folder: &Path, place: &str) {
    std::fs::write(folder.join("pkcs11.toml"), format!("socket = {place:?}\n")).unwrap();
}

/// Lets the module of programs in a folder serve the token of the folder itself.
pub fn configure_embedded(folder: &Path) {
    let place = |name: &str| folder.join(name);
    std::fs::write(place("master"), MASTER).unwrap();
    std::fs::set_permissions(place("master"), PermissionsExt::from_mode(0o600)).unwrap();
    let (store, master) = (place("token.db"), place("master"));
    let text = format!("[embedded]\nstore = {store:?}\nmaster_file = {master:?}\n");
    std::fs::write(place("pkcs11.toml"), text).unwrap();
}

/// A program that loads the module, in a folder.
pub fn command(folder: &Path, program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env(CONFIGURATION, folder.join("pkcs11.toml"));
    command.current_dir(folder).stdin(Stdio::null());
    command
}

/// A service of a fresh token, and the file that lets the module find it.
pub struct Served {
    pub folder: tempfile::TempDir,
    service: Option<Service>,
}

impl Served {
    pub fn new() -> Self {
        Self::of(tempfile::tempdir().unwrap(), Options::default(), 0)
    }

    /// The same with other options, and so many keys.
    fn with(options: Options, keys: usize) -> Self {
        Self::of(quick_folder(), options, keys)
    }

    /// Where it serves at an address, the module is told that.
    fn of(folder: tempfile::TempDir, options: Options, keys: usize) -> Self {
        let service = serve(folder.path(), make_token(folder.path(), keys), options);
        let place = service.address().map(|address| address.to_string());
        let socket = folder.path().join("socket");
        configure(folder.path(), &place.unwrap_or_else(|| socket.to_str().unwrap().to_owned()));
        Self { folder, service: Some(service) }
    }

    /// The same with other settings.
    fn by(settings: Settings) -> Self {
        let folder = quick_folder();
        let engine = Engine::new(make_token(folder.path(), 0), settings);
        let service = Some(serve_by(folder.path(), engine, Options::default()));
        configure(folder.path(), folder.path().join("socket").to_str().unwrap());
        Self { folder, service }
    }

    /// A fresh token with so many keys, which the module serves itself.
    pub fn embedded(keys: usize) -> Self {
        let served = Self::without_token();
        drop(make_token(served.folder.path(), keys));
        served
    }

    /// A place for a token that the module serves itself.
    pub fn without_token() -> Self {
        let folder = tempfile::tempdir().unwrap();
        configure_embedded(folder.path());
        Self { folder, service: None }
    }

    /// A program that loads the module, in the folder.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        command(self.folder.path(), program)
    }

    /// A connection of the user, past the module.
    pub fn user(&self) -> Connection {
        let endpoint = Endpoint::from(self.folder.path().join("socket"));
        let mut connection = Connection::connect(&endpoint, None).unwrap();
        connection.login(Role::User, USER.as_bytes()).unwrap();
        connection
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.service.take().into_iter().for_each(Service::stop);
    }
}

/// Runs a test against a service, in a process of its own that loads the module.
pub fn served(name: &str, test: impl FnOnce()) {
    served_with((Options::default(), 0), name, test);
}

/// The same against a service with other options, and so many keys in its token.
pub fn served_with((options, keys): (Options, usize), name: &str, test: impl FnOnce()) {
    if has_token() {
        return test();
    }
    passes_beside(&Served::with(options, keys), name);
}

/// The same against a service with other settings.
pub fn served_by(settings: Settings, name: &str, test: impl FnOnce()) {
    if has_token() {
        return test();
    }
    passes_beside(&Served::by(settings), name);
}

/// Runs a test in a process of its own that loads the module: against a service, and with a token
/// that the module serves itself.
pub fn both_ways(name: &str, test: impl FnOnce()) {
    if has_token() {
        return test();
    }
    passes_beside(&Served::embedded(0), name);
    passes_beside(&Served::new(), name);
}

/// Runs the test of a name in a process of its own, which finds the token of `served`.
pub fn passes_beside(served: &Served, name: &str) {
    passes(served.command(std::env::current_exe().unwrap()), name);
}

/// The same, with a command for this program that names the token.
pub fn passes(mut command: Command, name: &str) {
    let output = command.args(["--exact", name, "--nocapture"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}{errors}", output.status);
    assert!(said.contains("1 passed"), "no test is called {name}: {said}");
    // What was measured.
    said.lines().filter(|line| line.contains(" us")).for_each(|line| println!("{line}"));
}

/// The module, initialised, and the slot of the token.
pub fn loaded() -> (Pkcs11, Slot) {
    let module = Pkcs11::new(module()).unwrap();
    module.initialize(CInitializeArgs::new(CInitializeFlags::OS_LOCKING_OK)).unwrap();
    let slot = module.get_slots_with_token().unwrap()[0];
    (module, slot)
}

/// Whether this is the process of a test that has a token.
pub fn has_token() -> bool {
    std::env::var_os(CONFIGURATION).is_some()
}

/// The file that the module reads, in a process that has a service.
pub fn configuration() -> PathBuf {
    PathBuf::from(std::env::var_os(CONFIGURATION).unwrap())
}

/// The socket of that service.
pub fn socket() -> PathBuf {
    configuration().with_file_name("socket")
}

/// A connection of the process that has loaded the module, beside it.
pub fn past_the_module() -> Connection {
    Connection::connect(&Endpoint::from(socket()), None).unwrap()
}

/// Two numbers of fixed length, as the library reads them.
pub fn in_der(key: &PublicKey, signature: &[u8]) -> Vec<u8> {
    let PublicKey::Curve(key) = key else { panic!("a curve") };
    sealane::ecc::Signature::from_bytes(key.algorithm(), signature).unwrap().to_der()
}

/// By which value a call was refused.
pub fn rv<T>(result: Result<T, Error>) -> RvError {
    match result {
        Err(Error::Pkcs11(rv, _)) => rv,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("it was not refused"),
    }
}

pub fn user_pin() -> AuthPin {
    AuthPin::new(USER.into())
}

/// A session of the user, which may change the token.
pub fn user_session(module: &Pkcs11, slot: Slot) -> Session {
    let session = module.open_rw_session(slot).unwrap();
    session.login(UserType::User, Some(&user_pin())).unwrap();
    session
}
