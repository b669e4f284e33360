/* Steps of a program from the inside: loaded beside a released command, it writes the registers
 * before every instruction to standard output, and gives the command randomness by number.
 *
 * The command itself is the file that is released, byte for byte; in memory, breakpoints stand where
 * following may begin, until it does. Its instructions run from copies, block by block: the tool at
 * the other end of the pipes writes each copy when it is asked for (translate.rs), with code before
 * every instruction that notes the registers. Where a block ends, a breakpoint asks for the next
 * one, once; then they are joined. With STEPS_TRAP=1 the processor's trap flag stops the command
 * after each instruction instead, and the handler notes the registers: that needs no copies, takes
 * many times as long, and is there to be compared with.
 * The clock stands still.
 *
 * STEPS_SEED      what getrandom gives, by a number; always of the same length
 * STEPS_FROM      offsets in the program, in hex, by spaces: the first that is met begins
 * STEPS_RANDOM    if it is there, following begins where randomness is asked for as well
 * STEPS_LEAVE     OFFSET:COUNT, by spaces: functions that are followed COUNT times, and after that
 *                 run without steps until they return
 * STEPS_TRAP      1 if steps are made by the trap flag
 *
 * It ends the command with a status of its own:
 * 94  a table is full
 * 95  the command does what cannot be followed: another thread, process or program, a handler of
 *     signals, the segment GS
 * 96  it cannot prepare
 * 97  nobody reads the steps
 */
#define _GNU_SOURCE
#include <asm/prctl.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#if !defined(__x86_64__) || !defined(__linux__)
#error "steps are made on x86-64 and Linux only"
#endif

#define MOST 256
#define TRAP_FLAG 0x100
#define WORDS 18
/* So many records are whole pages. */
#define RECORDS 4096
/* Blocks: a power of two, several times as many as any command has. */
#define BLOCKS (1u << 18)
/* Bytes of copies beside the program, and as many beside the libraries. */
#define COPIES (1ul << 26)
/* What a breakpoint in a copy asks for, in the byte behind it: the next block, for good; the block
 * at `target`; a call of the system. */
enum { JOIN, GO, SYSTEM };

static uint64_t base, state;
static struct { uint64_t at; unsigned char byte; } starts[MOST];
static struct { uint64_t at, followed; } leaves[MOST];
static int start_count, leave_count, begins_at_random, began, is_trapped;
/* Questions and records go out, answers come in. */
static int out, in;
static uint64_t (*records)[WORDS];
/* Where copies lie. */
static uint64_t copies[2];
/* Copies by the addresses of the originals. */
static struct { uint64_t at, copy; } blocks[BLOCKS];
/* The blocks that a copy finds by itself, at the low bits of their addresses. The address is kept
 * with its sign changed: a copy adds it to the one it looks for, and has found it if the sum is 0.
 * A comparison would change the flags. */
static struct { uint64_t minus_at, copy; } known[1 << 16];
/* What copies name by the segment GS, in the order that translate.rs has. */
static struct {
  uint64_t rax;
  /* The address of word 8 of the next record: all its words are near. */
  uint64_t middle;
  /* Where a return or an indirect branch goes. */
  uint64_t target;
  uint64_t rcx, rdx, known, copy;
} shared;
/* Where the function that is not followed goes back to. */
static uint64_t steps_back;

/* The function that is not followed returns here. */
void steps_come_back(void);
__asm__(".text\n.globl steps_come_back\n.hidden steps_come_back\nsteps_come_back:\n  int3\n");

static void put(const void *from, size_t length) {
  const char *at = from;
  while (length > 0) {
    ssize_t done = write(out, at, length);
    if (done <= 0) _exit(97);
    at += done;
    length -= (size_t)done;
  }
}

static void get(void *into, size_t length) {
  char *at = into;
  while (length > 0) {
    ssize_t done = read(in, at, length);
    if (done <= 0) _exit(97);
    at += done;
    length -= (size_t)done;
  }
}

static void flush(void) {
  uint64_t first = (uint64_t)records;
  put(records, shared.middle - 64 - first);
  shared.middle = first + 64;
}

/* The list of the process's memory, after its length, and where copies lie. */
static void put_maps(void) {
  static char text[1 << 16];
  int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  uint64_t length = 0;
  ssize_t more;
  while ((more = read(file, text + length, sizeof text - length)) > 0) length += (uint64_t)more;
  close(file);
  put(&length, sizeof length);
  put(text, length);
  put(copies, sizeof copies);
}

