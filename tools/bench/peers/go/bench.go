// The loop and the lines of this peer; see ../../README.md for what they print. The loop is that of
// crates/measure/src/contest.rs: samples of about 2 ms over 64 inputs, and their median.
package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"syscall"
	"unsafe"
)

const inputs = 64

var seconds = 0.3
var pattern *regexp.Regexp

func begin(version string) {
	if len(os.Args) > 1 {
		seconds = must(strconv.ParseFloat(os.Args[1], 64))
	}
	if len(os.Args) > 2 && os.Args[2] != "" {
		pattern = regexp.MustCompile(os.Args[2])
	}
	fmt.Println("# version", version)
}

func wants(algo, op string) bool { return pattern == nil || pattern.MatchString(algo+" "+op) }

func wantsAny(algo string) bool {
	return wants(algo, "keygen") || wants(algo, "sign") || wants(algo, "verify") ||
		wants(algo, "derive")
}

// cpu is the CPU time of this thread in seconds; 3 is CLOCK_THREAD_CPUTIME_ID.
func cpu() float64 {
	var t syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, 3, uintptr(unsafe.Pointer(&t)), 0)
	return float64(t.Sec) + 1e-9*float64(t.Nsec)
}

// measure prints a row; it returns the last input, or -1 when there is no figure.
func measure(algo, op string, work func(i int) bool) int {
	if !wants(algo, op) {
		return -1
	}
	start, spent, done, good := cpu(), 0.0, 0, true
	for ; done == 0 || spent < seconds/5; done++ {
		good = work(done%inputs) && good
		spent = cpu() - start
	}
	calls := min(max(int(2e-3/(spent/float64(done))), 1), inputs)
	samples, used, next, last := []float64{}, 0.0, 0, 0
	for used < seconds || len(samples) < 5 {
		good = work(next) && good
		start = cpu()
		for k := range calls {
			last = (next + k) % inputs
			good = work(last) && good
		}
		spent = cpu() - start
		next = (next + calls) % inputs
		used += spent
		samples = append(samples, spent/float64(calls))
	}
	if !good {
		fmt.Printf("# fail %s %s\n", algo, op)
		return -1
	}
	slices.Sort(samples)
	middle := (samples[(len(samples)-1)/2] + samples[len(samples)/2]) / 2
	fmt.Printf("%s\t%s\t%.1f\n", algo, op, 1/middle)
	return last
}

// verify is measure for a verification, which must first take every signature of its own message
// and none of the next message.
func verify(algo string, check func(message, signature int) bool) int {
	if !wants(algo, "verify") {
		return -1
	}
	for i := range inputs {
		if !check(i, i) || check((i+1)%inputs, i) {
			fmt.Printf("# fail %s verify\n", algo)
			return -1
		}
	}
	fmt.Printf("refused\t%s\n", algo)
	return measure(algo, "verify", func(i int) bool { return check(i, i) })
}

func sample(algo, op, public, input, output string) {
	fmt.Printf("sample\t%s\t%s\t%s\t%s\t%s\n", algo, op, public, input, output)
}

func text(bytes []byte) string { return hex.EncodeToString(bytes) }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
