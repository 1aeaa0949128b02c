// expect: safe
// case: KEEP=1 default states
// case: KEEP=2 default states
// case: KEEP=3 default states
// case: KEEP=4 default states
// case: KEEP=5 default states
// Servers that keep the latest input for ever: states that differ only in which input they hold are one, since each input is as any other
// about which the same was decided.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned mode, copy, sum;

static unsigned input(void)
{
    unsigned value;
    heddle_symbolic(&value, sizeof value, "value");
    return value;
}

static void keep(void)
{
    unsigned value = input();
    pthread_mutex_lock(&lock);
#if KEEP == 1 // what is in a range
    if (value < 10)
        mode = value;
#elif KEEP == 2 // any
    mode = value;
#elif KEEP == 3 // twice
    mode = copy = value;
#elif KEEP == 4 // in a sum
    mode = value;
    copy = input();
    sum = mode + copy;
#elif KEEP == 5 // where another thread holds one, too
    mode = 2 * value;
#endif
    pthread_mutex_unlock(&lock);
}

static void look(void)
{
    pthread_mutex_lock(&lock);
#if KEEP == 1
    assert(mode < 10);
#elif KEEP == 3
    assert(mode == copy);
#elif KEEP == 4
    assert(sum - copy == mode);
#elif KEEP == 5
    assert(mode % 2 == 0);
    copy = input() | 1;
    assert(mode != copy);
#endif
    pthread_mutex_unlock(&lock);
}

static void *server(void *argument)
{
    for (;;)
        keep();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, server, NULL);
    for (;;)
        look();
}
