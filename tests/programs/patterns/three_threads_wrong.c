// expect: violation
// kinds: assertion
// Needs three threads in one particular order: each adds a digit.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int value;

static void *append(void *argument)
{
    value = value * 10 + (int)(intptr_t)argument;
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, append, (void *)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(value != 312); // <- violation
    return 0;
}
