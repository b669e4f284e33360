/* OpenSSL, AWS-LC and BoringSSL by their EVP calls, one source for the three.
 * sign, verify: EVP_PKEY_sign and EVP_PKEY_verify of a 32-byte digest with a context made ready
 * beforehand (ECDSA, DSA, RSA PKCS#1 v1.5 with SHA-256); EdDSA and ML-DSA a 32-byte message at one
 * go.
 * derive: EVP_PKEY_derive with the peer set once. */
#include "bench.h"
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#if defined(OPENSSL_IS_AWSLC) || defined(OPENSSL_IS_BORINGSSL)
#define BORING_FAMILY 1
#include <openssl/curve25519.h>
#include <openssl/nid.h>
#else
#include <openssl/dsa.h>
#endif
#ifdef BORING_FAMILY
#include <openssl/bytestring.h>
#endif
#if defined(OPENSSL_IS_AWSLC)
#include <openssl/service_indicator.h>
#endif

/* A signature of ML-DSA-87 has 4627 bytes. */
#define ROOM 4700
static unsigned char digests[INPUTS][32];
static unsigned char text[16384];

typedef struct {
    EVP_PKEY *key, *made;
    EVP_PKEY_CTX *context;
    EVP_MD_CTX *digest;
    const EVP_MD *hash;
    unsigned char signatures[INPUTS][ROOM];
    size_t lengths[INPUTS];
    unsigned char out[ROOM];
    size_t out_length, text_length;
    unsigned char raw_public[32], raw_private[64];
} State;

static void die(const char *what) {
    fprintf(stderr, "wrong: %s\n", what);
    ERR_print_errors_fp(stderr);
    exit(1);
}

static State *new_state(void) {
    State *s = calloc(1, sizeof *s);
    if (!s) die("no memory");
    return s;
}

static void public_field(EVP_PKEY *key) {
    unsigned char *der = NULL;
    int length = i2d_PUBKEY(key, &der);
    if (length <= 0) die("i2d_PUBKEY");
    bench_hex("", der, (size_t)length);
    OPENSSL_free(der);
}

/* PKCS#8 where the older call knows no form of the key. */
static size_t private_document(EVP_PKEY *key, unsigned char **der) {
    int length = i2d_PrivateKey(key, der);
#ifdef BORING_FAMILY
    if (length <= 0) {
        CBB document;
        size_t bytes = 0;
        ERR_clear_error();
        if (!CBB_init(&document, 64) || !EVP_marshal_private_key(&document, key)
            || !CBB_finish(&document, der, &bytes))
            die("EVP_marshal_private_key");
        return bytes;
    }
#endif
    if (length <= 0) die("i2d_PrivateKey");
    return (size_t)length;
}

/* RFC 5915 or PKCS#8; the bare bytes for the curves of RFC 7748 and 8032. */
static void private_field(EVP_PKEY *key) {
    unsigned char *der = NULL, raw[64];
    size_t raw_length = sizeof raw, length;
    if (EVP_PKEY_get_raw_private_key(key, raw, &raw_length) == 1) {
        bench_hex("", raw, raw_length);
        return;
    }
    ERR_clear_error();
    length = private_document(key, &der);
    bench_hex("", der, length);
    OPENSSL_free(der);
}

static void key_sample(const char *algo, EVP_PKEY *key) {
    bench_sample(algo, "keygen");
    public_field(key);
    private_field(key);
    bench_text("-");
    bench_end();
}

static void signature_sample(const char *algo, const char *op, EVP_PKEY *key, const char *kind,
                             int input, const char *form, const void *signature, size_t length) {
    bench_sample(algo, op);
    public_field(key);
    bench_hex(kind, digests[input], 32);
    bench_hex(form, signature, length);
    bench_end();
}

