// expect: violation
// kinds: assertion
// The program promised that this point is never reached.
extern int __VERIFIER_nondet_int(void);

static int sign(int x)
{
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
    __builtin_unreachable(); // <- violation
}

int main(void)
{
    return sign(__VERIFIER_nondet_int()) > 1;
}
