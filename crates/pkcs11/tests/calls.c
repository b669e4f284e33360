// Calls of the module that no careful program makes, and forks. It knows the module by its list of
// functions alone, in the order of the standard.
// usage: calls MODULE abuse | fork PIN | threads PIN | clone PIN | embedded PIN
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef unsigned long number;
typedef number (*function)();
struct list {
  unsigned char version[2];
  function of[68];
};
struct attribute {
  number kind;
  void *value;
  number length;
};
struct mechanism {
  number kind;
  void *parameter;
  number length;
};

enum {
  INITIALIZE = 0, FINALIZE = 1, SLOTS = 4, OPEN = 12, CLOSE = 13, CLOSE_ALL = 14, LOGIN = 18,
  CREATE = 20, ATTRIBUTES = 24, FIND_INIT = 26, FIND = 27, FIND_FINAL = 28, DIGEST_UPDATE = 39,
  SIGN_INIT = 42, SIGN = 43, SIGN_UPDATE = 44, VERIFY_UPDATE = 50, SEED = 63, RANDOM = 64, COUNT = 68
};
enum { NOT_LOGGED_IN = 0x101, NOT_INITIALIZED = 0x190, ALREADY_INITIALIZED = 0x191 };

static struct list *list;

static void demand(int yes, const char *what, number said) {
  if (!yes) {
    fprintf(stderr, "%s: 0x%lx\n", what, said);
    _exit(1);
  }
}

static number call(int at, ...) {
  // Missing arguments are whatever is there, which no function may trust either.
  return list->of[at](0UL, 0UL, 0UL, 0UL, 0UL, 0UL, 0UL, 0UL, 0UL, 0UL);
}

// Every function with nothing, with handles of nobody, and with lengths that no memory has.
static void abuse(void) {
  number none = ~0UL, done = 0;
  for (int at = 0; at < COUNT; at++) {
    demand(list->of[at] != NULL, "a function is missing", (number)at);
    if (at == INITIALIZE || at == FINALIZE) continue;
    number said = call(at);
    demand(said != 0, "nothing was taken before the beginning", (number)at);
  }
  number bad[6] = {0, 0, 0, 0, 0, 1};
  demand(list->of[INITIALIZE](bad) == 7, "a reserved pointer was taken", 0);
  demand(list->of[INITIALIZE](NULL) == 0, "it does not begin", 0);
  demand(list->of[INITIALIZE](NULL) == ALREADY_INITIALIZED, "it began twice", 0);
  number count = 0, slot = 0, session = 0;
  demand(list->of[SLOTS](1UL, NULL, &count) == 0 && count == 1, "one slot", count);
  demand(list->of[SLOTS](1UL, &slot, &count) == 0, "its number", 0);
  demand(list->of[OPEN](slot, 6UL, NULL, NULL, &session) == 0, "a session", 0);
  // Those whose first argument is no handle, and those that close what is needed here.
  for (int at = SLOTS; at < COUNT; at++) {
    if (at == CLOSE || at == CLOSE_ALL) continue;
    for (int first = 0; first < 3; first++) {
      number handle = first == 0 ? session : first == 1 ? none : slot;
      list->of[at](handle, 0UL, 0UL, 0UL, 0UL, 0UL, 0UL, 0UL, 0UL, 0UL);
      done++;
    }
  }
  int of_length[] = {FIND_INIT, CREATE, DIGEST_UPDATE, SIGN_UPDATE, VERIFY_UPDATE, SEED, RANDOM};
  for (unsigned at = 0; at < sizeof of_length / sizeof *of_length; at++) {
    number said = list->of[of_length[at]](session, NULL, none, NULL);
    demand(said != 0, "no memory has as much", (number)of_length[at]);
    done++;
  }
  demand(list->of[ATTRIBUTES](session, 1UL, NULL, none) != 0, "so many attributes", 0);
  demand(list->of[LOGIN](session, 1UL, NULL, none) != 0, "so long a PIN", 0);
  printf("%lu calls\n", done);
}

// Logs in and finds the private key.
static void find(number session, const char *pin, number *key) {
  number found = 0, private = 3;
  number said = list->of[LOGIN](session, 1UL, pin, strlen(pin));
  demand(said == 0, "a login", said);
  struct attribute class = {0, &private, sizeof private};
  demand(list->of[FIND_INIT](session, &class, 1UL) == 0, "a search", 0);
  demand(list->of[FIND](session, key, 1UL, &found) == 0 && found == 1, "a key", found);
  demand(list->of[FIND_FINAL](session) == 0, "its end", 0);
}

static number begin(const char *pin, number *key) {
  number count = 1, slot = 0, session = 0;
  demand(list->of[INITIALIZE](NULL) == 0, "it does not begin", 0);
  demand(list->of[SLOTS](1UL, &slot, &count) == 0, "a slot", 0);
  demand(list->of[OPEN](slot, 6UL, NULL, NULL, &session) == 0, "a session", 0);
  find(session, pin, key);
  return session;
}

