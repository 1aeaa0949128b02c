// expect: safe
// Every thread has a value of its own, null at first.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int a, b;

static void *worker(void *argument)
{
    assert(pthread_getspecific(key) == NULL);
    assert(pthread_setspecific(key, &b) == 0);
    assert(pthread_getspecific(key) == &b);
    return argument;
}

int main(void)
{
    assert(pthread_key_create(&key, NULL) == 0);
    pthread_setspecific(key, &a);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(pthread_getspecific(key) == &a);
    assert(pthread_key_delete(key) == 0);
    return 0;
}
