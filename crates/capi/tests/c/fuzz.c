// Calls every function with arguments that are drawn: pointers that are missing, lengths that are
// wrong or that no memory has, counts likewise, bytes, texts and flags that are none, handles of any
// kind of key. Each call returns a status with a name, never INTERNAL; one whose arguments must be
// refused is refused; nothing is read or written behind a buffer, and none that is refused is
// changed; what was made can be freed, and then no block is left.
//
// Not drawn: what C cannot tell, and the header calls the caller's promise (freed handles, lengths
// beyond a buffer). RSA and DSA keys are read, not made, which takes seconds.
// usage: fuzz CALLS SEED [leak|write|refusal]   (with a fault of this program's own, which it finds)

#include "guarded.h"
#include "heap.h"
#include <sealane.h>
#include <stdio.h>

enum { KEYS = 24, SCHEMES = 8, TABLES = 2, BATCH = 9 };

static const char *const ALGORITHMS[] = {"p256", "ed25519", "x25519", "p384", "secp256k1", "ed448",
                                         "x448", "brainpoolp256r1", "p224", "mldsa44"};
static const char *const NAMES[] = {"ecdsa-sha256", "eddsa",     "ecdsa-sha384",
                                    "eddsa:context=6162", "bip340", "rsa-pss-sha256",
                                    "rsa-pkcs1-sha256", "mldsa",  "mldsa:context=70617973",
                                    "dsa-sha256"};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static sealane_private_key *keys[KEYS];
static sealane_public_key *public_keys[KEYS];
static sealane_scheme *schemes[SCHEMES];
static sealane_key_tables *tables[TABLES];
static const char *plant;

// Whether the call that is made must be refused.
static int refused;
// Calls of each function, and those that returned OK.
static struct {
    const char *name;
    long calls, good;
} counts[40];

static sealane_status said(const char *name, sealane_status status) {
    size_t i = 0;
    while (counts[i].name != NULL && strcmp(counts[i].name, name) != 0) {
        i++;
    }
    MUST(i + 1 < COUNT(counts));
    counts[i].name = name;
    counts[i].calls++;
    counts[i].good += status == SEALANE_OK;
    if (plant != NULL && strcmp(plant, "refusal") == 0) {
        refused = 1;
    }
    if (*sealane_status_name((int32_t)status) == '\0' || status == SEALANE_INTERNAL ||
        (refused && status == SEALANE_OK)) {
        fprintf(stderr, "%s: %d %s\n", name, status, sealane_status_name((int32_t)status));
        exit(1);
    }
    refused = 0;
    return status;
}
#define CALL(function, ...) said(#function, function(__VA_ARGS__))
#define FREE(function, value) (function(value), said(#function, SEALANE_OK))

// A pointer, or none, which must be refused.
static void *or_none(void *pointer) {
    if (one_in(24)) {
        refused = 1;
        return NULL;
    }
    return pointer;
}

// One of those there are; now and then none, which must be refused if `needed`.
#define PICK(array, needed) pick((void *const *)(array), COUNT(array), needed)
static void *pick(void *const *array, size_t count, int needed) {
    void *found = one_in(16) ? NULL : array[below(count)];
    refused |= needed && found == NULL;
    return found;
}

typedef struct {
    uint8_t *data;
    size_t length;
} bytes;

static bytes drawn(size_t arena, size_t most) {
    bytes out = {.length = below(most + 1)};
    out.data = guarded(arena, out.length);
    for (size_t i = 0; i < out.length; i++) {
        out.data[i] = (uint8_t)next();
    }
    return out;
}

// Bytes with a pointer or a length that must be refused, now and then.
static bytes spoiled(bytes in) {
    if (one_in(24)) {
        in.length = SIZE_MAX - below(1000);
        refused = 1;
    } else if (one_in(24)) {
        refused |= in.length != 0;
        in.data = NULL;
    }
    return in;
}

