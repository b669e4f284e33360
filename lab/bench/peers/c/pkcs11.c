/* What a PKCS#11 module costs the programs that load it, whichever module it is. Its own
 * configuration says where its token is; the first slot is taken.
 * usage: pkcs11 MODULE PIN SERVICE COMMAND...
 *   make ALGORITHM     a key pair in the token, whose label is the name of the algorithm
 *   fill COUNT         so many pairs of P-256, each with a label and an id of its own
 *   sign ALGORITHM PROCESSES THREADS COUNT
 *                      COUNT signatures by THREADS threads of each of PROCESSES processes; prints
 *                      microseconds a signature: CPU of the programs, CPU of the service, passed
 *   find COUNT SEARCHES
 *                      among the keys of `fill`; prints milliseconds from C_Initialize to the first
 *                      signature without C_Login, milliseconds of C_Login, and microseconds of CPU
 *                      of a search, of program and service: by label, and by id
 *   start PROCESSES ROUNDS
 *                      processes that begin, log in and sign at the same moment; prints how many of
 *                      how many could
 * SERVICE is the process that has the keys, whose CPU time is asked of the system; 0 if none has.
 * Of every 64 signatures one is verified, and the last one of each thread; one of another message
 * must be refused.
 * Build: cc -O2 -pthread pkcs11.c -ldl, with Debian's libp11-kit-dev for the header. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <p11-kit/pkcs11.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef CKM_EC_EDWARDS_KEY_PAIR_GEN
#define CKM_EC_EDWARDS_KEY_PAIR_GEN 0x1055
#endif
#ifndef CKM_EDDSA
#define CKM_EDDSA 0x1057
#endif

enum { MAX_PROCESSES = 64, MAX_THREADS = 256, EVERY = 64, WARM = 16 };
enum { MAX_SIGNATURE = 256, BYTES = 32 };

struct algorithm {
    const char *name;
    CK_MECHANISM_TYPE pairs, signs;
    const char *curve;
    CK_ULONG curve_bytes;
};

static const struct algorithm algorithms[] = {
    {"p256", CKM_EC_KEY_PAIR_GEN, CKM_ECDSA, "\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07", 10},
    {"ed25519", CKM_EC_EDWARDS_KEY_PAIR_GEN, CKM_EDDSA, "\x13\x0c" "edwards25519", 14},
    {"rsa2048", CKM_RSA_PKCS_KEY_PAIR_GEN, CKM_SHA256_RSA_PKCS, NULL, 0},
};

/* What all processes of one run see. */
struct shared {
    pthread_barrier_t ready, go, done;
    pthread_mutex_t turn;
    double cpu_us[MAX_PROCESSES];
};

struct thread {
    CK_SESSION_HANDLE session;
    const struct algorithm *algorithm;
    CK_OBJECT_HANDLE own, public;
    long count;
    unsigned number;
    pthread_barrier_t *go, *done;
    unsigned char *kept;
};

static CK_FUNCTION_LIST *module;
static const char *path, *pin;
static pid_t service;
static volatile sig_atomic_t ended;

static void fail(const char *what, unsigned long value) {
    fprintf(stderr, "%s: 0x%lx\n", what, value);
    _exit(1);
}

static void must(const char *what, CK_RV said) {
    if (said != CKR_OK) fail(what, said);
}

static double us_of(clockid_t clock) {
    struct timespec time;
    if (clock_gettime(clock, &time) != 0) fail("a clock", (unsigned long)clock);
    return 1e6 * time.tv_sec + time.tv_nsec / 1e3;
}

static double service_us(void) {
    clockid_t clock;
    if (service == 0) return 0;
    if (clock_getcpuclockid(service, &clock) != 0) fail("the service's clock", service);
    return us_of(clock);
}

static long number(const char *text, long most) {
    char *end;
    long value = strtol(text, &end, 10);
    if (*end != 0 || value < 1 || value > most) {
        fprintf(stderr, "%s: a number from 1 to %ld is needed\n", text, most);
        exit(2);
    }
    return value;
}

