// Reads cases, one a line, and prints what the library says of each:
//   verify SCHEME SPKI MESSAGE SIGNATURE   the status
//   sign SCHEME PKCS8 MESSAGE              the signature, deterministic
// All bytes in hexadecimal digits, `-` for none; a scheme `usual` is the key's own.

#include <sealane.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint8_t *data;
    size_t length;
} bytes;

static bytes decode(const char *digits) {
    size_t length = strcmp(digits, "-") == 0 ? 0 : strlen(digits) / 2;
    bytes out = {malloc(length + 1), length};
    for (size_t i = 0; i < length; i++) {
        unsigned byte;
        if (sscanf(digits + 2 * i, "%2x", &byte) != 1) {
            exit(2);
        }
        out.data[i] = (uint8_t)byte;
    }
    return out;
}

static void say(sealane_status status) {
    printf("%s\n", sealane_status_name((int32_t)status));
}

static sealane_status scheme_of(const char *name, sealane_scheme **scheme) {
    *scheme = NULL;
    return strcmp(name, "usual") == 0 ? SEALANE_OK : sealane_scheme_from_name(name, scheme);
}

static void verify(char **words) {
    bytes spki = decode(words[2]), message = decode(words[3]), signature = decode(words[4]);
    sealane_scheme *scheme;
    sealane_public_key *key = NULL;
    sealane_status status = scheme_of(words[1], &scheme);
    if (status == SEALANE_OK) {
        status = sealane_public_key_from_der(spki.data, spki.length, &key);
    }
    if (status == SEALANE_OK) {
        status = sealane_verify(key, scheme, 0, message.data, message.length, signature.data,
                                signature.length);
    }
    say(status);
    sealane_public_key_free(key);
    sealane_scheme_free(scheme);
    free(spki.data), free(message.data), free(signature.data);
}

static void sign(char **words) {
    bytes pkcs8 = decode(words[2]), message = decode(words[3]);
    sealane_scheme *scheme;
    sealane_private_key *key = NULL;
    sealane_status status = scheme_of(words[1], &scheme);
    if (status == SEALANE_OK) {
        status = sealane_private_key_from_der(pkcs8.data, pkcs8.length, &key);
    }
    size_t length = 0;
    if (status == SEALANE_OK) {
        status = sealane_sign(key, scheme, SEALANE_DETERMINISTIC, message.data, message.length,
                              NULL, &length);
    }
    uint8_t *signature = malloc(length + 1);
    if (status == SEALANE_OK) {
        status = sealane_sign(key, scheme, SEALANE_DETERMINISTIC, message.data, message.length,
                              signature, &length);
    }
    if (status == SEALANE_OK) {
        for (size_t i = 0; i < length; i++) {
            printf("%02x", signature[i]);
        }
        printf("\n");
    } else {
        say(status);
    }
    free(signature);
    sealane_private_key_free(key);
    sealane_scheme_free(scheme);
    free(pkcs8.data), free(message.data);
}

int main(void) {
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        char *words[5] = {0};
        size_t count = 0;
        for (char *word = strtok(line, " \n"); word && count < 5; word = strtok(NULL, " \n")) {
            words[count++] = word;
        }
        if (count == 5 && strcmp(words[0], "verify") == 0) {
            verify(words);
        } else if (count == 4 && strcmp(words[0], "sign") == 0) {
            sign(words);
        } else {
            return 2;
        }
    }
    return 0;
}
