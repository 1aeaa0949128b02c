// expect: violation
// kinds: assertion
// Only one of the two threads uses the atomic section, and it ends between the read and the write.
#include <assert.h>
#include <pthread.h>
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

static int counter;

static void *increment(void *argument)
{
    heddle_atomic_begin();
    int seen = counter;
    heddle_atomic_end();
    heddle_atomic_begin();
    counter = seen + 1;
    heddle_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, increment, NULL);
    increment(NULL);
    pthread_join(t, NULL);
    assert(counter == 2); // <- violation
    return 0;
}