static int do_keygen(void *state, unsigned input) {
    State *s = state;
    (void)input;
    EVP_PKEY_free(s->made);
    s->made = NULL;
    return EVP_PKEY_keygen(s->context, &s->made) == 1;
}
static int do_sign(void *state, unsigned input) {
    State *s = state;
    s->out_length = sizeof s->out;
    return EVP_PKEY_sign(s->context, s->out, &s->out_length, digests[input], 32) == 1;
}
static int do_verify(void *state, unsigned message, unsigned signature) {
    State *s = state;
    int good = EVP_PKEY_verify(s->context, s->signatures[signature], s->lengths[signature],
                               digests[message], 32) == 1;
    if (!good) ERR_clear_error();
    return good;
}
static int do_derive(void *state, unsigned input) {
    State *s = state;
    (void)input;
    s->out_length = sizeof s->out;
    return EVP_PKEY_derive(s->context, s->out, &s->out_length) == 1;
}
/* Makes the context of a signature or a verification ready for the next call. */
static int renew(State *s, int (*init)(EVP_MD_CTX *, EVP_PKEY_CTX **, const EVP_MD *, ENGINE *,
                                       EVP_PKEY *)) {
#ifdef BORING_FAMILY
    EVP_MD_CTX_reset(s->digest);
    return init(s->digest, NULL, s->hash, NULL, s->key) == 1;
#else
    return init(s->digest, NULL, NULL, NULL, NULL) == 1;
#endif
}
/* Every call hashes another text. */
static int do_sign_text(void *state, unsigned input) {
    State *s = state;
    text[input]++;
    s->out_length = sizeof s->out;
    return renew(s, EVP_DigestSignInit)
        && EVP_DigestSign(s->digest, s->out, &s->out_length, text, s->text_length) == 1;
}
static int do_sign_message(void *state, unsigned input) {
    State *s = state;
    s->out_length = sizeof s->out;
    return renew(s, EVP_DigestSignInit)
        && EVP_DigestSign(s->digest, s->out, &s->out_length, digests[input], 32) == 1;
}
static int do_verify_message(void *state, unsigned message, unsigned signature) {
    State *s = state;
    int good = renew(s, EVP_DigestVerifyInit)
            && EVP_DigestVerify(s->digest, s->signatures[signature], s->lengths[signature],
                                digests[message], 32) == 1;
    if (!good) ERR_clear_error();
    return good;
}

#ifdef BORING_FAMILY
static int ed_keygen(void *state, unsigned input) {
    State *s = state;
    (void)input;
    ED25519_keypair(s->raw_public, s->raw_private);
    return 1;
}
static int ed_sign(void *state, unsigned input) {
    State *s = state;
    s->out_length = 64;
    return ED25519_sign(s->out, digests[input], 32, s->raw_private);
}
static int ed_verify(void *state, unsigned message, unsigned signature) {
    State *s = state;
    return ED25519_verify(digests[message], 32, s->signatures[signature], s->raw_public);
}
#endif

static EVP_PKEY_CTX *generator(int type, int parameter, EVP_PKEY *group) {
    EVP_PKEY_CTX *c = group ? EVP_PKEY_CTX_new(group, NULL) : EVP_PKEY_CTX_new_id(type, NULL);
    int good = c && EVP_PKEY_keygen_init(c) == 1;
    if (good && type == EVP_PKEY_EC)
        good = EVP_PKEY_CTX_set_ec_paramgen_curve_nid(c, parameter) == 1;
    if (good && type == EVP_PKEY_RSA)
        good = EVP_PKEY_CTX_set_rsa_keygen_bits(c, parameter) == 1;
    if (good) return c;
    EVP_PKEY_CTX_free(c);
    ERR_clear_error();
    return NULL;
}

static void prepare(State *s, int type, int (*init)(EVP_PKEY_CTX *)) {
    EVP_PKEY_CTX_free(s->context);
    s->context = EVP_PKEY_CTX_new(s->key, NULL);
    if (init(s->context) != 1) die("init");
    if (type == EVP_PKEY_RSA) EVP_PKEY_CTX_set_rsa_padding(s->context, RSA_PKCS1_PADDING);
    if (EVP_PKEY_CTX_set_signature_md(s->context, EVP_sha256()) != 1) die("signature_md");
}

