// expect: violation
// kinds: memory
// message: use after free
// A thread that ends looks at the robust mutexes that it holds: none of them may be gone.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *lock;

static void *dies(void *argument)
{
    pthread_mutex_lock(lock);
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    lock = malloc(sizeof *lock);
    pthread_mutex_init(lock, &attributes);
    pthread_t t;
    pthread_create(&t, NULL, dies, NULL);
    while (pthread_mutex_trylock(lock) == 0)
        pthread_mutex_unlock(lock);
    free(lock);
    pthread_join(t, NULL);
    return 0;
}
