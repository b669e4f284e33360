/* Intel libcrypto_mb: each call does 8 operations, one a lane, with AVX-512 IFMA; figures are
 * 8 * calls / CPU time. One key in all lanes, 8 different inputs a call, 64 in turn. Nonces and
 * private keys are given (the library makes none), made beforehand. RSA: PKCS#1 v1.5 padding put
 * on, and compared after the public operation, here. The results of all lanes of the last call
 * are handed out. A damaged signature must fail in its lane alone. */
#include "bench.h"
#include <crypto_mb/cpu_features.h>
#include <crypto_mb/ec_nistp256.h>
#include <crypto_mb/ec_nistp384.h>
#include <crypto_mb/ec_nistp521.h>
#include <crypto_mb/ed25519.h>
#include <crypto_mb/rsa.h>
#include <crypto_mb/version.h>
#include <crypto_mb/x25519.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

#define LANES 8
#define LEN 66 /* bytes of the longest coordinate */
#define L64 9  /* and its 64-bit digits */
#define GROUP(i) ((i) % (INPUTS / LANES) * LANES) /* the first input of call number i */
#define LANE_OF(status, lane) (((status) >> (4 * (lane))) & 15)
static unsigned char digests[INPUTS][32];

static void check(int good, const char *algo, const char *what) {
    if (good) return;
    fprintf(stderr, "wrong result: %s %s\n", algo, what);
    exit(1);
}

static void to_digits(int64u *d, int n, const BIGNUM *b) {
    check(BN_bn2lebinpad(b, (unsigned char *)d, n * 8) == n * 8, "digits", "too long");
}

/* The big-endian bytes of a number of digits. */
static void digit_bytes(const char *kind, const int64u *d, int length) {
    int i;
    printf("%s", kind);
    for (i = length - 1; i >= 0; i--) printf("%02x", (int)(d[i / 8] >> (8 * (i % 8)) & 255));
}

/* Whether the statuses of all calls say that signature i fails in its lane alone. */
static int fails_alone(mbx_status status, int i) {
    return status == (mbx_status)MBX_STATUS_SIGNATURE_ERR << 4 * (i % LANES);
}

/* ---- NIST curves ---- */

typedef mbx_status (*ec_pub_fn)(int64u *[8], int64u *[8], int64u *[8], const int64u *const[8],
                                int8u *);
typedef mbx_status (*ec_dh_fn)(int8u *[8], const int64u *const[8], const int64u *const[8],
                               const int64u *const[8], const int64u *const[8], int8u *);
typedef mbx_status (*ec_sign_fn)(int8u *[8], int8u *[8], const int8u *const[8],
                                 const int64u *const[8], const int64u *const[8], int8u *);
typedef mbx_status (*ec_verify_fn)(const int8u *const[8], const int8u *const[8],
                                   const int8u *const[8], const int64u *const[8],
                                   const int64u *const[8], const int64u *const[8], int8u *);

typedef struct {
    int len;
    ec_pub_fn pub;
    ec_dh_fn dh;
    ec_sign_fn sign;
    ec_verify_fn verify;
    /* private keys or nonces, and the public keys of the last call */
    int64u k[INPUTS][L64], x[LANES][L64], y[LANES][L64];
    /* the key pair, and the other side's public key */
    int64u d[L64], qx[L64], qy[L64], px[L64], py[L64];
    int8u message[INPUTS][LEN], r[INPUTS][LEN], s[INPUTS][LEN], z[LANES][LEN];
    const int64u *kp[INPUTS], *dp[LANES], *qxp[LANES], *qyp[LANES], *pxp[LANES], *pyp[LANES];
    int64u *xp[LANES], *yp[LANES];
    const int8u *messagep[INPUTS];
    int8u *rp[INPUTS], *sp[INPUTS], *zp[LANES];
} Ec;