static void free_state(State *s) {
    EVP_PKEY_CTX_free(s->context);
    EVP_PKEY_free(s->made);
    EVP_PKEY_free(s->key);
    EVP_MD_CTX_free(s->digest);
    free(s);
}

/* The key of the bench, if it has one of that name. */
static EVP_PKEY *given_key(const char *algo) {
    unsigned char bytes[4096];
    const unsigned char *at = bytes;
    size_t length = bench_key(algo, bytes, sizeof bytes);
    return length ? d2i_AutoPrivateKey(NULL, &at, (long)length) : NULL;
}

/* Signatures of digests. A new key has the parameters of `group`, if there is one. */
static void signatures(const char *algo, int type, int parameter, EVP_PKEY *group, int keygen) {
    State *s;
    int i, last;
    if (!bench_wants_any(algo)) return;
    s = new_state();
    s->context = generator(type, parameter, group);
    s->key = given_key(algo);
    if (!s->context || (!s->key && EVP_PKEY_keygen(s->context, &s->key) != 1)) {
        printf("# absent %s\n", algo);
        ERR_clear_error();
        free_state(s);
        return;
    }
    if (keygen && bench_op(algo, "keygen", do_keygen, s) >= 0) key_sample(algo, s->made);
    prepare(s, type, EVP_PKEY_sign_init);
    for (i = 0; i < INPUTS; i++) {
        if (!do_sign(s, (unsigned)i)) die(algo);
        memcpy(s->signatures[i], s->out, s->lengths[i] = s->out_length);
    }
    last = bench_op(algo, "sign", do_sign, s);
    if (last >= 0)
        signature_sample(algo, "sign", s->key, "digest:", last, "der:", s->out, s->out_length);
    prepare(s, type, EVP_PKEY_verify_init);
    last = bench_verify(algo, do_verify, s);
    if (last >= 0)
        signature_sample(algo, "verify", s->key, "digest:", last, "der:", s->signatures[last],
                         s->lengths[last]);
    free_state(s);
}

static void agreement(const char *algo, int type, int parameter) {
    State *s;
    EVP_PKEY *other = NULL;
    if (!bench_wants(algo, "keygen") && !bench_wants(algo, "derive")) return;
    s = new_state();
    s->context = generator(type, parameter, NULL);
    if (!s->context || EVP_PKEY_keygen(s->context, &s->key) != 1
        || EVP_PKEY_keygen(s->context, &other) != 1) {
        printf("# absent %s\n", algo);
        ERR_clear_error();
        free_state(s);
        return;
    }
    if (type != EVP_PKEY_EC && bench_op(algo, "keygen", do_keygen, s) >= 0)
        key_sample(algo, s->made);
    EVP_PKEY_CTX_free(s->context);
    s->context = EVP_PKEY_CTX_new(s->key, NULL);
    if (EVP_PKEY_derive_init(s->context) != 1 || EVP_PKEY_derive_set_peer(s->context, other) != 1)
        die(algo);
    if (bench_op(algo, "derive", do_derive, s) >= 0) {
        bench_sample(algo, "derive");
        public_field(other);
        private_field(s->key);
        bench_hex("x:", s->out, s->out_length);
        bench_end();
    }
    EVP_PKEY_free(other);
    free_state(s);
}

/* A sample of a message and its signature. */
static void message_sample(const char *algo, const char *op, State *s, int input,
                           const void *signature, size_t length) {
    signature_sample(algo, op, s->key, "message:", input, "raw:", signature, length);
}

/* Signatures of messages with the key of a state. */
static void sign_and_verify(const char *algo, State *s, bench_work sign, bench_check verify) {
    int i, last;
    for (i = 0; i < INPUTS; i++) {
        if (!sign(s, (unsigned)i)) die(algo);
        memcpy(s->signatures[i], s->out, s->lengths[i] = s->out_length);
    }
    last = bench_op(algo, "sign", sign, s);
    if (last >= 0) message_sample(algo, "sign", s, last, s->out, s->out_length);
    if (s->digest) {
        EVP_MD_CTX_free(s->digest);
        s->digest = EVP_MD_CTX_new();
        if (EVP_DigestVerifyInit(s->digest, NULL, NULL, NULL, s->key) != 1) die(algo);
    }
    last = bench_verify(algo, verify, s);
    if (last >= 0) message_sample(algo, "verify", s, last, s->signatures[last], s->lengths[last]);
}

