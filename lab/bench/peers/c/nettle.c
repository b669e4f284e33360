/* Nettle and GMP by Nettle's public calls. Random numbers come from knuth_lfib (fast, not secure),
 * as in Nettle's own benchmark, so that the generator does not weigh on the figures.
 * derive is ecc_point_mul and ecc_point_get: there is no call of its own for NIST curves. */
#include "bench.h"
#include <gmp.h>
#include <nettle/asn1.h>
#include <nettle/bignum.h>
#include <nettle/curve25519.h>
#include <nettle/curve448.h>
#include <nettle/dsa.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/ecdsa.h>
#include <nettle/eddsa.h>
#include <nettle/knuth-lfib.h>
#include <nettle/rsa.h>
#include <nettle/version.h>

static struct knuth_lfib_ctx generator;
static uint8_t digests[INPUTS][32];
static void random_bytes(void *context, size_t count, uint8_t *out) {
    knuth_lfib_random(context, count, out);
}
#define RANDOM &generator, random_bytes

/* A number as hex with two digits a byte, `bytes` bytes at least. */
static void number(const mpz_t x, size_t bytes, const char *before) {
    size_t digits = mpz_sizeinbase(x, 16), wanted = 2 * bytes;
    if (wanted < digits) wanted = digits + digits % 2;
    printf("%s", before);
    for (; digits < wanted; wanted--) printf("0");
    gmp_printf("%Zx", x);
}

/* ---- NIST curves ---- */

typedef struct {
    struct ecc_scalar secret, new_secret;
    struct ecc_point public, made;
    struct dsa_signature signatures[INPUTS], out;
    mpz_t x, y;
    size_t bytes;
} Curve;

static int ec_keygen(void *state, unsigned input) {
    Curve *c = state;
    (void)input;
    ecdsa_generate_keypair(&c->made, &c->new_secret, RANDOM);
    return 1;
}
static int ec_sign(void *state, unsigned input) {
    Curve *c = state;
    ecdsa_sign(&c->secret, RANDOM, 32, digests[input], &c->out);
    return 1;
}
static int ec_verify(void *state, unsigned message, unsigned signature) {
    Curve *c = state;
    return ecdsa_verify(&c->public, 32, digests[message], &c->signatures[signature]);
}
static int ec_derive(void *state, unsigned input) {
    Curve *c = state;
    (void)input;
    ecc_point_mul(&c->made, &c->secret, &c->public);
    ecc_point_get(&c->made, c->x, c->y);
    return 1;
}

static void point_field(Curve *c, const struct ecc_point *point) {
    ecc_point_get(point, c->x, c->y);
    number(c->x, c->bytes, "\t04");
    number(c->y, c->bytes, "");
}
static void scalar_field(Curve *c, const struct ecc_scalar *scalar) {
    ecc_scalar_get(scalar, c->x);
    number(c->x, c->bytes, "\t");
}
static void signature_sample(Curve *c, const char *algo, const char *op, int input,
                             const struct dsa_signature *signature) {
    bench_sample(algo, op);
    point_field(c, &c->public);
    bench_hex("digest:", digests[input], 32);
    number(signature->r, c->bytes, "\traw:");
    number(signature->s, c->bytes, "");
    bench_end();
}

static void curve(const char *name, const struct ecc_curve *curve, size_t bytes) {
    Curve *c = calloc(1, sizeof *c);
    char algo[32], agreement[32];
    int i, last;
    if (!c) exit(2);
    snprintf(algo, sizeof algo, "ecdsa-%s", name);
    snprintf(agreement, sizeof agreement, "ecdh-%s", name);
    if (!bench_wants_any(algo) && !bench_wants_any(agreement)) return;
    c->bytes = bytes;
    ecc_scalar_init(&c->secret, curve);
    ecc_scalar_init(&c->new_secret, curve);
    ecc_point_init(&c->public, curve);
    ecc_point_init(&c->made, curve);
    mpz_inits(c->x, c->y, NULL);
    dsa_signature_init(&c->out);
    ecdsa_generate_keypair(&c->public, &c->secret, RANDOM);
    for (i = 0; i < INPUTS; i++) {
        dsa_signature_init(&c->signatures[i]);
        ecdsa_sign(&c->secret, RANDOM, 32, digests[i], &c->signatures[i]);
    }
    if (bench_op(algo, "keygen", ec_keygen, c) >= 0) {
        bench_sample(algo, "keygen");
        point_field(c, &c->made);
        scalar_field(c, &c->new_secret);
        bench_text("-");
        bench_end();
    }
    last = bench_op(algo, "sign", ec_sign, c);
    if (last >= 0) signature_sample(c, algo, "sign", last, &c->out);
    last = bench_verify(algo, ec_verify, c);
    if (last >= 0) signature_sample(c, algo, "verify", last, &c->signatures[last]);
    if (bench_op(agreement, "derive", ec_derive, c) >= 0) {
        bench_sample(agreement, "derive");
        point_field(c, &c->public);
        scalar_field(c, &c->secret);
        ecc_point_get(&c->made, c->x, c->y);
        number(c->x, c->bytes, "\tx:");
        bench_end();
    }
}

