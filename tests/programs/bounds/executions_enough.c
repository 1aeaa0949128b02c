// heddle: --max-executions=1000
// expect: safe
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *argument)
{
    x = 1;
    x = 2;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(x >= 0);
    pthread_join(t, NULL);
    return 0;
}
