/* libsodium: Ed25519 detached signatures of a 32-byte message, X25519. */
#include "bench.h"
#include <sodium.h>

static unsigned char digests[INPUTS][32], signatures[INPUTS][64], out[64];
static unsigned char public[32], private[64], made[32], made_private[64], own[32], other[32];

static int ed_keygen(void *state, unsigned input) {
    (void)state;
    (void)input;
    return !crypto_sign_keypair(made, made_private);
}
static int ed_sign(void *state, unsigned input) {
    (void)state;
    return !crypto_sign_detached(out, NULL, digests[input], 32, private);
}
static int ed_verify(void *state, unsigned message, unsigned signature) {
    (void)state;
    return !crypto_sign_verify_detached(signatures[signature], digests[message], 32, public);
}
static int x_keygen(void *state, unsigned input) {
    (void)state;
    (void)input;
    randombytes_buf(made_private, 32);
    return !crypto_scalarmult_base(made, made_private);
}
static int x_derive(void *state, unsigned input) {
    (void)state;
    (void)input;
    return !crypto_scalarmult(out, own, other);
}

static void pair(const char *algo) {
    bench_sample(algo, "keygen");
    bench_hex("", made, 32);
    bench_hex("", made_private, 32);
    bench_text("-");
    bench_end();
}
static void signature(const char *op, int input, const unsigned char *bytes) {
    bench_sample("ed25519", op);
    bench_hex("", public, 32);
    bench_hex("message:", digests[input], 32);
    bench_hex("raw:", bytes, 64);
    bench_end();
}

int main(int argc, char **argv) {
    char version[64];
    int i, last;
    if (sodium_init() < 0) return 1;
    snprintf(version, sizeof version, "libsodium %s", sodium_version_string());
    bench_begin(argc, argv, version);
    randombytes_buf(digests, sizeof digests);
    crypto_sign_keypair(public, private);
    for (i = 0; i < INPUTS; i++)
        crypto_sign_detached(signatures[i], NULL, digests[i], 32, private);
    if (bench_op("ed25519", "keygen", ed_keygen, NULL) >= 0) pair("ed25519");
    last = bench_op("ed25519", "sign", ed_sign, NULL);
    if (last >= 0) signature("sign", last, out);
    last = bench_verify("ed25519", ed_verify, NULL);
    if (last >= 0) signature("verify", last, signatures[last]);
    if (bench_op("x25519", "keygen", x_keygen, NULL) >= 0) pair("x25519");
    randombytes_buf(own, 32);
    x_keygen(NULL, 0);
    memcpy(other, made, 32);
    if (bench_op("x25519", "derive", x_derive, NULL) >= 0) {
        bench_sample("x25519", "derive");
        bench_hex("", other, 32);
        bench_hex("", own, 32);
        bench_hex("x:", out, 32);
        bench_end();
    }
    return 0;
}
