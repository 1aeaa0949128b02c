extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "deep_recursion.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
int depth(int n)
{
    char room[4096];
    room[0] = (char)n;
    return n == 0 ? 0 : room[0] - (char)n + depth(n - 1);
}
int main()
{
    if (depth(3000) != 0)
        reach_error();
    return 0;
}
