// The vocabularies of other tools, as far as a native run can give them a meaning (heddle's own: outside.c).
// Each function gives way to one that the program defines.
#include "record/recorder.h"

#include <stdio.h>
#include <stdlib.h>

#define OF_TOOLS __attribute__((weak, visibility("default")))

void heddle_assume(int condition);
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

static void fail_unless(int condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "%s: the condition does not hold\n", what);
    abort();
}

#define ASSUME(name)                                                                                         \
    OF_TOOLS void name(int condition)                                                                        \
    {                                                                                                        \
        heddle_assume(condition);                                                                            \
    }
ASSUME(__VERIFIER_assume)
ASSUME(__ESBMC_assume)
ASSUME(__CPROVER_assume)

OF_TOOLS void klee_assume(uintptr_t condition)
{
    heddle_assume(condition != 0);
}

OF_TOOLS void __VERIFIER_assert(int condition)
{
    fail_unless(condition, "__VERIFIER_assert");
}

OF_TOOLS void klee_assert(int condition)
{
    fail_unless(condition, "klee_assert");
}

OF_TOOLS void __CPROVER_assert(int condition, const char *what)
{
    fail_unless(condition, what);
}

OF_TOOLS void __ESBMC_assert(int condition, const char *what)
{
    fail_unless(condition, what);
}

#define ERROR(name)                                                                                          \
    OF_TOOLS void name(void)                                                                                 \
    {                                                                                                        \
        fprintf(stderr, "%s was reached\n", #name);                                                          \
        abort();                                                                                             \
    }
ERROR(__VERIFIER_error)
ERROR(reach_error)

#define ATOMIC(tool)                                                                                         \
    OF_TOOLS void tool##_atomic_begin(void)                                                                  \
    {                                                                                                        \
        heddle_atomic_begin();                                                                               \
    }                                                                                                        \
    OF_TOOLS void tool##_atomic_end(void)                                                                    \
    {                                                                                                        \
        heddle_atomic_end();                                                                                 \
    }
ATOMIC(__VERIFIER)
ATOMIC(__CPROVER)
ATOMIC(__ESBMC)

// The memory keeps its value, as with heddle_symbolic.
OF_TOOLS void klee_make_symbolic(void *address, size_t size, const char *name)
{
    (void)address;
    (void)size;
    (void)name;
}

OF_TOOLS void __VERIFIER_nondet_memory(void *address, size_t size)
{
    (void)address;
    (void)size;
}

// Any value would do.
#define NONDET(name, type)                                                                                   \
    OF_TOOLS type __VERIFIER_nondet_##name(void)                                                             \
    {                                                                                                        \
        return 0;                                                                                            \
    }
NONDET(bool, bool)
NONDET(char, char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
NONDET(size_t, size_t)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(u64, uint64_t)
NONDET(float, float)
NONDET(double, double)
NONDET(pointer, void *)
NONDET(charp, char *)
