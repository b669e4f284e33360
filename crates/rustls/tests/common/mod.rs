//! Certificates of every kind of key, and handshakes in memory.

use rustls::crypto::{CryptoProvider, SupportedKxGroup, WebPkiSupportedAlgorithms};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::WebPkiClientVerifier;
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{
    AlertDescription, ClientConfig, ClientConnection, Connection, Error, NamedGroup,
    ProtocolVersion, RootCertStore, ServerConfig, ServerConnection, SignatureScheme,
    SupportedProtocolVersion,
};
use sealane::{Algorithm, PrivateKey, PublicKey, Signature};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;
use x509_cert::builder::profile::BuilderProfile;
use x509_cert::builder::{Builder, CertificateBuilder, Result as Built};
use x509_cert::certificate::TbsCertificate;
use x509_cert::der::asn1::{Ia5String, ObjectIdentifier, UtcTime};
use x509_cert::der::{Decode, Encode};
use x509_cert::ext::pkix::name::GeneralName;
use x509_cert::ext::pkix::{BasicConstraints, ExtendedKeyUsage, SubjectAltName};
use x509_cert::ext::{Extension, ToExtension};
use x509_cert::name::Name;
use x509_cert::serial_number::SerialNumber;
use x509_cert::spki::{SubjectPublicKeyInfo, SubjectPublicKeyInfoRef};
use x509_cert::time::Validity;

/// Every kind of key that TLS has signatures by, and whether ring has it too.
pub const KINDS: [(&str, bool); 9] = [
    ("p256", true),
    ("p384", true),
    ("rsa2048", true),
    ("ed25519", true),
    ("p521", false),
    ("ed448", false),
    ("mldsa44", false),
    ("mldsa65", false),
    ("mldsa87", false),
];

/// Whether rustls has suites of a version for a kind of key: in TLS 1.2 none for Ed448 and ML-DSA.
pub fn has_suites(kind: &str, version: ProtocolVersion) -> bool {
    version != ProtocolVersion::TLSv1_2 || !(kind == "ed448" || kind.starts_with("mldsa"))
}

/// The one name of good certificates.
pub const NAME: &str = "localhost";

/// A private key of an algorithm, the same at each call of one number.
pub fn key(algorithm: &str, number: usize) -> PrivateKey {
    static KEYS: LazyLock<Mutex<HashMap<(String, usize), PrivateKey>>> =
        LazyLock::new(Mutex::default);
    let mut keys = KEYS.lock().unwrap();
    let made = || PrivateKey::generate(algorithm.parse::<Algorithm>().unwrap()).unwrap();
    keys.entry((algorithm.to_owned(), number)).or_insert_with(made).clone()
}

/// A private key as its document.
pub fn document(key: &PrivateKey) -> PrivateKeyDer<'static> {
    PrivateKeyDer::Pkcs8(key.to_pkcs8_der().to_vec().into())
}

/// What a certificate says.
#[derive(Debug, Clone, Copy)]
pub struct Leaf {
    pub name: &'static str,
    /// Hours from now.
    pub from: i64,
    pub until: i64,
}

/// What is good for both sides.
pub const GOOD: Leaf = Leaf { name: NAME, from: -1, until: 24 };

struct Profile<'a> {
    issuer: &'a Name,
    subject: Name,
    leaf: Option<Leaf>,
}

const SERVER_AUTH: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.3.1");
const CLIENT_AUTH: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.3.2");

impl BuilderProfile for Profile<'_> {
    fn get_issuer(&self, _: &Name) -> Name {
        self.issuer.clone()
    }

    fn get_subject(&self) -> Name {
        self.subject.clone()
    }

    fn build_extensions(
        &self,
        _: SubjectPublicKeyInfoRef<'_>,
        _: SubjectPublicKeyInfoRef<'_>,
        tbs: &TbsCertificate,
    ) -> Built<Vec<Extension>> {
        let mut all = vec![];
        let is_authority = self.leaf.is_none();
        let constraints = BasicConstraints { ca: is_authority, path_len_constraint: None };
        all.push(constraints.to_extension(tbs.subject(), &all)?);
        if let Some(leaf) = self.leaf {
            let name = GeneralName::DnsName(Ia5String::new(leaf.name)?);
            all.push(SubjectAltName(vec![name]).to_extension(tbs.subject(), &all)?);
            let usage = ExtendedKeyUsage(vec![SERVER_AUTH, CLIENT_AUTH]);
            all.push(usage.to_extension(tbs.subject(), &all)?);
        }
        Ok(all)
    }
}