static void note(const greg_t *r) {
  static const int order[WORDS - 1] = {REG_RIP, REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP,
                                   REG_RBP, REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10,
                                   REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  if (shared.middle - 64 == (uint64_t)records[RECORDS]) flush();
  uint64_t *record = (uint64_t *)(shared.middle - 64);
  for (int i = 0; i < WORDS - 1; i++) record[i] = (uint64_t)r[order[i]];
  shared.middle += sizeof records[0];
}

static void change(uint64_t at, unsigned char byte) {
  uint64_t page = at & ~4095ul;
  if (mprotect((void *)page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC)) _exit(96);
  *(volatile unsigned char *)at = byte;
  if (mprotect((void *)page, 4096, PROT_READ | PROT_EXEC)) _exit(96);
}

/* The last records: when the command ends, it runs this as everything before, but without steps. */
__attribute__((destructor)) static void end(void) {
  if (!began) return;
  __asm__ volatile("pushf\n andl $0xfffffeff, (%%rsp)\n popf" ::: "cc", "memory");
  flush();
}

/* Whether it matters each time that an address is come to: its block is not joined to others. */
static int is_watched(uint64_t at) {
  for (int i = 0; i < leave_count; i++)
    if (leaves[i].at == at) return 1;
  return at == (uint64_t)end;
}

/* Whether a function that is entered runs without steps now. */
static int leaves_now(uint64_t at) {
  for (int i = 0; i < leave_count; i++) {
    if (leaves[i].at != at) continue;
    if (leaves[i].followed == 0) return 1;
    leaves[i].followed--;
  }
  return 0;
}

/* Lets a function that has just been called run without steps until it returns. */
static void leave(greg_t *r) {
  uint64_t *stack = (uint64_t *)r[REG_RSP];
  steps_back = *stack;
  *stack = (uint64_t)steps_come_back;
  r[REG_EFL] &= ~TRAP_FLAG;
}

/* The copy of the block at an address: asked for, if there is none yet. 0 if the tool makes none,
 * because the code is of no file. */
static uint64_t copy_of(uint64_t at) {
  size_t i = (at * 0x9e3779b97f4a7c15u) >> 46;
  for (size_t tried = 0; blocks[i].at != 0 && blocks[i].at != at; tried++) {
    if (tried == BLOCKS) _exit(94);
    i = (i + 1) % BLOCKS;
  }
  if (blocks[i].at == 0) {
    const uint64_t question[WORDS] = {0, at};
    struct { uint64_t place, length, copy; } answer;
    flush();
    put(question, sizeof question);
    get(&answer, sizeof answer);
    if (answer.length == 0) return 0;
    get((void *)answer.place, answer.length);
    blocks[i].at = at;
    blocks[i].copy = answer.copy;
  }
  if (!is_watched(at)) {
    known[at & 0xffff].minus_at = 0 - at;
    known[at & 0xffff].copy = blocks[i].copy;
  }
  return blocks[i].copy;
}

/* Goes on with an original address, by its copy. */
static void go(greg_t *r, uint64_t at) {
  r[REG_RIP] = (greg_t)at;
  if (at == (uint64_t)end) return;
  if (leaves_now(at)) {
    note(r);
    leave(r);
    return;
  }
  uint64_t copy = copy_of(at);
  if (copy)
    r[REG_RIP] = (greg_t)copy;
  else
    leave(r);
}

/* A breakpoint in a copy. */
static void at_copy(greg_t *r, unsigned char *at) {
  static const unsigned char jump[6] = {0xff, 0x25};
  uint64_t target;
  switch (at[1]) {
  case JOIN:
    memcpy(&target, at + sizeof jump, sizeof target);
    go(r, target);
    if (is_watched(target) || (uint64_t)r[REG_RIP] == target) return;
    memcpy(at + sizeof jump, &r[REG_RIP], sizeof target);
    memcpy(at, jump, sizeof jump);
    return;
  case GO:
    go(r, shared.target);
    return;
  }
  switch (r[REG_RAX]) {
  case SYS_clone: case SYS_clone3: case SYS_fork: case SYS_vfork: case SYS_execve:
  case SYS_execveat: case SYS_arch_prctl:
    _exit(95);
  case SYS_rt_sigaction:
    if (r[REG_RSI]) _exit(95);
    break;
  case SYS_exit: case SYS_exit_group:
    flush();
  }
  r[REG_RIP]++;
}

static void at_trap(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)info;
  greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  uint64_t at = (uint64_t)r[REG_RIP];
  if (!began) {
    began = 1;
    for (int i = 0; i < start_count; i++) {
      change(starts[i].at, starts[i].byte);
      if (starts[i].at == at - 1) r[REG_RIP]--;
    }
    at = (uint64_t)r[REG_RIP];
  } else if (at - 1 == (uint64_t)steps_come_back) {
    at = steps_back;
  } else if (!is_trapped) {
    at_copy(r, (unsigned char *)at - 1);
    return;
  }
  if (!is_trapped) {
    go(r, at);
    return;
  }
  r[REG_RIP] = (greg_t)at;
  r[REG_EFL] |= TRAP_FLAG;
  note(r);
  if (leaves_now(at)) leave(r);
}

