// heddle: --property=assertion
// expect: violation
// kinds: assertion
// reach_error is always heddle's own, whatever body the program gives it; the failure is where it is called.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__))
__attribute__((__noreturn__));
void reach_error(void)
{
    __assert_fail("0", "svcomp_wrong.c", 8, "reach_error");
}
void __VERIFIER_assert(int cond)
{
    if (!(cond)) {
    ERROR: {
        reach_error(); // <- violation
        abort();
    }
    }
    return;
}
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (n > 4)
        return 0;
    unsigned int i = 0, product = 1;
    while (i <= n) {
        product = product * 2;
        i = i + 1;
    }
    __VERIFIER_assert(product == (1u << n));
    return 0;
}
