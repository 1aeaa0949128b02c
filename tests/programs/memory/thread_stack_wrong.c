// expect: violation
// kinds: memory
// The thread is given the address of a variable of a function that returns before the thread reads it.
#include <pthread.h>

static void *worker(void *argument)
{
    int *number = argument;
    *number = 5; // <- violation
    return NULL;
}

static pthread_t start(void)
{
    int number = 1;
    pthread_t t;
    pthread_create(&t, NULL, worker, &number);
    return t;
}

int main(void)
{
    pthread_t t = start();
    pthread_join(t, NULL);
    return 0;
}