// Bytes with one changed, or cut, most times left alone.
static bytes changed(size_t arena, bytes in) {
    if (in.length != 0 && one_in(4)) {
        in.data[below(in.length)] ^= (uint8_t)(1 << below(8));
    }
    if (in.length != 0 && one_in(8)) {
        size_t length = below(in.length);
        uint8_t *moved = guarded(arena, length);
        memmove(moved, in.data, length);
        in = (bytes){moved, length};
    }
    return in;
}

// A text, most times one of those given.
static const char *text(size_t arena, const char *const *known, size_t count) {
    if (one_in(16)) {
        bytes any = drawn(arena, 40);
        if (any.length == 0) {
            refused = 1;
            return NULL;
        }
        any.data[any.length - 1] = '\0';
        return (const char *)any.data;
    }
    const char *name = known[below(count)];
    char *copy = (char *)guarded(arena, strlen(name) + 1);
    strcpy(copy, name);
    if (one_in(8)) {
        copy[below(strlen(copy))] = (char)(1 + below(255));
    }
    return copy;
}

static uint32_t flags_of(uint32_t known) {
    uint32_t flags = one_in(16) ? (uint32_t)next() : (uint32_t)next() & known;
    refused |= (flags & ~known) != 0;
    return flags;
}

// A place for what comes out: too short, just long enough or longer, or none.
typedef struct {
    uint8_t *data;
    size_t *length;
    size_t size, told;
} place;

static void reset(place *to, size_t arena, size_t size) {
    to->size = size;
    to->data = one_in(8) ? NULL : guarded(arena, size);
    to->told = size;
    to->length = or_none(&to->told);
    if (to->data != NULL) {
        memset(to->data - 8, 0xa5, size + 8);
    }
}

// What was refused is as it was, and nothing before it is another.
static void look(const place *to, sealane_status status) {
    if (to->data == NULL) {
        return;
    }
    size_t own = status == SEALANE_OK ? to->size : 0;
    if (plant != NULL && strcmp(plant, "write") == 0 && status != SEALANE_OK) {
        to->data[-1] = 0;
    }
    for (uint8_t *at = to->data - 8; at < to->data + (own == 0 ? to->size : 0); at++) {
        MUST(*at == 0xa5);
    }
    MUST(status != SEALANE_OK || to->told <= to->size);
    MUST(status != SEALANE_BUFFER_TOO_SMALL || to->told > to->size);
}

static size_t size_for(size_t most) {
    return one_in(4) ? below(most) : most + below(3);
}

static void keep_private(sealane_status status, sealane_private_key *key) {
    MUST((status == SEALANE_OK) == (key != NULL));
    if (key != NULL) {
        size_t at = below(KEYS);
        FREE(sealane_private_key_free, keys[at]);
        keys[at] = key;
    }
}

static void keep_public(sealane_status status, sealane_public_key *key) {
    MUST((status == SEALANE_OK) == (key != NULL));
    if (key != NULL) {
        size_t at = below(KEYS);
        FREE(sealane_public_key_free, public_keys[at]);
        public_keys[at] = key;
    }
}

// A document or the bytes of a key that there is, by a function that writes them.
#define WRITTEN(arena, function, ...) written(arena, function(__VA_ARGS__, all, &length))
static uint8_t all[16384];
static size_t length;
static bytes written(size_t arena, sealane_status status) {
    size_t size = status == SEALANE_OK ? length : 0;
    return (bytes){memcpy(guarded(arena, size), all, size), size};
}

// The name of a key's algorithm, half of the time.
static const char *name_for(size_t arena, const sealane_public_key *key) {
    length = sizeof all;
    if (one_in(2) || sealane_public_key_algorithm(key, (char *)all, &length) != SEALANE_OK) {
        return text(arena, ALGORITHMS, COUNT(ALGORITHMS));
    }
    return memcpy(guarded(arena, length), all, length);
}

