// expect: violation
// kinds: deadlock
// message: spins for ever
// Two threads wait with a time-out, again and again, for what nobody ever sets.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *argument)
{
    struct timespec limit = {2000000000, 0};
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_timedwait(&changed, &lock, &limit);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_create(&u, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
