// The functions of the heap, as glibc has them below these names, and counted. For one thread.

#include "heap.h"
#include <errno.h>
#include <stddef.h>

volatile long heap_calls, heap_blocks;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static void *counted(void *block) {
    heap_calls++;
    heap_blocks += block != NULL;
    return block;
}

void *malloc(size_t size) {
    return counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size) {
    return counted(__libc_calloc(count, size));
}

void free(void *block) {
    heap_blocks -= block != NULL;
    __libc_free(block);
}

void *realloc(void *block, size_t size) {
    void *moved = __libc_realloc(block, size);
    heap_blocks -= block != NULL && (moved != NULL || size == 0);
    return counted(moved);
}

void *memalign(size_t alignment, size_t size) {
    return counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = memalign(alignment, size);
    return *block == NULL ? ENOMEM : 0;
}
