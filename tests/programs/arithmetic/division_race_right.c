// expect: safe
#include <pthread.h>

static int divisor = 4;
static int result;

static void *worker(void *argument)
{
    int mine = divisor;
    if (mine != 0)
        result = 100 / mine;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    divisor = 0;
    pthread_join(t, NULL);
    return 0;
}
