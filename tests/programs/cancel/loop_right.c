// expect: safe
// Loops that only a request ends: each waits at its cancellation point.
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *sleeps(void *argument)
{
    for (;;)
        sleep(1);
    return argument;
}

static void *tests(void *argument)
{
    for (;;)
        pthread_testcancel();
    return argument;
}

static void *naps(void *argument)
{
    for (;;)
        nanosleep(&(struct timespec){0, 1000}, NULL);
    return argument;
}

int main(void)
{
    static void *(*const routines[])(void *) = {sleeps, tests, naps};
    for (int k = 0; k < 3; k++) {
        pthread_t t;
        void *result;
        pthread_create(&t, NULL, routines[k], NULL);
        pthread_cancel(t);
        assert(pthread_join(t, &result) == 0 && result == PTHREAD_CANCELED);
    }
    return 0;
}