static const struct algorithm *algorithm_of(const char *name) {
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++)
        if (!strcmp(algorithms[i].name, name)) return &algorithms[i];
    fprintf(stderr, "no such algorithm: %s\n", name);
    exit(2);
}

static void load(void) {
    void *library = dlopen(path, RTLD_NOW);
    if (!library) fprintf(stderr, "%s\n", dlerror()), _exit(1);
    CK_RV (*list)(CK_FUNCTION_LIST **) =
        (CK_RV (*)(CK_FUNCTION_LIST **))dlsym(library, "C_GetFunctionList");
    if (!list) fail("no C_GetFunctionList", 0);
    must("C_GetFunctionList", list(&module));
}

/* With the locks of the system: a module that is told of none need not stand threads. */
static void initialize(void) {
    CK_C_INITIALIZE_ARGS arguments = {.flags = CKF_OS_LOCKING_OK};
    must("C_Initialize", module->C_Initialize(&arguments));
}

static CK_SESSION_HANDLE open_session(CK_FLAGS flags) {
    CK_SLOT_ID slots[16];
    CK_ULONG count = 16;
    CK_SESSION_HANDLE session;
    must("C_GetSlotList", module->C_GetSlotList(CK_TRUE, slots, &count));
    if (count == 0) fail("no token", 0);
    must("C_OpenSession", module->C_OpenSession(slots[0], CKF_SERIAL_SESSION | flags, NULL, NULL,
                                                &session));
    return session;
}

static void log_in(CK_SESSION_HANDLE session) {
    must("C_Login", module->C_Login(session, CKU_USER, (unsigned char *)pin, strlen(pin)));
}

static CK_SESSION_HANDLE begin(void) {
    load();
    initialize();
    CK_SESSION_HANDLE session = open_session(CKF_RW_SESSION);
    log_in(session);
    return session;
}

/* The only object of a class that has a label or an id. */
static CK_OBJECT_HANDLE found(CK_SESSION_HANDLE session, CK_OBJECT_CLASS class,
                              CK_ATTRIBUTE_TYPE kind, const void *value, CK_ULONG length) {
    CK_ATTRIBUTE wanted[] = {{CKA_CLASS, &class, sizeof class}, {kind, (void *)value, length}};
    CK_OBJECT_HANDLE objects[2];
    CK_ULONG count = 0;
    must("C_FindObjectsInit", module->C_FindObjectsInit(session, wanted, 2));
    must("C_FindObjects", module->C_FindObjects(session, objects, 2, &count));
    must("C_FindObjectsFinal", module->C_FindObjectsFinal(session));
    if (count != 1) fail("objects of one name", count);
    return objects[0];
}

static CK_OBJECT_HANDLE labelled(CK_SESSION_HANDLE session, CK_OBJECT_CLASS class,
                                 const char *label) {
    return found(session, class, CKA_LABEL, label, strlen(label));
}

static void generate(CK_SESSION_HANDLE session, const struct algorithm *algorithm,
                     const char *label, const void *id, CK_ULONG id_bytes) {
    CK_BBOOL yes = CK_TRUE;
    CK_ULONG bits = 2048;
    CK_MECHANISM mechanism = {algorithm->pairs, NULL, 0};
    CK_ATTRIBUTE kind = {CKA_EC_PARAMS, (void *)algorithm->curve, algorithm->curve_bytes};
    if (!algorithm->curve) kind = (CK_ATTRIBUTE){CKA_MODULUS_BITS, &bits, sizeof bits};
    CK_ATTRIBUTE public[] = {{CKA_LABEL, (void *)label, strlen(label)},
                             {CKA_ID, (void *)id, id_bytes},
                             {CKA_TOKEN, &yes, 1},
                             {CKA_VERIFY, &yes, 1},
                             kind};
    CK_ATTRIBUTE own[] = {public[0],           public[1],        public[2], {CKA_PRIVATE, &yes, 1},
                          {CKA_SENSITIVE, &yes, 1}, {CKA_SIGN, &yes, 1}};
    CK_OBJECT_HANDLE handles[2];
    must("C_GenerateKeyPair", module->C_GenerateKeyPair(session, &mechanism, public, 5, own, 6,
                                                        &handles[0], &handles[1]));
}

