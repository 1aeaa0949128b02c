// expect: safe
// A new key has no value in any thread, whatever its number had before; destructors are those of the new key.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_key_t first, second;
static pthread_barrier_t barrier;
static int destroyed;

static void never(void *value)
{
    (void)value;
    assert(0);
}

static void count(void *value)
{
    assert(value == &second);
    __atomic_fetch_add(&destroyed, 1, __ATOMIC_SEQ_CST);
}

static void *work(void *argument)
{
    pthread_setspecific(first, &first);
    pthread_setspecific(first, NULL);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    assert(pthread_getspecific(second) == NULL);
    pthread_setspecific(second, &second);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_key_create(&first, never);
    pthread_create(&t, NULL, work, NULL);
    pthread_barrier_wait(&barrier);
    pthread_key_delete(first);
    pthread_key_create(&second, count);
    pthread_barrier_wait(&barrier);
    pthread_join(t, NULL);
    assert(destroyed == 1);
}
