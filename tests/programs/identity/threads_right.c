// expect: safe
#include <assert.h>
#include <pthread.h>

static void *worker(void *argument)
{
    pthread_t *self = argument;
    *self = pthread_self();
    return NULL;
}

int main(void)
{
    pthread_t a, b, self_a, self_b;
    pthread_create(&a, NULL, worker, &self_a);
    pthread_create(&b, NULL, worker, &self_b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_equal(a, self_a) && pthread_equal(b, self_b));
    assert(!pthread_equal(a, b) && !pthread_equal(a, pthread_self()));
    return 0;
}
