// expect: safe
#include <pthread.h>
#include <stddef.h>

static int storage;
static int *device;

static void *worker(void *argument)
{
    *device = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    device = &storage;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
