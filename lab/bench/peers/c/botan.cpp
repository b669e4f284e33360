// Botan: signers, verifiers and agreements made once. "Raw" padding over a 32-byte digest for ECDSA
// and DSA, PKCS#1 v1.5 with SHA-256 over a 32-byte message for RSA, "Pure" for Ed25519.
extern "C" {
#include "bench.h"
}
#include <botan/auto_rng.h>
#include <botan/curve25519.h>
#include <botan/dsa.h>
#include <botan/ecdh.h>
#include <botan/ecdsa.h>
#include <botan/ed25519.h>
#include <botan/pkcs8.h>
#include <botan/pubkey.h>
#include <botan/rsa.h>
#include <botan/version.h>
#include <botan/x509_key.h>
#include <functional>
#include <memory>
#include <string>
#include <vector>
using namespace Botan;

using Work = std::function<bool(unsigned)>;
using Check = std::function<bool(unsigned, unsigned)>;
using Bytes = std::vector<uint8_t>;
static AutoSeeded_RNG rng;
static uint8_t digests[INPUTS][32];

static int call(void *work, unsigned input) { return (*static_cast<Work *>(work))(input); }
static int call_check(void *check, unsigned message, unsigned signature) {
    return (*static_cast<Check *>(check))(message, signature);
}
static int op(const std::string &algo, const char *name, Work work) {
    return bench_op(algo.c_str(), name, call, &work);
}
template <class T> static void hex(const char *kind, const T &bytes) {
    bench_hex(kind, bytes.data(), bytes.size());
}

static void pair(const std::string &algo, const Private_Key &key) {
    bench_sample(algo.c_str(), "keygen");
    hex("", X509::BER_encode(key));
    if (auto curve = dynamic_cast<const EC_PrivateKey *>(&key))
        hex("", BigInt::encode_1363(curve->private_value(), curve->domain().get_order_bytes()));
    else
        hex("", PKCS8::BER_encode(key));
    bench_text("-");
    bench_end();
}

struct Kind {
    const char *padding, *input, *output;
};

template <class New>
static void signatures(const std::string &algo, Kind kind, New generate, bool keygen) {
    if (!bench_wants_any(algo.c_str())) return;
    auto key = generate(), made = generate();
    if (keygen && op(algo, "keygen", [&](unsigned) { made = generate(); return true; }) >= 0)
        pair(algo, *made);
    PK_Signer signer(*key, rng, kind.padding);
    PK_Verifier verifier(*key, kind.padding);
    std::vector<Bytes> all;
    Bytes out;
    for (auto &digest : digests) all.push_back(signer.sign_message(digest, 32, rng));
    auto show = [&](const char *name, int input, const Bytes &signature) {
        bench_sample(algo.c_str(), name);
        hex("", X509::BER_encode(*key));
        bench_hex(kind.input, digests[input], 32);
        if (kind.output == std::string("numbers:")) {
            bench_hex(kind.output, signature.data(), signature.size() / 2);
            printf(":");
            bench_more(signature.data() + signature.size() / 2, signature.size() / 2);
        } else {
            hex(kind.output, signature);
        }
        bench_end();
    };
    int last = op(algo, "sign", [&](unsigned input) {
        out = signer.sign_message(digests[input], 32, rng);
        return !out.empty();
    });
    if (last >= 0) show("sign", last, out);
    Check check = [&](unsigned message, unsigned signature) {
        return verifier.verify_message(digests[message], 32, all[signature].data(),
                                       all[signature].size());
    };
    last = bench_verify(algo.c_str(), call_check, &check);
    if (last >= 0) show("verify", last, all[last]);
}

template <class Key, class Secret>
static void derive(const std::string &algo, const Key &own, const Secret &secret,
                   const Key &other) {
    PK_Key_Agreement agreement(own, rng, "Raw");
    auto peer = other.public_value();
    SymmetricKey out;
    int last = op(algo, "derive", [&](unsigned) {
        out = agreement.derive_key(0, peer);
        return out.length() > 0;
    });
    if (last < 0) return;
    bench_sample(algo.c_str(), "derive");
    hex("", peer);
    hex("", secret);
    bench_hex("x:", out.begin(), out.length());
    bench_end();
}

int main(int argc, char **argv) {
    static const char *const curves[][2] = {{"p192", "secp192r1"}, {"p224", "secp224r1"},
                                            {"p256", "secp256r1"}, {"p384", "secp384r1"},
                                            {"p521", "secp521r1"}, {"secp256k1", "secp256k1"}};
    bench_begin(argc, argv, version_cstr());
    rng.randomize(&digests[0][0], sizeof digests);
    for (auto &curve : curves) {
        EC_Group group(curve[1]);
        auto generate = [&] { return std::make_unique<ECDSA_PrivateKey>(rng, group); };
        signatures(std::string("ecdsa-") + curve[0], {"Raw", "digest:", "raw:"}, generate, true);
        std::string algo = std::string("ecdh-") + curve[0];
        if (!bench_wants_any(algo.c_str())) continue;
        ECDH_PrivateKey own(rng, group), other(rng, group);
        auto secret = BigInt::encode_1363(own.private_value(), group.get_order_bytes());
        derive(algo, own, secret, other);
    }
    signatures("ed25519", {"Pure", "message:", "raw:"},
               [&] { return std::make_unique<Ed25519_PrivateKey>(rng); }, true);
    if (bench_wants_any("x25519")) {
        Curve25519_PrivateKey own(rng), other(rng);
        auto made = std::make_unique<Curve25519_PrivateKey>(rng);
        int last = op("x25519", "keygen", [&](unsigned) {
            made = std::make_unique<Curve25519_PrivateKey>(rng);
            return true;
        });
        if (last >= 0) {
            bench_sample("x25519", "keygen");
            hex("", made->public_value());
            hex("", made->get_x());
            bench_text("-");
            bench_end();
        }
        derive("x25519", own, own.get_x(), other);
    }
    for (int bits : {1024, 2048, 3072, 4096})
        signatures("rsa-" + std::to_string(bits), {"EMSA3(SHA-256)", "sha256:", "raw:"},
                   [&] { return std::make_unique<RSA_PrivateKey>(rng, bits); }, bits == 2048);
    if (bench_wants_any("dsa-2048")) {
        DL_Group group("dsa/botan/2048");
        signatures("dsa-2048", {"Raw", "digest:", "numbers:"},
                   [&] { return std::make_unique<DSA_PrivateKey>(rng, group); }, true);
    }
}