/// Who issues certificates.
pub struct Authority {
    key: PrivateKey,
    name: Name,
    pub certificate: CertificateDer<'static>,
}

impl Authority {
    /// One with a key of an algorithm.
    pub fn new(algorithm: &str) -> Self {
        Self::named(algorithm, "CN=Authority,O=Sealane,C=ZZ", 0)
    }

    /// Another one, whom nobody believes.
    pub fn strange(algorithm: &str) -> Self {
        Self::named(algorithm, "CN=Stranger,O=Sealane,C=ZZ", 9)
    }

    fn named(algorithm: &str, name: &str, number: usize) -> Self {
        let (key, name) = (key(algorithm, number), name.parse::<Name>().unwrap());
        let profile = Profile { issuer: &name, subject: name.clone(), leaf: None };
        let certificate = issue(profile, &key, &key.public_key(), [-1, 48]);
        Self { key, name, certificate }
    }

    pub fn issue(&self, key: &PublicKey, leaf: Leaf) -> CertificateDer<'static> {
        let subject = "CN=Leaf,O=Sealane,C=ZZ".parse().unwrap();
        let profile = Profile { issuer: &self.name, subject, leaf: Some(leaf) };
        issue(profile, &self.key, key, [leaf.from, leaf.until])
    }

    pub fn roots(&self) -> RootCertStore {
        let mut roots = RootCertStore::empty();
        roots.add(self.certificate.clone()).unwrap();
        roots
    }
}

fn issue(
    profile: Profile<'_>,
    by: &PrivateKey,
    key: &PublicKey,
    hours: [i64; 2],
) -> CertificateDer<'static> {
    let now = UnixTime::now().as_secs() as i64;
    let time =
        |hour: i64| UtcTime::from_unix_duration(Duration::from_secs((now + 3600 * hour) as u64));
    let [from, until] = hours.map(|hour| time(hour).unwrap().into());
    let info = SubjectPublicKeyInfo::from_der(&key.to_spki_der()).unwrap();
    let validity = Validity::new(from, until);
    let number = SerialNumber::from(7u32);
    let builder = CertificateBuilder::new(profile, number, validity, info).unwrap();
    let certificate = builder.build::<_, Signature>(by).unwrap();
    certificate.to_der().unwrap().into()
}

pub fn ours() -> CryptoProvider {
    sealane_rustls::provider()
}

pub fn rings() -> CryptoProvider {
    rustls::crypto::ring::default_provider()
}

/// The same with one group.
pub fn with_group(
    provider: CryptoProvider,
    group: &'static dyn SupportedKxGroup,
) -> CryptoProvider {
    CryptoProvider { kx_groups: vec![group], ..provider }
}

/// A group by its name.
pub fn group(provider: &CryptoProvider, name: NamedGroup) -> &'static dyn SupportedKxGroup {
    *provider.kx_groups.iter().find(|group| group.name() == name).expect("it has it")
}

/// The same which takes one scheme for handshakes; certificates may be signed by any.
pub fn with_scheme(provider: CryptoProvider, scheme: SignatureScheme) -> CryptoProvider {
    let all = provider.signature_verification_algorithms;
    let mapping = all.mapping.iter().filter(|row| row.0 == scheme).copied().collect::<Vec<_>>();
    let mapping: &'static [_] = Box::leak(mapping.into_boxed_slice());
    let algorithms = WebPkiSupportedAlgorithms { mapping, ..all };
    CryptoProvider { signature_verification_algorithms: algorithms, ..provider }
}

