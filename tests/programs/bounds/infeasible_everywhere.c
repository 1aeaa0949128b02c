// expect: safe
// message: nothing was checked: in every execution an assumption does not hold, as here
// text: ^safe, but nothing was checked: no execution satisfies the assumptions$
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