/* ---- curves 25519 and 448 ---- */

typedef struct {
    size_t bytes, signature_bytes, x_bytes;
    void (*ed_public)(uint8_t *, const uint8_t *);
    void (*ed_sign)(const uint8_t *, const uint8_t *, size_t, const uint8_t *, uint8_t *);
    int (*ed_verify)(const uint8_t *, size_t, const uint8_t *, const uint8_t *);
    void (*mul_g)(uint8_t *, const uint8_t *);
    void (*mul)(uint8_t *, const uint8_t *, const uint8_t *);
    uint8_t secret[57], public[57], made_secret[57], made[57], peer[57];
    uint8_t signatures[INPUTS][114], out[114];
} Edwards;

static int ed_keygen(void *state, unsigned input) {
    Edwards *e = state;
    (void)input;
    knuth_lfib_random(&generator, e->bytes, e->made_secret);
    e->ed_public(e->made, e->made_secret);
    return 1;
}
static int ed_sign(void *state, unsigned input) {
    Edwards *e = state;
    e->ed_sign(e->public, e->secret, 32, digests[input], e->out);
    return 1;
}
static int ed_verify(void *state, unsigned message, unsigned signature) {
    Edwards *e = state;
    return e->ed_verify(e->public, 32, digests[message], e->signatures[signature]);
}
static int x_keygen(void *state, unsigned input) {
    Edwards *e = state;
    (void)input;
    knuth_lfib_random(&generator, e->x_bytes, e->made_secret);
    e->mul_g(e->made, e->made_secret);
    return 1;
}
static int x_derive(void *state, unsigned input) {
    Edwards *e = state;
    (void)input;
    e->mul(e->out, e->secret, e->peer);
    return 1;
}

static void ed_sample(Edwards *e, const char *algo, const char *op, int input,
                      const uint8_t *signature) {
    bench_sample(algo, op);
    bench_hex("", e->public, e->bytes);
    bench_hex("message:", digests[input], 32);
    bench_hex("raw:", signature, e->signature_bytes);
    bench_end();
}
static void pair_sample(Edwards *e, const char *algo, size_t bytes) {
    bench_sample(algo, "keygen");
    bench_hex("", e->made, bytes);
    bench_hex("", e->made_secret, bytes);
    bench_text("-");
    bench_end();
}

static void edwards(Edwards *e, const char *ed, const char *x) {
    int i, last;
    if (!bench_wants_any(ed) && !bench_wants_any(x)) return;
    knuth_lfib_random(&generator, e->bytes, e->secret);
    e->ed_public(e->public, e->secret);
    for (i = 0; i < INPUTS; i++)
        e->ed_sign(e->public, e->secret, 32, digests[i], e->signatures[i]);
    if (bench_op(ed, "keygen", ed_keygen, e) >= 0) pair_sample(e, ed, e->bytes);
    last = bench_op(ed, "sign", ed_sign, e);
    if (last >= 0) ed_sample(e, ed, "sign", last, e->out);
    last = bench_verify(ed, ed_verify, e);
    if (last >= 0) ed_sample(e, ed, "verify", last, e->signatures[last]);
    if (bench_op(x, "keygen", x_keygen, e) >= 0) pair_sample(e, x, e->x_bytes);
    knuth_lfib_random(&generator, e->x_bytes, e->made_secret);
    e->mul_g(e->peer, e->made_secret);
    if (bench_op(x, "derive", x_derive, e) >= 0) {
        bench_sample(x, "derive");
        bench_hex("", e->peer, e->x_bytes);
        bench_hex("", e->secret, e->x_bytes);
        bench_hex("x:", e->out, e->x_bytes);
        bench_end();
    }
}

