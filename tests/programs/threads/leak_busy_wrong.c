// heddle: --property=thread-leak
// expect: violation
// kinds: thread-leak
// line: 18
// Asking once joins the thread only if it has ended by then.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

static void *worker(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_tryjoin_np(t, NULL);
    return 0;
}
