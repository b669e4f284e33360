//! Cases of the format of `sealane check-vectors`, for P-256, with answers from the slow reference.

use crate::inputs::{Random, limb_patterns};
use crate::reference::curve::{Group, Point};
use crate::reference::field::{self, to_bytes};
use crate::reference::hash::{self, HASHES};
use num_bigint::BigUint;
use serde_json::{Value, json};

/// Returns bytes in hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn scalar(value: &BigUint) -> String {
    hex(&to_bytes(value, 32))
}

fn compressed(point: &Point) -> String {
    match point {
        None => "00".to_owned(),
        Some((x, y)) => format!("{}{}", if y.bit(0) { "03" } else { "02" }, scalar(x)),
    }
}

/// Collects cases.
struct Cases {
    group: Group,
    random: Random,
    all: Vec<Value>,
}

impl Cases {
    fn push(&mut self, algo: &str, op: &str, hash: &str, input: Value, expect: Value) {
        let id = format!("p256-{:04}", self.all.len());
        let mut case = json!({
            "id": id, "src": "reference", "algo": algo, "curve": "P-256", "hash": hash, "op": op,
            "in": input,
        });
        match expect {
            Value::Object(_) => {
                case["expect"] = json!("value");
                case["out"] = expect;
            }
            word => case["expect"] = word,
        }
        self.all.push(case);
    }

    fn key(&mut self) -> (BigUint, (BigUint, BigUint)) {
        let d = self.random.structured(&(&self.group.n - 1u32)) + 1u32;
        let q = self.group.curve.mul(&d, &self.group.g).expect("d is not 0");
        (d, q)
    }

    fn uncompressed(&self, q: &(BigUint, BigUint)) -> String {
        hex(&self.group.uncompressed(q))
    }

    fn signing(&mut self) {
        for row in HASHES {
            let (d, q) = self.key();
            let length = self.random.below(100);
            let message = self.random.bytes(length);
            let digest = (row.of)(&message);
            let ((r, s), k) = self.group.sign_deterministic(&d, &digest, &[], row);
            let raw = scalar(&r) + &scalar(&s);
            let input = json!({ "priv": scalar(&d), "msg": hex(&message) });
            let out = json!({ "sig_raw": raw, "k": scalar(&k) });
            self.push("ECDSA", "sign_det", row.name, input, out);
            let input = json!({ "priv": scalar(&d), "msg": hex(&message), "k": scalar(&k) });
            self.push("ECDSA", "sign_k", row.name, input, json!({ "sig_raw": raw }));
            let public = self.uncompressed(&q);
            let input = json!({ "pub": public, "msg": hex(&message), "sig_raw": raw });
            self.push("ECDSA", "verify", row.name, input, json!("valid"));
            let input = json!({ "pub": public, "digest": hex(&digest), "sig_raw": raw });
            self.push("ECDSA", "verify", "none", input, json!("valid"));
            let input = json!({ "pub": public, "msg": "00", "sig_raw": raw });
            self.push("ECDSA", "verify", row.name, input, json!("invalid"));
        }
    }

    fn ranges(&mut self) {
        let n = self.group.n.clone();
        let (d, q) = self.key();
        let digest = self.random.bytes(32);
        let row = hash::by_name("SHA-256");
        let ((r, s), _) = self.group.sign_deterministic(&d, &digest, &[], row);
        let twin = &n - &s;
        let zero = BigUint::ZERO;
        let top = (BigUint::from(1u32) << 256) - 1u32;
        for (r, s, expect) in [
            (&r, &s, "valid"),
            (&r, &twin, "valid"),
            (&zero, &s, "invalid"),
            (&r, &zero, "invalid"),
            (&zero, &zero, "invalid"),
            (&n, &s, "invalid"),
            (&r, &n, "invalid"),
            (&s, &r, "invalid"),
            (&top, &top, "invalid"),
        ] {
            let raw = scalar(r) + &scalar(s);
            let input = json!({
                "pub": self.uncompressed(&q), "digest": hex(&digest), "sig_raw": raw,
            });
            self.push("ECDSA", "verify", "none", input, json!(expect));
        }
        let good = scalar(&r) + &scalar(&s);
        let (longer, shifted) = (format!("{good}00"), format!("00{good}"));
        for raw in [String::new(), good[..126].to_owned(), longer, shifted] {
            let input = json!({
                "pub": self.uncompressed(&q), "digest": hex(&digest), "sig_raw": raw,
            });
            self.push("ECDSA", "verify", "none", input, json!("invalid"));
        }
        let public = self.uncompressed(&q);
        let item = |raw: &str| json!({ "pub": public, "digest": hex(&digest), "sig_raw": raw });
        let items = json!({ "items": [item(&good), item(""), item(&(scalar(&s) + &scalar(&r)))] });
        self.push("ECDSA", "verify_batch", "none", items, json!({ "mask": [true, false, false] }));
    }

