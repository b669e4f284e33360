// Sealane for C. Made of the sources by cbindgen; do not edit.

#ifndef SEALANE_H
#define SEALANE_H

#include <stddef.h>
#include <stdint.h>

// No nonce is mixed with random bytes: the same message gives the same signature (RFC 6979; FIPS
// 204, section 3.4). Without it, 32 fresh random bytes are mixed in.
#define SEALANE_DETERMINISTIC 1

// Of the two `s` that are right for a signature by ECDSA, the lower one.
#define SEALANE_LOW_S 2

// The signature is verified before it is put out.
#define SEALANE_CHECK 4

// Messages are digests of the scheme's hash.
#define SEALANE_DIGESTS 8

// Signatures by ECDSA and DSA are not DER, but `r` then `s`, each as wide as the group order.
#define SEALANE_FIXED 16

// Writes points compressed.
#define SEALANE_COMPRESSED 32

// What a function returns. Numbers, names and meanings stay; more may come.
typedef enum {
    // It was done.
    SEALANE_OK = 0,
    // A pointer is missing.
    SEALANE_ARGUMENT_NULL = 1,
    // A length is more than memory may have.
    SEALANE_ARGUMENT_LENGTH = 2,
    // A text is not UTF-8.
    SEALANE_ARGUMENT_TEXT = 3,
    // A flag is not one of this function's.
    SEALANE_ARGUMENT_FLAGS = 4,
    // The name is not one of this library's.
    SEALANE_NAME_UNKNOWN = 5,
    // The buffer is too short; the length that suffices is told.
    SEALANE_BUFFER_TOO_SMALL = 6,
    // A fault of this library; nothing was put out.
    SEALANE_INTERNAL = 7,
    // The signature has another length than the algorithm gives.
    SEALANE_SIG_LENGTH = 16,
    // The signature is not a strict DER sequence of two integers.
    SEALANE_SIG_ENCODING = 17,
    // The signature is not one of this message by this key.
    SEALANE_SIG_INVALID = 18,
    // The key is of an algorithm that makes no signatures, or not by this scheme.
    SEALANE_SIG_UNSUPPORTED = 19,
    // The signature's s is above half the group order.
    SEALANE_SIG_HIGH_S = 20,
    // The digest has another length than its hash gives.
    SEALANE_DIGEST_LENGTH = 21,
    // The public key is not a valid point of its curve.
    SEALANE_KEY_POINT_INVALID = 32,
    // The key is not in an accepted encoding.
    SEALANE_KEY_ENCODING = 33,
    // The key belongs to another curve than the one demanded.
    SEALANE_KEY_CURVE_MISMATCH = 34,
    // The key's curve is not a supported named curve.
    SEALANE_CURVE_UNSUPPORTED = 35,
    // The private scalar is not between 1 and the group order.
    SEALANE_KEY_RANGE = 36,
    // The key has another length than the algorithm gives.
    SEALANE_KEY_LENGTH = 37,
    // The stored public key does not belong to the private key.
    SEALANE_KEY_MISMATCH = 38,
    // The key is of an algorithm that is not supported.
    SEALANE_KEY_ALGORITHM = 39,
    // The modulus is even, or of a length that is not taken.
    SEALANE_KEY_RSA_MODULUS = 40,
    // The public exponent is not an odd number from 3 to 2^33.
    SEALANE_KEY_RSA_EXPONENT = 41,
    // The numbers of the private key do not belong together.
    SEALANE_KEY_RSA_INCONSISTENT = 42,
    // The RSA key is weak.
    SEALANE_KEY_RSA_WEAK = 43,
    // The key has more than two primes.
    SEALANE_KEY_RSA_MULTI_PRIME = 44,
    // The lengths of the domain parameters are not taken.
    SEALANE_KEY_DSA_LENGTHS = 45,
    // The domain parameters are not two primes and an element of order q.
    SEALANE_KEY_DSA_PARAMETERS = 46,
    // The public key is not an element of order q.
    SEALANE_KEY_DSA_PUBLIC = 47,
    // The parts of the private key do not belong together.
    SEALANE_KEY_ML_DSA_PRIVATE = 48,
    // The text is not one PEM block.
    SEALANE_INPUT_PEM = 56,
    // The PEM block's label does not name an unencrypted key asked for.
    SEALANE_INPUT_PEM_LABEL = 57,
    // The text holds more than one PEM block.
    SEALANE_INPUT_PEM_BLOCKS = 58,
    // The text starts with a byte order mark.
    SEALANE_INPUT_BOM = 59,
    // The random generator gave no bytes.
    SEALANE_RANDOM = 64,
    // Keys of this algorithm do not sign by that scheme.
    SEALANE_SCHEME_UNSUPPORTED = 65,
    // The context is longer than 255 bytes.
    SEALANE_CONTEXT_LENGTH = 66,
    // The salt is longer than the key has room for.
    SEALANE_PARAM_PSS_SALT = 67,
    // The hash is not one to sign with by that scheme.
    SEALANE_PARAM_HASH = 68,
    // The message is longer than the key takes.
    SEALANE_DATA_TOO_LONG = 69,
    // The message is not a number below the modulus, in as many bytes.
    SEALANE_DATA_RANGE = 70,
    // The hash that stands for a message has not 64 bytes.
    SEALANE_MU_LENGTH = 71,
    // The fresh signature does not verify and is not released.
    SEALANE_SIGN_FAULT = 72,
    // Keys of this algorithm derive no secrets.
    SEALANE_DERIVE_UNSUPPORTED = 80,
    // The secret would be 0.
    SEALANE_PEER_LOW_ORDER = 81,
} sealane_status;

