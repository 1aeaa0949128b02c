// heddle: --property=livelock
// expect: violation
// kinds: livelock
// message: starvation: thread main waits for ever \(for a semaphore\), thread main.2 never leaves the loop at .* while thread main.1 can go on for ever
// por: states default
// A thread that is blocked while others go on, who could let it go on but need never do so: what they look at may always be 0 when they look.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t semaphore;
static atomic_int x;

static void *change(void *argument)
{
    for (;;) {
        atomic_store(&x, 1);
        atomic_store(&x, 0);
    }
    return argument;
}

static void *post(void *argument)
{
    for (;;)
        if (atomic_load(&x)) {
            sem_post(&semaphore);
            for (;;)
                ;
        }
    return argument;
}

int main(void)
{
    pthread_t t, u;
    sem_init(&semaphore, 0, 0);
    pthread_create(&t, NULL, change, NULL);
    pthread_create(&u, NULL, post, NULL);
    sem_wait(&semaphore); // <- violation
    return 0;
}