static void id_of(unsigned long key, unsigned char id[4]) {
    for (int i = 0; i < 4; i++) id[i] = (unsigned char)(key >> (24 - 8 * i));
}

static void fill(CK_SESSION_HANDLE session, long count) {
    for (long key = 0; key < count; key++) {
        char label[32];
        unsigned char id[4];
        snprintf(label, sizeof label, "key %ld", key);
        id_of((unsigned long)key, id);
        generate(session, algorithm_of("p256"), label, id, sizeof id);
    }
}

/* What a thread signs as its n-th message: another one each time. */
static void message_of(const struct thread *thread, long n, unsigned char message[BYTES]) {
    memset(message, 0x5a, BYTES);
    memcpy(message, &n, sizeof n);
    memcpy(message + 8, &thread->number, sizeof thread->number);
}

static CK_ULONG sign(const struct thread *thread, unsigned char *message,
                     unsigned char *signature) {
    CK_MECHANISM mechanism = {thread->algorithm->signs, NULL, 0};
    CK_ULONG length = MAX_SIGNATURE;
    must("C_SignInit", module->C_SignInit(thread->session, &mechanism, thread->own));
    must("C_Sign", module->C_Sign(thread->session, message, BYTES, signature, &length));
    return length;
}

static CK_RV verify(const struct thread *thread, unsigned char *message, unsigned char *signature,
                    CK_ULONG length) {
    CK_MECHANISM mechanism = {thread->algorithm->signs, NULL, 0};
    must("C_VerifyInit", module->C_VerifyInit(thread->session, &mechanism, thread->public));
    return module->C_Verify(thread->session, message, BYTES, signature, length);
}

static int is_kept(const struct thread *thread, long n) {
    return n % EVERY == 0 || n == thread->count - 1;
}

static void *work(void *argument) {
    struct thread *thread = argument;
    unsigned char message[BYTES], other[MAX_SIGNATURE], *place = thread->kept;
    CK_ULONG length = 0;
    /* All at once, so that there are as many connections as are needed. */
    for (long n = 0; n < WARM; n++) {
        message_of(thread, -1 - n, message);
        sign(thread, message, other);
    }
    pthread_barrier_wait(thread->go);
    pthread_barrier_wait(thread->go);
    for (long n = 0; n < thread->count; n++) {
        message_of(thread, n, message);
        length = sign(thread, message, is_kept(thread, n) ? place : other);
        if (is_kept(thread, n)) place += MAX_SIGNATURE;
    }
    pthread_barrier_wait(thread->done);
    place = thread->kept;
    for (long n = 0; n < thread->count; n++) {
        if (!is_kept(thread, n)) continue;
        message_of(thread, n, message);
        must("a signature", verify(thread, message, place, length));
        place += MAX_SIGNATURE;
    }
    message[0] ^= 1;
    if (verify(thread, message, place - MAX_SIGNATURE, length) == CKR_OK)
        fail("a signature of another message was taken", thread->number);
    return NULL;
}

/* One process of those that sign: its threads begin when all processes are ready. */
static void process(struct shared *shared, const struct algorithm *algorithm, int which,
                    int threads, long count) {
    static struct thread all[MAX_THREADS];
    static pthread_t handles[MAX_THREADS];
    pthread_barrier_t go, done;
    /* SoftHSM 2.6.1 stands no beginning beside another one, or beside signatures: `start` is about
     * that. */
    pthread_mutex_lock(&shared->turn);
    CK_SESSION_HANDLE session = begin();
    pthread_mutex_unlock(&shared->turn);
    pthread_barrier_wait(&shared->ready);
    CK_OBJECT_HANDLE own = labelled(session, CKO_PRIVATE_KEY, algorithm->name);
    CK_OBJECT_HANDLE public = labelled(session, CKO_PUBLIC_KEY, algorithm->name);
    pthread_barrier_init(&go, NULL, (unsigned)threads + 1);
    pthread_barrier_init(&done, NULL, (unsigned)threads + 1);
    for (int i = 0; i < threads; i++) {
        unsigned char *kept = malloc((size_t)(count / EVERY + 2) * MAX_SIGNATURE);
        if (!kept) fail("no memory", 0);
        unsigned name = (unsigned)(which * MAX_THREADS + i);
        all[i] = (struct thread){open_session(0), algorithm, own, public, count, name, &go, &done,
                                 kept};
        if (pthread_create(&handles[i], NULL, work, &all[i]) != 0) fail("no thread", i);
    }
    pthread_barrier_wait(&go);
    pthread_barrier_wait(&shared->ready);
    pthread_barrier_wait(&shared->go);
    double before = us_of(CLOCK_PROCESS_CPUTIME_ID);
    pthread_barrier_wait(&go);
    pthread_barrier_wait(&done);
    shared->cpu_us[which] = us_of(CLOCK_PROCESS_CPUTIME_ID) - before;
    pthread_barrier_wait(&shared->done);
    for (int i = 0; i < threads; i++) pthread_join(handles[i], NULL);
    must("C_Finalize", module->C_Finalize(NULL));
}

