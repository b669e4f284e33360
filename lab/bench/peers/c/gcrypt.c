/* libgcrypt: gcry_pk_sign, gcry_pk_verify and gcry_pk_genkey on S-expressions that are built
 * beforehand (its only general calls; it reads them every time). RSA: PKCS#1 v1.5, blinded. */
#include "bench.h"
#include <gcrypt.h>

static unsigned char digests[INPUTS][32];
typedef struct {
    gcry_sexp_t recipe, private, public, data[INPUTS], signatures[INPUTS], out, made;
    int edwards, rsa;
    size_t bytes, input; /* of half a signature, and of what is signed */
} Key;

static int do_keygen(void *state, unsigned input) {
    Key *k = state;
    (void)input;
    gcry_sexp_release(k->made);
    k->made = NULL;
    return !gcry_pk_genkey(&k->made, k->recipe);
}
static int do_sign(void *state, unsigned input) {
    Key *k = state;
    gcry_sexp_release(k->out);
    k->out = NULL;
    return !gcry_pk_sign(&k->out, k->data[input], k->private);
}
static int do_verify(void *state, unsigned message, unsigned signature) {
    Key *k = state;
    return !gcry_pk_verify(k->signatures[signature], k->data[message], k->public);
}

/* Prints the bytes of a number, filled up to a length. */
static void number(gcry_sexp_t in, const char *name, const char *before, size_t bytes) {
    gcry_sexp_t found = gcry_sexp_find_token(in, name, 0);
    size_t count = 0;
    const unsigned char *data =
        found ? (const unsigned char *)gcry_sexp_nth_data(found, 1, &count) : NULL;
    printf("%s", before);
    if (!data) return;
    while (count > bytes && bytes && !*data) data++, count--;
    for (; bytes > count; bytes--) printf("00");
    bench_more(data, count);
    gcry_sexp_release(found);
}
static void public_field(Key *k, gcry_sexp_t key) {
    gcry_sexp_t public = gcry_sexp_find_token(key, "public-key", 0);
    if (k->rsa) {
        number(public, "n", "\trsa:", 0);
        number(public, "e", ":", 0);
    } else {
        number(public, "q", "\t", 0);
    }
    gcry_sexp_release(public);
}
static void signature(Key *k, const char *algo, const char *op, int input, gcry_sexp_t made) {
    bench_sample(algo, op);
    public_field(k, k->public);
    bench_hex(k->edwards ? "message:" : "digest:", digests[input], k->input);
    if (k->rsa) {
        number(made, "s", "\traw:", k->bytes);
    } else {
        number(made, "r", "\traw:", k->bytes);
        number(made, "s", "", k->bytes);
    }
    bench_end();
}

static void run(const char *algo, const char *recipe, const char *data, size_t bytes, int keygen) {
    Key *k;
    gcry_sexp_t pair;
    int i, last;
    if (!bench_wants_any(algo)) return;
    k = calloc(1, sizeof *k);
    k->edwards = !strcmp(algo, "ed25519");
    k->rsa = !strncmp(algo, "rsa", 3);
    k->bytes = bytes;
    /* It takes a longer digest for a number, and does not cut it to the length of the order. */
    k->input = bytes < 32 ? bytes : 32;
    if (gcry_sexp_new(&k->recipe, recipe, 0, 1) || gcry_pk_genkey(&pair, k->recipe)) {
        printf("# absent %s\n", algo);
        return;
    }
    k->private = gcry_sexp_find_token(pair, "private-key", 0);
    k->public = gcry_sexp_find_token(pair, "public-key", 0);
    for (i = 0; i < INPUTS; i++) {
        if (gcry_sexp_build(&k->data[i], NULL, data, (int)k->input, digests[i])
            || gcry_pk_sign(&k->signatures[i], k->data[i], k->private)) {
            printf("# fail %s\n", algo);
            return;
        }
    }
    if (keygen && bench_op(algo, "keygen", do_keygen, k) >= 0) {
        bench_sample(algo, "keygen");
        public_field(k, k->made);
        /* The private number of EdDSA is a seed, of ECDSA a scalar. */
        if (k->rsa) bench_text("-");
        else number(k->made, "d", "\t", bytes);
        bench_text("-");
        bench_end();
    }
    last = bench_op(algo, "sign", do_sign, k);
    if (last >= 0) signature(k, algo, "sign", last, k->out);
    last = bench_verify(algo, do_verify, k);
    if (last >= 0) signature(k, algo, "verify", last, k->signatures[last]);
}

int main(int argc, char **argv) {
    static const struct { const char *name, *curve; size_t bytes; } curves[] = {
        {"p192", "NIST P-192", 24}, {"p224", "NIST P-224", 28}, {"p256", "NIST P-256", 32},
        {"p384", "NIST P-384", 48}, {"p521", "NIST P-521", 66}, {"secp256k1", "secp256k1", 32}};
    static const int sizes[] = {1024, 2048, 3072, 4096};
    char version[64], algo[64], recipe[128];
    size_t i;
    snprintf(version, sizeof version, "libgcrypt %s", gcry_check_version(NULL));
    bench_begin(argc, argv, version);
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_ENABLE_QUICK_RANDOM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    gcry_create_nonce(digests, sizeof digests);
    for (i = 0; i < sizeof curves / sizeof *curves; i++) {
        snprintf(algo, sizeof algo, "ecdsa-%s", curves[i].name);
        snprintf(recipe, sizeof recipe, "(genkey (ecc (curve \"%s\")))", curves[i].curve);
        run(algo, recipe, "(data (flags raw)(value %b))", curves[i].bytes, 1);
    }
    run("ed25519", "(genkey (ecc (curve \"Ed25519\")(flags eddsa)))",
        "(data (flags eddsa)(hash-algo sha512)(value %b))", 32, 1);
    for (i = 0; i < 4; i++) {
        snprintf(algo, sizeof algo, "rsa-%d", sizes[i]);
        snprintf(recipe, sizeof recipe, "(genkey (rsa (nbits 4:%d)(flags transient-key)))",
                 sizes[i]);
        run(algo, recipe, "(data (flags pkcs1)(hash sha256 %b))", (size_t)sizes[i] / 8,
            sizes[i] == 2048);
    }
    return 0;
}
