// expect: violation
// kinds: assertion
extern void __VERIFIER_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 100);
    __VERIFIER_assume(x < 102);
    if (x == 101)
        __VERIFIER_error(); // <- violation
    return 0;
}
