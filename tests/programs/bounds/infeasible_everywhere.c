// expect: safe
// message: in every execution an assumption does not hold, as here: what would follow was not checked
// text: ^safe, but only up to assumptions: every execution comes to one that does not hold$
// The assumptions contradict each other: nothing remains that could fail.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void reach_error(void) {}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3);
    __VERIFIER_assume(x < 2);
    reach_error();
    return 0;
}
