// Memory that ends where no more may be read, and numbers to choose by.

#ifndef GUARDED_H
#define GUARDED_H

#include "must.h"
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { ARENAS = 64, ARENA_BYTES = 32768, GUARD_BYTES = 4096 };

static uint8_t *arenas[ARENAS];
static uint64_t state;

static uint64_t next(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state * 0x2545f4914f6cdd1d;
}

// A number below `end`.
static size_t below(size_t end) {
    return (size_t)((next() >> 16) % end);
}

// Whether it is the turn of one in so many.
static int one_in(size_t count) {
    return below(count) == 0;
}

static void make_arenas(void) {
    for (size_t i = 0; i < ARENAS; i++) {
        arenas[i] = mmap(NULL, ARENA_BYTES + GUARD_BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        MUST(arenas[i] != MAP_FAILED);
        MUST(mprotect(arenas[i] + ARENA_BYTES, GUARD_BYTES, PROT_NONE) == 0);
    }
}

// `size` bytes of an arena: the byte behind them cannot be touched.
static uint8_t *guarded(size_t arena, size_t size) {
    MUST(arena < ARENAS && size <= ARENA_BYTES);
    return arenas[arena] + ARENA_BYTES - size;
}

#endif
