// expect: violation
// kinds: assertion
// A thread that ends gives back its robust locks one by one, the last one taken first.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t first, second;

static void *dies(void *argument)
{
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&first, &attributes);
    pthread_mutex_init(&second, &attributes);
    pthread_t t;
    pthread_create(&t, NULL, dies, NULL);
    int a = pthread_mutex_trylock(&first), b = pthread_mutex_trylock(&second);
    assert(a != EOWNERDEAD || b == EOWNERDEAD);
    if (b == EOWNERDEAD)
        assert(a != EBUSY); // <- violation
    if (a == 0)
        pthread_mutex_unlock(&first);
    if (b == 0)
        pthread_mutex_unlock(&second);
    pthread_join(t, NULL);
    return 0;
}
