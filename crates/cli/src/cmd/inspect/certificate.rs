//! Certificates and certificate requests. RFC 5280; RFC 2986.
use super::Refusal;
use super::blocks::Block;
use super::key::{name_of, of_spki};
use super::report::Report;
use der::asn1::BitString;
use der::{Decode, Encode, Reader, SliceReader};
use sealane::{Algorithm, Hash, PublicKey, Scheme};
use serde_json::json;
use std::time::{SystemTime, UNIX_EPOCH};
use x509_cert::Certificate;
use x509_cert::request::CertReq;
use x509_cert::spki::AlgorithmIdentifierOwned;

/// The hashes of ECDSA signatures by the identifiers of these. RFC 3279, section 2.2.3; RFC 5758,
/// section 3.2; NIST CSOR; RFC 8692, section 3.
const ECDSA_WITH: [(&str, Hash); 11] = [
    ("1.2.840.10045.4.1", Hash::Sha1),
    ("1.2.840.10045.4.3.1", Hash::Sha224),
    ("1.2.840.10045.4.3.2", Hash::Sha256),
    ("1.2.840.10045.4.3.3", Hash::Sha384),
    ("1.2.840.10045.4.3.4", Hash::Sha512),
    ("2.16.840.1.101.3.4.3.9", Hash::Sha3_224),
    ("2.16.840.1.101.3.4.3.10", Hash::Sha3_256),
    ("2.16.840.1.101.3.4.3.11", Hash::Sha3_384),
    ("2.16.840.1.101.3.4.3.12", Hash::Sha3_512),
    ("1.3.6.1.5.5.7.6.32", Hash::Shake128),
    ("1.3.6.1.5.5.7.6.33", Hash::Shake256),
];

/// The hashes of RSA signatures by PKCS#1 v1.5. RFC 8017, appendix A.2.4; RFC 3279, section 2.2.1.
const RSA_WITH: [(&str, Hash); 7] = [
    ("1.2.840.113549.1.1.5", Hash::Sha1),
    ("1.2.840.113549.1.1.14", Hash::Sha224),
    ("1.2.840.113549.1.1.11", Hash::Sha256),
    ("1.2.840.113549.1.1.12", Hash::Sha384),
    ("1.2.840.113549.1.1.13", Hash::Sha512),
    ("1.2.840.113549.1.1.15", Hash::Sha512_224),
    ("1.2.840.113549.1.1.16", Hash::Sha512_256),
];

/// The hashes of DSA signatures. RFC 3279, section 2.2.2; RFC 5758, section 3.1.
const DSA_WITH: [(&str, Hash); 5] = [
    ("1.2.840.10040.4.3", Hash::Sha1),
    ("2.16.840.1.101.3.4.3.1", Hash::Sha224),
    ("2.16.840.1.101.3.4.3.2", Hash::Sha256),
    ("2.16.840.1.101.3.4.3.3", Hash::Sha384),
    ("2.16.840.1.101.3.4.3.4", Hash::Sha512),
];

pub fn certificate(der: &[u8], block: &Block) -> Result<Report, Refusal> {
    let malformed = |_| Refusal::Malformed("CERT_ENCODING", "a certificate");
    let certificate = Certificate::from_der(der).map_err(malformed)?;
    let body = certificate.tbs_certificate();
    let (from, until) = (body.validity().not_before, body.validity().not_after);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut report = Report::new("certificate", block);
    report.row("subject", body.subject().to_string());
    report.row("issuer", body.issuer().to_string());
    report.row("serial", body.serial_number().to_string());
    report.row("not before", from.to_string());
    report.row("not after", until.to_string());
    let in_force = from.to_unix_duration() <= now && now <= until.to_unix_duration();
    report.row("in force now", in_force);
    let extensions = body.extensions().into_iter().flatten();
    let extensions: Vec<String> = extensions.map(|it| name_of(&it.extn_id)).collect();
    report.row("extensions", json!(extensions));
    let spki = body.subject_public_key_info().to_der().map_err(malformed)?;
    let key = of_spki(&mut report, &spki)?;
    let signed = Signed {
        body: first_element(der).map_err(malformed)?,
        algorithm: certificate.signature_algorithm(),
        signature: certificate.signature(),
    };
    signed.rows(&mut report);
    let self_signed = body.subject() == body.issuer();
    report.row("self-issued", self_signed);
    if !self_signed {
        report.row("signature", "not checked: it is its issuer's");
    } else if body.signature() != certificate.signature_algorithm() {
        report.signature_holds = Some(false);
        report.row("signature", "not valid: two algorithms are named");
    } else {
        signed.verdict(&mut report, key.as_ref());
    }
    Ok(report)
}

