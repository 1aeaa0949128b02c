// A part of a variable.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on x\+3: .*of 1 byte 
#include <pthread.h>

int x;
static void *first(void *argument)
{
    x = 1;
    return argument;
}

static void *second(void *argument)
{
    ((char *)&x)[3] = 2;
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
