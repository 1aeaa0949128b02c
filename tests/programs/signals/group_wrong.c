// expect: violation
// kinds: abort
// A worker that stops the group by SIGTERM stops the process that it is of.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void stop(int number)
{
    (void)number;
    abort();
}

static void *work(void *unused)
{
    kill(0, SIGTERM);
    return unused;
}

int main(void)
{
    pthread_t worker;
    signal(SIGTERM, stop);
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    return 0;
}
