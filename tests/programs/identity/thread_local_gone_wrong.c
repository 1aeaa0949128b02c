// expect: violation
// kinds: memory
// The instance of a thread that has ended is gone.
#include <pthread.h>

static _Thread_local int level = 3;

static void *worker(void *argument)
{
    (void)argument;
    return &level;
}

int main(void)
{
    pthread_t t;
    void *address;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, &address);
    return *(int *)address; // <- violation
}
