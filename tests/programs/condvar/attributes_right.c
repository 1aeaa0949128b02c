// expect: safe
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;

int main(void)
{
    pthread_condattr_t attributes;
    clockid_t clock;
    assert(pthread_condattr_init(&attributes) == 0);
    assert(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_getclock(&attributes, &clock) == 0 && clock == CLOCK_MONOTONIC);
    assert(pthread_cond_init(&changed, &attributes) == 0);
    assert(pthread_condattr_destroy(&attributes) == 0);
    assert(pthread_cond_signal(&changed) == 0 && pthread_cond_broadcast(&changed) == 0);
    assert(pthread_cond_destroy(&changed) == 0);
    pthread_mutex_destroy(&lock);
    return 0;
}
