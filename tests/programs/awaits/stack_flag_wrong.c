// expect: violation
// kinds: memory
// The flag lies on the stack of a function that returns while another thread waits for it.
#include <pthread.h>
#include <stdatomic.h>

static void *worker(void *argument)
{
    atomic_int *flag = argument;
    while (!*flag) // <- violation
        ;
    return NULL;
}

static void start(pthread_t *t)
{
    atomic_int flag = 0;
    pthread_create(t, NULL, worker, &flag);
    flag = 1;
}

int main(void)
{
    pthread_t t;
    start(&t);
    pthread_join(t, NULL);
    return 0;
}
