// expect: safe
#include <assert.h>
#include <pthread.h>

static int cleaned;

static void clean(void *argument)
{
    cleaned += *(int *)argument;
}

static void *worker(void *argument)
{
    int one = 1, ten = 10;
    pthread_cleanup_push(clean, &one);
    pthread_cleanup_push(clean, &ten);
    pthread_cleanup_pop(1); // called
    pthread_cleanup_pop(0); // dropped
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(cleaned == 10);
    return 0;
}
