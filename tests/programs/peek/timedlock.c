// expect: violation
// kinds: assertion
// So does a timed lock.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, late;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    struct timespec t = {0, 0};
    if (pthread_mutex_timedlock(&lock, &t) == 0)
        pthread_mutex_unlock(&lock);
    else
        late = 1;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!late);
    return 0;
}
