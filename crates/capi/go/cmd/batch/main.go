// Signs many messages by a few keys in one call, verifies them in one call, and once more with
// tables; then some are changed, and those alone are refused.
// usage: batch COUNT [lose]   (and loses a key)
package main

// #cgo pkg-config: sealane
// #include <sealane.h>
//
// // Loses a key: nothing refers to it, and nothing frees it. That is done in C, whose stack valgrind
// // knows: words that Go has left in its heap, it takes for pointers, as long as they stay there.
// static int lose(void) {
//     struct sealane_private_key *key = 0;
//     return sealane_private_key_generate("p256", &key);
// }
import "C"

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"

	"sealane"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	count, err := strconv.Atoi(os.Args[1])
	must(err)
	if len(os.Args) > 2 {
		if C.lose() != 0 {
			panic("no key to lose")
		}
	}
	var keys []*sealane.PrivateKey
	var publicKeys []*sealane.PublicKey
	for _, name := range []string{"p256", "ed25519", "p384", "secp256k1"} {
		key, err := sealane.Generate(name)
		must(err)
		publicKey, err := key.Public()
		must(err)
		keys, publicKeys = append(keys, key), append(publicKeys, publicKey)
	}
	items, checks := make([]sealane.SignItem, count), make([]sealane.VerifyItem, count)
	for i := range items {
		message := binary.LittleEndian.AppendUint64(nil, uint64(i))
		items[i] = sealane.SignItem{Key: keys[i%len(keys)], Message: message}
	}
	made, errs := sealane.SignBatch(items, nil, 0)
	for i := range items {
		must(errs[i])
		checks[i] = sealane.VerifyItem{
			Key: publicKeys[i%len(keys)], Message: items[i].Message, Signature: made[i],
		}
	}
	tables, err := sealane.NewKeyTables(1 << 20)
	must(err)
	for _, with := range []*sealane.KeyTables{nil, tables, tables} {
		for _, err := range sealane.VerifyBatch(checks, nil, 0, with) {
			must(err)
		}
	}
	for i := 0; i < count; i += 7 {
		made[i][len(made[i])-1] ^= 1
	}
	checks[1].Key = nil
	for i, err := range sealane.VerifyBatch(checks, nil, 0, tables) {
		expected := error(nil)
		if i == 1 {
			expected = sealane.ArgumentNull
		} else if i%7 == 0 {
			expected = sealane.SigInvalid
		}
		if !errors.Is(err, expected) {
			panic(fmt.Sprint(i, err))
		}
	}
	for i := range keys {
		keys[i].Close()
		publicKeys[i].Close()
	}
	tables.Close()
	fmt.Println(count, "items")
}
