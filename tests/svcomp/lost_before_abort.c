extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "lost_before_abort.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main()
{
    int *block = malloc(sizeof *block);
    block = 0;
    abort();
}