static int ec_keygen(void *state, unsigned i) {
    Ec *e = state;
    return e->pub(e->xp, e->yp, NULL, e->kp + GROUP(i), NULL) == 0;
}
static int ec_derive(void *state, unsigned i) {
    Ec *e = state;
    (void)i;
    return e->dh(e->zp, e->dp, e->pxp, e->pyp, NULL, NULL) == 0;
}
static int ec_sign(void *state, unsigned i) {
    Ec *e = state;
    i = GROUP(i);
    return e->sign(e->rp + i, e->sp + i, e->messagep + i, e->kp + i, e->dp, NULL) == 0;
}
static mbx_status ec_status(Ec *e, unsigned message, unsigned signature) {
    return e->verify((const int8u *const *)e->rp + signature,
                     (const int8u *const *)e->sp + signature, e->messagep + message, e->qxp,
                     e->qyp, NULL, NULL);
}
/* Call number `signature` with the messages of call number `message`: all lanes must agree. */
static int ec_verify(void *state, unsigned message, unsigned signature) {
    mbx_status status = ec_status(state, GROUP(message), GROUP(signature));
    int lane;
    if (status == 0) return 1;
    for (lane = 0; lane < LANES; lane++)
        check(LANE_OF(status, lane) != 0, "ecdsa", "a wrong message passes");
    return 0;
}

static void ec_signatures(Ec *e, const char *algo, const char *op, unsigned i) {
    unsigned lane;
    for (lane = GROUP(i); lane < GROUP(i) + LANES; lane++) {
        bench_sample(algo, op);
        digit_bytes("\t04", e->qx, e->len);
        digit_bytes("", e->qy, e->len);
        bench_hex("digest:", digests[lane], 32);
        bench_hex("raw:", e->r[lane], (size_t)e->len);
        bench_more(e->s[lane], (size_t)e->len);
        bench_end();
    }
}

static void ec_prepare(Ec *e) {
    int i;
    for (i = 0; i < INPUTS; i++) {
        /* The digest as a number of the length of the field; the last key is below every order. */
        RAND_bytes((unsigned char *)e->k[i], e->len - 1);
        memcpy(e->message[i] + e->len - 32, digests[i], 32);
        e->kp[i] = e->k[i];
        e->messagep[i] = e->message[i];
        e->rp[i] = e->r[i];
        e->sp[i] = e->s[i];
    }
    for (i = 0; i < LANES; i++) {
        e->xp[i] = e->x[i];
        e->yp[i] = e->y[i];
        e->zp[i] = e->z[i];
        e->dp[i] = e->d;
        e->qxp[i] = e->qx;
        e->qyp[i] = e->qy;
        e->pxp[i] = e->px;
        e->pyp[i] = e->py;
    }
    /* An own key pair, and the other side's. */
    memcpy(e->d, e->k[0], sizeof e->d);
    check(ec_keygen(e, 0), "ecdsa", "keygen status");
    memcpy(e->qx, e->x[0], sizeof e->qx);
    memcpy(e->qy, e->y[0], sizeof e->qy);
    memcpy(e->px, e->x[1], sizeof e->px);
    memcpy(e->py, e->y[1], sizeof e->py);
    for (i = 0; i < LANES; i++) check(ec_sign(e, (unsigned)i), "ecdsa", "sign status");
    for (i = 0; i < INPUTS; i++) {
        e->s[i][e->len - 1] ^= 1;
        check(fails_alone(ec_status(e, GROUP(i / LANES), GROUP(i / LANES)), i), "ecdsa",
              "verify of a damaged signature");
        e->s[i][e->len - 1] ^= 1;
    }
}

static void ec(const char *name, int len, ec_pub_fn pub, ec_dh_fn dh, ec_sign_fn sign,
               ec_verify_fn verify) {
    char ecdsa[32], ecdh[32];
    Ec *e = calloc(1, sizeof *e);
    int last, lane;
    snprintf(ecdsa, sizeof ecdsa, "ecdsa-%s", name);
    snprintf(ecdh, sizeof ecdh, "ecdh-%s", name);
    e->len = len;
    e->pub = pub;
    e->dh = dh;
    e->sign = sign;
    e->verify = verify;
    if (!bench_wants_any(ecdsa) && !bench_wants_any(ecdh)) return;
    ec_prepare(e);
    last = bench_op(ecdsa, "keygen", ec_keygen, e);
    for (lane = 0; last >= 0 && lane < LANES; lane++) {
        bench_sample(ecdsa, "keygen");
        digit_bytes("\t04", e->x[lane], len);
        digit_bytes("", e->y[lane], len);
        digit_bytes("\t", e->k[GROUP(last) + lane], len);
        bench_text("-");
        bench_end();
    }
    last = bench_op(ecdsa, "sign", ec_sign, e);
    if (last >= 0) ec_signatures(e, ecdsa, "sign", (unsigned)last);
    last = bench_verify(ecdsa, ec_verify, e);
    if (last >= 0) ec_signatures(e, ecdsa, "verify", (unsigned)last);
    last = bench_op(ecdh, "derive", ec_derive, e);
    for (lane = 0; last >= 0 && lane < LANES; lane++) {
        bench_sample(ecdh, "derive");
        digit_bytes("\t04", e->px, len);
        digit_bytes("", e->py, len);
        digit_bytes("\t", e->d, len);
        bench_hex("x:", e->z[lane], (size_t)len);
        bench_end();
    }
    free(e);
}

