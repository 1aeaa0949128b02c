// expect: violation
// kinds: assertion
// x == 0 and y == 1 never hold together, but a round that reads one after the other finds them so.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, done;

static void *worker(void *argument)
{
    x = 1;
    y = 1;
    done = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!(x == 0 && y == 1) && !done)
        ;
    if (!done)
        assert(0); // <- violation
    pthread_join(t, NULL);
    return 0;
}
