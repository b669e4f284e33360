//! Which requests wait for which others.

use crate::key::KeyKind;
use crate::service::executor::LaneName;
use crate::wire::Request;
use sealane::Algorithm;

/// The lane of a request that is slow. Keys of RSA and DSA take their time to be made, and to be
/// looked at when they come in.
pub(super) fn lane_of(request: &Request) -> LaneName {
    let kind: Option<KeyKind> = match request {
        Request::Generate { kind, .. } | Request::Import { kind, .. } => kind.parse().ok(),
        _ => None,
    };
    match kind {
        Some(KeyKind::Pair(Algorithm::Rsa { .. } | Algorithm::Dsa { .. })) => LaneName::Primes,
        _ => LaneName::Store,
    }
}
