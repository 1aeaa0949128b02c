// expect: safe
// case: HALF=2 none=6 classic=1 source=1 optimal=1
// case: HALF=8 classic=1 source=1 optimal=1
// case: HALF=2 --independence=none none=6 classic=6 source=6 optimal=6
// case: HALF=8 --independence=none none=12870 classic=12870 source=12870 optimal=12870
// AGA figure 8: one mutex over an array, each thread increments the items of its own half. main plays the second thread.
// Every operation lies in a critical section, so only the order of the sections is free: C(16, 8) = 12,870 for halves of
// 8, for all schedules as well as for DPOR. Sections with nothing in common are not ordered by their mutex with
// critical-section peeking: one execution.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int array[2 * HALF];

static void increment(int first)
{
    for (int i = first; i < first + HALF; i++) {
        pthread_mutex_lock(&lock);
        array[i]++;
        pthread_mutex_unlock(&lock);
    }
}

static void *t1(void *argument)
{
    increment(0);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    increment(HALF);
    pthread_join(t, NULL);
    for (int i = 0; i < 2 * HALF; i++)
        assert(array[i] == 1);
    return 0;
}