// Tables of public keys that come often, for `sealane_verify_batch`. Calls that have the same
// ones wait for each other.
typedef struct sealane_key_tables sealane_key_tables;

// A private key. Made by `sealane_private_key_generate` and its like, freed and wiped by
// `sealane_private_key_free`.
typedef struct sealane_private_key sealane_private_key;

// A public key. Freed by `sealane_public_key_free`.
typedef struct sealane_public_key sealane_public_key;

// How a key signs. Made by `sealane_scheme_from_name`, freed by `sealane_scheme_free`.
typedef struct sealane_scheme sealane_scheme;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Makes room for tables of at most `most_bytes` bytes.
//
// Returns `ARGUMENT_NULL`.
//
// # Safety
//
// `tables` must point at a place for a pointer, if it is not null.
sealane_status sealane_key_tables_new(size_t most_bytes, sealane_key_tables **tables);

// Frees tables; nothing for a null pointer.
//
// # Safety
//
// `tables` must be some that are not freed yet, and that no call uses, if it is not null.
void sealane_key_tables_free(sealane_key_tables *tables);

// Signs many messages, or digests (`SEALANE_DIGESTS`), item by item as
// `sealane_sign` does: `keys[i]` signs the `message_lengths[i]`
// bytes at `messages[i]`, and puts the signature at `signatures[i]`, where there is room for
// `signature_lengths[i]` bytes, which becomes its length. `statuses[i]` says how it went. One
// scheme for all, or none for the usual one of each key.
//
// Returns `OK` if all were made, or the status of the first item that was not; `ARGUMENT_NULL`,
// `ARGUMENT_LENGTH` and `ARGUMENT_FLAGS` for the arrays themselves, and then nothing is put out.
//
// # Safety
//
// The arrays must have `count` entries each, and what these point at be valid, if it is not null.
sealane_status sealane_sign_batch(size_t count,
                                  const sealane_private_key *const *keys,
                                  const sealane_scheme *scheme,
                                  uint32_t flags,
                                  const uint8_t *const *messages,
                                  const size_t *message_lengths,
                                  uint8_t *const *signatures,
                                  size_t *signature_lengths,
                                  sealane_status *statuses);

