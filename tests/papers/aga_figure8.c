// expect: safe
// executions: classic=1 source=1 optimal=1
// AGA figure 8: one mutex over an array, each thread increments the items of its own half. main plays the second thread.
// Sections with nothing in common are not ordered by their mutex (peeking): one execution. aga_figure8_plain.c has the
// counts without.
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
