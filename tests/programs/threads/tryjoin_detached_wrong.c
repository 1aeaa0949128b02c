// expect: violation
// kinds: lock
// message: join of thread main.1, which is already detached
// line: 20
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
    pthread_detach(t);
    struct timespec now = {0, 0};
    pthread_timedjoin_np(t, NULL, &now);
    return 0;
}
