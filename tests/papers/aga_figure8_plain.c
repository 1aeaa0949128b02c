// expect: safe
// heddle: --independence=none
// executions: none=12870 classic=12870 source=12870 optimal=12870
// AGA figure 8: one mutex over an array, each thread increments the items of its own half. main plays the second thread.
// Every operation lies in a critical section, so only the order of the sections is free, C(16, 8) = 12,870, for all
// schedules as well as for DPOR without critical-section peeking.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int array[16];

static void increment(int first)
{
    for (int i = first; i < first + 8; i++) {
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
    increment(8);
    pthread_join(t, NULL);
    for (int i = 0; i < 16; i++)
        assert(array[i] == 1);
    return 0;
}
