package sealane

import (
	"bytes"
	"errors"
	"testing"
)

// must fails where there is an error.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// Keys are written and read again, and sign as before.
func TestKeysAreReadAgain(t *testing.T) {
	message := []byte("a message")
	for _, name := range []string{"p256", "ed25519", "ed448", "brainpoolp512r1"} {
		key := must(Generate(name))
		public := must(key.Public())
		if got := must(public.Algorithm()); got != name {
			t.Fatal(got)
		}
		again := []*PrivateKey{
			must(PrivateKeyFromDER(must(key.DER()))),
			must(PrivateKeyFromPEM(must(key.PEM()))),
			must(PrivateKeyFromBytes(name, must(key.Bytes()))),
		}
		others := []*PublicKey{
			must(PublicKeyFromDER(must(public.DER()))),
			must(PublicKeyFromPEM(must(public.PEM()))),
			must(PublicKeyFromBytes(name, must(public.Bytes(true)))),
			must(PublicKeyFromBytes(name, must(public.Bytes(false)))),
		}
		for _, flags := range []Flags{0, Fixed} {
			signature := must(key.Sign(message, nil, Deterministic|flags))
			for _, key := range again {
				if !bytes.Equal(signature, must(key.Sign(message, nil, Deterministic|flags))) {
					t.Fatal(name)
				}
			}
			for _, public := range others {
				if err := public.Verify(message, signature, nil, flags); err != nil {
					t.Fatal(name, err)
				}
				if err := public.Verify(message[1:], signature, nil, flags); err != SigInvalid {
					t.Fatal(name, err)
				}
			}
		}
	}
}

// Both ends of an agreement have the same secret.
func TestSecretsAreShared(t *testing.T) {
	for _, name := range []string{"x25519", "x448", "p256"} {
		ours, theirs := must(Generate(name)), must(Generate(name))
		first := must(ours.Derive(must(theirs.Public())))
		if !bytes.Equal(first, must(theirs.Derive(must(ours.Public())))) {
			t.Fatal(name)
		}
		other := must(must(Generate("p384")).Public())
		if _, err := ours.Derive(other); err != KeyCurveMismatch {
			t.Fatal(err)
		}
	}
	zero := must(PublicKeyFromBytes("x25519", make([]byte, 32)))
	if _, err := must(Generate("x25519")).Derive(zero); err != PeerLowOrder {
		t.Fatal(err)
	}
}

// What is wrong is an error with its name.
func TestWrongInputIsRefused(t *testing.T) {
	key := must(Generate("p256"))
	public := must(key.Public())
	signature := must(key.Sign(nil, nil, 0))
	var none *PrivateKey
	errs := map[Status]error{}
	_, errs[NameUnknown] = Generate("p257")
	_, errs[ArgumentNull] = none.Sign(nil, nil, 0)
	_, errs[ArgumentFlags] = key.Sign(nil, nil, 64)
	_, errs[KeyEncoding] = PublicKeyFromDER([]byte{1, 2, 3})
	_, errs[DigestLength] = key.Sign([]byte{1}, nil, Digests)
	_, errs[SchemeUnsupported] = key.Sign(nil, must(NewScheme("eddsa")), 0)
	_, errs[DeriveUnsupported] = must(Generate("ed25519")).Derive(public)
	errs[SigEncoding] = public.Verify(nil, signature[1:], nil, 0)
	errs[SigLength] = public.Verify(nil, signature, nil, Fixed)
	errs[SigUnsupported] = must(must(Generate("x25519")).Public()).Verify(nil, nil, nil, 0)
	for expected, err := range errs {
		if !errors.Is(err, expected) {
			t.Error(expected, "but got", err)
		}
	}
	if SigInvalid.Error() != "SIG_INVALID: the signature is not one of this message by this key" {
		t.Error(SigInvalid.Error())
	}
}

// A batch whose flags are wrong is refused for every item; none is no error.
func TestBatchesAreRefusedAsAWhole(t *testing.T) {
	key := must(Generate("p256"))
	_, errs := SignBatch([]SignItem{{key, nil}, {key, nil}}, nil, 64)
	if len(errs) != 2 || errs[0] != ArgumentFlags || errs[1] != ArgumentFlags {
		t.Error(errs)
	}
	public := must(key.Public())
	errs = VerifyBatch([]VerifyItem{{public, nil, nil}}, nil, 64, nil)
	if len(errs) != 1 || errs[0] != ArgumentFlags {
		t.Error(errs)
	}
	if made, errs := SignBatch(nil, nil, 0); len(made) != 0 || len(errs) != 0 {
		t.Error(made, errs)
	}
}