static void read_private(void) {
    sealane_private_key *made = NULL, *key = keys[below(KEYS)];
    sealane_private_key **to = NULL;
    sealane_status status;
    length = sizeof all;
    switch (below(4)) {
    case 0: {
        bytes der = spoiled(changed(0, WRITTEN(0, sealane_private_key_to_der, key)));
        to = or_none(&made);
        status = CALL(sealane_private_key_from_der, der.data, der.length, to);
        break;
    }
    case 1: {
        bytes pem = spoiled(changed(0, WRITTEN(0, sealane_private_key_to_pem, key)));
        to = or_none(&made);
        status = CALL(sealane_private_key_from_pem, pem.data, pem.length, to);
        break;
    }
    case 2: {
        sealane_public_key *of = NULL;
        sealane_private_key_public_key(key, &of);
        const char *name = name_for(1, of);
        sealane_public_key_free(of);
        length = sizeof all;
        bytes own = WRITTEN(0, sealane_private_key_to_bytes, key);
        own = one_in(4) ? drawn(0, 80) : own;
        own = spoiled(changed(0, own));
        to = or_none(&made);
        status = CALL(sealane_private_key_from_bytes, name, own.data, own.length, to);
        break;
    }
    default: {
        const char *name = text(1, ALGORITHMS, COUNT(ALGORITHMS));
        to = or_none(&made);
        status = CALL(sealane_private_key_generate, name, to);
    }
    }
    keep_private(status, made);
}

static void read_public(void) {
    sealane_public_key *made = NULL, *key = public_keys[below(KEYS)];
    sealane_public_key **to = NULL;
    sealane_status status;
    length = sizeof all;
    switch (below(4)) {
    case 0: {
        bytes der = spoiled(changed(0, WRITTEN(0, sealane_public_key_to_der, key)));
        to = or_none(&made);
        status = CALL(sealane_public_key_from_der, der.data, der.length, to);
        break;
    }
    case 1: {
        bytes pem = spoiled(changed(0, WRITTEN(0, sealane_public_key_to_pem, key)));
        to = or_none(&made);
        status = CALL(sealane_public_key_from_pem, pem.data, pem.length, to);
        break;
    }
    case 2: {
        const char *name = name_for(1, key);
        uint32_t flags = one_in(2) ? SEALANE_COMPRESSED : 0;
        length = sizeof all;
        bytes own = WRITTEN(0, sealane_public_key_to_bytes, key, flags);
        own = spoiled(changed(0, one_in(2) ? own : drawn(0, 140)));
        to = or_none(&made);
        status = CALL(sealane_public_key_from_bytes, name, own.data, own.length, to);
        break;
    }
    default: {
        sealane_private_key *of = PICK(keys, 1);
        to = or_none(&made);
        status = CALL(sealane_private_key_public_key, of, to);
    }
    }
    keep_public(status, made);
}

static void write_key(void) {
    place to;
    reset(&to, 0, size_for(below(300) + 1));
    sealane_private_key *key = NULL;
    sealane_public_key *public_key = NULL;
    size_t which = below(7);
    if (which < 3) {
        key = PICK(keys, 1);
    } else {
        public_key = PICK(public_keys, 1);
    }
    sealane_status status;
    switch (which) {
    case 0:
        status = CALL(sealane_private_key_to_der, key, to.data, to.length);
        break;
    case 1:
        status = CALL(sealane_private_key_to_pem, key, to.data, to.length);
        break;
    case 2:
        status = CALL(sealane_private_key_to_bytes, key, to.data, to.length);
        break;
    case 3:
        status = CALL(sealane_public_key_to_der, public_key, to.data, to.length);
        break;
    case 4:
        status = CALL(sealane_public_key_to_pem, public_key, to.data, to.length);
        break;
    case 5: {
        uint32_t flags = flags_of(SEALANE_COMPRESSED);
        status = CALL(sealane_public_key_to_bytes, public_key, flags, to.data, to.length);
        break;
    }
    default:
        status = CALL(sealane_public_key_algorithm, public_key, (char *)to.data, to.length);
    }
    look(&to, status);
}

