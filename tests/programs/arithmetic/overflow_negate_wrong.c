// heddle: --property=overflow
// expect: violation
// kinds: overflow
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    long x = __VERIFIER_nondet_long();
    long y = -x; // <- violation
    return y == 3;
}
