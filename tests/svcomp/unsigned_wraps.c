extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "unsigned_wraps.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
int main()
{
    unsigned int n = (unsigned int)__VERIFIER_nondet_int();
    char c = (char)(n * 3u);
    return n + c == 0;
}
