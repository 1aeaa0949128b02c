// expect: violation
// kinds: deadlock
// case: LOOP=1 none optimal default states
// case: LOOP=2 none optimal default states
// case: LOOP=3 none optimal default states
// case: LOOP=4 none optimal default states
// case: LOOP=5 none optimal default states
// case: LOOP=6 none optimal default states
// case: LOOP=7 none optimal default states
// case: LOOP=8 none optimal default states
// case: LOOP=9 none optimal default states
// message: waits for ever|spins for ever
// What servers_right.c does with a way out that nobody takes, or around what never comes.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t never;
static int stop;
static atomic_int flag;

static int stopped(void)
{
    pthread_mutex_lock(&lock);
    int value = stop;
    pthread_mutex_unlock(&lock);
    return value;
}

static void leave_if(int leave)
{
    if (leave)
        pthread_exit(NULL);
}

static void leave(void)
{
    pthread_exit(NULL);
}

static void serve_others(void)
{
    for (;;)
        stopped();
}

static void *serve(void *argument)
{
#if LOOP == 1
    for (;;) {
        pthread_mutex_lock(&lock);
        if (stop)
            break;
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_unlock(&lock);
#elif LOOP == 2 // the inner loop
    for (;;) {
        while (!atomic_load(&flag))
            ;
        stopped();
    }
#elif LOOP == 3 // blocked, in a loop that has no way out
    for (;;)
        sem_wait(&never);
#elif LOOP == 4 // two frames further down
    for (;;)
        leave_if(stopped());
#elif LOOP == 5
    void (*what)(void) = stopped() == 7 ? leave : serve_others;
    for (;;)
        if (stopped())
            what();
#elif LOOP == 6
again:
    if (stopped())
        exit(0);
    goto again;
#elif LOOP == 7 // in a function that is called in a loop without a way out
    for (;;)
        while (!stopped())
            ;
#elif LOOP == 8
    do
        if (stopped())
            return argument;
    while (1);
#elif LOOP == 9 // to another loop
    for (;;)
        if (stopped())
            serve_others();
#endif
    return argument;
}

int main(void)
{
    pthread_t t;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, serve, NULL);
    serve(NULL);
    pthread_join(t, NULL);
    return 0;
}
