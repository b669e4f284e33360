// What a test demands: says where it does not hold, and ends.

#ifndef MUST_H
#define MUST_H

#include <stdio.h>
#include <stdlib.h>

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

#endif
