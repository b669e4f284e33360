//! Cases of the format of `sealane-lab check-vectors`, with answers from the slow reference.

use crate::documents::{explicit_spki, pkcs8, spki};
use crate::inputs::{Random, limb_patterns};
use crate::reference::curve::{Curve, Group, Point};
use crate::reference::field::{self, to_bytes};
use crate::reference::hash::{self, HASHES};
use crate::toy::{ForEachGroup, Row, SUBGROUPS, Toy, ToyCurve, for_each_whole_group};
use data_encoding::HEXLOWER;
use num_bigint::BigUint;
use sealane::ecc::Algorithm;
use serde_json::{Value, json};

/// The most items of a batch that the command answers.
pub const BATCH_LIMIT: usize = 2048;

/// Returns bytes in hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}

/// Collects cases of one curve.
struct Cases {
    group: Group,
    random: Random,
    all: Vec<Value>,
}

impl Cases {
    fn push(&mut self, algo: &str, op: &str, hash: &str, input: Value, expect: Value) {
        let name = self.group.name;
        let id = format!("{}-{:04}", name.to_lowercase(), self.all.len());
        let mut case = json!({
            "id": id, "src": "reference", "algo": algo, "curve": name, "hash": hash, "op": op,
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

    fn scalar(&self, value: &BigUint) -> String {
        hex(&self.group.scalar(value))
    }

    fn coordinate(&self, value: &BigUint) -> String {
        hex(&to_bytes(value, self.group.field_bytes()))
    }

    fn compressed(&self, point: &Point) -> String {
        match point {
            None => "00".to_owned(),
            Some((x, y)) => format!("0{}{}", 2 + u8::from(y.bit(0)), self.coordinate(x)),
        }
    }

    fn uncompressed(&self, q: &(BigUint, BigUint)) -> String {
        hex(&self.group.uncompressed(q))
    }

    fn key(&mut self) -> (BigUint, (BigUint, BigUint)) {
        let d = self.random.structured(&(&self.group.n - 1u32)) + 1u32;
        let q = self.group.public(&d);
        (d, q)
    }

    /// Signatures with every hash, with a key for each.
    fn signing(&mut self) {
        for row in HASHES {
            let (d, q) = self.key();
            let length = self.random.below(100);
            let message = self.random.bytes(length);
            let digest = (row.of)(&message);
            let (signature, k) = self.group.sign_deterministic(&d, &digest, &[], row);
            let raw = hex(&self.group.raw(&signature));
            let (scalar, k) = (self.scalar(&d), self.scalar(&k));
            let input = json!({ "priv": scalar, "msg": hex(&message) });
            self.push("ECDSA", "sign_det", row.name, input, json!({ "sig_raw": raw, "k": k }));
            let input = json!({ "priv": scalar, "msg": hex(&message), "k": k });
            self.push("ECDSA", "sign_k", row.name, input, json!({ "sig_raw": raw }));
            let public = self.uncompressed(&q);
            let input = json!({ "pub": public, "msg": hex(&message), "sig_raw": raw });
            self.push("ECDSA", "verify", row.name, input, json!("valid"));
            let input = json!({ "pub": public, "digest": hex(&digest), "sig_raw": raw });
            self.push("ECDSA", "verify", "none", input, json!("valid"));
            let longer = hex(&[&message[..], &[0]].concat());
            let input = json!({ "pub": public, "msg": longer, "sig_raw": raw });
            self.push("ECDSA", "verify", row.name, input, json!("invalid"));
            // Of the two good signatures the one with the lower s, as some protocols write it.
            let (r, s) = signature;
            let low = hex(&self.group.raw(&(r, (&self.group.n - &s).min(s))));
            let input = json!({ "priv": scalar, "msg": hex(&message) });
            self.push("ECDSA", "sign_det", row.name, input, json!({ "sig_raw": low }));
            self.all.last_mut().expect("just pushed")["flags"] = json!(["low_s_normalised"]);
        }
        for bad in [BigUint::ZERO, self.group.n.clone()] {
            let input = json!({ "priv": self.scalar(&bad), "msg": "00" });
            self.push("ECDSA", "sign_det", "SHA-256", input, json!("invalid"));
            let input = json!({ "priv": self.scalar(&7u32.into()), "msg": "00",
                                "k": self.scalar(&bad) });
            self.push("ECDSA", "sign_k", "SHA-256", input, json!("invalid"));
        }
    }

    /// Signatures at the ends of the range of r and s, of wrong lengths, and in batches.
    fn ranges(&mut self) {
        let n = self.group.n.clone();
        let (d, q) = self.key();
        let digest = self.random.bytes(32);
        let row = hash::by_name("SHA-256");
        let ((r, s), _) = self.group.sign_deterministic(&d, &digest, &[], row);
        let twin = &n - &s;
        let zero = BigUint::ZERO;
        let top = (BigUint::from(1u32) << (8 * self.group.order_bytes())) - 1u32;
        let public = self.uncompressed(&q);
        for (r, s, expect) in [
            (&r, &s, "valid"),
            (&r, &twin, "valid"),
            (&zero, &s, "invalid"),
            (&r, &zero, "invalid"),
            (&zero, &zero, "invalid"),
            (&n, &s, "invalid"),
            (&r, &n, "invalid"),
            (&n, &n, "invalid"),
            (&s, &r, "invalid"),
            (&top, &top, "invalid"),
        ] {
            let raw = self.scalar(r) + &self.scalar(s);
            let input = json!({ "pub": public, "digest": hex(&digest), "sig_raw": raw });
            self.push("ECDSA", "verify", "none", input, json!(expect));
        }
        let good = self.scalar(&r) + &self.scalar(&s);
        let shorter = good[..good.len() - 2].to_owned();
        for raw in [String::new(), shorter, format!("{good}00"), format!("00{good}")] {
            let input = json!({ "pub": public, "digest": hex(&digest), "sig_raw": raw });
            self.push("ECDSA", "verify", "none", input, json!("invalid"));
        }
        let swapped = self.scalar(&s) + &self.scalar(&r);
        self.batches(&public, &hex(&digest), [&good, &swapped]);
    }

    /// Batches: none, some good and bad, one bad in each of eight places, the most, and too many.
    fn batches(&mut self, public: &str, digest: &str, [good, bad]: [&str; 2]) {
        let item = |raw: &str| json!({ "pub": public, "digest": digest, "sig_raw": raw });
        let mut batches = vec![
            (vec![], vec![]),
            (vec![item(good), item(""), item(bad), json!({})], vec![true, false, false, false]),
        ];
        for place in 0..8 {
            let chosen = |i: usize| if i == place { bad } else { good };
            let items = (0..8).map(|i| item(chosen(i))).collect();
            batches.push((items, (0..8).map(|i| i != place).collect()));
        }
        batches.push((vec![json!({}); BATCH_LIMIT], vec![false; BATCH_LIMIT]));
        for (items, mask) in batches {
            let input = json!({ "items": items });
            self.push("ECDSA", "verify_batch", "none", input, json!({ "mask": mask }));
        }
        let items = json!({ "items": vec![json!({}); BATCH_LIMIT + 1] });
        self.push("ECDSA", "verify_batch", "none", items, json!("invalid"));
    }

    /// Encodings of points, good and bad, and public points of scalars at both ends of the range.
    fn keys(&mut self) {
        let (n, p) = (self.group.n.clone(), self.group.curve.p.clone());
        let (_, q) = self.key();
        let (x, y) = (self.coordinate(&q.0), self.coordinate(&q.1));
        let off = self.coordinate(&((&q.1 + 1u32) % &p));
        let small = (0u32..).map(BigUint::from).find(|x| self.group.curve.lift(x).is_some());
        let [high, _] = self.group.curve.lift(&small.expect("half of all")).expect("found so");
        let no_root = (1u32..).map(BigUint::from).find(|x| self.group.curve.lift(x).is_none());
        let no_root = self.coordinate(&no_root.expect("half of all"));
        let hybrid = if q.1.bit(0) { "07" } else { "06" };
        let zeros = "00".repeat(2 * self.group.field_bytes());
        let mut points = vec![
            (format!("04{x}{y}"), "valid"),
            (self.compressed(&Some(q.clone())), "valid"),
            (self.compressed(&Some(high.clone())), "valid"),
            (format!("04{x}{off}"), "invalid"),
            (format!("04{y}{x}"), "invalid"),
            (format!("02{no_root}"), "invalid"),
            (format!("{hybrid}{x}{y}"), "invalid"),
            (format!("05{x}{y}"), "invalid"),
            (format!("04{x}{y}00"), "invalid"),
            (format!("0400{x}{y}"), "invalid"),
            (format!("04{x}"), "invalid"),
            (format!("02{x}{y}"), "invalid"),
            (format!("04{zeros}"), "invalid"),
            ("00".to_owned(), "invalid"),
            (String::new(), "invalid"),
        ];
        // The same point with a coordinate not reduced, where there is room for it.
        let above = &high.0 + &p;
        if above.bits() <= 8 * self.group.field_bytes() as u64 {
            let above = self.coordinate(&above);
            points.push((format!("04{above}{}", self.coordinate(&high.1)), "invalid"));
            points.push((format!("02{above}"), "invalid"));
        }
        for (public, expect) in points {
            self.push("EC", "pubkey_validate", "", json!({ "pub": public }), json!(expect));
        }
        for d in [BigUint::from(1u32), BigUint::from(2u32), &n - 1u32, &n - 2u32, &n >> 1] {
            let q = self.group.public(&d);
            let out = json!({ "pub": self.uncompressed(&q) });
            self.push("EC", "pubkey_derive", "", json!({ "priv": self.scalar(&d) }), out);
            let out = json!({ "pub": self.compressed(&Some(q)) });
            self.push("EC", "pubkey_derive", "", json!({ "priv": self.scalar(&d) }), out);
        }
        let wide = "00".repeat(self.group.order_bytes() + 1);
        for bad in [self.scalar(&BigUint::ZERO), self.scalar(&n), "01".to_owned(), wide] {
            self.push("EC", "pubkey_derive", "", json!({ "priv": bad }), json!("invalid"));
        }
    }

    /// Documents, good and bad.
    fn documents(&mut self) {
        let (d, q) = self.key();
        let (_, other) = self.key();
        let group = self.group.clone();
        let (scalar, point) = (group.scalar(&d), group.uncompressed(&q));
        let compressed = {
            let mut short = point[..1 + group.field_bytes()].to_vec();
            short[0] = 2 + u8::from(q.1.bit(0));
            short
        };
        let good = spki(&group, &point);
        let private = pkcs8(&group, &scalar, Some(&point));
        let mut off = point.clone();
        *off.last_mut().expect("a point has bytes") ^= 1;
        let foreign = Group { oid: "06052b81040009", ..group.clone() };
        let zero = group.scalar(&BigUint::ZERO);
        let rows = [
            ("spki", good.clone(), "valid"),
            ("spki", spki(&group, &compressed), "valid"),
            ("spki", spki(&group, &off), "invalid"),
            ("spki", spki(&group, &[0]), "invalid"),
            ("spki", spki(&foreign, &point), "invalid"),
            ("spki", explicit_spki(&group, &point), "invalid"),
            ("spki", [&good[..], &[0]].concat(), "invalid"),
            ("spki", good[..good.len() - 1].to_vec(), "invalid"),
            ("spki", private.clone(), "invalid"),
            ("pkcs8", private, "valid"),
            ("pkcs8", pkcs8(&group, &scalar, None), "valid"),
            ("pkcs8", pkcs8(&group, &scalar, Some(&group.uncompressed(&other))), "invalid"),
            ("pkcs8", pkcs8(&group, &zero, None), "invalid"),
            ("pkcs8", pkcs8(&group, &group.scalar(&group.n), None), "invalid"),
            ("pkcs8", pkcs8(&group, &scalar[1..], None), "invalid"),
            ("pkcs8", pkcs8(&foreign, &scalar, None), "invalid"),
            ("pkcs8", good, "invalid"),
        ];
        for (form, der, expect) in rows {
            let input = json!({ "form": form, "der": hex(&der) });
            self.push("EC", "key_import", "", input, json!(expect));
        }
    }

    /// Products: factors of runs, at the ends of the range and beyond it, and around windows.
    fn products(&mut self) {
        let n = self.group.n.clone();
        let bits = n.bits();
        let (_, q) = self.key();
        let mut factors = vec![BigUint::ZERO, 1u32.into(), 2u32.into(), n.clone(), &n + 1u32];
        factors.extend([&n - 1u32, &n - 2u32, &n >> 1, (&n >> 1) + 1u32]);
        factors.extend([(BigUint::from(1u32) << (bits - 1)) - 1u32, BigUint::from(33u32)]);
        factors.extend((0..4).map(|_| self.random.runs(bits as usize)));
        for k in factors {
            let product = self.group.curve.mul(&(&k % &n), &Some(q.clone()));
            let input = json!({ "pub": self.uncompressed(&q), "k": format!("{k:x}") });
            let out = json!({ "pub": self.compressed(&product) });
            self.push("EC", "point_mul", "", input, out);
        }
        for _ in 0..4 {
            let ((d, _), (_, peer)) = (self.key(), self.key());
            let z = self.group.shared_secret(&d, &Some(peer.clone())).expect("d is not 0");
            let input = json!({ "priv": self.scalar(&d), "pub": self.uncompressed(&peer) });
            self.push("ECDH", "ecdh", "", input, json!({ "z": hex(&z) }));
            let off = (peer.0, (peer.1 + 1u32) % &self.group.curve.p);
            let input = json!({ "priv": self.scalar(&d), "pub": self.uncompressed(&off) });
            self.push("ECDH", "ecdh", "", input, json!("invalid"));
        }
    }

    /// Field programs modulo the prime and modulo the order.
    fn fields(&mut self) {
        let name = self.group.name;
        let moduli = [("p", self.group.curve.p.clone()), ("n", self.group.n.clone())];
        for (kind, p) in moduli {
            let mut values = vec![BigUint::ZERO, BigUint::from(1u32), &p - 1u32, p.clone()];
            values.extend([&p + 1u32, &p * 2u32 - 1u32, &p * 2u32]);
            for limb_bits in [64, 52, 29, 26] {
                values.extend(limb_patterns(p.bits() as usize, limb_bits));
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
                let case = self.all.last_mut().expect("just pushed");
                case["curve"] = json!(format!("{kind}:{name}"));
            }
        }
    }
}

/// Cases of small groups.
struct SmallGroups(Vec<Value>);

impl ForEachGroup for SmallGroups {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        self.push(&toy.name, &toy.group.curve, &toy.group.g, toy.n);
    }
}

impl SmallGroups {
    /// Adds a subgroup over the field of a real curve.
    fn row(&mut self, row: &Row) {
        let field = Algorithm::from_name(row.field).expect("a curve of the library");
        let p = Group::of(field).curve.p;
        let a = if row.a == "-3" { &p - 3u32 } else { field::hex(row.a) };
        let curve = Curve { a, b: field::hex(row.b), p };
        let g = Some((field::hex(row.x), field::hex(row.y)));
        self.push(&format!("order {} over {}", row.order, row.field), &curve, &g, row.order);
    }

    fn push(&mut self, name: &str, curve: &Curve, g: &Point, n: u64) {
        let (x, y) = g.as_ref().expect("the generator is finite");
        let mut text = String::new();
        for (i, point) in curve.multiples(g, n).iter().enumerate() {
            text += &match point {
                None => format!("{i}:O;"),
                Some((x, y)) => format!("{i}:{x},{y};"),
            };
        }
        let digest = hex(&(hash::by_name("SHA-256").of)(text.as_bytes()));
        let good = [format!("{y:x}"), n.to_string()];
        let on = |y: &BigUint| curve.contains(&Some((x.clone(), y.clone())));
        let off = (1u32..).map(|more| (y + more) % &curve.p).find(|y| !on(y)).expect("two are on");
        let off = [format!("{off:x}"), n.to_string()];
        let short = [format!("{y:x}"), (n - 1).to_string()];
        for (variant, [y, order]) in [good, off, short].iter().enumerate() {
            let order: u64 = order.parse().expect("an order");
            let mut case = json!({
                "id": format!("small-group-{}-{variant}", self.0.len() / 3), "src": "reference",
                "algo": "EC", "curve": "tiny", "hash": "", "op": "small_group", "why": name,
                "in": {
                    "p": format!("{:x}", curve.p), "a": format!("{:x}", curve.a),
                    "b": format!("{:x}", curve.b), "gx": format!("{x:x}"), "gy": y, "order": order,
                },
            });
            if variant == 0 {
                case["expect"] = json!("value");
                case["out"] = json!({ "sha256_of_multiples": digest });
            } else {
                case["expect"] = json!("invalid");
            }
            self.0.push(case);
        }
    }
}

/// Returns cases of every operation on every short Weierstrass curve of the library.
#[must_use]
pub fn all(random: &Random) -> Vec<Value> {
    let mut small = SmallGroups(vec![]);
    SUBGROUPS.iter().for_each(|row| small.row(row));
    for_each_whole_group(&mut small);
    let curves = Group::all().flat_map(|(_, group)| of(group, random.clone()));
    curves.chain(small.0).collect()
}

/// Returns cases of every operation on a curve.
#[must_use]
pub fn of(group: Group, random: Random) -> Vec<Value> {
    let mut cases = Cases { group, random, all: vec![] };
    cases.signing();
    cases.ranges();
    cases.keys();
    cases.documents();
    cases.products();
    cases.fields();
    cases.all
}
