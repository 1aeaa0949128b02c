// Thread-local variables.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>

_Thread_local int x;
static void *first(void *argument)
{
    x = 1;
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
