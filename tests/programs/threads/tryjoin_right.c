// heddle: --property=assertion,abort,deadlock,memory,lock,arithmetic,data-race
// expect: safe
// A thread that has ended is joined; before, it is only said that it runs. What it wrote can be read without a race then.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int x;

static void *worker(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    void *result = NULL;
    pthread_create(&t, NULL, worker, &x);
    int error = pthread_tryjoin_np(t, &result);
    assert(error == 0 || error == EBUSY);
    if (error == EBUSY) {
        assert(result == NULL);
        error = pthread_join(t, &result);
    }
    assert(error == 0 && result == &x && x == 1);
    assert(pthread_tryjoin_np(pthread_self(), NULL) == EBUSY);
    return 0;
}
