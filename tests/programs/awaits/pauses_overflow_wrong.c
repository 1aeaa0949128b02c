// heddle: --property=overflow,assertion
// expect: violation
// kinds: overflow
// case: FROM=2147482000 none optimal default
// case: FROM=data none optimal default
// A counter that only chooses pauses, but does not begin at a small number, overflows: where that is asked for it is found.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int flag;
static int data = 2147482000;

static void *worker(void *argument)
{
    atomic_store(&flag, 1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    for (int n = FROM; !atomic_load(&flag);
         n++) // <- violation
        if (n % 64 == 0)
            sched_yield();
    pthread_join(t, NULL);
    return 0;
}
