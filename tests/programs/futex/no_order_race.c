// heddle: --property=data-race
// expect: violation
// kinds: data-race
// A wake-up alone does not order memory: threads have to look at what others have written.
#include "futex.h"

#include <pthread.h>

static atomic_int word;
static int data;

static void *worker(void *argument)
{
    data = 1;
    while (futex_wake(&word, 1) == 0)
        ;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    futex_wait(&word, 0);
    int seen = data;
    (void)seen;
    pthread_join(thread, NULL);
    return 0;
}
