// Each worker has a helper, the handle and the result of which are in the worker's own variables: what creating and
// joining write there is no matter of other threads.
// heddle: --property=data-race
// expect: safe
// por: default
// executions: default=0
#include <pthread.h>

static void *help(void *argument)
{
    return argument;
}

static void *work(void *argument)
{
    pthread_t helper;
    void *result;
    pthread_create(&helper, NULL, help, argument);
    pthread_join(helper, &result);
    return result;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, NULL, work, NULL);
}
