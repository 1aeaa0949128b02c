// expect: safe
// executions: none=4 default=1
// What is deleted when no key is created any more comes back nowhere.
#include <assert.h>
#include <pthread.h>

static void *work(void *argument)
{
    pthread_key_t own;
    pthread_key_create(&own, NULL);
    pthread_setspecific(own, argument);
    assert(pthread_getspecific(own) == argument);
    return argument;
}

int main(void)
{
    pthread_key_t a, b;
    pthread_t t;
    pthread_key_create(&a, NULL);
    pthread_key_create(&b, NULL);
    pthread_create(&t, NULL, work, &t);
    pthread_join(t, NULL);
    pthread_key_delete(a);
    pthread_key_delete(b);
}
