// heddle: --property=overflow
// expect: violation
// kinds: overflow
// Comparing by subtraction.
extern int __VERIFIER_nondet_int(void);

static int compare(int a, int b)
{
    return a - b; // <- violation
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    return compare(a, b) < 0;
}
