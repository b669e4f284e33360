// The loop and the lines of this peer; see ../../README.md for what they print. The loop is that of
// lab/measure/src/contest.rs: turns of samples of about 1 ms over 64 inputs, of each turn the
// median and the fastest. When the bench calls the turns, it says so on standard input.
package main

import (
	"bufio"
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

// calls is where the bench says when a turn begins; nil on our own.
var calls *bufio.Reader

func begin(version string) {
	if len(os.Args) > 1 {
		seconds = must(strconv.ParseFloat(os.Args[1], 64))
	}
	if len(os.Args) > 2 && os.Args[2] != "" {
		pattern = regexp.MustCompile(os.Args[2])
	}
	if len(os.Args) > 3 {
		calls = bufio.NewReader(os.Stdin)
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

// called says whether there is another turn after so many.
func called(algo, op string, turns int) bool {
	if calls == nil {
		return turns == 0
	}
	if turns == 0 {
		fmt.Printf("ready\t%s\t%s\n", algo, op)
	}
	word, err := calls.ReadString('\n')
	return err == nil && word == "turn\n"
}

// lane is a row while it is measured.
type lane struct {
	work       func(i int) bool
	size, next int
	last       int
	good       bool
}

// warm learns how many operations a sample has.
func (l *lane) warm() {
	start, spent, done := cpu(), 0.0, 0
	for ; done == 0 || spent < seconds/5; done++ {
		l.good = l.work(done%inputs) && l.good
		spent = cpu() - start
	}
	l.size = min(max(int(1e-3/(spent/float64(done))), 1), inputs)
}

// turn returns the samples of a turn, in seconds an operation. On our own there are five at least.
func (l *lane) turn() []float64 {
	samples, used, least := []float64{}, 0.0, 1
	if calls == nil {
		least = 5
	}
	for used < seconds || len(samples) < least {
		l.good = l.work(l.next) && l.good
		start := cpu()
		for k := range l.size {
			l.last = (l.next + k) % inputs
			l.good = l.work(l.last) && l.good
		}
		spent := cpu() - start
		l.next = (l.next + l.size) % inputs
		used += spent
		samples = append(samples, spent/float64(l.size))
	}
	slices.Sort(samples)
	return samples
}

// measure prints a row; it returns the last input, or -1 when there is no figure.
func measure(algo, op string, work func(i int) bool) int {
	if !wants(algo, op) {
		return -1
	}
	row := lane{work: work, last: -1, good: true}
	for turns := 0; called(algo, op, turns); turns++ {
		if turns == 0 {
			row.warm()
		}
		samples := row.turn()
		if !row.good {
			fmt.Printf("# fail %s %s\n", algo, op)
			return -1
		}
		middle := (samples[(len(samples)-1)/2] + samples[len(samples)/2]) / 2
		fmt.Printf("%s\t%s\t%.1f\t%.1f\n", algo, op, 1/middle, 1/samples[0])
	}
	return row.last
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
