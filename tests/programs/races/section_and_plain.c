// A plain access outside races.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: holding an atomic section
#include <heddle.h>
#include <pthread.h>

int x;
static void *first(void *argument)
{
    heddle_atomic_begin();
    x++;
    heddle_atomic_end();
    return argument;
}

static void *second(void *argument)
{
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
