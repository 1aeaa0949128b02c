// Values of keys are a thread's own.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>

pthread_key_t key;
int a, b;
static void *first(void *argument)
{
    pthread_setspecific(key, &a);
    *(int *)pthread_getspecific(key) = 1;
    return argument;
}

static void *second(void *argument)
{
    pthread_setspecific(key, &b);
    *(int *)pthread_getspecific(key) = 1;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_key_create(&key, NULL);
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
