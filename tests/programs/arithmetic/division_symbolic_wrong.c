// expect: violation
// kinds: arithmetic
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 1000 || x < -1000)
        return 0;
    return 100 / (x - 17); // <- violation
}