pub fn request(der: &[u8], block: &Block) -> Result<Report, Refusal> {
    let malformed = |_| Refusal::Malformed("REQUEST_ENCODING", "a certificate request");
    let request = CertReq::from_der(der).map_err(malformed)?;
    let mut report = Report::new("certificate request", block);
    report.row("subject", request.info.subject.to_string());
    let attributes: Vec<String> =
        request.info.attributes.iter().map(|it| name_of(&it.oid)).collect();
    report.row("attributes", json!(attributes));
    let spki = request.info.public_key.to_der().map_err(malformed)?;
    let key = of_spki(&mut report, &spki)?;
    let signed = Signed {
        body: first_element(der).map_err(malformed)?,
        algorithm: &request.algorithm,
        signature: &request.signature,
    };
    signed.rows(&mut report);
    signed.verdict(&mut report, key.as_ref());
    Ok(report)
}

/// What is signed, and by what.
struct Signed<'a> {
    /// As it stands in the document.
    body: &'a [u8],
    algorithm: &'a AlgorithmIdentifierOwned,
    signature: &'a BitString,
}

impl Signed<'_> {
    fn rows(&self, report: &mut Report) {
        report.row("signature algorithm", name_of(&self.algorithm.oid));
        report.row("signature oid", self.algorithm.oid.to_string());
    }

    /// Whether the signature belongs to the key that the document carries.
    fn verdict(&self, report: &mut Report, key: Option<&PublicKey>) {
        let (Some(key), Some(scheme)) = (key, self.scheme()) else {
            report.row("signature", "not checked: its algorithm is not supported");
            return;
        };
        let holds = self.parameters_are_right(&scheme)
            && self.of_key().is_none_or(|named| key.algorithm() == named)
            && self.signature.as_bytes().is_some_and(|bytes| {
                // A digest alone would be taken for one of Ed25519ph.
                key.verify(self.body, &scheme, bytes).is_ok()
            });
        report.signature_holds = Some(holds);
        report.row("signature", if holds { "valid, by its own key" } else { "not valid" });
    }

    /// How the signature was made, as its identifier says.
    fn scheme(&self) -> Option<Scheme> {
        let numbers = self.algorithm.oid.to_string();
        let hash_in = |rows: &[(&str, Hash)]| {
            rows.iter().find(|(row, _)| *row == numbers).map(|(_, hash)| *hash)
        };
        let ecdsa = hash_in(&ECDSA_WITH).map(Scheme::Ecdsa);
        let of_key = || self.of_key().and_then(|algorithm| algorithm.usual_scheme());
        let rsa = || hash_in(&RSA_WITH).map(Scheme::RsaPkcs1);
        let dsa = || hash_in(&DSA_WITH).map(Scheme::Dsa);
        ecdsa.or_else(of_key).or_else(rsa).or_else(dsa)
    }

    /// Of EdDSA and ML-DSA, keys and signatures have one identifier. RFC 8410, section 3; RFC 9881,
    /// section 2.
    fn of_key(&self) -> Option<Algorithm> {
        let is_one = |it: &Algorithm| match it {
            Algorithm::Curve(curve) => curve.partner().is_some() && curve.signs(),
            other => matches!(other, Algorithm::MlDsa(_)),
        };
        let named = |it: &Algorithm| it.identifier().oid == self.algorithm.oid;
        Algorithm::all().filter(is_one).find(named)
    }

    /// Parameters are absent from all these identifiers, but for RSA, which has NULL.
    fn parameters_are_right(&self, scheme: &Scheme) -> bool {
        match (scheme, &self.algorithm.parameters) {
            (_, None) => true,
            (Scheme::RsaPkcs1(_), Some(parameters)) => parameters.is_null(),
            _ => false,
        }
    }
}

/// The first element of a sequence, as it stands.
fn first_element(der: &[u8]) -> der::Result<&[u8]> {
    let mut reader = SliceReader::new(der)?;
    let header = der::Header::decode(&mut reader)?;
    let mut inside = SliceReader::new(reader.read_slice(header.length())?)?;
    inside.tlv_bytes()
}