// Verifies many signatures of messages, or of digests (`SEALANE_DIGESTS`), item by item as
// `sealane_verify` does. `statuses[i]` is `OK` for a good
// signature and no other. One scheme for all, or none for the usual one of each key. With tables,
// keys that come often are faster.
//
// Returns `OK` if all are good, or the status of the first item that is not; `ARGUMENT_NULL`,
// `ARGUMENT_LENGTH` and `ARGUMENT_FLAGS` for the arrays themselves, and then nothing is put out.
//
// # Safety
//
// The arrays must have `count` entries each, and what these point at be valid, if it is not null.
sealane_status sealane_verify_batch(size_t count,
                                    const sealane_public_key *const *keys,
                                    const sealane_scheme *scheme,
                                    uint32_t flags,
                                    const uint8_t *const *messages,
                                    const size_t *message_lengths,
                                    const uint8_t *const *signatures,
                                    const size_t *signature_lengths,
                                    const sealane_key_tables *tables,
                                    sealane_status *statuses);

// Makes a fresh key of an algorithm by its name: `p256`, `ed25519`, `x25519`, `rsa3072`,
// `mldsa65`.
//
// Returns `ARGUMENT_NULL`, `ARGUMENT_TEXT`, `NAME_UNKNOWN`, `RANDOM`.
//
// # Safety
//
// `algorithm` must point at a text with a zero behind it, and `key` at a place for a pointer, if
// they are not null.
sealane_status sealane_private_key_generate(const char *algorithm, sealane_private_key **key);

// Reads a private key from an unencrypted PKCS#8 document in DER.
//
// Returns `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, and the statuses of keys.
//
// # Safety
//
// `der` must point at `length` bytes, and `key` at a place for a pointer, if they are not null.
sealane_status sealane_private_key_from_der(const uint8_t *der,
                                            size_t length,
                                            sealane_private_key **key);

// Reads a private key from the one PEM block of a text: `PRIVATE KEY`, `EC PRIVATE KEY`,
// `RSA PRIVATE KEY` or `DSA PRIVATE KEY`. The text needs no zero behind it.
//
// Returns `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, and the statuses of keys and of PEM.
//
// # Safety
//
// `text` must point at `length` bytes, and `key` at a place for a pointer, if they are not null.
sealane_status sealane_private_key_from_pem(const uint8_t *text,
                                            size_t length,
                                            sealane_private_key **key);

// Writes a private key as a PKCS#8 document in DER; lengths by query. The caller wipes it.
//
// Returns `ARGUMENT_NULL`, `BUFFER_TOO_SMALL`.
//
// # Safety
//
// Pointers must be valid if they are not null: `der` for as many bytes as `*length` says.
sealane_status sealane_private_key_to_der(const sealane_private_key *key,
                                          uint8_t *der,
                                          size_t *length);

// Writes a private key as the PEM block `PRIVATE KEY`, without a zero behind it; lengths by query.
// The caller wipes it.
//
// Returns `ARGUMENT_NULL`, `BUFFER_TOO_SMALL`.
//
// # Safety
//
// Pointers must be valid if they are not null: `text` for as many bytes as `*length` says.
sealane_status sealane_private_key_to_pem(const sealane_private_key *key,
                                          uint8_t *text,
                                          size_t *length);

// Reads a private key over a curve from its bytes alone: a scalar, big-endian and as wide as the
// group order, or the octets of RFC 8032 or RFC 7748.
//
// Returns `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, `ARGUMENT_TEXT`, `NAME_UNKNOWN`, `KEY_ALGORITHM`,
// `KEY_LENGTH`, `KEY_RANGE`.
//
// # Safety
//
// `algorithm` must point at a text with a zero behind it, `data` at `length` bytes, and `key` at a
// place for a pointer, if they are not null.
sealane_status sealane_private_key_from_bytes(const char *algorithm,
                                              const uint8_t *data,
                                              size_t length,
                                              sealane_private_key **key);

