/* softhsm MODULE ALGORITHM SECONDS: what a signature costs in a process that has loaded a PKCS#11
 * module, after a first one was verified. The token is made anew, where the module's own
 * configuration says. One line: algorithm, signatures, microseconds of CPU time a signature.
 * Build: cc -O2 softhsm.c -ldl, with Debian's libp11-kit-dev for the header. */
#include <dlfcn.h>
#include <p11-kit/pkcs11.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#ifndef CKK_EC_EDWARDS
#define CKK_EC_EDWARDS 0x40
#endif
#ifndef CKM_EC_EDWARDS_KEY_PAIR_GEN
#define CKM_EC_EDWARDS_KEY_PAIR_GEN 0x1055
#endif
#ifndef CKM_EDDSA
#define CKM_EDDSA 0x1057
#endif

static CK_FUNCTION_LIST *p11;

static void must(const char *what, unsigned long rv) {
    if (rv != CKR_OK) {
        fprintf(stderr, "%s: 0x%lx\n", what, rv);
        exit(1);
    }
}

static double cpu_us(void) {
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return 1e6 * (use.ru_utime.tv_sec + use.ru_stime.tv_sec) + use.ru_utime.tv_usec +
           use.ru_stime.tv_usec;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

struct kind {
    const char *name;
    unsigned long generate, sign;
    unsigned char params[16];
    unsigned long params_length, message_length;
};

static struct kind kinds[] = {
    {"p256", CKM_EC_KEY_PAIR_GEN, CKM_ECDSA, "\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07", 10, 32},
    {"ed25519", CKM_EC_EDWARDS_KEY_PAIR_GEN, CKM_EDDSA, "\x13\x0c" "edwards25519", 14, 32},
    {"rsa2048", CKM_RSA_PKCS_KEY_PAIR_GEN, CKM_SHA256_RSA_PKCS, "", 0, 32},
};

static unsigned long key_pair(unsigned long session, struct kind *kind,
                              unsigned long *public) {
    unsigned char yes = 1;
    unsigned long bits = 2048, private;
    unsigned char exponent[] = {1, 0, 1};
    CK_MECHANISM mechanism = {kind->generate, NULL, 0};
    CK_ATTRIBUTE curve[] = {{CKA_EC_PARAMS, kind->params, kind->params_length},
                                   {CKA_TOKEN, &yes, 1},
                                   {CKA_VERIFY, &yes, 1}};
    CK_ATTRIBUTE rsa[] = {{CKA_MODULUS_BITS, &bits, sizeof bits},
                                 {CKA_PUBLIC_EXPONENT, exponent, sizeof exponent},
                                 {CKA_TOKEN, &yes, 1},
                                 {CKA_VERIFY, &yes, 1}};
    CK_ATTRIBUTE own[] = {{CKA_TOKEN, &yes, 1},
                                 {CKA_PRIVATE, &yes, 1},
                                 {CKA_SENSITIVE, &yes, 1},
                                 {CKA_SIGN, &yes, 1}};
    int is_rsa = kind->params_length == 0;
    must("C_GenerateKeyPair", p11->C_GenerateKeyPair(session, &mechanism, is_rsa ? rsa : curve,
                                                     is_rsa ? 4 : 3, own, 4, public, &private));
    return private;
}

static unsigned long sign(unsigned long session, struct kind *kind, unsigned long key,
                          unsigned char *message, unsigned char *signature) {
    CK_MECHANISM mechanism = {kind->sign, NULL, 0};
    unsigned long length = 512;
    must("C_SignInit", p11->C_SignInit(session, &mechanism, key));
    must("C_Sign", p11->C_Sign(session, message, kind->message_length, signature, &length));
    return length;
}

int main(int argc, char **argv) {
    struct kind *kind = NULL;
    if (argc != 4) return fprintf(stderr, "usage: softhsm MODULE ALGORITHM SECONDS\n"), 2;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].name, argv[2])) kind = &kinds[i];
    if (!kind) return fprintf(stderr, "no such algorithm: %s\n", argv[2]), 2;
    void *module = dlopen(argv[1], RTLD_NOW);
    if (!module) return fprintf(stderr, "%s\n", dlerror()), 1;
    unsigned long (*list)(CK_FUNCTION_LIST **) =
        (unsigned long (*)(CK_FUNCTION_LIST **))dlsym(module, "C_GetFunctionList");
    if (!list) return fprintf(stderr, "%s is no PKCS#11 module\n", argv[1]), 1;
    must("C_GetFunctionList", list(&p11));
    must("C_Initialize", p11->C_Initialize(NULL));
    unsigned long slots[16], count = 16, session, public;
    must("C_GetSlotList", p11->C_GetSlotList(1, slots, &count));
    unsigned char label[32], pin[] = "123456789012", message[32] = "a message", signature[512];
    memset(label, ' ', sizeof label);
    memcpy(label, "bench", 5);
    must("C_InitToken", p11->C_InitToken(slots[count - 1], pin, sizeof pin - 1, label));
    count = 16;
    must("C_GetSlotList", p11->C_GetSlotList(1, slots, &count));
    must("C_OpenSession", p11->C_OpenSession(slots[0], CKF_SERIAL_SESSION | CKF_RW_SESSION, NULL,
                                             NULL, &session));
    must("C_Login", p11->C_Login(session, CKU_SO, pin, sizeof pin - 1));
    must("C_InitPIN", p11->C_InitPIN(session, pin, sizeof pin - 1));
    must("C_Logout", p11->C_Logout(session));
    must("C_Login", p11->C_Login(session, CKU_USER, pin, sizeof pin - 1));
    unsigned long private = key_pair(session, kind, &public);
    unsigned long length = sign(session, kind, private, message, signature);
    CK_MECHANISM mechanism = {kind->sign, NULL, 0};
    must("C_VerifyInit", p11->C_VerifyInit(session, &mechanism, public));
    must("C_Verify",
         p11->C_Verify(session, message, kind->message_length, signature, length));
    long signatures = 0;
    double end = now() + atof(argv[3]), before = cpu_us();
    do {
        message[0] = (unsigned char)signatures;
        sign(session, kind, private, message, signature);
        signatures++;
    } while (now() < end);
    printf("%s %ld %.2f\n", kind->name, signatures, (cpu_us() - before) / signatures);
    return 0;
}
