// heddle: --property=data-race,assertion
// expect: safe
// case: --volatile=atomic optimal default
#include <assert.h>
#include <pthread.h>

static volatile int ready;
static int data;

static void *publish(void *argument)
{
    data = 1;
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, publish, NULL);
    while (!ready)
        ;
    assert(data == 1);
    pthread_join(thread, NULL);
    return 0;
}
