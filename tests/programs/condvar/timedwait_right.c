// expect: safe
// Nobody signals: only the time-out ends the wait, and that is no deadlock.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int main(void)
{
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 1;
    pthread_mutex_lock(&lock);
    int result = pthread_cond_timedwait(&changed, &lock, &limit);
    assert(result == ETIMEDOUT);
    pthread_mutex_unlock(&lock); // held again after the time-out
    return 0;
}