    fn keys(&mut self) {
        let n = self.group.n.clone();
        let p = self.group.curve.p.clone();
        let (_, q) = self.key();
        let (x, y) = (scalar(&q.0), scalar(&q.1));
        let off = scalar(&((&q.1 + 1u32) % &p));
        let small = (0u32..).map(BigUint::from).find(|x| self.group.curve.lift(x).is_some());
        let [high, _] = self.group.curve.lift(&small.expect("half of all")).expect("found so");
        let above = hex(&to_bytes(&(&high.0 + &p), 32));
        let no_root = (1u32..).map(BigUint::from).find(|x| self.group.curve.lift(x).is_none());
        let no_root = scalar(&no_root.expect("half of all"));
        let hybrid = if q.1.bit(0) { "07" } else { "06" };
        for (public, expect) in [
            (format!("04{x}{y}"), "valid"),
            (compressed(&Some(q.clone())), "valid"),
            (compressed(&Some(high.clone())), "valid"),
            (format!("04{x}{off}"), "invalid"),
            (format!("04{above}{}", scalar(&high.1)), "invalid"),
            (format!("02{above}"), "invalid"),
            (format!("02{no_root}"), "invalid"),
            (format!("{hybrid}{x}{y}"), "invalid"),
            (format!("05{x}{y}"), "invalid"),
            (format!("04{x}{y}00"), "invalid"),
            (format!("04{x}"), "invalid"),
            (format!("02{x}{y}"), "invalid"),
            (format!("04{}", "00".repeat(64)), "invalid"),
            ("00".to_owned(), "invalid"),
            (String::new(), "invalid"),
        ] {
            self.push("EC", "pubkey_validate", "", json!({ "pub": public }), json!(expect));
        }
        for d in [BigUint::from(1u32), BigUint::from(2u32), &n - 1u32, &n >> 1] {
            let q = self.group.curve.mul(&d, &self.group.g).expect("not a multiple of n");
            let out = json!({ "pub": self.uncompressed(&q) });
            self.push("EC", "pubkey_derive", "", json!({ "priv": scalar(&d) }), out);
        }
        for bad in [scalar(&BigUint::ZERO), scalar(&n), "01".to_owned(), "00".repeat(33)] {
            self.push("EC", "pubkey_derive", "", json!({ "priv": bad }), json!("invalid"));
        }
    }

    fn products(&mut self) {
        let n = self.group.n.clone();
        let (_, q) = self.key();
        let mut factors = vec![BigUint::ZERO, BigUint::from(1u32), &n - 1u32, n.clone(), &n + 1u32];
        factors.extend((0..8).map(|_| self.random.runs(256)));
        for k in factors {
            let product = self.group.curve.mul(&(&k % &n), &Some(q.clone()));
            let input = json!({ "pub": self.uncompressed(&q), "k": scalar(&k) });
            self.push("EC", "point_mul", "", input, json!({ "pub": compressed(&product) }));
        }
        for _ in 0..8 {
            let ((d, _), (_, peer)) = (self.key(), self.key());
            let z = self.group.shared_secret(&d, &Some(peer.clone())).expect("d is not 0");
            let input = json!({ "priv": scalar(&d), "pub": self.uncompressed(&peer) });
            self.push("ECDH", "ecdh", "", input, json!({ "z": hex(&z) }));
            let off = (peer.0, (peer.1 + 1u32) % &self.group.curve.p);
            let input = json!({ "priv": scalar(&d), "pub": self.uncompressed(&off) });
            self.push("ECDH", "ecdh", "", input, json!("invalid"));
        }
    }

    fn fields(&mut self) {
        let moduli = [("p:P-256", self.group.curve.p.clone()), ("n:P-256", self.group.n.clone())];
        for (name, p) in moduli {
            let mut values = vec![BigUint::ZERO, BigUint::from(1u32), &p - 1u32, p.clone()];
            values.extend([&p + 1u32, &p * 2u32 - 1u32, &p * 2u32]);
            for limb_bits in [64, 52, 29, 26] {
                values.extend(limb_patterns(256, limb_bits));
            }
            for x in values {
                let list = |of: &dyn Fn(&BigUint) -> BigUint| -> Vec<String> {
                    (0u32..5).map(|j| format!("{:x}", of(&(&x << j)) % &p)).collect()
                };
                let out = json!({
                    "sqr_after_adds": list(&|sum| sum * sum),
                    "mul_after_adds": list(&|sum| sum * &x),
                    "sub": format!("{:x}", field::sub(&x, &(&x * 2u32), &p)),
                    "neg": format!("{:x}", field::neg(&(&x % &p), &p)),
                    "inv": format!("{:x}", field::inv(&x, &p)),
                });
                let program = "add_self^j then sqr, mul by x, sub, neg; j = 0..4";
                let input = json!({ "x": format!("{x:x}"), "program": program });
                self.push("FIELD", "field_eval", "", input, out);
                self.all.last_mut().expect("just pushed")["curve"] = json!(name);
            }
        }
    }
}

/// Returns cases of every operation on P-256.
#[must_use]
pub fn p256(random: Random) -> Vec<Value> {
    let mut cases = Cases { group: Group::p256(), random, all: vec![] };
    cases.signing();
    cases.ranges();
    cases.keys();
    cases.products();
    cases.fields();
    cases.all
}
