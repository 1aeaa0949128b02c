// heddle: --property=assertion,livelock
// expect: safe
// por: states default
// Threads, and a function that they call in each round, end without `return`: what they return was never
// made, and nothing depends on it. States that differ in nothing else are one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value = 1;

static int step(int factor)
{
    value = (factor * value + 1) % 7;
}

static void *two(void *argument)
{
    for (int k = 0; k < 3; k++) {
        pthread_mutex_lock(&lock);
        step(2);
        pthread_mutex_unlock(&lock);
    }
}

static void *three(void *argument)
{
    for (int k = 0; k < 3; k++) {
        pthread_mutex_lock(&lock);
        step(3);
        pthread_mutex_unlock(&lock);
    }
}

int main(void)
{
    pthread_t threads[4];
    for (int k = 0; k < 4; k++)
        pthread_create(&threads[k], 0, k & 1 ? two : three, 0);
    for (int k = 0; k < 4; k++)
        pthread_join(threads[k], 0);
    assert(value < 7);
}