/* ---- RSA: PKCS#1 v1.5 with SHA-256, the digest given ---- */

typedef struct {
    struct rsa_public_key public, made;
    struct rsa_private_key key, made_key;
    mpz_t signatures[INPUTS], out;
    unsigned bits;
} Rsa;

static int rsa_keygen(void *state, unsigned input) {
    Rsa *r = state;
    (void)input;
    mpz_set_ui(r->made.e, 65537);
    return rsa_generate_keypair(&r->made, &r->made_key, RANDOM, NULL, NULL, r->bits, 0);
}
static int rsa_sign(void *state, unsigned input) {
    static const uint8_t info[19] = {0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01,
                                     0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04, 0x20};
    Rsa *r = state;
    uint8_t text[51];
    memcpy(text, info, 19);
    memcpy(text + 19, digests[input], 32);
    return rsa_pkcs1_sign_tr(&r->public, &r->key, RANDOM, sizeof text, text, r->out);
}
static int rsa_verify(void *state, unsigned message, unsigned signature) {
    Rsa *r = state;
    return rsa_sha256_verify_digest(&r->public, digests[message], r->signatures[signature]);
}
static void rsa_sample(Rsa *r, const char *algo, const char *op, int input, const mpz_t signature) {
    bench_sample(algo, op);
    number(r->public.n, 0, "\trsa:");
    number(r->public.e, 0, ":");
    bench_hex("digest:", digests[input], 32);
    number(signature, r->bits / 8, "\traw:");
    bench_end();
}
static void rsa(unsigned bits, int keygen) {
    Rsa *r = calloc(1, sizeof *r);
    uint8_t der[4096];
    size_t length;
    char algo[32];
    int i, last;
    if (!r) exit(2);
    snprintf(algo, sizeof algo, "rsa-%u", bits);
    if (!bench_wants_any(algo)) return;
    r->bits = bits;
    rsa_public_key_init(&r->public);
    rsa_private_key_init(&r->key);
    rsa_public_key_init(&r->made);
    rsa_private_key_init(&r->made_key);
    mpz_init(r->out);
    mpz_set_ui(r->public.e, 65537);
    length = bench_key(algo, der, sizeof der);
    if (!(length ? rsa_keypair_from_der(&r->public, &r->key, bits, length, der)
                 : rsa_generate_keypair(&r->public, &r->key, RANDOM, NULL, NULL, bits, 0)))
        exit(3);
    for (i = 0; i < INPUTS; i++) {
        if (!rsa_sign(r, (unsigned)i)) exit(3);
        mpz_init_set(r->signatures[i], r->out);
    }
    if (keygen && bench_op(algo, "keygen", rsa_keygen, r) >= 0) {
        bench_sample(algo, "keygen");
        number(r->made.n, 0, "\trsa:");
        number(r->made.e, 0, ":");
        bench_text("-");
        bench_text("-");
        bench_end();
    }
    last = bench_op(algo, "sign", rsa_sign, r);
    if (last >= 0) rsa_sample(r, algo, "sign", last, r->out);
    last = bench_verify(algo, rsa_verify, r);
    if (last >= 0) rsa_sample(r, algo, "verify", last, r->signatures[last]);
}

/* ---- DSA ---- */

typedef struct {
    struct dsa_params group;
    mpz_t x, y, made_x, made_y;
    struct dsa_signature signatures[INPUTS], out;
} Dsa;

