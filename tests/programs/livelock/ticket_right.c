// heddle: --property=livelock,deadlock
// expect: safe
// por: states default
// A lock with tickets: who comes first is served first.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar next, served; // two bits of them are used: there are fewer threads than tickets
static int inside;
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void *thread(void *argument)
{
    for (;;) {
#ifdef RETRY
        unsigned char ticket = atomic_load(&next);
        while (!atomic_compare_exchange_strong(&next, &ticket, (unsigned char)((ticket + 1) & 3)))
            ;
#else
        __VERIFIER_atomic_begin();
        unsigned char ticket = next;
        next = (ticket + 1) & 3;
        __VERIFIER_atomic_end();
#endif
        while (atomic_load(&served) != ticket)
            ;
        inside++;
        inside--;
        atomic_store(&served, (unsigned char)((ticket + 1) & 3));
    }
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
