// heddle: --havoc=__VERIFIER_recovery_routine
// expect: safe
// What happens after a crash is not to be checked.
#include <assert.h>

static int data;

void __VERIFIER_recovery_routine(void)
{
    assert(!data);
}

int main(void)
{
    data = 1;
    return 0;
}
