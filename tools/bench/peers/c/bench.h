/* The loop and the lines of the peers in C and C++; see ../../README.md for what they print.
 *
 * The loop is that of crates/measure/src/contest.rs: 64 different inputs in turn, warm up for a
 * fifth of the time, then samples of about 2 ms (at most 64 calls, one call outside the clock
 * before each) in CPU time of the thread, and the median of the samples. */
#ifndef PEER_BENCH_H
#define PEER_BENCH_H
#include <regex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define INPUTS 64

static double bench_seconds = 0.3;
static unsigned bench_batch = 1; /* operations a call does; figures are in operations */
static regex_t bench_pattern;
static int bench_has_pattern = 0;

/* Does operation number `input`, below INPUTS, and keeps its result; 1 when it worked. */
typedef int (*bench_work)(void *state, unsigned input);
/* Says whether signature number `signature` is one of message number `message`. */
typedef int (*bench_check)(void *state, unsigned message, unsigned signature);

static double bench_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void bench_begin(int argc, char **argv, const char *version) {
    if (argc > 1) bench_seconds = atof(argv[1]);
    if (argc > 2 && argv[2][0]) {
        if (regcomp(&bench_pattern, argv[2], REG_EXTENDED | REG_NOSUB)) exit(2);
        bench_has_pattern = 1;
    }
    printf("# version %s\n", version);
}

static int bench_wants(const char *algo, const char *op) {
    char row[256];
    if (!bench_has_pattern) return 1;
    snprintf(row, sizeof row, "%s %s", algo, op);
    return regexec(&bench_pattern, row, 0, NULL, 0) == 0;
}

static inline int bench_wants_any(const char *algo) {
    return bench_wants(algo, "keygen") || bench_wants(algo, "sign") || bench_wants(algo, "verify")
        || bench_wants(algo, "derive");
}

static int bench_order(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int bench_failed(const char *algo, const char *op) {
    printf("# fail %s %s\n", algo, op);
    return -1;
}

/* Measures and prints a row. Returns the input of the last call, whose result the state holds, or
 * -1 when there is no figure. */
static int bench_op(const char *algo, const char *op, bench_work work, void *state) {
    double *samples = NULL, used = 0, start, spent;
    size_t count = 0, room = 0;
    unsigned next = 0, calls, k, last = 0;
    if (!bench_wants(algo, op)) return -1;
    start = bench_now();
    do {
        if (!work(state, next++ % INPUTS)) return bench_failed(algo, op);
        spent = bench_now() - start;
    } while (spent < bench_seconds / 5);
    calls = (unsigned)(2e-3 / (spent / next));
    calls = calls < 1 ? 1 : calls > INPUTS ? INPUTS : calls;
    next = 0;
    while (used < bench_seconds || count < 5) {
        int worked = work(state, next);
        start = bench_now();
        for (k = 0; k < calls; k++) worked &= work(state, last = (next + k) % INPUTS);
        spent = bench_now() - start;
        if (!worked) return bench_failed(algo, op);
        next = (next + calls) % INPUTS;
        used += spent;
        if (count == room)
            samples = (double *)realloc(samples, (room = 2 * room + 64) * sizeof *samples);
        if (!samples) exit(2);
        samples[count++] = spent / calls;
    }
    qsort(samples, count, sizeof *samples, bench_order);
    spent = (samples[(count - 1) / 2] + samples[count / 2]) / 2;
    printf("%s\t%s\t%.1f\n", algo, op, bench_batch / spent);
    fflush(stdout);
    free(samples);
    return (int)last;
}

static struct { bench_check check; void *state; } bench_verifying;

static int bench_good(void *state, unsigned input) {
    (void)state;
    return bench_verifying.check(bench_verifying.state, input, input);
}

/* Like bench_op for a verification. Before it is measured it must take every signature of its own
 * message, and none of the next message. */
static inline int bench_verify(const char *algo, bench_check check, void *state) {
    unsigned i;
    if (!bench_wants(algo, "verify")) return -1;
    for (i = 0; i < INPUTS; i++)
        if (!check(state, i, i) || check(state, (i + 1) % INPUTS, i))
            return bench_failed(algo, "verify");
    printf("refused\t%s\n", algo);
    bench_verifying.check = check;
    bench_verifying.state = state;
    return bench_op(algo, "verify", bench_good, NULL);
}

/* A sample: the beginning, three fields, the end. A field has a kind and bytes, perhaps more. */
static inline void bench_sample(const char *algo, const char *op) {
    printf("sample\t%s\t%s", algo, op);
}
static inline void bench_text(const char *text) { printf("\t%s", text); }
static inline void bench_more(const void *bytes, size_t count) {
    size_t i;
    for (i = 0; i < count; i++) printf("%02x", ((const unsigned char *)bytes)[i]);
}
static inline void bench_hex(const char *kind, const void *bytes, size_t count) {
    printf("\t%s", kind);
    bench_more(bytes, count);
}
static inline void bench_end(void) { printf("\n"); fflush(stdout); }
#endif
