// Package sealane signs and verifies by the library for C: keys, signatures, shared secrets.
//
// It needs the library as `cargo cinstall` installs it: header, object, sealane.pc. Keys may be used
// by several goroutines at the same time. What is behind them is freed, private keys wiped, by Close,
// or when nothing refers to them any more.
package sealane

// #cgo pkg-config: sealane
// #include <sealane.h>
// #include <stdlib.h>
import "C"

import (
	"runtime"
	"unsafe"
)

// Flags of signatures and of verifications, as the header has them.
type Flags uint32

const (
	// Deterministic mixes no random bytes into nonces.
	Deterministic Flags = C.SEALANE_DETERMINISTIC
	// LowS takes the lower of the two s that are right for a signature by ECDSA.
	LowS Flags = C.SEALANE_LOW_S
	// Check verifies a signature before it is put out.
	Check Flags = C.SEALANE_CHECK
	// Digests says that messages are digests of the scheme's hash.
	Digests Flags = C.SEALANE_DIGESTS
	// Fixed says that signatures by ECDSA and DSA are r then s at fixed width, and not DER.
	Fixed Flags = C.SEALANE_FIXED
)

// Status is the error of every function here: a stable number with a stable name.
type Status int32

// Some of them, to compare with: errors.Is(err, sealane.SigInvalid). The header has all.
const (
	ArgumentNull      Status = C.SEALANE_ARGUMENT_NULL
	ArgumentFlags     Status = C.SEALANE_ARGUMENT_FLAGS
	NameUnknown       Status = C.SEALANE_NAME_UNKNOWN
	SigLength         Status = C.SEALANE_SIG_LENGTH
	SigEncoding       Status = C.SEALANE_SIG_ENCODING
	SigInvalid        Status = C.SEALANE_SIG_INVALID
	SigUnsupported    Status = C.SEALANE_SIG_UNSUPPORTED
	DigestLength      Status = C.SEALANE_DIGEST_LENGTH
	KeyEncoding       Status = C.SEALANE_KEY_ENCODING
	KeyCurveMismatch  Status = C.SEALANE_KEY_CURVE_MISMATCH
	SchemeUnsupported Status = C.SEALANE_SCHEME_UNSUPPORTED
	DeriveUnsupported Status = C.SEALANE_DERIVE_UNSUPPORTED
	PeerLowOrder      Status = C.SEALANE_PEER_LOW_ORDER
)

// Name returns the stable name of a status: SIG_INVALID.
func (s Status) Name() string {
	return C.GoString(C.sealane_status_name(C.int32_t(s)))
}

// Error returns the name and a sentence.
func (s Status) Error() string {
	return s.Name() + ": " + C.GoString(C.sealane_status_text(C.int32_t(s)))
}

func failure(status C.sealane_status) error {
	if status == C.SEALANE_OK {
		return nil
	}
	return Status(status)
}

// Version returns the version of the library.
func Version() string {
	return C.GoString(C.sealane_version())
}

// start returns a pointer at bytes, none for no bytes.
func start(bytes []byte) *C.uint8_t {
	if len(bytes) == 0 {
		return nil
	}
	return (*C.uint8_t)(unsafe.Pointer(&bytes[0]))
}

// put asks for a length, and then for the bytes.
func put(call func(data *C.uint8_t, length *C.size_t) C.sealane_status) ([]byte, error) {
	var length C.size_t
	if err := failure(call(nil, &length)); err != nil {
		return nil, err
	}
	data := make([]byte, int(length))
	if err := failure(call(start(data), &length)); err != nil {
		return nil, err
	}
	return data[:int(length)], nil
}

// PrivateKey is a private key.
type PrivateKey struct {
	held *C.sealane_private_key
}

// PublicKey is a public key.
type PublicKey struct {
	held *C.sealane_public_key
}

// Scheme says how a key signs. None, nil, is the usual one of the key's algorithm.
type Scheme struct {
	held *C.sealane_scheme
}

func private(held *C.sealane_private_key, status C.sealane_status) (*PrivateKey, error) {
	if err := failure(status); err != nil {
		return nil, err
	}
	key := &PrivateKey{held}
	runtime.SetFinalizer(key, (*PrivateKey).Close)
	return key, nil
}

