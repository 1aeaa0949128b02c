// expect: safe
// Every integer type that SV-COMP programs ask for stays within its own range and is independent of the others.
#include <assert.h>
#include <limits.h>
#include <stddef.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern signed char __VERIFIER_nondet_schar(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern size_t __VERIFIER_nondet_size_t(void);

int main(void)
{
    int b = __VERIFIER_nondet_bool();
    assert(b == 0 || b == 1);
    int c = __VERIFIER_nondet_char();
    assert(c >= CHAR_MIN && c <= CHAR_MAX);
    int sc = __VERIFIER_nondet_schar();
    assert(sc >= -128 && sc <= 127);
    int uc = __VERIFIER_nondet_uchar();
    assert(uc >= 0 && uc <= 255);
    int s = __VERIFIER_nondet_short();
    assert(s >= -32768 && s <= 32767);
    int us = __VERIFIER_nondet_ushort();
    assert(us >= 0 && us <= 65535);
    long long i = __VERIFIER_nondet_int();
    assert(i >= INT_MIN && i <= INT_MAX);
    long long u = __VERIFIER_nondet_uint();
    assert(u >= 0 && u <= UINT_MAX);
    long l = __VERIFIER_nondet_long();
    unsigned long ul = __VERIFIER_nondet_ulong();
    long long ll = __VERIFIER_nondet_longlong();
    unsigned long long ull = __VERIFIER_nondet_ulonglong();
    size_t z = __VERIFIER_nondet_size_t();
    assert((l ^ l) == 0 && ul - ul == 0 && (ll | ~ll) == -1 && (ull & ~ull) == 0 && z == z);
    return 0;
}
