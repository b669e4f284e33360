// Go's standard library. ECDSA signs a 32-byte digest (ASN.1, hedged nonce), Ed25519 a 32-byte
// message, RSA PKCS#1 v1.5 a SHA-256 digest.
package main

import (
	"crypto"
	"crypto/dsa"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"fmt"
	"math/big"
	"runtime"
)

var digests [inputs][]byte

func spki(key any) string { return text(must(x509.MarshalPKIXPublicKey(key))) }

// signatures measures sign and verify of one key.
func signatures(algo, public, kind, form string, sign func(i int) []byte,
	check func(message int, signature []byte) bool) {
	var made [inputs][]byte
	for i := range made {
		made[i] = sign(i)
	}
	show := func(op string, i int, signature []byte) {
		if i >= 0 {
			sample(algo, op, public, kind+text(digests[i]), form+text(signature))
		}
	}
	var out []byte
	last := measure(algo, "sign", func(i int) bool { out = sign(i); return out != nil })
	show("sign", last, out)
	last = verify(algo, func(m, s int) bool { return check(m, made[s]) })
	if last >= 0 {
		show("verify", last, made[last])
	}
}

func curve(name string, c elliptic.Curve) {
	algo := "ecdsa-" + name
	if !wantsAny(algo) {
		return
	}
	var made *ecdsa.PrivateKey
	generate := func(int) bool { made = must(ecdsa.GenerateKey(c, rand.Reader)); return true }
	if measure(algo, "keygen", generate) >= 0 {
		private := must(x509.MarshalPKCS8PrivateKey(made))
		sample(algo, "keygen", spki(&made.PublicKey), text(private), "-")
	}
	key := must(ecdsa.GenerateKey(c, rand.Reader))
	sign := func(i int) []byte { return must(ecdsa.SignASN1(rand.Reader, key, digests[i])) }
	check := func(m int, s []byte) bool { return ecdsa.VerifyASN1(&key.PublicKey, digests[m], s) }
	signatures(algo, spki(&key.PublicKey), "digest:", "der:", sign, check)
}

func agreement(algo string, c ecdh.Curve) {
	if !wantsAny(algo) {
		return
	}
	var made *ecdh.PrivateKey
	generate := func(int) bool {
		made = must(c.GenerateKey(rand.Reader))
		return made.PublicKey() != nil
	}
	if algo == "x25519" && measure(algo, "keygen", generate) >= 0 {
		sample(algo, "keygen", text(made.PublicKey().Bytes()), text(made.Bytes()), "-")
	}
	own, other := must(c.GenerateKey(rand.Reader)), must(c.GenerateKey(rand.Reader)).PublicKey()
	var secret []byte
	derive := func(int) bool { secret = must(own.ECDH(other)); return true }
	if measure(algo, "derive", derive) >= 0 {
		sample(algo, "derive", text(other.Bytes()), text(own.Bytes()), "x:"+text(secret))
	}
}

func edwards() {
	var public ed25519.PublicKey
	var private ed25519.PrivateKey
	generate := func(int) bool {
		var err error
		public, private, err = ed25519.GenerateKey(rand.Reader)
		return err == nil
	}
	if measure("ed25519", "keygen", generate) >= 0 {
		sample("ed25519", "keygen", text(public), text(private.Seed()), "-")
	}
	generate(0)
	sign := func(i int) []byte { return ed25519.Sign(private, digests[i]) }
	check := func(m int, s []byte) bool { return ed25519.Verify(public, digests[m], s) }
	signatures("ed25519", text(public), "message:", "raw:", sign, check)
}

func rsaKeys(bits int) {
	algo := fmt.Sprintf("rsa-%d", bits)
	if !wantsAny(algo) {
		return
	}
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		fmt.Println("# absent", algo, err)
		return
	}
	var made *rsa.PrivateKey
	generate := func(int) bool { made = must(rsa.GenerateKey(rand.Reader, bits)); return true }
	if bits == 2048 && measure(algo, "keygen", generate) >= 0 {
		sample(algo, "keygen", spki(&made.PublicKey), text(x509.MarshalPKCS1PrivateKey(made)), "-")
	}
	sign := func(i int) []byte {
		return must(rsa.SignPKCS1v15(nil, key, crypto.SHA256, digests[i]))
	}
	check := func(m int, s []byte) bool {
		return rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA256, digests[m], s) == nil
	}
	signatures(algo, spki(&key.PublicKey), "digest:", "raw:", sign, check)
}

func dsaKeys() {
	const algo = "dsa-2048"
	if !wantsAny(algo) {
		return
	}
	var key, made dsa.PrivateKey
	if err := dsa.GenerateParameters(&key.Parameters, rand.Reader, dsa.L2048N256); err != nil {
		panic(err)
	}
	number := func(n *big.Int) string { return ":" + text(n.Bytes()) }
	public := func(k *dsa.PrivateKey) string {
		return "dsa" + number(k.P) + number(k.Q) + number(k.G) + number(k.Y)
	}
	generate := func(int) bool {
		made = dsa.PrivateKey{}
		made.Parameters = key.Parameters
		return dsa.GenerateKey(&made, rand.Reader) == nil
	}
	if measure(algo, "keygen", generate) >= 0 {
		sample(algo, "keygen", public(&made), "-", "-")
	}
	generate(0)
	key = made
	var r, s [inputs]*big.Int
	sign := func(i int) bool {
		var err error
		r[i], s[i], err = dsa.Sign(rand.Reader, &key, digests[i])
		return err == nil
	}
	for i := range inputs {
		sign(i)
	}
	show := func(op string, i int) {
		if i >= 0 {
			output := "numbers" + number(r[i]) + number(s[i])
			sample(algo, op, public(&key), "digest:"+text(digests[i]), output)
		}
	}
	show("sign", measure(algo, "sign", sign))
	check := func(m, i int) bool { return dsa.Verify(&key.PublicKey, digests[m], r[i], s[i]) }
	show("verify", verify(algo, check))
}

func main() {
	runtime.LockOSThread()
	begin(runtime.Version())
	for i := range digests {
		digest := sha256.Sum256([]byte{byte(i)})
		digests[i] = digest[:]
	}
	curve("p224", elliptic.P224())
	curve("p256", elliptic.P256())
	curve("p384", elliptic.P384())
	curve("p521", elliptic.P521())
	agreement("ecdh-p256", ecdh.P256())
	agreement("ecdh-p384", ecdh.P384())
	agreement("ecdh-p521", ecdh.P521())
	edwards()
	agreement("x25519", ecdh.X25519())
	for _, bits := range []int{1024, 2048, 3072, 4096} {
		rsaKeys(bits)
	}
	dsaKeys()
}
