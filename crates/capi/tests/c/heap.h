// What a program asks of the heap, this library included. Volatile, because a compiler takes it
// that functions of the heap change nothing.

#ifndef HEAP_H
#define HEAP_H

// Calls that asked for memory.
extern volatile long heap_calls;
// Blocks that are not freed.
extern volatile long heap_blocks;

#endif
