// Two threads that wait for the end of each other beside one that goes on for ever.
// heddle: --property=livelock
// expect: violation
// kinds: livelock
// message: thread main\.1 waits for ever \(for the end of a thread\), thread main\.2 waits for ever \(for the end of a thread\)
// por: default
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int x;
static pthread_t first, second;
static sem_t known;

static void *join_second(void *unused)
{
    (void)unused;
    sem_wait(&known);
    pthread_join(second, 0);
    return 0;
}

static void *join_first(void *unused)
{
    (void)unused;
    sem_wait(&known);
    pthread_join(first, 0);
    return 0;
}

static void *toggle(void *unused)
{
    (void)unused;
    for (;;) {
        x = 1;
        x = 0;
    }
}

int main(void)
{
    pthread_t runner;
    sem_init(&known, 0, 0);
    pthread_create(&first, 0, join_second, 0);
    pthread_create(&second, 0, join_first, 0);
    pthread_create(&runner, 0, toggle, 0);
    sem_post(&known);
    sem_post(&known);
    pthread_exit(0);
}
