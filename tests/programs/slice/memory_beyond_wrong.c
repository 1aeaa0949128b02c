// expect: violation
// kinds: memory
// por: default none optimal
// A load at a constant address, one element beyond the variable, that only one order of the threads comes to.
#include <pthread.h>
#include <stddef.h>

static int turn, values[2], next;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *argument)
{
    pthread_mutex_lock(&mutex);
    turn = 1;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, first, NULL);
    pthread_mutex_lock(&mutex);
    if (!turn)
        next = *(volatile int *)&values[2]; // <- violation
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return next;
}
