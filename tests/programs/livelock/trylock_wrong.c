// heddle: --property=livelock
// expect: violation
// kinds: livelock
// message: livelock: thread main.1 never leaves the loop at .*, thread main.2 never leaves the loop at
// text: trylock [ab] = busy \(main\.[12]\)
// por: states default
// Two locks taken in both orders, with a trylock for the second and another try where that fails: no deadlock, but each may fail for ever.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void take_both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    for (;;) {
        pthread_mutex_lock(first); // <- violation
        if (pthread_mutex_trylock(second) == 0)
            break;
        pthread_mutex_unlock(first);
    }
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *one(void *argument)
{
    take_both(&a, &b);
    return argument;
}

static void *other(void *argument)
{
#ifdef SAME
    take_both(&a, &b);
#else
    take_both(&b, &a);
#endif
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&u, NULL, other, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
