// heddle: --max-executions=2
// expect: inconclusive
// There are three executions at least (x is read before, between and after the writes).
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
