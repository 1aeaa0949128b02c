// heddle: --independence=none
// expect: safe
// executions: none=12 source=9 optimal=9
// sleep-blocked: allowed
// One outcome of the atomic section touches nothing that others do, the other writes x: where only the first sleeps, the
// second is still to be explored. (An outcome that sleeps ends in a redundant execution.)
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x = 2;

static void *sections(void *argument)
{
    int n = __VERIFIER_nondet_int();
    x = n;
    __VERIFIER_atomic_begin();
    if (n != 5)
        x = n - 5;
    __VERIFIER_atomic_end();
    return argument;
}

static void *update(void *argument)
{
    x -= 1;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, update, 0);
    pthread_create(&second, 0, sections, 0);
    return 0;
}
