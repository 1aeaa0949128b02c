// expect: safe
// heddle: --property=deadlock --independence=none
// executions: source=8 optimal=8 default=2
// Two threads take a lock once each: 2 orders. What they write outside of it, in 4 orders by itself, cannot make them wait.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside, outside;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    inside++;
    pthread_mutex_unlock(&lock);
    outside++;
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    inside++;
    pthread_mutex_unlock(&lock);
    outside++;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
