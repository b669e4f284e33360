//! The messages of an ssh-agent: draft-ietf-sshm-ssh-agent, and `PROTOCOL.agent` of OpenSSH.
use ssh_key::encoding::{Decode, Encode, Error, Reader};
use zeroize::Zeroizing;

/// The most bytes of a message, as OpenSSH has it.
pub const MAX_MESSAGE: usize = 256 << 10;

/// Flags of a sign request: which hash a key of RSA signs with.
pub const RSA_SHA2_256: u32 = 2;
pub const RSA_SHA2_512: u32 = 4;

const REQUEST_IDENTITIES: u8 = 11;
const IDENTITIES_ANSWER: u8 = 12;
const SIGN_REQUEST: u8 = 13;
const SIGN_RESPONSE: u8 = 14;
const LOCK: u8 = 22;
const UNLOCK: u8 = 23;
const EXTENSION: u8 = 27;
const FAILURE: u8 = 5;
const SUCCESS: u8 = 6;

/// The extension by which `ssh` says what a connection is for.
const SESSION_BIND: &str = "session-bind@openssh.com";

/// What is asked for.
#[derive(PartialEq, Eq)]
pub enum Request {
    /// Which keys there are.
    List,
    /// A signature of `data` by the key of a blob.
    Sign {
        key: Vec<u8>,
        data: Vec<u8>,
        flags: u32,
    },
    /// Nothing is to be done until the passphrase comes again.
    Lock(Zeroizing<Vec<u8>>),
    Unlock(Zeroizing<Vec<u8>>),
    /// The connection is for a session of `ssh`, or is forwarded through it.
    Bind {
        is_forwarding: bool,
    },
    /// Adding and removing keys, cards and modules, and all else: never done.
    Other,
}

impl Request {
    /// Reads a message without its length. Errors: of a body that is not the one of its number, or
    /// goes on behind it; of no number.
    pub fn read(mut message: &[u8]) -> Result<Self, Error> {
        let reader = &mut message;
        let request = match u8::decode(reader)? {
            REQUEST_IDENTITIES => Self::List,
            SIGN_REQUEST => Self::Sign {
                key: Vec::decode(reader)?,
                data: Vec::decode(reader)?,
                flags: u32::decode(reader)?,
            },
            LOCK => Self::Lock(Vec::decode(reader)?.into()),
            UNLOCK => Self::Unlock(Vec::decode(reader)?.into()),
            EXTENSION if Vec::<u8>::decode(reader)? == SESSION_BIND.as_bytes() => {
                // The key of the host, the session's id and the signature of it: a forwarded
                // connection says that it is one before the other machine can say anything.
                for _ in 0..3 {
                    Vec::<u8>::decode(reader)?;
                }
                Self::Bind { is_forwarding: bool::decode(reader)? }
            }
            // Whatever they say, the answer is the same.
            _ => return Ok(Self::Other),
        };
        reader.finish(request)
    }
}

/// What is answered.
pub enum Reply {
    Failure,
    Success,
    /// Blobs of keys, with comments.
    Keys(Vec<(Vec<u8>, String)>),
    /// The blob of a signature.
    Signature(Vec<u8>),
}

impl Reply {
    /// The message, behind its length. Errors: of a length that no message has.
    pub fn frame(&self) -> Result<Vec<u8>, Error> {
        let mut message = vec![];
        match self {
            Self::Failure => message.push(FAILURE),
            Self::Success => message.push(SUCCESS),
            Self::Keys(keys) => {
                message.push(IDENTITIES_ANSWER);
                keys.len().encode(&mut message)?;
                for (blob, comment) in keys {
                    blob.encode(&mut message)?;
                    comment.encode(&mut message)?;
                }
            }
            Self::Signature(blob) => {
                message.push(SIGN_RESPONSE);
                blob.encode(&mut message)?;
            }
        }
        if message.len() > MAX_MESSAGE {
            return Err(Error::Length);
        }
        message.encode_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(bytes: &[u8]) -> Vec<u8> {
        [&(bytes.len() as u32).to_be_bytes()[..], bytes].concat()
    }

    fn is_read(parts: &[&[u8]]) -> bool {
        Request::read(&parts.concat()).is_ok()
    }

    /// Goal: each request is read to its end, and refused with a byte less or more; what is never
    /// done is known whatever follows.
    #[test]
    fn requests_are_read_whole_or_refused() {
        let sign = [&string(b"key")[..], &string(b"data"), &[0, 0, 0, 4]].concat();
        let bind = [SESSION_BIND.as_bytes(), b"host", b"id", b"signature"].map(string).concat();
        let bind = [&bind[..], &[1]].concat();
        for (number, body) in [
            (REQUEST_IDENTITIES, vec![]),
            (SIGN_REQUEST, sign),
            (LOCK, string(b"secret")),
            (UNLOCK, string(b"")),
            (EXTENSION, bind),
        ] {
            assert!(is_read(&[&[number], &body]), "{number}");
            assert!(!is_read(&[&[number], &body, &[0]]), "{number}");
            for cut in 0..body.len() {
                assert!(!is_read(&[&[number], &body[..cut]]), "{number} {cut}");
            }
        }
        assert!(Request::read(&[]).is_err());
        let done = [REQUEST_IDENTITIES, SIGN_REQUEST, LOCK, UNLOCK, EXTENSION];
        for number in (0..=255).filter(|number| !done.contains(number)) {
            assert!(Request::read(&[number]) == Ok(Request::Other), "{number}");
            assert!(Request::read(&[number, 0xff, 0xff]) == Ok(Request::Other), "{number}");
        }
        assert!(
            Request::read(&[&[EXTENSION], &string(b"query")[..]].concat()) == Ok(Request::Other)
        );
    }

    /// Goal: no bytes make the reader panic or allocate what is not there. Method: random ones, and
    /// good requests with bytes changed; a request that is read is the one that was written.
    #[test]
    fn random_bytes_are_read_or_refused() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        let good = [&[SIGN_REQUEST][..], &string(b"key"), &string(&[7; 40]), &[0; 4]].concat();
        let (mut read, mut refused) = (0, 0);
        for _ in 0..200_000 {
            let mut bytes: Vec<u8> = match random() % 2 {
                0 => (0..random() % 60).map(|_| random() as u8).collect(),
                _ => good.clone(),
            };
            for _ in 0..random() % 4 {
                let length = bytes.len().max(1);
                if let Some(byte) = bytes.get_mut(random() as usize % length) {
                    *byte = random() as u8;
                }
            }
            match Request::read(&bytes) {
                Ok(_) => read += 1,
                Err(_) => refused += 1,
            }
        }
        assert!(read > 1000 && refused > 1000, "{read} {refused}");
    }

    /// Goal: an answer of so many bytes is one, and not of one more.
    #[test]
    fn long_answers_are_refused() {
        let signature = |bytes: usize| Reply::Signature(vec![7; bytes]).frame();
        let frame = signature(MAX_MESSAGE - 5).expect("it is short enough");
        assert_eq!(frame.len(), 4 + MAX_MESSAGE);
        assert_eq!(frame[..4], (MAX_MESSAGE as u32).to_be_bytes());
        assert!(signature(MAX_MESSAGE - 4).is_err());
        assert_eq!(Reply::Failure.frame(), Ok(vec![0, 0, 0, 1, FAILURE]));
        let keys = Reply::Keys(vec![(vec![1, 2], "a".into())]).frame();
        assert_eq!(keys.map(|frame| frame[4..9].to_vec()), Ok(vec![12, 0, 0, 0, 1]));
    }
}
