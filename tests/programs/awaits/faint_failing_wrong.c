// expect: violation
// kinds: memory
// case: USE=1 none optimal default
// case: USE=2 none optimal default
// case: USE=3 none optimal default
// case: USE=4 none classic
// What is stored is never looked at, but where, and whether, decides on a failure.
#include <pthread.h>

#define LIMIT 400u

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned counted, x;
static unsigned cells[2], many[LIMIT];
static unsigned *volatile nowhere;

static void *worker(void *argument)
{
    unsigned *p = many;
    for (;;) {
        pthread_mutex_lock(&lock);
        counted++;
        x++;
#if USE == 1 // whether it is reached
        if (x == LIMIT)
            *nowhere = counted;
#elif USE == 2 // the address of a store
        cells[x / (LIMIT / 2)] = counted;
#elif USE == 3 // the address of a load
        counted += cells[x / (LIMIT / 2)];
#elif USE == 4 // the same, in a register
        *p++ = counted;
#endif
        pthread_mutex_unlock(&lock);
    }
    return p == argument ? argument : NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