/* ---- Curve25519 ---- */

typedef struct {
    int8u k[INPUTS][32], pub[LANES][32], d[32], q[32], r[INPUTS][32], s[INPUTS][32];
    int8u z[LANES][32], peer[32];
    const int8u *kp[INPUTS], *dp[LANES], *qp[LANES], *peerp[LANES], *messagep[INPUTS];
    int8u *pubp[LANES], *rp[INPUTS], *sp[INPUTS], *zp[LANES];
    int32u len[LANES];
} C25519;

static int ed_keygen(void *state, unsigned i) {
    C25519 *e = state;
    return mbx_ed25519_public_key_mb8((ed25519_public_key **)e->pubp,
                                      (const ed25519_private_key *const *)e->kp + GROUP(i)) == 0;
}
static int ed_sign(void *state, unsigned i) {
    C25519 *e = state;
    i = GROUP(i);
    return mbx_ed25519_sign_mb8((ed25519_sign_component **)e->rp + i,
                                (ed25519_sign_component **)e->sp + i, e->messagep + i, e->len,
                                (const ed25519_private_key *const *)e->dp,
                                (const ed25519_public_key *const *)e->qp) == 0;
}
static mbx_status ed_status(C25519 *e, unsigned message, unsigned signature) {
    return mbx_ed25519_verify_mb8((const ed25519_sign_component *const *)e->rp + signature,
                                  (const ed25519_sign_component *const *)e->sp + signature,
                                  e->messagep + message, e->len,
                                  (const ed25519_public_key *const *)e->qp);
}
static int ed_verify(void *state, unsigned message, unsigned signature) {
    mbx_status status = ed_status(state, GROUP(message), GROUP(signature));
    int lane;
    if (status == 0) return 1;
    for (lane = 0; lane < LANES; lane++)
        check(LANE_OF(status, lane) != 0, "ed25519", "a wrong message passes");
    return 0;
}
static int x_keygen(void *state, unsigned i) {
    C25519 *e = state;
    return mbx_x25519_public_key_mb8(e->pubp, e->kp + GROUP(i)) == 0;
}
static int x_derive(void *state, unsigned i) {
    C25519 *e = state;
    (void)i;
    return mbx_x25519_mb8(e->zp, e->dp, e->peerp) == 0;
}

static void pairs(C25519 *e, const char *algo, unsigned i) {
    unsigned lane;
    for (lane = 0; lane < LANES; lane++) {
        bench_sample(algo, "keygen");
        bench_hex("", e->pub[lane], 32);
        bench_hex("", e->k[GROUP(i) + lane], 32);
        bench_text("-");
        bench_end();
    }
}

static void ed_signatures(C25519 *e, const char *op, unsigned i) {
    unsigned lane;
    for (lane = GROUP(i); lane < GROUP(i) + LANES; lane++) {
        bench_sample("ed25519", op);
        bench_hex("", e->q, 32);
        bench_hex("message:", digests[lane], 32);
        bench_hex("raw:", e->r[lane], 32);
        bench_more(e->s[lane], 32);
        bench_end();
    }
}

static void c25519_prepare(C25519 *e) {
    int i;
    RAND_bytes((unsigned char *)e->k, sizeof e->k);
    memcpy(e->d, e->k[0], 32);
    for (i = 0; i < INPUTS; i++) {
        e->kp[i] = e->k[i];
        e->rp[i] = e->r[i];
        e->sp[i] = e->s[i];
        e->messagep[i] = digests[i];
    }
    for (i = 0; i < LANES; i++) {
        e->pubp[i] = e->pub[i];
        e->zp[i] = e->z[i];
        e->dp[i] = e->d;
        e->qp[i] = e->q;
        e->peerp[i] = e->peer;
        e->len[i] = 32;
    }
    check(x_keygen(e, 0), "x25519", "keygen status");
    memcpy(e->peer, e->pub[1], 32);
    check(ed_keygen(e, 0), "ed25519", "keygen status");
    memcpy(e->q, e->pub[0], 32);
    for (i = 0; i < LANES; i++) check(ed_sign(e, (unsigned)i), "ed25519", "sign status");
    for (i = 0; i < INPUTS; i++) {
        e->s[i][3] ^= 1;
        check(fails_alone(ed_status(e, GROUP(i / LANES), GROUP(i / LANES)), i), "ed25519",
              "verify of a damaged signature");
        e->s[i][3] ^= 1;
    }
}

