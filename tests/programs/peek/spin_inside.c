// expect: safe
// A section that waits for another thread: no execution runs in it for ever.
#include <assert.h>
#include <pthread.h>

#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;
static int x;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    while (!flag)
        ;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    flag = 1;
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 1);
    return 0;
}
