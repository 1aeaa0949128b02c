// heddle: --property=uninitialised
// expect: violation
// kinds: uninitialised
// A local variable that one path forgets.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int level;
    int x = __VERIFIER_nondet_int();
    if (x > 0)
        level = 1;
    if (level == 3) // <- violation
        return 1;
    return 0;
}