static void c25519(void) {
    C25519 *e = calloc(1, sizeof *e);
    int last, lane;
    if (!bench_wants_any("ed25519") && !bench_wants_any("x25519")) return;
    c25519_prepare(e);
    last = bench_op("ed25519", "keygen", ed_keygen, e);
    if (last >= 0) pairs(e, "ed25519", (unsigned)last);
    last = bench_op("ed25519", "sign", ed_sign, e);
    if (last >= 0) ed_signatures(e, "sign", (unsigned)last);
    last = bench_verify("ed25519", ed_verify, e);
    if (last >= 0) ed_signatures(e, "verify", (unsigned)last);
    last = bench_op("x25519", "keygen", x_keygen, e);
    if (last >= 0) pairs(e, "x25519", (unsigned)last);
    last = bench_op("x25519", "derive", x_derive, e);
    for (lane = 0; last >= 0 && lane < LANES; lane++) {
        bench_sample("x25519", "derive");
        bench_hex("", e->peer, 32);
        bench_hex("", e->d, 32);
        bench_hex("x:", e->z[lane], 32);
        bench_end();
    }
    free(e);
}

/* ---- RSA ---- */

static const unsigned char sha256_info[19] = {0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60,
                                              0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02,
                                              0x01, 0x05, 0x00, 0x04, 0x20};
typedef struct {
    int bits, len;
    const mbx_RSA_Method *private_method, *public_method;
    int8u *buffer;
    int64u n[64], p[32], q[32], dp[32], dq[32], iq[32];
    const int64u *np[LANES], *pp[LANES], *qp[LANES], *dpp[LANES], *dqp[LANES], *iqp[LANES];
    int8u padded[LANES][512], signatures[INPUTS][512];
    int8u *paddedp[LANES], *signaturep[INPUTS];
    EVP_PKEY *key;
} Rsa;

static void pad(Rsa *r, unsigned first) {
    unsigned j;
    for (j = 0; j < LANES; j++) {
        int8u *out = r->padded[j];
        out[0] = 0;
        out[1] = 1;
        memset(out + 2, 255, (size_t)r->len - 54);
        out[r->len - 52] = 0;
        memcpy(out + r->len - 51, sha256_info, 19);
        memcpy(out + r->len - 32, digests[first + j], 32);
    }
}
static int rsa_sign(void *state, unsigned i) {
    Rsa *r = state;
    pad(r, GROUP(i));
    return mbx_rsa_private_crt_mb8((const int8u *const *)r->paddedp, r->signaturep + GROUP(i),
                                   r->pp, r->qp, r->dpp, r->dqp, r->iqp, r->bits,
                                   r->private_method, r->buffer) == 0;
}
/* All lanes must agree. */
static int rsa_verify(void *state, unsigned message, unsigned signature) {
    Rsa *r = state;
    int8u out[LANES][512], *outp[LANES];
    unsigned j, good = 0;
    for (j = 0; j < LANES; j++) outp[j] = out[j];
    if (mbx_rsa_public_mb8((const int8u *const *)r->signaturep + GROUP(signature), outp, r->np,
                           r->bits, r->public_method, r->buffer) != 0)
        return 0;
    pad(r, GROUP(message));
    for (j = 0; j < LANES; j++) good += !memcmp(out[j], r->padded[j], (size_t)r->len);
    check(good == 0 || good == LANES, "rsa", "lanes differ");
    return good == LANES;
}

static void rsa_signatures(Rsa *r, const char *algo, const char *op, unsigned i) {
    unsigned char *der = NULL;
    int length = i2d_PUBKEY(r->key, &der);
    unsigned lane;
    check(length > 0, algo, "i2d_PUBKEY");
    for (lane = GROUP(i); lane < GROUP(i) + LANES; lane++) {
        bench_sample(algo, op);
        bench_hex("", der, (size_t)length);
        bench_hex("digest:", digests[lane], 32);
        bench_hex("raw:", r->signatures[lane], (size_t)r->len);
        bench_end();
    }
    OPENSSL_free(der);
}

