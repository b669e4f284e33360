// Each function once as it is meant, and with what a caller can get wrong.

#include "must.h"
#include <sealane.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t MESSAGE[] = "a message";
static uint8_t buffer[8192];
static size_t length;

static void texts(void) {
    MUST(strcmp(sealane_status_name(SEALANE_SIG_INVALID), "SIG_INVALID") == 0);
    MUST(strlen(sealane_status_text(SEALANE_SIG_INVALID)) > 10);
    MUST(strcmp(sealane_status_name(-1), "") == 0 && strcmp(sealane_status_text(12345), "") == 0);
    MUST(strlen(sealane_version()) >= 5);
}

static void schemes(void) {
    sealane_scheme *scheme;
    MUST(sealane_scheme_from_name("rsa-pss-sha256:mgf=sha1,salt=20", &scheme) == SEALANE_OK);
    sealane_scheme_free(scheme);
    MUST(sealane_scheme_from_name("no such one", &scheme) == SEALANE_NAME_UNKNOWN);
    MUST(scheme == NULL);
    MUST(sealane_scheme_from_name(NULL, &scheme) == SEALANE_ARGUMENT_NULL);
    MUST(sealane_scheme_from_name("eddsa", NULL) == SEALANE_ARGUMENT_NULL);
    MUST(sealane_scheme_from_name("\xff\xfe", &scheme) == SEALANE_ARGUMENT_TEXT);
    sealane_scheme_free(NULL);
}

// Writes a key, reads it again, and signs by what was read.
static void keys(const char *algorithm) {
    sealane_private_key *key, *again;
    sealane_public_key *public_key, *public_again;
    MUST(sealane_private_key_generate(algorithm, &key) == SEALANE_OK);
    MUST(sealane_private_key_public_key(key, &public_key) == SEALANE_OK);

    length = 0;
    MUST(sealane_public_key_algorithm(public_key, NULL, &length) == SEALANE_OK);
    MUST(length == strlen(algorithm) + 1);
    MUST(sealane_public_key_algorithm(public_key, (char *)buffer, &length) == SEALANE_OK);
    MUST(strcmp((char *)buffer, algorithm) == 0);

    length = sizeof buffer;
    MUST(sealane_private_key_to_der(key, buffer, &length) == SEALANE_OK);
    MUST(sealane_private_key_from_der(buffer, length, &again) == SEALANE_OK);
    sealane_private_key_free(again);
    MUST(sealane_private_key_from_der(buffer, length - 1, &again) != SEALANE_OK && again == NULL);
    length = sizeof buffer;
    MUST(sealane_private_key_to_pem(key, buffer, &length) == SEALANE_OK);
    MUST(sealane_private_key_from_pem(buffer, length, &again) == SEALANE_OK);

    length = sizeof buffer;
    MUST(sealane_public_key_to_der(public_key, buffer, &length) == SEALANE_OK);
    MUST(sealane_public_key_from_der(buffer, length, &public_again) == SEALANE_OK);
    sealane_public_key_free(public_again);
    length = sizeof buffer;
    MUST(sealane_public_key_to_pem(public_key, buffer, &length) == SEALANE_OK);
    MUST(sealane_public_key_from_pem(buffer, length, &public_again) == SEALANE_OK);
    MUST(sealane_public_key_from_pem(buffer, length - 30, &public_again) == SEALANE_INPUT_PEM);
    MUST(public_again == NULL);
    sealane_private_key *none = again;
    MUST(sealane_private_key_from_pem(MESSAGE, sizeof MESSAGE, &none) == SEALANE_INPUT_PEM);
    MUST(none == NULL);
    sealane_private_key_free(key);

    length = 0;
    MUST(sealane_sign(again, NULL, 0, MESSAGE, sizeof MESSAGE, NULL, &length) == SEALANE_OK);
    size_t most = length;
    length = most - 1;
    memset(buffer, 0xa5, sizeof buffer);
    MUST(sealane_sign(again, NULL, 0, MESSAGE, sizeof MESSAGE, buffer, &length) ==
         SEALANE_BUFFER_TOO_SMALL);
    MUST(length == most && buffer[0] == 0xa5 && buffer[most - 1] == 0xa5);
    MUST(sealane_sign(again, NULL, SEALANE_CHECK, MESSAGE, sizeof MESSAGE, buffer, &length) ==
         SEALANE_OK);
    MUST(length <= most && buffer[most] == 0xa5);
    MUST(sealane_verify(public_key, NULL, 0, MESSAGE, sizeof MESSAGE, buffer, length) ==
         SEALANE_OK);
    MUST(sealane_verify(public_key, NULL, 0, MESSAGE, sizeof MESSAGE - 1, buffer, length) ==
         SEALANE_SIG_INVALID);
    MUST(sealane_verify(public_key, NULL, 0, NULL, 0, buffer, length) == SEALANE_SIG_INVALID);
    MUST(sealane_verify(public_key, NULL, 0, NULL, 1, buffer, length) == SEALANE_ARGUMENT_NULL);
    MUST(sealane_verify(public_key, NULL, 0, MESSAGE, SIZE_MAX, buffer, length) ==
         SEALANE_ARGUMENT_LENGTH);
    MUST(sealane_verify(NULL, NULL, 0, MESSAGE, 1, buffer, length) == SEALANE_ARGUMENT_NULL);
    MUST(sealane_verify(public_key, NULL, 64, MESSAGE, 1, buffer, length) ==
         SEALANE_ARGUMENT_FLAGS);
    MUST(sealane_sign(again, NULL, 64, MESSAGE, 1, buffer, &length) == SEALANE_ARGUMENT_FLAGS);
    MUST(sealane_sign(NULL, NULL, 0, MESSAGE, 1, buffer, &length) == SEALANE_ARGUMENT_NULL);
    MUST(sealane_sign(again, NULL, 0, MESSAGE, 1, buffer, NULL) == SEALANE_ARGUMENT_NULL);
    sealane_private_key_free(again);
    sealane_public_key_free(public_key);
}

