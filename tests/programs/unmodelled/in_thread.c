// expect: inconclusive
// message: mystery
#include <pthread.h>
extern void mystery(void);

static int x;

static void *worker(void *argument)
{
    if (x == 1)
        mystery();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x = 1;
    pthread_join(t, NULL);
    return 0;
}
