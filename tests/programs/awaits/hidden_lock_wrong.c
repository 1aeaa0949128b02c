// expect: violation
// kinds: lock
// line: 24
// por: none classic source optimal default
// A round looks at `x` in vain and takes a lock that no other thread uses, whose order cannot matter: it is executed
// unseen, and is a change all the same, so that the thread has not come back to where it was.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int swap(int from, int to)
{
    int expected = from;
    return atomic_compare_exchange_strong(&x, &expected, to);
}

static void *taker(void *argument)
{
    for (;;) {
        if (swap(1, 2))
            return argument;
        pthread_mutex_lock(&mutex);
        if (swap(2, 1))
            return argument;
    }
}

static void *watcher(void *argument)
{
    for (;;)
        while (atomic_load(&x) != 0)
            ;
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, watcher, NULL);
    pthread_create(&threads[1], NULL, taker, NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