static void child_ended(int unused) {
    int status;
    (void)unused;
    while (waitpid(-1, &status, WNOHANG) > 0) {
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) _exit(1);
        ended++;
    }
}

static struct shared *shared_by(int processes) {
    struct shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) fail("no memory", 0);
    pthread_barrierattr_t barrier;
    pthread_barrierattr_init(&barrier);
    pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED);
    pthread_barrier_t *all[] = {&shared->ready, &shared->go, &shared->done};
    for (int i = 0; i < 3; i++) pthread_barrier_init(all[i], &barrier, (unsigned)processes);
    pthread_mutexattr_t mutex;
    pthread_mutexattr_init(&mutex);
    pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->turn, &mutex);
    return shared;
}

static void sign_all(const struct algorithm *algorithm, int processes, int threads, long count) {
    struct shared *shared = shared_by(processes + 1);
    long each = count / (processes * threads) + 1;
    signal(SIGCHLD, child_ended);
    for (int i = 0; i < processes; i++) {
        pid_t child = fork();
        if (child < 0) fail("no process", i);
        if (child == 0) {
            signal(SIGCHLD, SIG_DFL);
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            process(shared, algorithm, i, threads, each);
            _exit(0);
        }
    }
    pthread_barrier_wait(&shared->ready);
    pthread_barrier_wait(&shared->ready);
    double before = service_us(), begun = us_of(CLOCK_MONOTONIC), own = 0;
    pthread_barrier_wait(&shared->go);
    pthread_barrier_wait(&shared->done);
    double passed = us_of(CLOCK_MONOTONIC) - begun, of_service = service_us() - before;
    while (ended < processes) usleep(1000);
    for (int i = 0; i < processes; i++) own += shared->cpu_us[i];
    double all = (double)each * processes * threads;
    printf("%.3f %.3f %.3f\n", own / all, of_service / all, passed / all);
}

/* Searches for keys in turn by an attribute; says what one takes. */
static void searches(CK_SESSION_HANDLE session, CK_ATTRIBUTE_TYPE kind, long keys, long count,
                     const char *end) {
    double own = us_of(CLOCK_PROCESS_CPUTIME_ID), of_service = service_us();
    for (long n = 0; n < count; n++) {
        long key = n * 37 % keys;
        char label[32];
        unsigned char id[4];
        snprintf(label, sizeof label, "key %ld", key);
        id_of((unsigned long)key, id);
        if (kind == CKA_LABEL) labelled(session, CKO_PRIVATE_KEY, label);
        else found(session, CKO_PRIVATE_KEY, CKA_ID, id, sizeof id);
    }
    own = us_of(CLOCK_PROCESS_CPUTIME_ID) - own;
    of_service = service_us() - of_service;
    printf("%.3f %.3f%s", own / count, of_service / count, end);
}

