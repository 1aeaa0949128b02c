// expect: safe
// The branches contradict each other; no execution reaches the error.
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x > 10 && y == x)
        if (y < 5)
            reach_error();
    return 0;
}
