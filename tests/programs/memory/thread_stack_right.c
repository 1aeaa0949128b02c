// expect: safe
#include <assert.h>
#include <pthread.h>

static void *worker(void *argument)
{
    int *number = argument;
    *number += 4;
    return NULL;
}

static int run(void)
{
    int number = 1;
    pthread_t t;
    pthread_create(&t, NULL, worker, &number);
    pthread_join(t, NULL);
    return number;
}

int main(void)
{
    assert(run() == 5);
    return 0;
}
