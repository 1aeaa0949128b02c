// heddle: --all --property=uninitialised
// clang: -Wno-return-type
// expect: violation
// kinds: uninitialised
// message: the value of forgets
// What is the thread's second input in one execution is a value that the program asked for, and in another one that was
// never made: they are two inputs.
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
    } else if (forgets()) { // <- violation
        result = 2;
    }
    return result;
}
