// What the library for C does, on values of OCaml. No stub lets another thread of OCaml run, nor
// allocates on OCaml's heap while the library reads its strings: they stay where they are.

#include <sealane.h>
#include <stdlib.h>
#include <string.h>

#define CAML_NAME_SPACE
#include <caml/alloc.h>
#include <caml/custom.h>
#include <caml/fail.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

// As many bytes as any signature, name or secret has.
enum { ROOM = 4864 };

// Values that hold a pointer, and free what it points at.

#define HELD(type, value) (*(type **)Data_custom_val(value))

#define HOLDER(type, name)                                                                         \
    static void finalize_##name(value held) {                                                      \
        type##_free(HELD(type, held));                                                             \
    }                                                                                              \
    static struct custom_operations operations_##name = {                                          \
        "sealane." #name,           finalize_##name,          custom_compare_default,              \
        custom_hash_default,        custom_serialize_default, custom_deserialize_default,          \
        custom_compare_ext_default, custom_fixed_length_default};                                  \
    static value hold_##name(type *pointer, size_t bytes) {                                        \
        value held = caml_alloc_custom_mem(&operations_##name, sizeof pointer, bytes);             \
        HELD(type, held) = pointer;                                                                \
        return held;                                                                               \
    }

HOLDER(sealane_private_key, priv)
HOLDER(sealane_public_key, pub)
HOLDER(sealane_scheme, scheme)
HOLDER(sealane_key_tables, tables)

// Results.

static value some_result(tag_t tag, value content) {
    CAMLparam1(content);
    value result = caml_alloc_small(1, tag);
    Field(result, 0) = content;
    CAMLreturn(result);
}

static value ok(value content) {
    return some_result(0, content);
}

static value failed(sealane_status status) {
    return some_result(1, Val_int(status));
}

static value unit_result(sealane_status status) {
    return status == SEALANE_OK ? ok(Val_unit) : failed(status);
}

// Memory outside of OCaml's heap, in bytes: what the collector is told of.
enum { KEY_BYTES = 1024, SCHEME_BYTES = 64 };

static value priv_result(sealane_status status, sealane_private_key *key) {
    return status == SEALANE_OK ? ok(hold_priv(key, KEY_BYTES)) : failed(status);
}

static value pub_result(sealane_status status, sealane_public_key *key) {
    return status == SEALANE_OK ? ok(hold_pub(key, KEY_BYTES)) : failed(status);
}

static value string_result(sealane_status status, const void *data, size_t length) {
    return status == SEALANE_OK ? ok(caml_alloc_initialized_string(length, data)) : failed(status);
}

static const uint8_t *bytes_of(value string) {
    return (const uint8_t *)String_val(string);
}

static const sealane_scheme *scheme_of(value option) {
    return option == Val_none ? NULL : HELD(sealane_scheme, Field(option, 0));
}

// Bytes of which the library tells the length, wiped before they are freed.
#define ASKED(call, ...)                                                                           \
    do {                                                                                           \
        size_t length = 0;                                                                         \
        sealane_status status = call(__VA_ARGS__, NULL, &length);                                  \
        if (status != SEALANE_OK) {                                                                \
            return failed(status);                                                                 \
        }                                                                                          \
        uint8_t *room = malloc(length + 1);                                                        \
        if (room == NULL) {                                                                        \
            caml_raise_out_of_memory();                                                            \
        }                                                                                          \
        status = call(__VA_ARGS__, (void *)room, &length);                                         \
        value result = string_result(status, room, length);                                        \
        wipe(room, length);                                                                        \
        free(room);                                                                                \
        return result;                                                                             \
    } while (0)

static void wipe(void *data, size_t length) {
    volatile uint8_t *bytes = data;
    while (length-- > 0) {
        bytes[length] = 0;
    }
}

// Texts.

value sealane_stub_status_name(value status) {
    return caml_copy_string(sealane_status_name(Int_val(status)));
}

value sealane_stub_status_text(value status) {
    return caml_copy_string(sealane_status_text(Int_val(status)));
}

value sealane_stub_version(value unit) {
    return caml_copy_string(sealane_version());
}

// Text that ends where C thinks it does; one with a zero inside is no name.
static int is_text(value string) {
    return caml_string_is_c_safe(string);
}

value sealane_stub_scheme(value name) {
    sealane_scheme *scheme = NULL;
    sealane_status status =
        is_text(name) ? sealane_scheme_from_name(String_val(name), &scheme) : SEALANE_NAME_UNKNOWN;
    return status == SEALANE_OK ? ok(hold_scheme(scheme, SCHEME_BYTES)) : failed(status);
}

// Keys.

