// expect: safe
// A destructor that sets a value again is called again.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int calls;

static void again(void *value)
{
    calls++;
    if (calls < 3)
        pthread_setspecific(key, value);
}

static void *worker(void *argument)
{
    pthread_setspecific(key, &calls);
    return argument;
}

int main(void)
{
    pthread_key_create(&key, again);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(calls == 3);
    return 0;
}
