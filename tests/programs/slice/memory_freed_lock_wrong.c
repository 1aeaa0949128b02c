// expect: violation
// kinds: memory
// heddle: --property=memory
// A lock is released by the thread that came last into its section; it may as well come first.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *lock;

static void *use(void *argument)
{
    pthread_mutex_lock(lock); // <- violation
    pthread_mutex_unlock(lock);
    return argument;
}

static void *release(void *argument)
{
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    free(lock);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    lock = malloc(sizeof *lock);
    pthread_mutex_init(lock, NULL);
    pthread_create(&t, NULL, use, NULL);
    pthread_create(&u, NULL, release, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
