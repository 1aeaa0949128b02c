// expect: violation
// kinds: memory
// The thread uses what main sets only after creating it.
#include <pthread.h>
#include <stddef.h>

static int storage;
static int *device;

static void *worker(void *argument)
{
    *device = 1; // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    device = &storage;
    pthread_join(t, NULL);
    return 0;
}