static void rsa_prepare(Rsa *r, const char *algo) {
    static const char *names[6] = {
        OSSL_PKEY_PARAM_RSA_N,         OSSL_PKEY_PARAM_RSA_FACTOR1,   OSSL_PKEY_PARAM_RSA_FACTOR2,
        OSSL_PKEY_PARAM_RSA_EXPONENT1, OSSL_PKEY_PARAM_RSA_EXPONENT2,
        OSSL_PKEY_PARAM_RSA_COEFFICIENT1};
    int64u *to[6] = {r->n, r->p, r->q, r->dp, r->dq, r->iq};
    unsigned char der[4096];
    const unsigned char *at = der;
    size_t length;
    int i, size, other;
    r->len = r->bits / 8;
    length = bench_key(algo, der, sizeof der);
    if (length) r->key = d2i_AutoPrivateKey(NULL, &at, (long)length);
    if (!r->key) r->key = EVP_RSA_gen((unsigned)r->bits);
    check(r->key != NULL, algo, "key");
    r->private_method = mbx_RSA_private_crt_Method(r->bits);
    r->public_method = mbx_RSA_pub65537_Method(r->bits);
    size = mbx_RSA_Method_BufSize(r->private_method);
    other = mbx_RSA_Method_BufSize(r->public_method);
    r->buffer = aligned_alloc(64, ((size_t)(size > other ? size : other) + 63) / 64 * 64);
    for (i = 0; i < 6; i++) {
        BIGNUM *b = NULL;
        check(EVP_PKEY_get_bn_param(r->key, names[i], &b) == 1, algo, names[i]);
        to_digits(to[i], i ? r->bits / 128 : r->bits / 64, b);
        BN_clear_free(b);
    }
    for (i = 0; i < LANES; i++) {
        r->np[i] = r->n;
        r->pp[i] = r->p;
        r->qp[i] = r->q;
        r->dpp[i] = r->dp;
        r->dqp[i] = r->dq;
        r->iqp[i] = r->iq;
        r->paddedp[i] = r->padded[i];
    }
    for (i = 0; i < INPUTS; i++) r->signaturep[i] = r->signatures[i];
    for (i = 0; i < LANES; i++) check(rsa_sign(r, (unsigned)i), algo, "sign status");
}

static void rsa(int bits) {
    char algo[32];
    Rsa *r;
    int last;
    snprintf(algo, sizeof algo, "rsa-%d", bits);
    if (!bench_wants(algo, "sign") && !bench_wants(algo, "verify")) return;
    r = calloc(1, sizeof *r);
    r->bits = bits;
    rsa_prepare(r, algo);
    last = bench_op(algo, "sign", rsa_sign, r);
    if (last >= 0) rsa_signatures(r, algo, "sign", (unsigned)last);
    last = bench_verify(algo, rsa_verify, r);
    if (last >= 0) rsa_signatures(r, algo, "verify", (unsigned)last);
    EVP_PKEY_free(r->key);
    free(r->buffer);
    free(r);
}

int main(int argc, char **argv) {
    bench_begin(argc, argv, mbx_getversion()->strVersion);
    bench_batch = LANES;
    if (!mbx_is_crypto_mb_applicable(0)) {
        printf("# absent everything: no AVX-512 IFMA here\n");
        return 0;
    }
    RAND_bytes(digests[0], sizeof digests);
    ec("p256", 32, mbx_nistp256_ecpublic_key_mb8, mbx_nistp256_ecdh_mb8,
       mbx_nistp256_ecdsa_sign_mb8, mbx_nistp256_ecdsa_verify_mb8);
    ec("p384", 48, mbx_nistp384_ecpublic_key_mb8, mbx_nistp384_ecdh_mb8,
       mbx_nistp384_ecdsa_sign_mb8, mbx_nistp384_ecdsa_verify_mb8);
    ec("p521", 66, mbx_nistp521_ecpublic_key_mb8, mbx_nistp521_ecdh_mb8,
       mbx_nistp521_ecdsa_sign_mb8, mbx_nistp521_ecdsa_verify_mb8);
    c25519();
    rsa(1024);
    rsa(2048);
    rsa(3072);
    rsa(4096);
    printf("# absent p192 p224 secp256k1 dsa and RSA keygen\n");
    return 0;
}