static void derive(void) {
    place to;
    reset(&to, 0, size_for(57));
    sealane_private_key *key = PICK(keys, 1);
    sealane_public_key *own = NULL;
    if (one_in(2)) {
        sealane_private_key_public_key(key, &own);
    }
    sealane_public_key *peer = own != NULL ? own : PICK(public_keys, 1);
    look(&to, CALL(sealane_derive, key, peer, to.data, to.length));
    FREE(sealane_public_key_free, own);
}

enum {
    OF_SIGNATURES = SEALANE_DETERMINISTIC | SEALANE_LOW_S | SEALANE_CHECK | SEALANE_DIGESTS |
                    SEALANE_FIXED,
    OF_VERDICTS = SEALANE_DIGESTS | SEALANE_FIXED
};

// A message, or a digest.
static bytes message_of(size_t arena, uint32_t flags) {
    bytes message = drawn(arena, flags & SEALANE_DIGESTS ? 64 : 300);
    if (flags & SEALANE_DIGESTS && !one_in(8)) {
        message = (bytes){guarded(arena, 32), 32};
        memset(message.data, 7, 32);
    }
    return message;
}

static void sign(void) {
    place to;
    reset(&to, 0, size_for(one_in(8) ? 2420 : 110));
    sealane_private_key *key = PICK(keys, 1);
    sealane_scheme *scheme = one_in(2) ? NULL : PICK(schemes, 0);
    uint32_t flags = flags_of(OF_SIGNATURES);
    bytes message = spoiled(message_of(1, flags));
    look(&to, CALL(sealane_sign, key, scheme, flags, message.data, message.length, to.data,
                   to.length));
}

// A signature by a key of the same number as the public one, most times.
static bytes signature_of(size_t arena, size_t at, sealane_scheme *scheme, uint32_t flags,
                          bytes message) {
    length = sizeof all;
    sealane_status status = sealane_sign(keys[at], scheme, flags & OF_SIGNATURES, message.data,
                                         message.length, all, &length);
    if (status != SEALANE_OK || one_in(8)) {
        return drawn(arena, 150);
    }
    return changed(arena, written(arena, status));
}

static void verify(void) {
    size_t at = below(KEYS);
    sealane_public_key *of = NULL;
    if (one_in(2)) {
        sealane_private_key_public_key(keys[at], &of);
    }
    sealane_public_key *key = of != NULL ? of : PICK(public_keys, 1);
    sealane_scheme *scheme = one_in(2) ? NULL : PICK(schemes, 0);
    uint32_t flags = flags_of(OF_VERDICTS);
    bytes message = message_of(1, flags);
    bytes signature = spoiled(signature_of(2, at, scheme, flags, message));
    message = spoiled(message);
    CALL(sealane_verify, key, scheme, flags, message.data, message.length, signature.data,
         signature.length);
    FREE(sealane_public_key_free, of);
}

// An array of a batch: as it is, or missing, or not aligned, which must be refused.
static void *array(void *first, size_t count) {
    if (one_in(48)) {
        refused |= count != 0;
        return NULL;
    }
    if (one_in(96)) {
        refused |= count != 0;
        return (uint8_t *)first + 1;
    }
    return first;
}