/* Signatures of messages by keys that a context makes; it is given up here. */
static void messages(const char *algo, EVP_PKEY_CTX *context) {
    State *s = new_state();
    s->context = context;
    if (!s->context || EVP_PKEY_keygen(s->context, &s->key) != 1) {
        printf("# absent %s\n", algo);
        ERR_clear_error();
        free_state(s);
        return;
    }
    if (bench_op(algo, "keygen", do_keygen, s) >= 0) key_sample(algo, s->made);
    s->digest = EVP_MD_CTX_new();
    if (EVP_DigestSignInit(s->digest, NULL, NULL, NULL, s->key) != 1) die(algo);
    sign_and_verify(algo, s, do_sign_message, do_verify_message);
    free_state(s);
}

static void edwards(const char *algo, int type) {
#ifdef BORING_FAMILY
    State *s;
    (void)type;
    if (!bench_wants_any(algo)) return;
    s = new_state();
    if (bench_op(algo, "keygen", ed_keygen, s) >= 0) {
        bench_sample(algo, "keygen");
        bench_hex("", s->raw_public, 32);
        bench_hex("", s->raw_private, 32);
        bench_text("-");
        bench_end();
    }
    ED25519_keypair(s->raw_public, s->raw_private);
    s->key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, s->raw_public, 32);
    sign_and_verify(algo, s, ed_sign, ed_verify);
    free_state(s);
#else
    if (bench_wants_any(algo)) messages(algo, generator(type, 0, NULL));
#endif
}

#ifndef OPENSSL_IS_BORINGSSL
/* ML-DSA of messages without a context. */
static void mldsa(const char *algo, int nid, const char *name) {
    EVP_PKEY_CTX *c;
    int good;
    if (!bench_wants_any(algo)) return;
#ifdef OPENSSL_IS_AWSLC
    (void)name;
    c = EVP_PKEY_CTX_new_id(EVP_PKEY_PQDSA, NULL);
    good = c && EVP_PKEY_CTX_pqdsa_set_params(c, nid) == 1 && EVP_PKEY_keygen_init(c) == 1;
#else
    (void)nid;
    c = EVP_PKEY_CTX_new_from_name(NULL, name, NULL);
    good = c && EVP_PKEY_keygen_init(c) == 1;
#endif
    if (!good) {
        EVP_PKEY_CTX_free(c);
        c = NULL;
    }
    messages(algo, c);
}
#endif

/* Hash and sign texts of several lengths, as OpenJDK's Signatures.sign. */
static void texts(const char *name, int nid, const EVP_MD *hash) {
    static const int lengths[] = {64, 512, 2048, 16384};
    int i;
    for (i = 0; i < 4; i++) {
        char algo[64];
        State *s;
        snprintf(algo, sizeof algo, "%s-msg%d", name, lengths[i]);
        if (!bench_wants(algo, "sign")) continue;
        s = new_state();
        s->context = generator(EVP_PKEY_EC, nid, NULL);
        if (!s->context || EVP_PKEY_keygen(s->context, &s->key) != 1) die(algo);
        s->hash = hash;
        s->digest = EVP_MD_CTX_new();
        s->text_length = (size_t)lengths[i];
        if (EVP_DigestSignInit(s->digest, NULL, hash, NULL, s->key) != 1) die(algo);
        if (bench_op(algo, "sign", do_sign_text, s) >= 0) {
            bench_sample(algo, "sign");
            public_field(s->key);
            bench_hex("sha256:", text, s->text_length);
            bench_hex("der:", s->out, s->out_length);
            bench_end();
        }
        free_state(s);
    }
}