static void find_all(long keys, long count) {
    load();
    double begun = us_of(CLOCK_MONOTONIC);
    initialize();
    CK_SESSION_HANDLE session = open_session(CKF_RW_SESSION);
    double before = us_of(CLOCK_MONOTONIC);
    log_in(session);
    double login = us_of(CLOCK_MONOTONIC) - before;
    struct thread thread = {.session = session, .algorithm = algorithm_of("p256"), .count = 1};
    unsigned char message[BYTES], signature[MAX_SIGNATURE];
    thread.own = labelled(session, CKO_PRIVATE_KEY, "key 0");
    message_of(&thread, 0, message);
    CK_ULONG length = sign(&thread, message, signature);
    double first = us_of(CLOCK_MONOTONIC) - begun - login;
    thread.public = labelled(session, CKO_PUBLIC_KEY, "key 0");
    must("the first signature", verify(&thread, message, signature, length));
    /* A search that needs all objects, as most programs begin with. */
    CK_OBJECT_CLASS class = CKO_PRIVATE_KEY;
    CK_ATTRIBUTE of_class = {CKA_CLASS, &class, sizeof class};
    CK_OBJECT_HANDLE some[256];
    CK_ULONG many = 256;
    long total = 0;
    must("C_FindObjectsInit", module->C_FindObjectsInit(session, &of_class, 1));
    for (; many > 0; total += (long)many)
        must("C_FindObjects", module->C_FindObjects(session, some, 256, &many));
    must("C_FindObjectsFinal", module->C_FindObjectsFinal(session));
    if (total < keys) fail("keys that were found", (unsigned long)total);
    printf("%.3f %.3f ", first / 1e3, login / 1e3);
    searches(session, CKA_LABEL, keys, count, " ");
    searches(session, CKA_ID, keys, count, "\n");
}

static void start_one(struct shared *shared) {
    struct thread thread = {.algorithm = algorithm_of("p256"), .count = 1};
    unsigned char message[BYTES], signature[MAX_SIGNATURE];
    alarm(120);
    pthread_barrier_wait(&shared->ready);
    thread.session = begin();
    thread.own = labelled(thread.session, CKO_PRIVATE_KEY, "p256");
    thread.public = labelled(thread.session, CKO_PUBLIC_KEY, "p256");
    message_of(&thread, 0, message);
    CK_ULONG length = sign(&thread, message, signature);
    must("a signature", verify(&thread, message, signature, length));
    must("C_Finalize", module->C_Finalize(NULL));
    _exit(0);
}

static void start_all(int processes, long rounds) {
    struct shared *shared = shared_by(processes);
    long good = 0;
    for (long round = 0; round < rounds; round++) {
        for (int i = 0; i < processes; i++) {
            pid_t child = fork();
            if (child < 0) fail("no process", i);
            if (child == 0) start_one(shared);
        }
        for (int i = 0, status; i < processes; i++)
            if (wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) good++;
    }
    printf("%ld %ld\n", good, rounds * processes);
}

int main(int count, char **words) {
    static const char *const usage =
        "usage: pkcs11 MODULE PIN SERVICE make ALGORITHM | fill COUNT |"
        " sign ALGORITHM PROCESSES THREADS COUNT | find COUNT SEARCHES | start PROCESSES ROUNDS\n";
    if (count < 6) return fputs(usage, stderr), 2;
    path = words[1], pin = words[2], service = atoi(words[3]);
    const char *command = words[4];
    char **rest = words + 5;
    if (!strcmp(command, "make") && count == 6) {
        const struct algorithm *algorithm = algorithm_of(rest[0]);
        generate(begin(), algorithm, algorithm->name, algorithm->name, strlen(algorithm->name));
    } else if (!strcmp(command, "fill") && count == 6) {
        fill(begin(), number(rest[0], 1000000));
    } else if (!strcmp(command, "sign") && count == 9) {
        sign_all(algorithm_of(rest[0]), (int)number(rest[1], MAX_PROCESSES),
                 (int)number(rest[2], MAX_THREADS), number(rest[3], 100000000));
    } else if (!strcmp(command, "find") && count == 7) {
        find_all(number(rest[0], 1000000), number(rest[1], 100000000));
    } else if (!strcmp(command, "start") && count == 7) {
        start_all((int)number(rest[0], MAX_PROCESSES), number(rest[1], 100000));
    } else {
        return fputs(usage, stderr), 2;
    }
    return 0;
}
