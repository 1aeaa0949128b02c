// Written by main after the first creation and before the second: each thread has its own.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>

static void *add(void *argument)
{
    ++*(int *)argument;
    return argument;
}

int main(void)
{
    int a, b;
    pthread_t one, two;
    a = 1;
    pthread_create(&one, NULL, add, &a);
    b = 2;
    pthread_create(&two, NULL, add, &b);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return a + b;
}
