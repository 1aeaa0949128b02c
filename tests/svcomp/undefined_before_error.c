extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "undefined_before_error.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
int array[2];
int main()
{
    int n = __VERIFIER_nondet_int();
    array[n] = 1;
    if (array[0] > 1)
        reach_error();
    return 0;
}
