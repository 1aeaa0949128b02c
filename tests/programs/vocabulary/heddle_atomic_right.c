// expect: safe
// Both increments are sections that no other thread can interrupt.
#include <assert.h>
#include <pthread.h>
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

static int counter;

static void *increment(void *argument)
{
    heddle_atomic_begin();
    counter = counter + 1;
    heddle_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, increment, NULL);
    increment(NULL);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
