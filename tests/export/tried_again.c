// options: --property=livelock
// Two mutexes are taken in both orders, the second one only if it is free: both threads may fail at that again and again. The corrected program tries
// three times, and then takes them in one order.
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int moved;

static void take_both(pthread_mutex_t *a, pthread_mutex_t *b)
{
#ifdef FIXED
    for (int tries = 0; tries < 3; tries++) {
#else
    for (;;) {
#endif
        pthread_mutex_lock(a);
        if (pthread_mutex_trylock(b) == 0)
            return;
        pthread_mutex_unlock(a);
    }
#ifdef FIXED
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
#endif
}

static void *forward(void *unused)
{
    take_both(&first, &second);
    moved++;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return unused;
}

static void *back(void *unused)
{
    take_both(&second, &first);
    moved--;
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, forward, NULL);
    pthread_create(&threads[1], NULL, back, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return moved;
}
