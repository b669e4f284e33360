package sealane

// #include <sealane.h>
// #include <stdlib.h>
import "C"

import (
	"runtime"
	"unsafe"
)

// SignItem is a message, or a digest, and the key that signs it.
type SignItem struct {
	Key     *PrivateKey
	Message []byte
}

// VerifyItem is a message, or a digest, with a signature of it and the key that made it.
type VerifyItem struct {
	Key       *PublicKey
	Message   []byte
	Signature []byte
}

// KeyTables are tables of public keys that come often, for VerifyBatch.
type KeyTables struct {
	held *C.sealane_key_tables
}

// NewKeyTables makes room for tables of at most so many bytes.
func NewKeyTables(mostBytes int) (*KeyTables, error) {
	var held *C.sealane_key_tables
	if err := failure(C.sealane_key_tables_new(C.size_t(mostBytes), &held)); err != nil {
		return nil, err
	}
	tables := &KeyTables{held}
	runtime.SetFinalizer(tables, (*KeyTables).Close)
	return tables, nil
}

// Close frees tables. They may not be used any more.
func (t *KeyTables) Close() {
	C.sealane_key_tables_free(t.held)
	t.held = nil
	runtime.SetFinalizer(t, nil)
}

func (t *KeyTables) pointer() *C.sealane_key_tables {
	if t == nil {
		return nil
	}
	return t.held
}

// What stays in the place of a status where the arrays as a whole were refused.
const untouched = 1 << 30

// told returns the errors of all items; the one of the whole call where they have none.
func told(statuses []C.sealane_status, whole C.sealane_status) []error {
	errs := make([]error, len(statuses))
	for i, status := range statuses {
		if status == untouched {
			status = whole
		}
		errs[i] = failure(status)
	}
	return errs
}

// strings is an array of pointers at bytes, in memory of C, which may not keep pointers at Go's.
type strings struct {
	pointers []*C.uint8_t
	lengths  []C.size_t
	bytes    []byte
}

// alloc returns memory of C as a slice, of at least one value.
func alloc[T any](count int) []T {
	var one T
	if count == 0 {
		count = 1
	}
	memory := C.calloc(C.size_t(count), C.size_t(unsafe.Sizeof(one)))
	if memory == nil {
		panic("sealane: no memory")
	}
	return unsafe.Slice((*T)(memory), count)
}

func release[T any](slice []T) {
	C.free(unsafe.Pointer(&slice[0]))
}

func (s *strings) release() {
	release(s.pointers)
	release(s.lengths)
	release(s.bytes)
}

// places makes an array of strings of given lengths.
func places(count int, length func(i int) int) strings {
	sum := 0
	for i := 0; i < count; i++ {
		sum += length(i)
	}
	all := strings{alloc[*C.uint8_t](count), alloc[C.size_t](count), alloc[byte](sum)}
	at := 0
	for i := 0; i < count; i++ {
		if length(i) > 0 {
			all.pointers[i] = (*C.uint8_t)(unsafe.Pointer(&all.bytes[at]))
		}
		all.lengths[i] = C.size_t(length(i))
		at += length(i)
	}
	return all
}

// copied makes an array of copies of strings.
func copied(count int, of func(i int) []byte) strings {
	all := places(count, func(i int) int { return len(of(i)) })
	at := 0
	for i := 0; i < count; i++ {
		at += copy(all.bytes[at:], of(i))
	}
	return all
}

// SignBatch signs all items in one call. Each has a signature or an error of its own.
func SignBatch(items []SignItem, scheme *Scheme, flags Flags) ([][]byte, []error) {
	defer runtime.KeepAlive(items)
	defer runtime.KeepAlive(scheme)
	count := len(items)
	lengths := map[*PrivateKey]int{}
	room := func(i int) int {
		key := items[i].Key
		most, known := lengths[key]
		if !known {
			var length C.size_t
			C.sealane_sign(key.pointer(), scheme.pointer(), C.uint32_t(flags), nil, 0, nil, &length)
			most = int(length)
			lengths[key] = most
		}
		return most
	}
	messages := copied(count, func(i int) []byte { return items[i].Message })
	defer messages.release()
	signatures := places(count, room)
	defer signatures.release()
	statuses := alloc[C.sealane_status](count)
	defer release(statuses)
	keys := alloc[*C.sealane_private_key](count)
	defer release(keys)
	for i, item := range items {
		keys[i] = item.Key.pointer()
		statuses[i] = untouched
	}
	whole := C.sealane_sign_batch(C.size_t(count), &keys[0], scheme.pointer(), C.uint32_t(flags),
		&messages.pointers[0], &messages.lengths[0], &signatures.pointers[0],
		&signatures.lengths[0], &statuses[0])
	made, errs := make([][]byte, count), told(statuses[:count], whole)
	at := 0
	for i := range items {
		if errs[i] == nil {
			length := int(signatures.lengths[i])
			made[i] = append([]byte(nil), signatures.bytes[at:at+length]...)
		}
		at += room(i)
	}
	return made, errs
}

// VerifyBatch verifies all items in one call: nil for a good signature and no other. With tables,
// which may be nil, keys that come often are faster.
func VerifyBatch(items []VerifyItem, scheme *Scheme, flags Flags, tables *KeyTables) []error {
	defer runtime.KeepAlive(items)
	defer runtime.KeepAlive(scheme)
	defer runtime.KeepAlive(tables)
	count := len(items)
	messages := copied(count, func(i int) []byte { return items[i].Message })
	defer messages.release()
	signatures := copied(count, func(i int) []byte { return items[i].Signature })
	defer signatures.release()
	statuses := alloc[C.sealane_status](count)
	defer release(statuses)
	keys := alloc[*C.sealane_public_key](count)
	defer release(keys)
	for i, item := range items {
		keys[i] = item.Key.pointer()
		statuses[i] = untouched
	}
	whole := C.sealane_verify_batch(C.size_t(count), &keys[0], scheme.pointer(), C.uint32_t(flags),
		&messages.pointers[0], &messages.lengths[0], &signatures.pointers[0],
		&signatures.lengths[0], tables.pointer(), &statuses[0])
	return told(statuses[:count], whole)
}
