// Two locks taken in both orders, and again from the start where the second one is taken.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void take_both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    for (;;) {
        pthread_mutex_lock(first);
        if (pthread_mutex_trylock(second) == 0)
            break;
        pthread_mutex_unlock(first);
    }
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *thread(void *argument)
{
    take_both(&b, &a);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    take_both(&a, &b);
    pthread_join(t, NULL);
    return 0;
}
