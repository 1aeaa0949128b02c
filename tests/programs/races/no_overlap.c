// Different parts of a variable.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>

int x;
static void *first(void *argument)
{
    ((short *)&x)[0] = 1;
    return argument;
}

static void *second(void *argument)
{
    ((short *)&x)[1] = 2;
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
