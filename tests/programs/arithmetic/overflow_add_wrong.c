// heddle: --property=overflow
// expect: violation
// kinds: overflow
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x + 1; // <- violation
    return y == 3;
}