static void digests(void) {
    sealane_private_key *key;
    sealane_public_key *public_key;
    sealane_scheme *scheme;
    uint8_t digest[48] = {1, 2, 3};
    MUST(sealane_private_key_generate("p256", &key) == SEALANE_OK);
    MUST(sealane_private_key_public_key(key, &public_key) == SEALANE_OK);
    MUST(sealane_scheme_from_name("ecdsa-sha384", &scheme) == SEALANE_OK);
    uint32_t flags = SEALANE_DIGESTS | SEALANE_DETERMINISTIC | SEALANE_LOW_S;
    length = sizeof buffer;
    MUST(sealane_sign(key, scheme, flags, digest, 48, buffer, &length) == SEALANE_OK);
    MUST(sealane_verify(public_key, scheme, SEALANE_DIGESTS, digest, 48, buffer, length) ==
         SEALANE_OK);
    MUST(sealane_verify(public_key, scheme, SEALANE_DIGESTS, digest, 47, buffer, length) ==
         SEALANE_DIGEST_LENGTH);
    size_t room = sizeof buffer;
    MUST(sealane_sign(key, scheme, flags, digest, 32, buffer, &room) == SEALANE_DIGEST_LENGTH);
    sealane_scheme_free(scheme);
    MUST(sealane_scheme_from_name("eddsa", &scheme) == SEALANE_OK);
    MUST(sealane_sign(key, scheme, 0, digest, 32, buffer, &room) == SEALANE_SCHEME_UNSUPPORTED);
    sealane_scheme_free(scheme);
    sealane_private_key_free(key);
    sealane_public_key_free(public_key);
}

static void secrets(void) {
    sealane_private_key *ours, *theirs;
    sealane_public_key *our_public, *their_public;
    MUST(sealane_private_key_generate("x25519", &ours) == SEALANE_OK);
    MUST(sealane_private_key_generate("x25519", &theirs) == SEALANE_OK);
    MUST(sealane_private_key_public_key(ours, &our_public) == SEALANE_OK);
    MUST(sealane_private_key_public_key(theirs, &their_public) == SEALANE_OK);
    uint8_t a[32], b[32];
    size_t a_length = 32, b_length = 32;
    MUST(sealane_derive(ours, their_public, a, &a_length) == SEALANE_OK);
    MUST(sealane_derive(theirs, our_public, b, &b_length) == SEALANE_OK);
    MUST(a_length == 32 && b_length == 32 && memcmp(a, b, 32) == 0);
    a_length = 31;
    MUST(sealane_derive(ours, their_public, a, &a_length) == SEALANE_BUFFER_TOO_SMALL);
    MUST(a_length == 32);
    MUST(sealane_derive(ours, NULL, a, &a_length) == SEALANE_ARGUMENT_NULL);
    // It agrees on secrets, and does not sign.
    MUST(sealane_sign(ours, NULL, 0, MESSAGE, 1, buffer, &length) == SEALANE_SCHEME_UNSUPPORTED);
    MUST(sealane_verify(our_public, NULL, 0, MESSAGE, 1, a, 32) == SEALANE_SIG_UNSUPPORTED);
    sealane_private_key_free(ours), sealane_private_key_free(theirs);
    sealane_public_key_free(our_public), sealane_public_key_free(their_public);
}

static void batches(void) {
    sealane_status status = SEALANE_OK;
    MUST(sealane_sign_batch(0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL) == SEALANE_OK);
    MUST(sealane_sign_batch(1, NULL, NULL, 0, NULL, NULL, NULL, NULL, &status) ==
         SEALANE_ARGUMENT_NULL);
    MUST(sealane_sign_batch(SIZE_MAX, NULL, NULL, 0, NULL, NULL, NULL, NULL, &status) ==
         SEALANE_ARGUMENT_LENGTH);
    MUST(sealane_sign_batch(0, NULL, NULL, 64, NULL, NULL, NULL, NULL, NULL) ==
         SEALANE_ARGUMENT_FLAGS);
    MUST(sealane_verify_batch(0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL) == SEALANE_OK);
    MUST(sealane_verify_batch(1, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, &status) ==
         SEALANE_ARGUMENT_NULL);
    MUST(sealane_key_tables_new(1024, NULL) == SEALANE_ARGUMENT_NULL);
    sealane_key_tables_free(NULL);
}

int main(void) {
    texts();
    schemes();
    const char *algorithms[] = {"p256", "ed25519", "ed448", "brainpoolp512r1", "mldsa44"};
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
        keys(algorithms[i]);
    }
    sealane_private_key *key;
    MUST(sealane_private_key_generate("p257", &key) == SEALANE_NAME_UNKNOWN && key == NULL);
    digests();
    secrets();
    batches();
    printf("all good\n");
    return 0;
}