func public(held *C.sealane_public_key, status C.sealane_status) (*PublicKey, error) {
	if err := failure(status); err != nil {
		return nil, err
	}
	key := &PublicKey{held}
	runtime.SetFinalizer(key, (*PublicKey).Close)
	return key, nil
}

// Generate makes a fresh key of an algorithm by its name: p256, ed25519, x25519, rsa3072, mldsa65.
func Generate(algorithm string) (*PrivateKey, error) {
	name := C.CString(algorithm)
	defer C.free(unsafe.Pointer(name))
	var held *C.sealane_private_key
	status := C.sealane_private_key_generate(name, &held)
	return private(held, status)
}

// PrivateKeyFromDER reads an unencrypted PKCS#8 document.
func PrivateKeyFromDER(der []byte) (*PrivateKey, error) {
	var held *C.sealane_private_key
	status := C.sealane_private_key_from_der(start(der), C.size_t(len(der)), &held)
	return private(held, status)
}

// PrivateKeyFromPEM reads the one PEM block of a text.
func PrivateKeyFromPEM(text []byte) (*PrivateKey, error) {
	var held *C.sealane_private_key
	status := C.sealane_private_key_from_pem(start(text), C.size_t(len(text)), &held)
	return private(held, status)
}

// PrivateKeyFromBytes reads a key over a curve from its bytes alone: a scalar, or the octets of RFC
// 8032 or RFC 7748.
func PrivateKeyFromBytes(algorithm string, bytes []byte) (*PrivateKey, error) {
	name := C.CString(algorithm)
	defer C.free(unsafe.Pointer(name))
	var held *C.sealane_private_key
	status := C.sealane_private_key_from_bytes(name, start(bytes), C.size_t(len(bytes)), &held)
	return private(held, status)
}

// Close frees and wipes a key. It may not be used any more.
func (k *PrivateKey) Close() {
	C.sealane_private_key_free(k.held)
	k.held = nil
	runtime.SetFinalizer(k, nil)
}

// pointer is what C has of a key: nothing for none.
func (k *PrivateKey) pointer() *C.sealane_private_key {
	if k == nil {
		return nil
	}
	return k.held
}

// DER returns the PKCS#8 document. The caller wipes it.
func (k *PrivateKey) DER() ([]byte, error) {
	defer runtime.KeepAlive(k)
	return put(func(data *C.uint8_t, length *C.size_t) C.sealane_status {
		return C.sealane_private_key_to_der(k.pointer(), data, length)
	})
}

// PEM returns the PEM block PRIVATE KEY. The caller wipes it.
func (k *PrivateKey) PEM() ([]byte, error) {
	defer runtime.KeepAlive(k)
	return put(func(data *C.uint8_t, length *C.size_t) C.sealane_status {
		return C.sealane_private_key_to_pem(k.pointer(), data, length)
	})
}

// Bytes returns what PrivateKeyFromBytes takes. The caller wipes it.
func (k *PrivateKey) Bytes() ([]byte, error) {
	defer runtime.KeepAlive(k)
	return put(func(data *C.uint8_t, length *C.size_t) C.sealane_status {
		return C.sealane_private_key_to_bytes(k.pointer(), data, length)
	})
}

// Public returns the public key that belongs to it.
func (k *PrivateKey) Public() (*PublicKey, error) {
	defer runtime.KeepAlive(k)
	var held *C.sealane_public_key
	status := C.sealane_private_key_public_key(k.pointer(), &held)
	return public(held, status)
}

// Sign signs a message, or its digest.
func (k *PrivateKey) Sign(message []byte, scheme *Scheme, flags Flags) ([]byte, error) {
	defer runtime.KeepAlive(k)
	defer runtime.KeepAlive(scheme)
	return put(func(data *C.uint8_t, length *C.size_t) C.sealane_status {
		return C.sealane_sign(k.pointer(), scheme.pointer(), C.uint32_t(flags), start(message),
			C.size_t(len(message)), data, length)
	})
}

// Derive computes the secret that the key shares with another's public key. The caller wipes it.
func (k *PrivateKey) Derive(peer *PublicKey) ([]byte, error) {
	defer runtime.KeepAlive(k)
	defer runtime.KeepAlive(peer)
	var room [66]byte // As many bytes as the longest field has.
	length := C.size_t(len(room))
	status := C.sealane_derive(k.pointer(), peer.pointer(), start(room[:]), &length)
	if err := failure(status); err != nil {
		return nil, err
	}
	return append([]byte(nil), room[:int(length)]...), nil
}

