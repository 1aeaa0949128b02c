// expect: violation
// kinds: assertion
// por: none optimal default
// unforeseen: the seconds of a deadline are read at a distance that was put together bit by bit
// Each round of a loop makes a new deadline of the time, and nothing but an address put together of numbers reads its seconds: clocks
// must not stand still for it.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int done;
static char other;
static struct timespec deadline;
static uintptr_t given;

static void *finish(void *argument)
{
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_cond_signal(&change);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    intptr_t distance = 0;
    given = (uintptr_t)((char *)&deadline - &other);
    for (int k = 0; k < 64; k++)
        if (given >> k & 1)
            distance |= (intptr_t)((uintptr_t)1 << k);
    clock_gettime(CLOCK_REALTIME, &deadline);
    time_t begin = *(time_t *)(&other + distance);
    pthread_create(&thread, 0, finish, 0);
    pthread_mutex_lock(&lock);
    while (!done) {
        clock_gettime(CLOCK_REALTIME, &deadline);
        deadline.tv_sec += 1;
        pthread_cond_timedwait(&change, &lock, &deadline);
        assert(*(time_t *)(&other + distance) < begin + 1200); // <- violation
    }
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