static void batch(int signs) {
    static const void *key[BATCH], *message[BATCH];
    static uint8_t *signature[BATCH];
    static size_t message_length[BATCH], signature_length[BATCH];
    static sealane_status status[BATCH];
    uint32_t flags = flags_of(signs ? OF_SIGNATURES : OF_VERDICTS);
    sealane_scheme *scheme = one_in(2) ? NULL : PICK(schemes, 0);
    size_t count = below(BATCH + 1);
    int any = refused;
    for (size_t i = 0; i < count; i++) {
        bytes given = message_of(1 + i, flags);
        size_t at = below(KEYS);
        key[i] = signs ? (void *)keys[at] : (void *)public_keys[at];
        status[i] = (sealane_status)1000;
        if (signs) {
            signature_length[i] = size_for(110);
            signature[i] = guarded(20 + i, signature_length[i]);
        } else {
            bytes made = spoiled(signature_of(20 + i, at, scheme, flags, given));
            signature[i] = made.data, signature_length[i] = made.length;
        }
        given = spoiled(given);
        message[i] = given.data, message_length[i] = given.length;
        if (one_in(24)) {
            key[i] = NULL;
        }
    }
    size_t told = count;
    refused = any;
    if (one_in(24)) {
        told = SIZE_MAX / 8 + below(1000), refused = 1;
    }
    void *of = array(key, told), *messages = array(message, told);
    void *lengths = array(message_length, told), *signatures = array(signature, told);
    void *sizes = array(signature_length, told), *statuses = array(status, told);
    int must = refused;
    sealane_status first =
        signs ? CALL(sealane_sign_batch, told, of, scheme, flags, messages, lengths, signatures,
                     sizes, statuses)
              : CALL(sealane_verify_batch, told, of, scheme, flags, messages, lengths, signatures,
                     sizes, PICK(tables, 0), statuses);
    for (size_t i = 0; i < count; i++) {
        MUST(must ? status[i] == (sealane_status)1000 : *sealane_status_name(status[i]) != '\0');
        MUST(must || (status[i] != SEALANE_INTERNAL && (first != SEALANE_OK || !status[i])));
    }
}

static void values(void) {
    if (one_in(2)) {
        sealane_scheme *made = NULL;
        const char *name = text(1, NAMES, COUNT(NAMES));
        sealane_scheme **to = or_none(&made);
        MUST((CALL(sealane_scheme_from_name, name, to) == SEALANE_OK) == (made != NULL));
        if (made != NULL) {
            size_t at = below(SCHEMES);
            FREE(sealane_scheme_free, schemes[at]);
            schemes[at] = made;
        }
    } else if (one_in(8)) {
        sealane_key_tables *made = NULL;
        sealane_key_tables **to = or_none(&made);
        size_t most = one_in(4) ? SIZE_MAX - below(9) : below(1 << 20);
        MUST((CALL(sealane_key_tables_new, most, to) == SEALANE_OK) == (made != NULL));
        if (made != NULL) {
            size_t at = below(TABLES);
            FREE(sealane_key_tables_free, tables[at]);
            tables[at] = made;
        }
    } else {
        int32_t status = one_in(2) ? (int32_t)next() : (int32_t)below(100);
        MUST((*sealane_status_name(status) == '\0') == (*sealane_status_text(status) == '\0'));
        MUST(strlen(sealane_version()) >= 5);
        said("sealane_status_name", SEALANE_OK), said("sealane_status_text", SEALANE_OK);
        said("sealane_version", SEALANE_OK);
    }
}

static void free_all(void) {
    for (size_t i = 0; i < KEYS; i++) {
        FREE(sealane_private_key_free, keys[i]), keys[i] = NULL;
        FREE(sealane_public_key_free, public_keys[i]), public_keys[i] = NULL;
    }
    for (size_t i = 0; i < SCHEMES; i++) {
        FREE(sealane_scheme_free, schemes[i]), schemes[i] = NULL;
    }
    for (size_t i = 0; i < TABLES; i++) {
        FREE(sealane_key_tables_free, tables[i]), tables[i] = NULL;
    }
}

static long calls(void) {
    long sum = 0;
    for (size_t i = 0; counts[i].name != NULL; i++) {
        sum += counts[i].calls;
    }
    return sum;
}

static void draw(long end) {
    void (*const kinds[])(void) = {read_private, read_public, write_key, derive,
                                   sign,         verify,      values};
    while (calls() < end) {
        size_t kind = below(COUNT(kinds) + 2);
        refused = 0;
        if (kind < COUNT(kinds)) {
            kinds[kind]();
        } else {
            batch(kind == COUNT(kinds));
        }
    }
}