// Writes what `sealane_private_key_from_bytes` takes; lengths by query. The caller wipes it.
//
// Returns `ARGUMENT_NULL`, `BUFFER_TOO_SMALL`, `KEY_ALGORITHM`.
//
// # Safety
//
// Pointers must be valid if they are not null: `data` for as many bytes as `*length` says.
sealane_status sealane_private_key_to_bytes(const sealane_private_key *key,
                                            uint8_t *data,
                                            size_t *length);

// Makes the public key that belongs to a private one.
//
// Returns `ARGUMENT_NULL`.
//
// # Safety
//
// `key` must be one that is not freed yet, and `public_key` point at a place for a pointer, if
// they are not null.
sealane_status sealane_private_key_public_key(const sealane_private_key *key,
                                              sealane_public_key **public_key);

// Frees and wipes a private key; nothing for a null pointer.
//
// # Safety
//
// `key` must be one that is not freed yet, and that no call uses, if it is not null.
void sealane_private_key_free(sealane_private_key *key);

// Reads a public key from a SubjectPublicKeyInfo in DER.
//
// Returns `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, and the statuses of keys.
//
// # Safety
//
// `der` must point at `length` bytes, and `key` at a place for a pointer, if they are not null.
sealane_status sealane_public_key_from_der(const uint8_t *der,
                                           size_t length,
                                           sealane_public_key **key);

// Reads a public key from the one PEM block of a text: `PUBLIC KEY` or `RSA PUBLIC KEY`. The text
// needs no zero behind it.
//
// Returns `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, and the statuses of keys and of PEM.
//
// # Safety
//
// `text` must point at `length` bytes, and `key` at a place for a pointer, if they are not null.
sealane_status sealane_public_key_from_pem(const uint8_t *text,
                                           size_t length,
                                           sealane_public_key **key);

// Writes a public key as a SubjectPublicKeyInfo in DER; lengths by query.
//
// Returns `ARGUMENT_NULL`, `BUFFER_TOO_SMALL`.
//
// # Safety
//
// Pointers must be valid if they are not null: `der` for as many bytes as `*length` says.
sealane_status sealane_public_key_to_der(const sealane_public_key *key,
                                         uint8_t *der,
                                         size_t *length);

// Writes a public key as the PEM block `PUBLIC KEY`, without a zero behind it; lengths by query.
//
// Returns `ARGUMENT_NULL`, `BUFFER_TOO_SMALL`.
//
// # Safety
//
// Pointers must be valid if they are not null: `text` for as many bytes as `*length` says.
sealane_status sealane_public_key_to_pem(const sealane_public_key *key,
                                         uint8_t *text,
                                         size_t *length);

// Reads a public key over a curve from its bytes alone: a point (SEC 1, section 2.3.4), compressed
// or not, or the octets of RFC 8032 or RFC 7748.
//
// Returns `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, `ARGUMENT_TEXT`, `NAME_UNKNOWN`, `KEY_ALGORITHM`,
// `KEY_LENGTH`, `KEY_ENCODING`, `KEY_POINT_INVALID`.
//
// # Safety
//
// `algorithm` must point at a text with a zero behind it, `data` at `length` bytes, and `key` at a
// place for a pointer, if they are not null.
sealane_status sealane_public_key_from_bytes(const char *algorithm,
                                             const uint8_t *data,
                                             size_t length,
                                             sealane_public_key **key);

// Writes what `sealane_public_key_from_bytes` takes, a point uncompressed without the flag
// `SEALANE_COMPRESSED`; lengths by query.
//
// Returns `ARGUMENT_NULL`, `ARGUMENT_FLAGS`, `BUFFER_TOO_SMALL`, `KEY_ALGORITHM`.
//
// # Safety
//
// Pointers must be valid if they are not null: `data` for as many bytes as `*length` says.
sealane_status sealane_public_key_to_bytes(const sealane_public_key *key,
                                           uint32_t flags,
                                           uint8_t *data,
                                           size_t *length);

// Writes the name of a key's algorithm, `p256` for one, with a zero behind it; lengths by query.
//
// Returns `ARGUMENT_NULL`, `BUFFER_TOO_SMALL`.
//
// # Safety
//
// Pointers must be valid if they are not null: `name` for as many bytes as `*length` says.
sealane_status sealane_public_key_algorithm(const sealane_public_key *key,
                                            char *name,
                                            size_t *length);

