// heddle: --property=data-race
// expect: violation
// kinds: data-race
// Being told that a thread runs orders nothing.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

static int x;

static void *worker(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (pthread_tryjoin_np(t, NULL)) {
        int seen = x;
        pthread_join(t, NULL);
        return seen;
    }
    return 0;
}