// A batch as well: lanes have tables of their own, which stay.
static void use_in_lanes(const sealane_private_key *key, const sealane_public_key *peer) {
    enum { ITEMS = 16, ROOM = 3000 };
    static uint8_t room[ITEMS][ROOM];
    const sealane_private_key *signers[ITEMS];
    const sealane_public_key *peers[ITEMS];
    const uint8_t *messages[ITEMS], *made[ITEMS];
    uint8_t *signatures[ITEMS];
    size_t nothing[ITEMS], lengths[ITEMS];
    sealane_status status[ITEMS];
    for (size_t i = 0; i < ITEMS; i++) {
        signers[i] = key, peers[i] = peer;
        messages[i] = room[0], nothing[i] = 0;
        made[i] = signatures[i] = room[i], lengths[i] = ROOM;
    }
    if (sealane_sign_batch(ITEMS, signers, NULL, 0, messages, nothing, signatures, lengths,
                           status) == SEALANE_OK) {
        MUST(sealane_verify_batch(ITEMS, peers, NULL, 0, messages, nothing, made, lengths, NULL,
                                  status) == SEALANE_OK);
    }
}

// A scheme may have a table that the usual one of its algorithm has not.
static void use_by(const sealane_private_key *key, const sealane_public_key *peer,
                   const sealane_scheme *scheme) {
    length = sizeof all;
    if (sealane_sign(key, scheme, 0, NULL, 0, all, &length) == SEALANE_OK) {
        MUST(sealane_verify(peer, scheme, 0, NULL, 0, all, length) == SEALANE_OK);
    }
}

// Keys of every algorithm, each used in every way, so that tables which stay are made.
static void prepare(char **documents, int count) {
    for (size_t i = 0; i < COUNT(ALGORITHMS); i++) {
        sealane_private_key *key;
        sealane_public_key *peer;
        MUST(sealane_private_key_generate(ALGORITHMS[i], &key) == SEALANE_OK);
        MUST(sealane_private_key_public_key(key, &peer) == SEALANE_OK);
        use_by(key, peer, NULL);
        for (size_t name = 0; name < COUNT(NAMES); name++) {
            sealane_scheme *scheme;
            MUST(sealane_scheme_from_name(NAMES[name], &scheme) == SEALANE_OK);
            use_by(key, peer, scheme);
            sealane_scheme_free(scheme);
        }
        length = sizeof all;
        sealane_derive(key, peer, all, &length);
        use_in_lanes(key, peer);
        keys[i] = key, public_keys[i] = peer;
    }
    for (int i = 0; i < count; i++) {
        size_t at = COUNT(ALGORITHMS) + (size_t)i;
        const uint8_t *pem = (const uint8_t *)documents[i];
        MUST(sealane_private_key_from_pem(pem, strlen(documents[i]), &keys[at]) == SEALANE_OK);
        MUST(sealane_private_key_public_key(keys[at], &public_keys[at]) == SEALANE_OK);
    }
}

int main(int argc, char **argv) {
    MUST(argc >= 3);
    static char line[1 << 14];
    char *documents[4];
    int count = 0;
    static char texts[4][1 << 14];
    // Blocks of PEM, one behind the other.
    while (fgets(line, sizeof line, stdin) != NULL) {
        strcat(texts[count], line);
        if (strncmp(line, "-----END", 8) == 0) {
            documents[count] = texts[count], count++;
            MUST(count < 4);
        }
    }
    long end = strtol(argv[1], NULL, 10);
    state = strtoull(argv[2], NULL, 10) * 2 + 1;
    plant = argc > 3 ? argv[3] : NULL;
    make_arenas();
    prepare(documents, count);
    draw(end / 10);
    free_all();
    long blocks = heap_blocks;
    prepare(documents, count);
    draw(end);
    free_all();
    if (plant != NULL && strcmp(plant, "leak") == 0) {
        MUST(sealane_private_key_generate("p256", &keys[0]) == SEALANE_OK);
    }
    if (heap_blocks != blocks) {
        fprintf(stderr, "%ld blocks are left\n", heap_blocks - blocks);
        return 1;
    }
    for (size_t i = 0; counts[i].name != NULL; i++) {
        printf("%s %ld %ld\n", counts[i].name, counts[i].calls, counts[i].good);
    }
    return 0;
}
