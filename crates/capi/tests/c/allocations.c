// Says how often each operation asks for memory, once the tables of its algorithm are made:
// ALGORITHM OPERATION COUNT, a line each; `planted` is one block of this program's own.

#include "heap.h"
#include "must.h"
#include <sealane.h>
#include <stdio.h>
#include <string.h>

static const uint8_t MESSAGE[] = "a message";
static uint8_t signature[8192];

typedef struct {
    const char *algorithm, *name;
    sealane_private_key *key;
    sealane_public_key *public_key;
    sealane_scheme *scheme;
} operands;

static void sign(operands *of, uint32_t flags, const char *operation) {
    long calls = 0;
    uint8_t digest[64] = {1, 2, 3};
    const uint8_t *message = flags & SEALANE_DIGESTS ? digest : MESSAGE;
    size_t size = flags & SEALANE_DIGESTS ? 32 : sizeof MESSAGE, length = 0;
    for (int turn = 0; turn < 3; turn++) {
        length = sizeof signature;
        calls = heap_calls;
        MUST(sealane_sign(of->key, of->scheme, flags, message, size, signature, &length) ==
             SEALANE_OK);
        calls = heap_calls - calls;
    }
    printf("%s sign%s %ld\n", of->name, operation, calls);
    flags &= SEALANE_DIGESTS | SEALANE_FIXED;
    for (int turn = 0; turn < 3; turn++) {
        calls = heap_calls;
        MUST(sealane_verify(of->public_key, of->scheme, flags, message, size, signature, length) ==
             SEALANE_OK);
        calls = heap_calls - calls;
    }
    printf("%s verify%s %ld\n", of->name, operation, calls);
}

static void derive(operands *of) {
    long calls = 0;
    for (int turn = 0; turn < 3; turn++) {
        size_t length = sizeof signature;
        calls = heap_calls;
        MUST(sealane_derive(of->key, of->public_key, signature, &length) == SEALANE_OK);
        calls = heap_calls - calls;
    }
    printf("%s derive %ld\n", of->name, calls);
}

// The same item `count` times over.
static void batch(operands *of, size_t count, int fixed) {
    const sealane_private_key *keys[64];
    const sealane_public_key *public_keys[64];
    const uint8_t *messages[64], *made[64];
    uint8_t *signatures[64];
    size_t lengths[64], sizes[64];
    sealane_status statuses[64];
    uint32_t flags = fixed ? SEALANE_FIXED : 0;
    for (size_t i = 0; i < count; i++) {
        keys[i] = of->key, public_keys[i] = of->public_key;
        messages[i] = MESSAGE, lengths[i] = sizeof MESSAGE;
        signatures[i] = signature + 128 * i, made[i] = signatures[i], sizes[i] = 128;
    }
    long calls = heap_calls;
    MUST(sealane_sign_batch(count, keys, of->scheme, flags, messages, lengths, signatures, sizes,
                            statuses) == SEALANE_OK);
    printf("%s sign-batch-%zu %ld\n", of->name, count, heap_calls - calls);
    calls = heap_calls;
    MUST(sealane_verify_batch(count, public_keys, of->scheme, flags, messages, lengths, made, sizes,
                              NULL, statuses) == SEALANE_OK);
    printf("%s verify-batch-%zu %ld\n", of->name, count, heap_calls - calls);
}

static void all(const char *algorithm, const char *scheme) {
    operands of = {.algorithm = algorithm, .name = scheme ? scheme : algorithm};
    MUST(sealane_private_key_generate(algorithm, &of.key) == SEALANE_OK);
    MUST(sealane_private_key_public_key(of.key, &of.public_key) == SEALANE_OK);
    if (scheme != NULL) {
        MUST(sealane_scheme_from_name(scheme, &of.scheme) == SEALANE_OK);
    }
    size_t length = 0;
    if (sealane_sign(of.key, of.scheme, 0, NULL, 0, NULL, &length) == SEALANE_OK) {
        sign(&of, 0, "");
        sign(&of, SEALANE_DETERMINISTIC | SEALANE_LOW_S | SEALANE_CHECK, "-checked");
        if (scheme == NULL && strcmp(algorithm, "p256") == 0) {
            sign(&of, SEALANE_FIXED, "-fixed");
            sign(&of, SEALANE_DIGESTS, "-digest");
            batch(&of, 8, 0), batch(&of, 64, 0), batch(&of, 64, 1);
        }
    }
    if (scheme == NULL && sealane_derive(of.key, of.public_key, NULL, &length) == SEALANE_OK) {
        derive(&of);
    }
    sealane_private_key_free(of.key);
    sealane_public_key_free(of.public_key);
    sealane_scheme_free(of.scheme);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *scheme = strchr(argv[i], '/');
        if (scheme != NULL) {
            *scheme++ = '\0';
        }
        all(argv[i], scheme);
    }
    long calls = heap_calls;
    void *volatile block = malloc(1);
    printf("planted malloc %ld\n", heap_calls - calls);
    free(block);
    return 0;
}
