// expect: safe
// por: states default
// text: , 7 states,
// Two threads hand one variable to each other, for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int full;
static int item;

static void *producer(void *argument)
{
    for (;;) {
        while (atomic_load(&full))
            ;
#ifdef WRONG
        atomic_store(&full, 1);
        item = 1;
#else
        item = 1;
        atomic_store(&full, 1);
#endif
    }
    return argument;
}

static void *consumer(void *argument)
{
    for (;;) {
        while (!atomic_load(&full))
            ;
        assert(item == 1);
        item = 0;
        atomic_store(&full, 0);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    consumer(NULL);
    return 0;
}
