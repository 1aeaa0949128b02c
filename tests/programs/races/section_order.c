// They order as sections under one global lock do.
// heddle: --property=data-race --all
// expect: safe
#include <heddle.h>
#include <pthread.h>

int x, done;
static void *first(void *argument)
{
    x = 1;
    heddle_atomic_begin();
    done = 1;
    heddle_atomic_end();
    return argument;
}

static void *second(void *argument)
{
    heddle_atomic_begin();
    int seen = done;
    heddle_atomic_end();
    if (seen)
        x = 2;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