/// A client that believes an authority, and shows a certificate if it has one.
pub fn client(
    provider: CryptoProvider,
    version: &'static SupportedProtocolVersion,
    roots: RootCertStore,
    own: Option<CertifiedKey>,
) -> Arc<ClientConfig> {
    let builder = ClientConfig::builder_with_provider(Arc::new(provider));
    let builder = builder.with_protocol_versions(&[version]).unwrap().with_root_certificates(roots);
    let mut config = match own {
        None => builder.with_no_client_auth(),
        Some(own) => builder.with_client_cert_resolver(Arc::new(SingleCertAndKey::from(own))),
    };
    // Each handshake is a full one.
    config.resumption = rustls::client::Resumption::disabled();
    Arc::new(config)
}

/// A server with a certificate, which demands one of the clients if it is told whom to believe.
pub fn server(
    provider: CryptoProvider,
    own: CertifiedKey,
    clients: Option<RootCertStore>,
) -> Arc<ServerConfig> {
    let provider = Arc::new(provider);
    let builder = ServerConfig::builder_with_provider(provider.clone());
    let builder = builder.with_safe_default_protocol_versions().unwrap();
    let builder = match clients {
        None => builder.with_no_client_auth(),
        Some(roots) => {
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider);
            builder.with_client_cert_verifier(verifier.build().unwrap())
        }
    };
    let mut config = builder.with_cert_resolver(Arc::new(SingleCertAndKey::from(own)));
    config.send_tls13_tickets = 0;
    Arc::new(config)
}

/// A key with its certificate, as a provider takes it.
pub fn certified(
    provider: &CryptoProvider,
    key: &PrivateKey,
    certificate: CertificateDer<'static>,
) -> CertifiedKey {
    CertifiedKey::from_der(vec![certificate], document(key), provider).unwrap()
}

/// A key with a good certificate.
pub fn good(provider: &CryptoProvider, authority: &Authority, key: &PrivateKey) -> CertifiedKey {
    certified(provider, key, authority.issue(&key.public_key(), GOOD))
}

/// Why there was no handshake: what the one that refused says, and the alert that the other had.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    pub by_client: bool,
    pub error: Error,
    pub alert: Option<AlertDescription>,
}

/// Both ends of a handshake in memory.
pub struct Pair {
    pub client: Connection,
    pub server: Connection,
}

impl Pair {
    pub fn new(client: &Arc<ClientConfig>, server: &Arc<ServerConfig>) -> Self {
        let name = ServerName::try_from(NAME).unwrap();
        let client = ClientConnection::new(client.clone(), name).unwrap().into();
        Self { client, server: ServerConnection::new(server.clone()).unwrap().into() }
    }

    /// Hands everything over until both are done, and then a line each way.
    pub fn shake(mut self) -> Result<Self, Refused> {
        while self.client.is_handshaking() || self.server.is_handshaking() {
            self.step(true)?;
            self.step(false)?;
        }
        for from_client in [true, false] {
            let (from, to) = self.ends(from_client);
            std::io::Write::write_all(&mut from.writer(), b"a line\n").unwrap();
            hand_over(from, to).unwrap();
            let mut line = [0; 7];
            std::io::Read::read_exact(&mut to.reader(), &mut line).unwrap();
            assert_eq!(&line, b"a line\n");
        }
        Ok(self)
    }

    fn ends(&mut self, from_client: bool) -> (&mut Connection, &mut Connection) {
        let Self { client, server } = self;
        if from_client { (client, server) } else { (server, client) }
    }

    /// Hands over what one has to say.
    fn step(&mut self, from_client: bool) -> Result<(), Refused> {
        let (from, to) = self.ends(from_client);
        hand_over(from, to).map_err(|error| {
            let alert = match hand_over(to, from) {
                Err(Error::AlertReceived(alert)) => Some(alert),
                _ => None,
            };
            Refused { by_client: !from_client, error, alert }
        })
    }
}

/// Hands over bytes until there are none.
fn hand_over(from: &mut Connection, to: &mut Connection) -> Result<(), Error> {
    while from.wants_write() {
        let mut bytes = vec![];
        from.write_tls(&mut bytes).unwrap();
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            to.read_tls(&mut rest).unwrap();
            to.process_new_packets()?;
        }
    }
    Ok(())
}

/// A handshake in memory.
pub fn shake(client: &Arc<ClientConfig>, server: &Arc<ServerConfig>) -> Result<Pair, Refused> {
    Pair::new(client, server).shake()
}
