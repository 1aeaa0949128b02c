// heddle: --property=assertion
// expect: safe
// SV-COMP programs abort to assume: an abort is no violation when only `assertion` is asked for, and it ends the
// program, so the error function is not reached.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static void assume_abort_if_not(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x > 3);
    if (x == 3)
        reach_error();
    return 0;
}
