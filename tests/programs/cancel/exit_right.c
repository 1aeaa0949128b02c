// expect: safe
// pthread_exit runs the handlers that are pushed, also those of the functions that called this one; those that were popped are not
// run again.
#include <assert.h>
#include <pthread.h>

static int order;

static void clean(void *digit)
{
    order = order * 10 + *(int *)digit;
}

static void inner(int leave)
{
    int one = 1, two = 2;
    pthread_cleanup_push(clean, &one);
    pthread_cleanup_push(clean, &two);
    pthread_cleanup_pop(1);
    if (leave)
        pthread_exit((void *)7);
    pthread_cleanup_pop(0);
}

static void *worker(void *argument)
{
    int three = 3;
    pthread_cleanup_push(clean, &three);
    inner(argument != NULL);
    pthread_cleanup_pop(1);
    return argument;
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, &result);
    assert(result == NULL && order == 23);
    order = 0;
    pthread_create(&t, NULL, worker, &order);
    pthread_join(t, &result);
    assert(result == (void *)7 && order == 213);
    return 0;
}
