/* Stands before the system's calls of a process, and fails one of them on a file of a store: the one
 * before which `left` more are made, in the way of `kind`. Both lie in a file that the test writes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { DISK_ERROR, DISK_FULL, INTERRUPTED, SHORT_WRITE };

static struct {
  _Atomic int64_t left;
  _Atomic int64_t kind;
} *plan;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("SEALANE_DISK_PLAN");
  int fd = path ? open(path, O_RDWR) : -1;
  if (fd < 0) return;
  void *at = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (at != MAP_FAILED) plan = at;
  close(fd);
}

static int of_store(int fd) {
  char link[64], name[1024];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return 0;
  name[length] = 0;
  return strstr(name, "/token.db") != NULL;
}

/* Whether this call is the one. */
static int is_due(int fd) {
  int before = errno;
  int due = plan && of_store(fd) && atomic_fetch_sub(&plan->left, 1) == 0;
  errno = before;
  return due;
}

/* What a call returns that fails. */
static int failed(void) {
  static const int errors[] = {EIO, ENOSPC, EINTR, EIO};
  errno = errors[plan->kind];
  return -1;
}

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

ssize_t write(int fd, const void *from, size_t count) {
  static ssize_t (*next)(int, const void *, size_t);
  if (!next) next = real("write");
  if (!is_due(fd)) return next(fd, from, count);
  return plan->kind == SHORT_WRITE && count > 1 ? next(fd, from, count / 2) : failed();
}

#define WRITE_AT(NAME)                                                                       \
  ssize_t NAME(int fd, const void *from, size_t count, off64_t at) {                         \
    static ssize_t (*next)(int, const void *, size_t, off64_t);                              \
    if (!next) next = real(#NAME);                                                           \
    if (!is_due(fd)) return next(fd, from, count, at);                                       \
    return plan->kind == SHORT_WRITE && count > 1 ? next(fd, from, count / 2, at) : failed(); \
  }
WRITE_AT(pwrite)
WRITE_AT(pwrite64)

/* Reads of a file are whole or fail; only a failing disk fails them. */
static int read_fails(int fd) {
  return plan && plan->kind == DISK_ERROR && is_due(fd);
}

ssize_t read(int fd, void *to, size_t count) {
  static ssize_t (*next)(int, void *, size_t);
  if (!next) next = real("read");
  return read_fails(fd) ? failed() : next(fd, to, count);
}

#define READ_AT(NAME)                                             \
  ssize_t NAME(int fd, void *to, size_t count, off64_t at) {      \
    static ssize_t (*next)(int, void *, size_t, off64_t);         \
    if (!next) next = real(#NAME);                                \
    return read_fails(fd) ? failed() : next(fd, to, count, at);   \
  }
READ_AT(pread)
READ_AT(pread64)

#define SYNC(NAME)                                  \
  int NAME(int fd) {                                \
    static int (*next)(int);                        \
    if (!next) next = real(#NAME);                  \
    return is_due(fd) ? failed() : next(fd);        \
  }
SYNC(fsync)
SYNC(fdatasync)

#define CUT(NAME)                                   \
  int NAME(int fd, off64_t length) {                \
    static int (*next)(int, off64_t);               \
    if (!next) next = real(#NAME);                  \
    return is_due(fd) ? failed() : next(fd, length); \
  }
CUT(ftruncate)
CUT(ftruncate64)
