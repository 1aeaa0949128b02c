// heddle: --all
// expect: violation
// kinds: memory
// violations: 1
// message: out of bounds: read of 4 bytes at x\+40
// executions: none=4 classic=4 source=4 optimal=4 default=4
// timeout: 10
// Any index: all that are out of range are one violation, found before those that are in range are tried.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x[10] = {0};
    int i = __VERIFIER_nondet_int();
    if (i < -20 || i > 50) // beyond lies what is not of this program
        return 0;
    return x[i]; // <- violation
}
