/* Steps of a program from the inside: loaded beside a released command, it writes the registers
 * before every instruction to standard output, and gives the command randomness by number.
 *
 * The command itself is the file that is released, byte for byte. The processor's trap flag stops
 * it after each instruction; the handler notes the registers and goes on. That is several times as
 * fast as a debugger, which changes processes twice for each step. The clock stands still.
 *
 * STEPS_SEED      what getrandom gives, by a number; always of the same length
 * STEPS_FROM      offsets in the program, in hex, by spaces: the first that is met begins
 * STEPS_RANDOM    if it is there, following begins where randomness is asked for as well
 * STEPS_LEAVE     OFFSET:COUNT, by spaces: functions that are followed COUNT times, and after that
 *                 run without steps until they return
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#if !defined(__x86_64__) || !defined(__linux__)
#error "steps are made on x86-64 and Linux only"
#endif

#define MOST 64
#define TRAP_FLAG 0x100
#define WORDS 17
#define RECORDS 4096

static uint64_t base, state;
static struct { uint64_t at; unsigned char byte; } starts[MOST];
static struct { uint64_t at, followed; } leaves[MOST];
static int start_count, leave_count, begins_at_random, began;
static uint64_t records[RECORDS][WORDS];
static size_t record_count;
/* Where the function that is not followed goes back to. */
uint64_t steps_back;
void steps_come_back(void);

/* The function that is not followed returns here. Only the flags of the trap change: what it has
 * returned is in registers. The red zone is not in use where a function has just returned. */
__asm__(
    ".text\n.globl steps_come_back\n.hidden steps_come_back\n"
    "steps_come_back:\n"
    "  sub $8, %rsp\n"
    "  push %rax\n"
    "  mov steps_back(%rip), %rax\n"
    "  mov %rax, 8(%rsp)\n"
    "  pop %rax\n"
    "  pushf\n"
    "  orl $0x100, (%rsp)\n"
    "  popf\n"
    "  ret\n");
extern uint64_t steps_back __attribute__((visibility("hidden")));

static void put(const void *from, size_t length) {
  const char *at = from;
  while (length > 0) {
    ssize_t done = write(1, at, length);
    if (done <= 0) _exit(97);
    at += done;
    length -= (size_t)done;
  }
}

static void flush(void) {
  put(records, record_count * sizeof records[0]);
  record_count = 0;
}

/* The list of the process's memory, after its length. */
static void put_maps(void) {
  static char text[1 << 16];
  int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  uint64_t length = 0;
  ssize_t more;
  while ((more = read(file, text + length, sizeof text - length)) > 0) length += (uint64_t)more;
  close(file);
  put(&length, sizeof length);
  put(text, length);
}

static void note(const greg_t *r) {
  static const int order[WORDS] = {REG_RIP, REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP,
                                   REG_RBP, REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10,
                                   REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  for (int i = 0; i < WORDS; i++) records[record_count][i] = (uint64_t)r[order[i]];
  if (++record_count == RECORDS) flush();
}

static void change(uint64_t at, unsigned char byte) {
  uint64_t page = at & ~4095ul;
  if (mprotect((void *)page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC)) _exit(96);
  *(volatile unsigned char *)at = byte;
  if (mprotect((void *)page, 4096, PROT_READ | PROT_EXEC)) _exit(96);
}

static void at_trap(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)info;
  greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  if (!began) {
    began = 1;
    r[REG_RIP]--;
    for (int i = 0; i < start_count; i++) change(starts[i].at, starts[i].byte);
    r[REG_EFL] |= TRAP_FLAG;
  }
  note(r);
  for (int i = 0; i < leave_count; i++) {
    if (leaves[i].at != (uint64_t)r[REG_RIP]) continue;
    if (leaves[i].followed > 0) {
      leaves[i].followed--;
      continue;
    }
    uint64_t *stack = (uint64_t *)r[REG_RSP];
    steps_back = *stack;
    *stack = (uint64_t)steps_come_back;
    r[REG_EFL] &= ~TRAP_FLAG;
  }
}

static void trap_on(void) {
  __asm__ volatile("pushf\n orl $0x100, (%%rsp)\n popf" ::: "cc", "memory");
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
  if (!flags && begins_at_random && !began) {
    began = 1;
    trap_on();
  }
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
  return count;
}

__attribute__((constructor)) static void start(void) {
  static char stack[1 << 18];
  uint64_t list[MOST][2];
  const char *seed = getenv("STEPS_SEED");
  if (!seed) return;
  for (; *seed; seed++) state = (state + (unsigned char)*seed) * 6364136223846793005u + 1;
  dl_iterate_phdr(first, &base);
  begins_at_random = getenv("STEPS_RANDOM") != NULL;
  start_count = numbers("STEPS_FROM", list);
  for (int i = 0; i < start_count; i++) starts[i].at = base + list[i][0];
  leave_count = numbers("STEPS_LEAVE", list);
  for (int i = 0; i < leave_count; i++) {
    leaves[i].at = base + list[i][0];
    leaves[i].followed = list[i][1];
  }
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_sigaction = at_trap, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  if (sigaltstack(&other, NULL) || sigaction(SIGTRAP, &action, NULL)) _exit(96);
  put_maps();
  for (int i = 0; i < start_count; i++) {
    starts[i].byte = *(unsigned char *)starts[i].at;
    change(starts[i].at, 0xcc);
  }
}

/* The last records: when the command ends, it runs this with steps as everything before. */
__attribute__((destructor)) static void end(void) {
  if (!began) return;
  __asm__ volatile("pushf\n andl $0xfffffeff, (%%rsp)\n popf" ::: "cc", "memory");
  flush();
}
