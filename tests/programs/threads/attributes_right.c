// expect: safe
#include <assert.h>
#include <pthread.h>

static void *worker(void *argument)
{
    *(int *)argument = 1;
    return NULL;
}

static void *detached(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_attr_t attributes;
    pthread_t t;
    int x = 0, state;
    assert(pthread_attr_init(&attributes) == 0);
    assert(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setstacksize(&attributes, 1 << 20) == 0);
    pthread_create(&t, &attributes, worker, &x);
    pthread_join(t, NULL);
    assert(x == 1);
    assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
    assert(pthread_create(&t, &attributes, detached, NULL) == 0);
    pthread_attr_destroy(&attributes);
    return 0;
}
