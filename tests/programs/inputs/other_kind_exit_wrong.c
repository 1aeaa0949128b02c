// heddle: --all --property=exit
// clang: -Wno-return-type
// expect: violation
// kinds: exit
// violations: 2
// The thread's second input is a value that the program asked for, or one that was never made: a witness has the one of its execution.
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);

static unsigned long forgets(void)
{
}

int main(void)
{
    volatile int result = 0;
    if (!__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_ulong())
            result = 1;
    } else if (forgets()) {
        result = 2;
    }
    return result;
}