value sealane_stub_generate(value algorithm) {
    sealane_private_key *key = NULL;
    sealane_status status = is_text(algorithm)
                                ? sealane_private_key_generate(String_val(algorithm), &key)
                                : SEALANE_NAME_UNKNOWN;
    return priv_result(status, key);
}

value sealane_stub_pub_of_priv(value key) {
    sealane_public_key *public_key = NULL;
    sealane_status status =
        sealane_private_key_public_key(HELD(sealane_private_key, key), &public_key);
    return pub_result(status, public_key);
}

value sealane_stub_algorithm(value key) {
    char name[64];
    size_t length = sizeof name;
    sealane_status status =
        sealane_public_key_algorithm(HELD(sealane_public_key, key), name, &length);
    return string_result(status, name, length - 1);
}

value sealane_stub_priv_of_der(value der) {
    sealane_private_key *key = NULL;
    size_t length = caml_string_length(der);
    sealane_status status = sealane_private_key_from_der(bytes_of(der), length, &key);
    return priv_result(status, key);
}

value sealane_stub_priv_of_pem(value text) {
    sealane_private_key *key = NULL;
    size_t length = caml_string_length(text);
    sealane_status status = sealane_private_key_from_pem(bytes_of(text), length, &key);
    return priv_result(status, key);
}

value sealane_stub_priv_of_octets(value algorithm, value octets) {
    sealane_private_key *key = NULL;
    sealane_status status = SEALANE_NAME_UNKNOWN;
    if (is_text(algorithm)) {
        status = sealane_private_key_from_bytes(String_val(algorithm), bytes_of(octets),
                                                caml_string_length(octets), &key);
    }
    return priv_result(status, key);
}

value sealane_stub_priv_to_der(value key) {
    ASKED(sealane_private_key_to_der, HELD(sealane_private_key, key));
}

value sealane_stub_priv_to_pem(value key) {
    ASKED(sealane_private_key_to_pem, HELD(sealane_private_key, key));
}

value sealane_stub_priv_to_octets(value key) {
    ASKED(sealane_private_key_to_bytes, HELD(sealane_private_key, key));
}

value sealane_stub_pub_of_der(value der) {
    sealane_public_key *key = NULL;
    size_t length = caml_string_length(der);
    sealane_status status = sealane_public_key_from_der(bytes_of(der), length, &key);
    return pub_result(status, key);
}

value sealane_stub_pub_of_pem(value text) {
    sealane_public_key *key = NULL;
    size_t length = caml_string_length(text);
    sealane_status status = sealane_public_key_from_pem(bytes_of(text), length, &key);
    return pub_result(status, key);
}

value sealane_stub_pub_of_octets(value algorithm, value octets) {
    sealane_public_key *key = NULL;
    sealane_status status = SEALANE_NAME_UNKNOWN;
    if (is_text(algorithm)) {
        status = sealane_public_key_from_bytes(String_val(algorithm), bytes_of(octets),
                                               caml_string_length(octets), &key);
    }
    return pub_result(status, key);
}

value sealane_stub_pub_to_der(value key) {
    ASKED(sealane_public_key_to_der, HELD(sealane_public_key, key));
}

value sealane_stub_pub_to_pem(value key) {
    ASKED(sealane_public_key_to_pem, HELD(sealane_public_key, key));
}

value sealane_stub_pub_to_octets(value key, value compress) {
    uint32_t flags = Bool_val(compress) ? SEALANE_COMPRESSED : 0;
    ASKED(sealane_public_key_to_bytes, HELD(sealane_public_key, key), flags);
}

// One at a time.

value sealane_stub_sign(value key, value scheme, value flags, value message) {
    uint8_t room[ROOM];
    size_t length = sizeof room;
    sealane_status status = sealane_sign(HELD(sealane_private_key, key), scheme_of(scheme),
                                         (uint32_t)Int_val(flags), bytes_of(message),
                                         caml_string_length(message), room, &length);
    return string_result(status, room, length);
}

value sealane_stub_verify(value key, value scheme, value flags, value message, value signature) {
    return unit_result(sealane_verify(HELD(sealane_public_key, key), scheme_of(scheme),
                                      (uint32_t)Int_val(flags), bytes_of(message),
                                      caml_string_length(message), bytes_of(signature),
                                      caml_string_length(signature)));
}

value sealane_stub_derive(value key, value peer) {
    uint8_t secret[128];
    size_t length = sizeof secret;
    sealane_status status = sealane_derive(HELD(sealane_private_key, key),
                                           HELD(sealane_public_key, peer), secret, &length);
    value result = string_result(status, secret, length);
    wipe(secret, sizeof secret);
    return result;
}

