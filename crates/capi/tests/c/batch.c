// Signs many messages by a few keys in one call, verifies them in one call, and once more with
// tables; then some are changed, and those alone are refused.
// usage: batch COUNT [lose]   (and loses a key)

#include "must.h"
#include <sealane.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEYS 4
#define ROOM 512

int main(int argc, char **argv) {
    MUST(argc == 2 || argc == 3);
    sealane_private_key *lost = NULL;
    MUST(argc == 2 || sealane_private_key_generate("p256", &lost) == SEALANE_OK);
    lost = NULL;
    size_t count = strtoul(argv[1], NULL, 10);
    const char *names[KEYS] = {"p256", "ed25519", "p384", "secp256k1"};
    sealane_private_key *own[KEYS];
    sealane_public_key *theirs[KEYS];
    for (size_t i = 0; i < KEYS; i++) {
        MUST(sealane_private_key_generate(names[i], &own[i]) == SEALANE_OK);
        MUST(sealane_private_key_public_key(own[i], &theirs[i]) == SEALANE_OK);
    }

    const sealane_private_key **keys = calloc(count, sizeof *keys);
    const sealane_public_key **public_keys = calloc(count, sizeof *public_keys);
    const uint8_t **messages = calloc(count, sizeof *messages);
    size_t *message_lengths = calloc(count, sizeof *message_lengths);
    uint8_t **signatures = calloc(count, sizeof *signatures);
    const uint8_t **made = calloc(count, sizeof *made);
    size_t *signature_lengths = calloc(count, sizeof *signature_lengths);
    sealane_status *statuses = calloc(count, sizeof *statuses);
    size_t *numbers = calloc(count, sizeof *numbers);
    uint8_t *room = calloc(count, ROOM);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = i;
        keys[i] = own[i % KEYS];
        public_keys[i] = theirs[i % KEYS];
        messages[i] = (const uint8_t *)&numbers[i];
        message_lengths[i] = sizeof numbers[i];
        signatures[i] = room + ROOM * i;
        made[i] = signatures[i];
        signature_lengths[i] = ROOM;
    }
    MUST(sealane_sign_batch(count, keys, NULL, 0, messages, message_lengths, signatures,
                            signature_lengths, statuses) == SEALANE_OK);

    sealane_key_tables *tables;
    MUST(sealane_key_tables_new(1 << 20, &tables) == SEALANE_OK);
    for (int turn = 0; turn < 3; turn++) {
        MUST(sealane_verify_batch(count, public_keys, NULL, 0, messages, message_lengths, made,
                                  signature_lengths, turn == 0 ? NULL : tables,
                                  statuses) == SEALANE_OK);
    }
    for (size_t i = 0; i < count; i++) {
        MUST(statuses[i] == SEALANE_OK);
        MUST(sealane_verify(public_keys[i], NULL, 0, messages[i], message_lengths[i], made[i],
                            signature_lengths[i]) == SEALANE_OK);
    }

    // The last byte of every seventh is another one; an item without a key, one without room.
    for (size_t i = 0; i < count; i += 7) {
        signatures[i][signature_lengths[i] - 1] ^= 1;
    }
    public_keys[1] = NULL;
    sealane_status first = sealane_verify_batch(count, public_keys, NULL, 0, messages,
                                                message_lengths, made, signature_lengths, tables,
                                                statuses);
    MUST(first == statuses[0] && first == SEALANE_SIG_INVALID);
    for (size_t i = 0; i < count; i++) {
        sealane_status expected = i % 7 == 0 ? SEALANE_SIG_INVALID : SEALANE_OK;
        MUST(statuses[i] == (i == 1 ? SEALANE_ARGUMENT_NULL : expected));
    }
    signature_lengths[2] = 1;
    room[2 * ROOM] = 0xa5;
    for (size_t i = 0; i < count; i++) {
        signature_lengths[i] = i == 2 ? 1 : ROOM;
    }
    MUST(sealane_sign_batch(count, keys, NULL, 0, messages, message_lengths, signatures,
                            signature_lengths, statuses) == SEALANE_BUFFER_TOO_SMALL);
    MUST(statuses[1] == SEALANE_OK && statuses[2] == SEALANE_BUFFER_TOO_SMALL);
    MUST(room[2 * ROOM] == 0xa5 && signature_lengths[2] > 96);

    sealane_key_tables_free(tables);
    for (size_t i = 0; i < KEYS; i++) {
        sealane_private_key_free(own[i]);
        sealane_public_key_free(theirs[i]);
    }
    free(keys), free(public_keys), free(messages), free(message_lengths), free(signatures);
    free(made), free(signature_lengths), free(statuses), free(numbers), free(room);
    printf("%zu items\n", count);
    return 0;
}
