// heddle: --property=assertion,data-race
// expect: safe
// An atomic section that begins before there are other threads comes before all sections of the threads that it
// creates, also of those that main creates after having joined the first ones.
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int value, other;

static void *work(void *argument)
{
    heddle_atomic_begin();
    value++;
    other = value;
    heddle_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t first, second;
    for (int round = 0; round < 2; round++) {
        heddle_atomic_begin();
        value = 10 * round;
        pthread_create(&first, NULL, work, NULL);
        value++;
        pthread_create(&second, NULL, work, NULL);
        value++;
        heddle_atomic_end();
        heddle_atomic_begin();
        other = 5;
        heddle_atomic_end();
        pthread_join(first, NULL);
        pthread_join(second, NULL);
        heddle_assert(value == 10 * round + 4);
    }
    return 0;
}
