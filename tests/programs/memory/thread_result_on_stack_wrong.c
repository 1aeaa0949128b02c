// expect: violation
// kinds: memory
// The stack of a thread that has ended is gone.
#include <pthread.h>
#include <stdint.h>

static void *worker(void *argument)
{
    int result = 42;
    int *volatile address = &result;
    (void)argument;
    return address;
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, &result);
    return *(int *)result; // <- violation
}
