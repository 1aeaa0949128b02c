// expect: safe
// A value is handed on along three threads that wait for it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int token;
static int trail;

static void *worker(void *argument)
{
    int mine = (int)(long)argument;
    while (token != mine)
        ;
    trail = 10 * trail + mine;
    token = mine + 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, (void *)(i + 1));
    token = 1;
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(trail == 123);
    return 0;
}
