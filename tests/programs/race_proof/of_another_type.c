// A function that is called as one of another type takes other words than are passed.
// heddle: --property=data-race
// expect: inconclusive
// message: whose type is
// rule: proof-obstacles default
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void add(long by)
{
    pthread_mutex_lock(&m);
    x += (int)by;
    pthread_mutex_unlock(&m);
}

static void (*volatile function)(int) = (void (*)(int))(void *)add;

static void *run(void *argument)
{
    function(1);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    return 0;
}
