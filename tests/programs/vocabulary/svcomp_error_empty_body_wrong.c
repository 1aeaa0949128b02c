// expect: violation
// kinds: assertion
// A program's empty reach_error would do nothing natively; it still marks the error.
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 1234567)
        reach_error(); // <- violation
    return 0;
}
