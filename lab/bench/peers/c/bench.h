/* The loop and the lines of the peers in C and C++; see ../../README.md for what they print.
 *
 * The loop is that of lab/measure/src/contest.rs: 64 different inputs one after another, warm up
 * for a fifth of the time, then turns of samples of about 1 ms (at most 64 calls, one call outside
 * the clock before each) in CPU time of the thread; of each turn the median sample and the fastest.
 * When the bench calls the turns, it says on standard input when each begins. */
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
static int bench_paced = 0; /* whether the bench calls the turns */

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
    bench_paced = argc > 3;
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

/* Reads $PEER_KEYS/NAME.der, a key of RSA or DSA that the bench has made; 0 when there is none. To
 * make one takes as long as a hundred signatures, and each process would. */
static inline size_t bench_key(const char *name, unsigned char *out, size_t room) {
    const char *folder = getenv("PEER_KEYS");
    char path[4096];
    size_t length;
    FILE *file;
    snprintf(path, sizeof path, "%s/%s.der", folder ? folder : "", name);
    file = fopen(path, "rb");
    if (!file) return 0;
    length = fread(out, 1, room, file);
    fclose(file);
    return length;
}

static int bench_failed(const char *algo, const char *op) {
    printf("# fail %s %s\n", algo, op);
    return -1;
}

/* A row while it is measured. */
typedef struct {
    const char *algo, *op;
    bench_work work;
    void *state;
    unsigned calls, next, turns;
    int last;
} bench_lane;

/* Whether there is another turn: the bench says so, or it is the first of a peer on its own. */
static int bench_called(const bench_lane *row) {
    char word[16];
    if (!bench_paced) return row->turns == 0;
    if (!row->turns) printf("ready\t%s\t%s\n", row->algo, row->op);
    fflush(stdout);
    return fgets(word, sizeof word, stdin) && !strcmp(word, "turn\n");
}

/* Warms up, and learns how many calls a sample has; 1 when all worked. */
static int bench_warm(bench_lane *row) {
    double start = bench_now(), spent, calls;
    unsigned done = 0;
    do {
        if (!row->work(row->state, done++ % INPUTS)) return 0;
        spent = bench_now() - start;
    } while (spent < bench_seconds / 5);
    calls = 1e-3 / (spent / done);
    row->calls = calls < 1 ? 1 : calls > INPUTS ? INPUTS : (unsigned)calls;
    return 1;
}

/* One turn, and its line; 1 when all worked. A peer on its own makes five samples at least. */
static int bench_turn(bench_lane *row) {
    double *samples = NULL, used = 0, start, spent;
    size_t count = 0, room = 0, least = bench_paced ? 1 : 5;
    unsigned k;
    while (used < bench_seconds || count < least) {
        int worked = row->work(row->state, row->next);
        start = bench_now();
        for (k = 0; k < row->calls; k++)
            worked &= row->work(row->state, (row->next + k) % INPUTS);
        spent = bench_now() - start;
        if (!worked) return 0;
        row->last = (int)((row->next + row->calls - 1) % INPUTS);
        row->next = (row->next + row->calls) % INPUTS;
        used += spent;
        if (count == room)
            samples = (double *)realloc(samples, (room = 2 * room + 64) * sizeof *samples);
        if (!samples) exit(2);
        samples[count++] = spent / row->calls;
    }
    qsort(samples, count, sizeof *samples, bench_order);
    spent = (samples[(count - 1) / 2] + samples[count / 2]) / 2;
    printf("%s\t%s\t%.1f\t%.1f\n", row->algo, row->op, bench_batch / spent,
           bench_batch / samples[0]);
    fflush(stdout);
    free(samples);
    row->turns++;
    return 1;
}

/* Measures and prints a row. Returns the input of the last call, whose result the state holds, or
 * -1 when there is no figure. */
static int bench_op(const char *algo, const char *op, bench_work work, void *state) {
    bench_lane row = {algo, op, work, state, 0, 0, 0, -1};
    if (!bench_wants(algo, op)) return -1;
    while (bench_called(&row))
        if ((!row.turns && !bench_warm(&row)) || !bench_turn(&row)) return bench_failed(algo, op);
    return row.last;
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