/* A copy has no room for the next record: its first word would lie behind them. */
static void at_fault(int signal, siginfo_t *info, void *context) {
  if ((uint64_t)info->si_addr - (uint64_t)records[RECORDS] >= 4096) {
    /* Any other fault is the command's own, and ends it. */
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(signal, &usual, NULL);
    return;
  }
  flush();
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = (greg_t)shared.middle;
}

ssize_t getrandom(void *out, size_t length, unsigned flags) {
  unsigned char *bytes = out;
  for (size_t i = 0; i < length; i++) {
    /* The standard library, which asks with flags, uses it for its tables: no secret. */
    if (flags) {
      bytes[i] = 7;
      continue;
    }
    state = state * 6364136223846793005u + 1442695040888963407u;
    bytes[i] = (unsigned char)(state >> 56);
  }
  if (!flags && begins_at_random && !began) __asm__ volatile("int3" ::: "memory");
  return (ssize_t)length;
}

/* The clock stands still: what is made of the time is no secret, and differs from run to run. */
int clock_gettime(clockid_t clock, struct timespec *out) {
  (void)clock;
  out->tv_sec = 1000000000;
  out->tv_nsec = 0;
  return 0;
}

static int first(struct dl_phdr_info *info, size_t size, void *out) {
  (void)size;
  *(uint64_t *)out = info->dlpi_addr;
  return 1;
}

/* Numbers in hex; COUNT is 0 if it is not there. */
static int numbers(const char *name, uint64_t (*out)[2]) {
  char *at = getenv(name);
  int count = 0;
  while (at && *at && count < MOST) {
    out[count][0] = strtoull(at, &at, 16);
    out[count][1] = *at == ':' ? strtoull(at + 1, &at, 16) : 0;
    count++;
    while (*at == ' ') at++;
  }
  if (at && *at) _exit(94);
  return count;
}

/* Keeps a pipe for steps alone: the command finds nothing to read, and what it prints is lost. */
static int keep(int descriptor) {
  int kept = fcntl(descriptor, F_DUPFD_CLOEXEC, 100);
  int none = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (kept < 0 || none < 0 || dup2(none, descriptor) < 0 || close(none)) _exit(96);
  return kept;
}

static uint64_t map(uint64_t at, size_t length, int rights) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0);
  void *found = mmap((void *)at, length, rights, flags, -1, 0);
  if (found == MAP_FAILED) _exit(96);
  return (uint64_t)found;
}

/* Memory for records and copies, and the handlers. */
static void prepare(void) {
  static char stack[1 << 18];
  size_t length = RECORDS * sizeof records[0];
  records = (void *)map(0, length + 4096, PROT_READ | PROT_WRITE);
  shared.middle = (uint64_t)records + 64;
  shared.known = (uint64_t)known;
  /* Within 2 GB of what they are copies of; the heap and the libraries grow away from them. */
  copies[0] = map(base + (1ul << 30), COPIES, PROT_READ | PROT_WRITE | PROT_EXEC);
  uint64_t here = (uint64_t)steps_come_back & ~4095ul;
  copies[1] = map(here - (1ul << 29), COPIES, PROT_READ | PROT_WRITE | PROT_EXEC);
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction trap = {.sa_sigaction = at_trap, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  struct sigaction fault = {.sa_sigaction = at_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  if (mprotect(records[RECORDS], 4096, PROT_NONE) || sigaltstack(&other, NULL) ||
      sigaction(SIGTRAP, &trap, NULL) || sigaction(SIGSEGV, &fault, NULL) ||
      syscall(SYS_arch_prctl, ARCH_SET_GS, &shared))
    _exit(96);
}

__attribute__((constructor)) static void start(void) {
  uint64_t list[MOST][2];
  const char *seed = getenv("STEPS_SEED");
  if (!seed) return;
  for (; *seed; seed++) state = (state + (unsigned char)*seed) * 6364136223846793005u + 1;
  dl_iterate_phdr(first, &base);
  const char *trap = getenv("STEPS_TRAP");
  is_trapped = trap && *trap == '1';
  begins_at_random = getenv("STEPS_RANDOM") != NULL;
  start_count = numbers("STEPS_FROM", list);
  for (int i = 0; i < start_count; i++) starts[i].at = base + list[i][0];
  leave_count = numbers("STEPS_LEAVE", list);
  for (int i = 0; i < leave_count; i++) {
    leaves[i].at = base + list[i][0];
    leaves[i].followed = list[i][1];
  }
  /* Without a beginning it only gives randomness. */
  if (start_count == 0 && !begins_at_random) return;
  prepare();
  in = keep(0);
  out = keep(1);
  put_maps();
  for (int i = 0; i < start_count; i++) {
    starts[i].byte = *(unsigned char *)starts[i].at;
    change(starts[i].at, 0xcc);
  }
}