// Many at once.

value sealane_stub_tables(value most_bytes) {
    sealane_key_tables *tables = NULL;
    size_t most = Long_val(most_bytes) < 0 ? 0 : (size_t)Long_val(most_bytes);
    sealane_status status = sealane_key_tables_new(most, &tables);
    return status == SEALANE_OK ? ok(hold_tables(tables, most)) : failed(status);
}

// The arrays that a batch has, one block of memory for each.
typedef struct {
    size_t count;
    const void **keys;
    const uint8_t **messages;
    size_t *message_lengths;
    uint8_t **signatures;
    size_t *signature_lengths;
    sealane_status *statuses;
} batch;

static void *array(size_t count, size_t size) {
    void *first = calloc(count + 1, size);
    if (first == NULL) {
        caml_raise_out_of_memory();
    }
    return first;
}

// What stays in the place of a status where the arrays as a whole were refused.
static const sealane_status UNTOUCHED = (sealane_status)(1 << 30);

static batch arrays(value items) {
    size_t count = Wosize_val(items);
    batch all = {.count = count};
    all.keys = array(count, sizeof *all.keys);
    all.messages = array(count, sizeof *all.messages);
    all.message_lengths = array(count, sizeof *all.message_lengths);
    all.signatures = array(count, sizeof *all.signatures);
    all.signature_lengths = array(count, sizeof *all.signature_lengths);
    all.statuses = array(count, sizeof *all.statuses);
    for (size_t i = 0; i < count; i++) {
        value message = Field(Field(items, i), 1);
        all.messages[i] = bytes_of(message);
        all.message_lengths[i] = caml_string_length(message);
        all.statuses[i] = UNTOUCHED;
    }
    return all;
}

static void release(batch *all) {
    free(all->keys), free(all->messages), free(all->message_lengths), free(all->signatures);
    free(all->signature_lengths), free(all->statuses);
}

static sealane_status told(const batch *all, size_t i, sealane_status whole) {
    return all->statuses[i] == UNTOUCHED ? whole : all->statuses[i];
}

value sealane_stub_sign_batch(value scheme, value flags, value items) {
    CAMLparam3(scheme, flags, items);
    CAMLlocal2(results, result);
    batch all = arrays(items);
    size_t sum = 0;
    const void *last = NULL;
    size_t most = 0;
    for (size_t i = 0; i < all.count; i++) {
        sealane_private_key *key = HELD(sealane_private_key, Field(Field(items, i), 0));
        all.keys[i] = key;
        if (key != last) {
            most = 0, last = key;
            sealane_sign(key, scheme_of(scheme), (uint32_t)Int_val(flags), NULL, 0, NULL, &most);
        }
        all.signature_lengths[i] = most;
        sum += most;
    }
    uint8_t *room = array(sum, 1);
    for (size_t i = 0, at = 0; i < all.count; at += all.signature_lengths[i++]) {
        all.signatures[i] = room + at;
    }
    sealane_status whole = sealane_sign_batch(
        all.count, (const sealane_private_key *const *)all.keys, scheme_of(scheme),
        (uint32_t)Int_val(flags), all.messages, all.message_lengths, all.signatures,
        all.signature_lengths, all.statuses);
    results = caml_alloc(all.count, 0);
    for (size_t i = 0; i < all.count; i++) {
        result = string_result(told(&all, i, whole), all.signatures[i], all.signature_lengths[i]);
        Store_field(results, i, result);
    }
    free(room);
    release(&all);
    CAMLreturn(results);
}

value sealane_stub_verify_batch(value scheme, value flags, value tables, value items) {
    CAMLparam4(scheme, flags, tables, items);
    CAMLlocal2(results, result);
    batch all = arrays(items);
    for (size_t i = 0; i < all.count; i++) {
        value item = Field(items, i);
        all.keys[i] = HELD(sealane_public_key, Field(item, 0));
        all.signatures[i] = (uint8_t *)bytes_of(Field(item, 2));
        all.signature_lengths[i] = caml_string_length(Field(item, 2));
    }
    sealane_status whole = sealane_verify_batch(
        all.count, (const sealane_public_key *const *)all.keys, scheme_of(scheme),
        (uint32_t)Int_val(flags), all.messages, all.message_lengths,
        (const uint8_t *const *)all.signatures, all.signature_lengths,
        tables == Val_none ? NULL : HELD(sealane_key_tables, Field(tables, 0)), all.statuses);
    results = caml_alloc(all.count, 0);
    for (size_t i = 0; i < all.count; i++) {
        result = unit_result(told(&all, i, whole));
        Store_field(results, i, result);
    }
    release(&all);
    CAMLreturn(results);
}
