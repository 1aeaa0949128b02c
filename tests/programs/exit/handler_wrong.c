// heddle: --property=exit,assertion --all
// expect: violation
// kinds: exit assertion
// Handlers and destructors run whatever the status is, and what they do wrong is found.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
static int status;

static void handler(void)
{
    assert(status != 4); // <- violation
}

__attribute__((destructor)) static void destructor(void)
{
    assert(status != 5); // <- violation
}

int main(void)
{
    atexit(handler);
    status = __VERIFIER_nondet_int();
    if (status == 6)
        exit(6); // <- violation
    if (status == 4 || status == 5)
        return status;
    if (status == 7)
        return 7;
    return 0;
} // <- violation