// Frees a public key; nothing for a null pointer.
//
// # Safety
//
// `key` must be one that is not freed yet, and that no call uses, if it is not null.
void sealane_public_key_free(sealane_public_key *key);

// Computes the secret that a private key shares with another's public key: ECDH, X25519, X448, as
// many bytes as the field has. Lengths by query. The caller wipes it.
//
// Returns `ARGUMENT_NULL`, `BUFFER_TOO_SMALL`, `DERIVE_UNSUPPORTED`, `KEY_CURVE_MISMATCH`,
// `PEER_LOW_ORDER`.
//
// # Safety
//
// Pointers must be valid if they are not null: `secret` for as many bytes as `*length` says.
sealane_status sealane_derive(const sealane_private_key *key,
                              const sealane_public_key *peer,
                              uint8_t *secret,
                              size_t *length);

// Makes the scheme of a name: `ecdsa-sha256`, `eddsa`, `rsa-pss-sha256`, `mldsa:context=70617973`.
//
// Returns `ARGUMENT_NULL`, `ARGUMENT_TEXT`, `NAME_UNKNOWN`.
//
// # Safety
//
// `name` must point at a text with a zero behind it, and `scheme` at a place for a pointer, if
// they are not null.
sealane_status sealane_scheme_from_name(const char *name, sealane_scheme **scheme);

// Frees a scheme; nothing for a null pointer.
//
// # Safety
//
// `scheme` must be one that is not freed yet, and that no call uses, if it is not null.
void sealane_scheme_free(sealane_scheme *scheme);

// Signs a message, or its digest (`SEALANE_DIGESTS`). No scheme stands for the usual one of the
// key's algorithm. Signatures have the form that documents hold: DER of two integers for ECDSA and
// DSA (or both at fixed width, `SEALANE_FIXED`), bytes of fixed length for all others. Keys over
// curves allocate nothing once the tables of the curve are made.
//
// Lengths by query: the length that is told suffices for all signatures of the key by the scheme.
// What is put in `*length` with a signature is that of this one.
//
// Returns `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, `ARGUMENT_FLAGS`, `BUFFER_TOO_SMALL`,
// `SCHEME_UNSUPPORTED`, `DIGEST_LENGTH`, and the statuses of signatures that could not be made.
//
// # Safety
//
// Pointers must be valid if they are not null: `message` for `message_length` bytes, `signature`
// for as many as `*signature_length` says.
sealane_status sealane_sign(const sealane_private_key *key,
                            const sealane_scheme *scheme,
                            uint32_t flags,
                            const uint8_t *message,
                            size_t message_length,
                            uint8_t *signature,
                            size_t *signature_length);

// Verifies a signature of a message, or of its digest (`SEALANE_DIGESTS`), in the form that
// `sealane_sign` gives. No scheme stands for the usual one of the key's algorithm.
//
// Returns `OK` for a good signature and no other; `SIG_INVALID`, `SIG_LENGTH`, `SIG_ENCODING`,
// `SIG_UNSUPPORTED`, `DIGEST_LENGTH`, `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, `ARGUMENT_FLAGS`.
//
// # Safety
//
// Pointers must be valid if they are not null, for as many bytes as the length behind each says.
sealane_status sealane_verify(const sealane_public_key *key,
                              const sealane_scheme *scheme,
                              uint32_t flags,
                              const uint8_t *message,
                              size_t message_length,
                              const uint8_t *signature,
                              size_t signature_length);

// Returns the stable name of a status, `SIG_INVALID` for one: a text that stays. The empty text
// for a number that is none.
const char *sealane_status_name(int32_t status);

// Returns a sentence in English for a status: a text that stays. The empty text for a number that
// is none.
const char *sealane_status_text(int32_t status);

// Returns the version of this library: a text that stays.
const char *sealane_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SEALANE_H */
