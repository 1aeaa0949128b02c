// expect: violation
// kinds: deadlock
// message: main spins for ever.*main.1 spins for ever
// Two threads poll under one lock until more has come than an input, and nothing comes: the solver says so, in the search
// for what the threads can do from where they wait, too.
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int come, limit;

static void *poll(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        int now = come, least = limit;
        pthread_mutex_unlock(&lock);
        if (now + 1 > least)
            return argument;
    }
}

int main(void)
{
    pthread_t t;
    heddle_symbolic(&limit, sizeof limit, "limit");
    heddle_assume(limit > 2);
    pthread_create(&t, NULL, poll, NULL);
    poll(NULL);
    pthread_join(t, NULL);
    return 0;
}
