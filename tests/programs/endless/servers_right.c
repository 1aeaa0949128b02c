// expect: safe
// case: LOOP=1 none optimal default states
// case: LOOP=2 none optimal default states
// case: LOOP=3 none optimal default states
// case: LOOP=4 none optimal default states
// case: LOOP=5 none optimal default states
// case: LOOP=6 none optimal default states
// case: LOOP=7 none optimal default states
// case: LOOP=8 none optimal default states
// case: LOOP=9 none optimal default states
// Threads in loops that have no way out wait for nothing, and who joins them does not either: failures are no way out, nor is a branch that
// always goes one way, nor what loops within the loop do.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned x;
static atomic_int turn;

static int look(void)
{
    pthread_mutex_lock(&lock);
    int value = x < 10;
    pthread_mutex_unlock(&lock);
    return value;
}

static void fail(void)
{
    x = 20;
    abort();
}

static void *serve(void *argument)
{
#if LOOP == 1
    for (;;) {
        pthread_mutex_lock(&lock);
        x = !x;
        pthread_mutex_unlock(&lock);
    }
#elif LOOP == 2
    do
        look();
    while (1);
#elif LOOP == 3
again:
    assert(look());
    goto again;
#elif LOOP == 4
    int forever = 1;
    while (forever)
        if (!look())
            fail();
#elif LOOP == 5
    for (;;)
        for (int k = 0; k < 2 && look(); k++)
            ;
#elif LOOP == 6 // each waits for the other one in each round
    for (;;) {
        while (atomic_load(&turn) != (argument != NULL))
            ;
        atomic_store(&turn, argument == NULL);
    }
#elif LOOP == 7
    while (1) {
        if (!look())
            continue;
        switch (x) {
        case 0: break;
        case 5: look(); break;
        default: abort();
        }
    }
#elif LOOP == 8
    for (;;)
        ;
#elif LOOP == 9
    for (;;)
        if (pthread_mutex_trylock(&lock) == 0)
            pthread_mutex_unlock(&lock);
#endif
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, serve, NULL);
    pthread_create(&u, NULL, serve, &lock);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
