// expect: violation
// kinds: lock
// message: join of thread main.1, which is already joined
// Two threads ask: each of them may be the one that joins, and the other then asks for a thread that is gone.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

static pthread_t first;

static void *worker(void *argument)
{
    return argument;
}

static void *asks(void *argument)
{
    pthread_tryjoin_np(first, NULL);
    return argument;
}

int main(void)
{
    pthread_t second;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, asks, NULL);
    pthread_tryjoin_np(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
