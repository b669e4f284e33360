// Reads cases, one a line, and prints what the library says of each:
//
//	verify SCHEME SPKI MESSAGE SIGNATURE   the status
//	sign SCHEME PKCS8 MESSAGE              the signature, deterministic
//
// All bytes in hexadecimal digits, `-` for none; a scheme `usual` is the key's own.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"sealane"
)

func decode(digits string) []byte {
	bytes, err := hex.DecodeString(strings.TrimPrefix(digits, "-"))
	if err != nil {
		panic(err)
	}
	return bytes
}

func schemeOf(name string) (*sealane.Scheme, error) {
	if name == "usual" {
		return nil, nil
	}
	return sealane.NewScheme(name)
}

func verify(words []string) error {
	scheme, err := schemeOf(words[1])
	if err != nil {
		return err
	}
	key, err := sealane.PublicKeyFromDER(decode(words[2]))
	if err != nil {
		return err
	}
	return key.Verify(decode(words[3]), decode(words[4]), scheme, 0)
}

func sign(words []string) (string, error) {
	scheme, err := schemeOf(words[1])
	if err != nil {
		return "", err
	}
	key, err := sealane.PrivateKeyFromDER(decode(words[2]))
	if err != nil {
		return "", err
	}
	signature, err := key.Sign(decode(words[3]), scheme, sealane.Deterministic)
	return hex.EncodeToString(signature), err
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		said, err := "OK", error(nil)
		switch words := strings.Fields(lines.Text()); {
		case len(words) == 5 && words[0] == "verify":
			err = verify(words)
		case len(words) == 4 && words[0] == "sign":
			said, err = sign(words)
		default:
			os.Exit(2)
		}
		if status, failed := err.(sealane.Status); failed {
			said = status.Name()
		}
		fmt.Println(said)
	}
}
