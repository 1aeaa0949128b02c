// Rounds that print, and nobody ends them.
// expect: violation
// kinds: deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int flag;

static void *worker(void *argument)
{
    while (!atomic_load(&flag)) // <- violation
        printf("waiting for %s\n", "flag");
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
