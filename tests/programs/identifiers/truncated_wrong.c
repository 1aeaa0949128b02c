// expect: violation
// kinds: assertion
// What is kept of a handle is a part of it.
#include <assert.h>
#include <pthread.h>

static int entered[3], count;

static void *work(void *argument)
{
    int number = (int)(pthread_self() >> 8);
    for (int k = 0; k < count; k++)
        assert(entered[k] != number); // <- violation
    entered[count++] = number;
    return argument;
}

int main(void)
{
    for (int k = 0; k < 3; k++) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
        pthread_join(t, NULL);
    }
}
