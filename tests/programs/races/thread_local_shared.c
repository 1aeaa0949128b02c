// Their addresses can be handed on.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on x
#include <pthread.h>
#include <stdatomic.h>

_Thread_local int x;
int *_Atomic p;
static void *first(void *argument)
{
    x = 1;
    p = &x;
    x = 2;
    return argument;
}

static void *second(void *argument)
{
    int *other = p;
    if (other)
        *other = 3;
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
