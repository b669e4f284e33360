// Signs many messages by a few keys in one call, verifies them in one call, and once more with
// tables; then some are changed, and those alone are refused.
// usage: batch COUNT [lose]   (and loses keys)
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"sealane"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// lose loses keys: nothing refers to them, and nothing frees them. The words that were pointers at
// them lay in small objects of Go's heap, which stay as they are when they are collected, and where
// valgrind finds them: many new ones take their places. Some stay on stacks, and so there are
// several keys.
func lose() {
	for i := 0; i < 20; i++ {
		key, err := sealane.Generate("p256")
		must(err)
		runtime.SetFinalizer(key, nil)
		*key = sealane.PrivateKey{}
	}
	runtime.GC()
	runtime.GC()
	words, pointers := make([]*uintptr, 1<<15), make([]**uintptr, 1<<15)
	for i := range words {
		words[i], pointers[i] = new(uintptr), new(*uintptr)
		*words[i] = 1
	}
	runtime.KeepAlive(words)
	runtime.KeepAlive(pointers)
}

func main() {
	count, err := strconv.Atoi(os.Args[1])
	must(err)
	if len(os.Args) > 2 {
		lose()
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
