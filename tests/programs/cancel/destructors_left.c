// expect: inconclusive
// message: a destructor of a thread that was ended by another destructor
// glibc does not call the second destructor, unless a value was set meanwhile; POSIX leaves it open.
#include <assert.h>
#include <pthread.h>

static pthread_key_t first, second;
static int steps;

static void destroy(void *value)
{
    (void)value;
    pthread_testcancel();
    steps++;
}

static void *worker(void *argument)
{
    pthread_setspecific(first, &first);
    pthread_setspecific(second, &second);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&first, destroy);
    pthread_key_create(&second, destroy);
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(steps <= 2);
    return 0;
}