#ifndef BORING_FAMILY
static void dsa(const char *algo, int bits, int order_bits) {
    EVP_PKEY *group = NULL;
    EVP_PKEY_CTX *c = NULL;
    if (!bench_wants_any(algo)) return;
    group = given_key(algo);
    if (!group) c = EVP_PKEY_CTX_new_id(EVP_PKEY_DSA, NULL);
    if (group)
        signatures(algo, EVP_PKEY_DSA, 0, group, 1);
    else if (c && EVP_PKEY_paramgen_init(c) == 1 && EVP_PKEY_CTX_set_dsa_paramgen_bits(c, bits) == 1
        && EVP_PKEY_CTX_set_dsa_paramgen_q_bits(c, order_bits) == 1
        && EVP_PKEY_paramgen(c, &group) == 1)
        signatures(algo, EVP_PKEY_DSA, 0, group, 1);
    else
        printf("# absent %s\n", algo);
    EVP_PKEY_free(group);
    EVP_PKEY_CTX_free(c);
}
#endif

#ifndef BENCH_ENTRY
#define BENCH_ENTRY main
#endif
int BENCH_ENTRY(int argc, char **argv);
int BENCH_ENTRY(int argc, char **argv) {
    static const struct { const char *name; int nid; } curves[] = {
        {"p192", NID_X9_62_prime192v1}, {"p224", NID_secp224r1}, {"p256", NID_X9_62_prime256v1},
        {"p384", NID_secp384r1}, {"p521", NID_secp521r1}, {"secp256k1", NID_secp256k1},
#ifndef BORING_FAMILY
        {"brainpoolp256r1", NID_brainpoolP256r1}, {"brainpoolp384r1", NID_brainpoolP384r1},
        {"brainpoolp512r1", NID_brainpoolP512r1},
#endif
    };
    char name[200];
    size_t i;
#if defined(OPENSSL_IS_AWSLC)
    snprintf(name, sizeof name, "%s", awslc_version_string());
#elif defined(OPENSSL_IS_BORINGSSL)
    snprintf(name, sizeof name, "BoringSSL API %d", BORINGSSL_API_VERSION);
#else
    snprintf(name, sizeof name, "%s", OpenSSL_version(OPENSSL_VERSION));
#endif
    bench_begin(argc, argv, name);
    RAND_bytes(digests[0], sizeof digests);
    RAND_bytes(text, sizeof text);
    for (i = 0; i < sizeof curves / sizeof *curves; i++) {
        snprintf(name, sizeof name, "ecdsa-%s", curves[i].name);
        signatures(name, EVP_PKEY_EC, curves[i].nid, NULL, 1);
        snprintf(name, sizeof name, "ecdh-%s", curves[i].name);
        agreement(name, EVP_PKEY_EC, curves[i].nid);
    }
    edwards("ed25519", EVP_PKEY_ED25519);
    agreement("x25519", EVP_PKEY_X25519, 0);
#ifndef BORING_FAMILY
    edwards("ed448", EVP_PKEY_ED448);
    agreement("x448", EVP_PKEY_X448, 0);
#endif
#ifdef OPENSSL_IS_AWSLC
    mldsa("mldsa44", NID_MLDSA44, "");
    mldsa("mldsa65", NID_MLDSA65, "");
    mldsa("mldsa87", NID_MLDSA87, "");
#elif !defined(OPENSSL_IS_BORINGSSL)
    mldsa("mldsa44", 0, "ML-DSA-44");
    mldsa("mldsa65", 0, "ML-DSA-65");
    mldsa("mldsa87", 0, "ML-DSA-87");
#endif
    signatures("rsa-1024", EVP_PKEY_RSA, 1024, NULL, 0);
    signatures("rsa-2048", EVP_PKEY_RSA, 2048, NULL, 1);
    signatures("rsa-3072", EVP_PKEY_RSA, 3072, NULL, 0);
    signatures("rsa-4096", EVP_PKEY_RSA, 4096, NULL, 0);
#ifndef BORING_FAMILY
    dsa("dsa-1024", 1024, 160);
    dsa("dsa-2048", 2048, 256);
    dsa("dsa-3072", 3072, 256);
#endif
    texts("ecdsa-p256-sha256", NID_X9_62_prime256v1, EVP_sha256());
    return 0;
}