static int dsa_keygen(void *state, unsigned input) {
    Dsa *d = state;
    (void)input;
    dsa_generate_keypair(&d->group, d->made_y, d->made_x, RANDOM);
    return 1;
}
static int dsa_do_sign(void *state, unsigned input) {
    Dsa *d = state;
    return dsa_sign(&d->group, d->x, RANDOM, 32, digests[input], &d->out);
}
static int dsa_do_verify(void *state, unsigned message, unsigned signature) {
    Dsa *d = state;
    return dsa_verify(&d->group, d->y, 32, digests[message], &d->signatures[signature]);
}
static void dsa_public(Dsa *d, const mpz_t y) {
    number(d->group.p, 0, "\tdsa:");
    number(d->group.q, 0, ":");
    number(d->group.g, 0, ":");
    number(y, 0, ":");
}
static void dsa_sample(Dsa *d, const char *algo, const char *op, int input,
                       const struct dsa_signature *signature) {
    bench_sample(algo, op);
    dsa_public(d, d->y);
    bench_hex("digest:", digests[input], 32);
    number(signature->r, 0, "\tnumbers:");
    number(signature->s, 0, ":");
    bench_end();
}
/* Reads OpenSSL's sequence of 0, p, q, g, y, x; the library's own reader wants q of 160 bits. */
static int dsa_given(Dsa *d, const uint8_t *der, size_t length) {
    mpz_ptr numbers[6] = {d->made_x, d->group.p, d->group.q, d->group.g, d->y, d->x};
    struct asn1_der_iterator outer, inner;
    int i;
    if (asn1_der_iterator_first(&outer, length, der) != ASN1_ITERATOR_CONSTRUCTED) return 0;
    if (asn1_der_decode_constructed(&outer, &inner) != ASN1_ITERATOR_PRIMITIVE) return 0;
    for (i = 0; i < 6; i++) {
        if (!asn1_der_get_bignum(&inner, numbers[i], 4096)) return 0;
        if (asn1_der_iterator_next(&inner) == ASN1_ITERATOR_ERROR) return 0;
    }
    return 1;
}
static void dsa(const char *algo, unsigned bits, unsigned order_bits) {
    Dsa *d = calloc(1, sizeof *d);
    uint8_t der[4096];
    size_t length;
    int i, last;
    if (!d) exit(2);
    if (!bench_wants_any(algo)) return;
    dsa_params_init(&d->group);
    mpz_inits(d->x, d->y, d->made_x, d->made_y, NULL);
    dsa_signature_init(&d->out);
    length = bench_key(algo, der, sizeof der);
    if (length) {
        if (!dsa_given(d, der, length)) exit(3);
    } else {
        if (!dsa_generate_params(&d->group, RANDOM, NULL, NULL, bits, order_bits)) exit(3);
        dsa_generate_keypair(&d->group, d->y, d->x, RANDOM);
    }
    for (i = 0; i < INPUTS; i++) {
        dsa_signature_init(&d->signatures[i]);
        if (!dsa_sign(&d->group, d->x, RANDOM, 32, digests[i], &d->signatures[i])) exit(3);
    }
    if (bench_op(algo, "keygen", dsa_keygen, d) >= 0) {
        bench_sample(algo, "keygen");
        dsa_public(d, d->made_y);
        bench_text("-");
        bench_text("-");
        bench_end();
    }
    last = bench_op(algo, "sign", dsa_do_sign, d);
    if (last >= 0) dsa_sample(d, algo, "sign", last, &d->out);
    last = bench_verify(algo, dsa_do_verify, d);
    if (last >= 0) dsa_sample(d, algo, "verify", last, &d->signatures[last]);
}

int main(int argc, char **argv) {
    static Edwards e25519 = {32, 64, 32, ed25519_sha512_public_key, ed25519_sha512_sign,
                             ed25519_sha512_verify, curve25519_mul_g, curve25519_mul,
                             {0}, {0}, {0}, {0}, {0}, {{0}}, {0}};
    static Edwards e448 = {57, 114, 56, ed448_shake256_public_key, ed448_shake256_sign,
                           ed448_shake256_verify, curve448_mul_g, curve448_mul,
                           {0}, {0}, {0}, {0}, {0}, {{0}}, {0}};
    char version[64];
    /* The patch level of the installed package is not in version.h. */
    snprintf(version, sizeof version, "Nettle %d.%d (GMP %s)", NETTLE_VERSION_MAJOR,
             NETTLE_VERSION_MINOR, gmp_version);
    bench_begin(argc, argv, version);
    knuth_lfib_init(&generator, 4711);
    knuth_lfib_random(&generator, sizeof digests, digests[0]);
    curve("p192", nettle_get_secp_192r1(), 24);
    curve("p224", nettle_get_secp_224r1(), 28);
    curve("p256", nettle_get_secp_256r1(), 32);
    curve("p384", nettle_get_secp_384r1(), 48);
    curve("p521", nettle_get_secp_521r1(), 66);
    edwards(&e25519, "ed25519", "x25519");
    edwards(&e448, "ed448", "x448");
    rsa(1024, 0);
    rsa(2048, 1);
    rsa(3072, 0);
    rsa(4096, 0);
    dsa("dsa-1024", 1024, 160);
    dsa("dsa-2048", 2048, 256);
    return 0;
}
