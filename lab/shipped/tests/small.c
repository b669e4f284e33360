/* A small program that the judge looks at: `small WHAT` does something with the byte in the file
 * `key`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile unsigned char table[256];
static volatile unsigned long sink;

__attribute__((noinline)) void a_public_function(unsigned long n) {
  for (unsigned long i = 0; i < n; i++) sink = sink + i;
}

__attribute__((noinline)) void repeated(unsigned long n) { sink = sink + n; }

__attribute__((noinline)) int with_secret(const char *what, unsigned long secret) {
  if (!strcmp(what, "branch")) {
    if (secret & 1) sink = sink * 3;
  } else if (!strcmp(what, "count")) {
    for (unsigned long i = 0; i < secret; i++) sink = sink + 1;
  } else if (!strcmp(what, "index")) {
    sink = table[secret];
  } else if (!strcmp(what, "divide")) {
    sink = 1000000 / (secret + 1);
  } else if (!strcmp(what, "copy")) {
    static char from[256], to[256];
    __asm__ volatile("rep movsb" ::"S"(from), "D"(to), "c"(secret) : "memory");
  } else if (!strcmp(what, "root")) {
    volatile double x = (double)secret;
    __asm__ volatile("sqrtsd %0, %%xmm0" ::"m"(x) : "xmm0");
  } else if (!strcmp(what, "public")) {
    a_public_function(secret);
  } else if (!strcmp(what, "repeated")) {
    for (int i = 0; i < 5; i++) repeated(secret);
  } else if (!strcmp(what, "mask")) {
    for (unsigned long i = 0; i < 256; i++) sink = sink + (table[i] & (0 - (unsigned long)(i == 7)));
    sink = sink ^ (secret * 0x9e3779b97f4a7c15u);
  } else {
    return 3;
  }
  return 0;
}

int main(int count, char **arguments) {
  FILE *file = fopen("key", "r");
  int secret = file ? fgetc(file) : 0;
  if (file) fclose(file);
  return count > 1 ? with_secret(arguments[1], (unsigned long)secret) : 2;
}
