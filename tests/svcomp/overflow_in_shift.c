extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "overflow_in_shift.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
int main()
{
    int n = __VERIFIER_nondet_int();
    return (n << 3) == 8;
}