// PublicKeyFromDER reads a SubjectPublicKeyInfo.
func PublicKeyFromDER(der []byte) (*PublicKey, error) {
	var held *C.sealane_public_key
	status := C.sealane_public_key_from_der(start(der), C.size_t(len(der)), &held)
	return public(held, status)
}

// PublicKeyFromPEM reads the one PEM block of a text.
func PublicKeyFromPEM(text []byte) (*PublicKey, error) {
	var held *C.sealane_public_key
	status := C.sealane_public_key_from_pem(start(text), C.size_t(len(text)), &held)
	return public(held, status)
}

// PublicKeyFromBytes reads a key over a curve from its bytes alone: a point, or the octets of RFC
// 8032 or RFC 7748.
func PublicKeyFromBytes(algorithm string, bytes []byte) (*PublicKey, error) {
	name := C.CString(algorithm)
	defer C.free(unsafe.Pointer(name))
	var held *C.sealane_public_key
	status := C.sealane_public_key_from_bytes(name, start(bytes), C.size_t(len(bytes)), &held)
	return public(held, status)
}

// Close frees a key. It may not be used any more.
func (k *PublicKey) Close() {
	C.sealane_public_key_free(k.held)
	k.held = nil
	runtime.SetFinalizer(k, nil)
}

func (k *PublicKey) pointer() *C.sealane_public_key {
	if k == nil {
		return nil
	}
	return k.held
}

// DER returns the SubjectPublicKeyInfo.
func (k *PublicKey) DER() ([]byte, error) {
	defer runtime.KeepAlive(k)
	return put(func(data *C.uint8_t, length *C.size_t) C.sealane_status {
		return C.sealane_public_key_to_der(k.pointer(), data, length)
	})
}

// PEM returns the PEM block PUBLIC KEY.
func (k *PublicKey) PEM() ([]byte, error) {
	defer runtime.KeepAlive(k)
	return put(func(data *C.uint8_t, length *C.size_t) C.sealane_status {
		return C.sealane_public_key_to_pem(k.pointer(), data, length)
	})
}

// Bytes returns what PublicKeyFromBytes takes, a point compressed or not.
func (k *PublicKey) Bytes(compressed bool) ([]byte, error) {
	defer runtime.KeepAlive(k)
	var flags C.uint32_t
	if compressed {
		flags = C.SEALANE_COMPRESSED
	}
	return put(func(data *C.uint8_t, length *C.size_t) C.sealane_status {
		return C.sealane_public_key_to_bytes(k.pointer(), flags, data, length)
	})
}

// Algorithm returns the name of the key's algorithm.
func (k *PublicKey) Algorithm() (string, error) {
	defer runtime.KeepAlive(k)
	name, err := put(func(data *C.uint8_t, length *C.size_t) C.sealane_status {
		return C.sealane_public_key_algorithm(k.pointer(), (*C.char)(unsafe.Pointer(data)), length)
	})
	if err != nil {
		return "", err
	}
	return string(name[:len(name)-1]), nil // Without the zero behind it.
}

// Verify verifies a signature of a message, or of its digest: nil for a good one and no other.
func (k *PublicKey) Verify(message, signature []byte, scheme *Scheme, flags Flags) error {
	defer runtime.KeepAlive(k)
	defer runtime.KeepAlive(scheme)
	return failure(C.sealane_verify(k.pointer(), scheme.pointer(), C.uint32_t(flags), start(message),
		C.size_t(len(message)), start(signature), C.size_t(len(signature))))
}

// NewScheme makes the scheme of a name: ecdsa-sha256, eddsa, rsa-pss-sha256.
func NewScheme(name string) (*Scheme, error) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	var held *C.sealane_scheme
	if err := failure(C.sealane_scheme_from_name(text, &held)); err != nil {
		return nil, err
	}
	scheme := &Scheme{held}
	runtime.SetFinalizer(scheme, (*Scheme).Close)
	return scheme, nil
}

// Close frees a scheme. It may not be used any more.
func (s *Scheme) Close() {
	C.sealane_scheme_free(s.held)
	s.held = nil
	runtime.SetFinalizer(s, nil)
}

func (s *Scheme) pointer() *C.sealane_scheme {
	if s == nil {
		return nil
	}
	return s.held
}
