// expect: violation
// kinds: lock
// heddle: --property=lock
// The lock is given up once or twice, by what another thread writes for a while.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static void *t1(void *argument)
{
    flag = 1;
    flag = 0;
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    if (flag)
        pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock); // <- violation
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