static number sign(number session, number key) {
  struct mechanism ecdsa = {0x1041, NULL, 0};
  unsigned char digest[32] = {1, 2, 3}, signature[64];
  number length = sizeof signature;
  number said = list->of[SIGN_INIT](session, &ecdsa, key);
  return said ? said : list->of[SIGN](session, digest, 32UL, signature, &length);
}

static void await(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  demand(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a child", (number)status);
}

// A child goes on with the session of its parent, may begin anew, and takes nothing away.
static void forks(const char *pin) {
  number key = 0, session = begin(pin, &key), said = sign(session, key);
  demand(said == 0, "the parent signs", said);
  pid_t child = fork();
  if (child == 0) {
    alarm(30);
    said = sign(session, key);
    demand(said == 0, "the child signs", said);
    demand(list->of[CLOSE](session) == 0, "the child closes what it has of its parent", 0);
    demand(list->of[INITIALIZE](NULL) == 0, "the child begins", 0);
    demand(list->of[INITIALIZE](NULL) == ALREADY_INITIALIZED, "the child began twice", 0);
    demand(sign(session, key) == 0xb3, "the session is the parent's", 0);
    demand(list->of[FINALIZE](NULL) == 0, "the child ends", 0);
    _exit(0);
  }
  await(child);
  for (int i = 0; i < 10; i++) {
    said = sign(session, key);
    demand(said == 0, "the parent goes on", said);
  }
  puts("forked");
}

// How many sockets this process has: every one of them is the module's.
static number sockets(void) {
  number count = 0;
  for (int at = 3; at < 1024; at++) {
    struct stat found;
    count += fstat(at, &found) == 0 && S_ISSOCK(found.st_mode);
  }
  return count;
}

// A child of which no handler is told uses nothing of its parent's either.
static void clones(const char *pin) {
  number key = 0, session = begin(pin, &key), said = sign(session, key);
  demand(said == 0, "the parent signs", said);
  for (int i = 0; i < 10; i++) {
    pid_t child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
      alarm(30);
      for (int j = 0; j < 10; j++) {
        said = sign(session, key);
        demand(said == 0, "the child signs", said);
      }
      _exit(0);
    }
    // Both at once: replies of one connection would be mixed up.
    for (int j = 0; j < 10; j++) {
      said = sign(session, key);
      demand(said == 0, "the parent goes on", said);
    }
    await(child);
  }
  puts("cloned");
}

static atomic_int stop;
static number shared_key, shared_slot;

static void *signs(void *unused) {
  number session = 0;
  demand(list->of[OPEN](shared_slot, 4UL, NULL, NULL, &session) == 0, "a session", 0);
  while (!stop) {
    number said = sign(session, shared_key);
    demand(said == 0, "a thread signs", said);
  }
  return unused;
}

// What a child does first of all.
static void signs_on(number session, const char *unused) {
  demand(sockets() == 0, "the child has connections of its parent", sockets());
  number said = sign(session, shared_key);
  demand(said == 0, "a child signs", said);
}

// The same where the parent serves its token itself: the child has no login, and may have one.
static void signs_anew(number session, const char *pin) {
  number key = 0, said = sign(session, shared_key);
  demand(said == NOT_LOGGED_IN, "the child has its parent's login", said);
  find(session, pin, &key);
  said = sign(session, key);
  demand(said == 0, "a child signs", said);
  demand(list->of[FINALIZE](NULL) == 0, "the child ends", 0);
}

// A fork finds everything whole while other threads sign.
static void threads(const char *pin, int forks, void (*work)(number, const char *)) {
  number session = begin(pin, &shared_key);
  pthread_t all[4];
  for (int i = 0; i < 4; i++) pthread_create(&all[i], NULL, signs, NULL);
  for (int i = 0; i < forks; i++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(30);
      work(session, pin);
      _exit(0);
    }
    await(child);
  }
  stop = 1;
  for (int i = 0; i < 4; i++) pthread_join(all[i], NULL);
  puts("forked beside threads");
}

int main(int count, char **words) {
  if (count < 3) return 2;
  void *module = dlopen(words[1], RTLD_NOW);
  demand(module != NULL, "it does not load", 0);
  function get = (function)dlsym(module, "C_GetFunctionList");
  demand(get && get(&list) == 0, "no list", 0);
  if (!strcmp(words[2], "abuse")) abuse();
  else if (count < 4) return 2;
  else if (!strcmp(words[2], "fork")) forks(words[3]);
  else if (!strcmp(words[2], "clone")) clones(words[3]);
  else if (!strcmp(words[2], "embedded")) threads(words[3], 5, signs_anew);
  else threads(words[3], 40, signs_on);
  return 0;
}
