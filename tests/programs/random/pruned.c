// heddle: --por=random --prune=on
// expect: inconclusive
// message: random walks leave schedules out
// text: pruning was off: random walks leave schedules out
// por: default
#include <assert.h>
#include <pthread.h>

static int x;

static void *writer(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, writer, NULL);
    assert(x <= 1);
    pthread_join(a, NULL);
    return 0;
}
