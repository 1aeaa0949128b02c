// expect: safe
// executions: none=6 classic=1 source=1 optimal=1
// AGA figure 8 with halves of 2. Every section is one operation, C(4, 2) = 6 schedules; peeking leaves one execution.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int array[4];

static void increment(int first)
{
    for (int i = first; i < first + 2; i++) {
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
    increment(2);
    pthread_join(t, NULL);
    for (int i = 0; i < 4; i++)
        assert(array[i] == 1);
    return 0;
}
