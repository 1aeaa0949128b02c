// heddle: --property=livelock --all
// expect: violation
// kinds: livelock
// violations: 2
// message: starvation: thread main.1 never leaves the loop at .*test_and_set_wrong.c:\d+ while thread main.2 can go on for ever
// message: starvation: thread main.2 never leaves the loop at .*test_and_set_wrong.c:\d+ while thread main.1 can go on for ever
// por: states default
// A spin lock of an exchange: the other thread may always be first.
#include <pthread.h>
#include <stdatomic.h>

#ifdef DO_WHILE
#define FOR_EVER do
#define END while (1)
#else
#define FOR_EVER for (;;)
#define END
#endif
static atomic_int taken;
static int inside;

static void *thread(void *argument)
{
    FOR_EVER
    {
        while (atomic_exchange(&taken, 1)) // <- violation
            ;
        inside++;
        inside--;
        atomic_store(&taken, 0);
    }
    END;
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, thread, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
