/* A small program that the judge looks at: `small WHAT` does something with the byte in the file
 * `key`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile unsigned char table[256];
static volatile unsigned long sink;

__attribute__((noinline)) void a_public_function(unsigned long n) {
  for (unsigned long i = 0; i < n; i++) sink = sink + i;
}

__attribute__((noinline)) void repeated(unsigned long n) { sink = sink + n; }

/* All ways to branch, with a flag and the bytes below the stack's end kept over them. Returns what
 * it has counted: 1 for each. */
unsigned long all_branches(void);
__asm__(
    ".pushsection .data.rel.local,\"aw\"\n"
    "all_places: .quad 11f, 12f\n"
    "all_number: .long 1\n"
    ".popsection\n"
    ".text\n.globl all_branches\n.type all_branches, @function\n"
    "all_branches:\n"
    "  push %rbx\n  push %r12\n"
    "  xor %eax, %eax\n  xor %ecx, %ecx\n"
    "  jrcxz 1f\n  ud2\n1:  inc %rax\n"
    "  mov $-1, %rcx\n  jrcxz 7f\n  jecxz 7f\n  inc %rax\n  jmp 6f\n7:  jmp 8f\n6:\n"
    "  movabs $0x100000000, %rcx\n  jecxz 2f\n  ud2\n2:  inc %rax\n"
    "  movabs $0x100000000, %rcx\n  .byte 0x3e, 0x67, 0xe3, 2\n  ud2\n"
    "  mov $3, %ecx\n3:  loop 3b\n  inc %rax\n"
    "  .rept 200\n  nop\n  .endr\n"
    "  movq $77, -8(%rsp)\n  stc\n  lea 4f(%rip), %rbx\n  jmp *%rbx\n"
    "4:  adc $0, %rax\n  cmpq $77, -8(%rsp)\n  jne 8f\n"
    "  cmpl $1, all_number(%rip)\n  .byte 0x0f, 0x85\n  .long 8f - . - 4\n  inc %rax\n"
    "  call *all_places(%rip)\n"
    "  lea all_places(%rip), %r12\n  mov $1, %ebx\n"
    "  push $5\n  push $6\n  notrack call *(%r12, %rbx, 8)\n"
    "  lea 11f(%rip), %r12\n  push %r12\n  call *(%rsp)\n  pop %r12\n  call *%r12\n"
    "  mov %rax, %rbx\n  lea 11f(%rip), %rax\n  push %rbx\n  call *%rax\n  pop %rbx\n"
    "  lea 1(%rbx), %rax\n"
    "  lea at_64k(%rip), %r12\n  call *%r12\n  add $0x10000, %r12\n  call *%r12\n"
    "  stc\n  call 14f\n14:  adc $0, %rax\n  pop %rbx\n"
    "  lea 14b(%rip), %r12\n  cmp %rbx, %r12\n  jne 8f\n  jmp 9f\n"
    "8:  xor %eax, %eax\n"
    "9:  pop %r12\n  pop %rbx\n  ret\n"
    "11:  inc %rax\n  ret\n"
    "12:  inc %rax\n  ret $16\n"
    ".size all_branches, . - all_branches\n"
    // Addresses with the same low bits.
    ".p2align 16\nat_64k:  inc %rax\n  ret\n.p2align 16\n  inc %rax\n  ret\n");

static void nothing(void) {}
static void (*volatile calls[256])(void);

static unsigned char code_of_no_file[] = {0xc3};
static void on_signal(int signal) { (void)signal; }

__attribute__((noinline)) int with_secret(const char *what, unsigned long secret) {
  if (!strcmp(what, "branch")) {
    if (secret & 1) sink = sink * 3;
  } else if (!strcmp(what, "count")) {
    for (unsigned long i = 0; i < secret; i++) sink = sink + 1;
  } else if (!strcmp(what, "index")) {
    sink = table[secret];
  } else if (!strcmp(what, "divide")) {
    sink = 1000000 / (secret + 1);
  } else if (!strcmp(what, "divide in memory")) {
    unsigned long by = secret + 1, rest = 0, of = 1000000;
    __asm__ volatile("divq %2" : "+a"(of), "+d"(rest) : "m"(by));
    sink = of;
  } else if (!strcmp(what, "call")) {
    for (int i = 0; i < 256; i++) calls[i] = nothing;
    __asm__ volatile("call *(%0, %1, 8)" ::"r"(calls), "r"(secret) : "memory", "rax");
  } else if (!strcmp(what, "prefetch")) {
    __asm__ volatile("prefetcht0 (%0, %1)" ::"r"(table), "r"(secret));
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
  } else if (!strcmp(what, "long")) {
    for (unsigned long i = 0; i < 5000; i++) sink = sink + i;
  } else if (!strcmp(what, "exit")) {
    sink = table[secret];
    syscall(SYS_exit_group, 0);
  } else if (!strcmp(what, "print")) {
    puts("not a step");
  } else if (!strcmp(what, "program")) {
    execl("/bin/true", "true", (char *)0);
  } else if (!strcmp(what, "signal")) {
    signal(SIGUSR1, on_signal);
  } else if (!strcmp(what, "later")) {
    int rights = PROT_READ | PROT_WRITE | PROT_EXEC;
    void *later = mmap(0, 4096, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memcpy(later, code_of_no_file, sizeof code_of_no_file);
    ((void (*)(void))later)();
  } else if (!strcmp(what, "thread")) {
    if (fork() == 0) _exit(0);
    wait(NULL);
  } else if (!strcmp(what, "branches")) {
    return all_branches() == 14 ? 0 : 4;
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
