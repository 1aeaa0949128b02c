// expect: violation
// kinds: assertion
// The sections conflict: both orders are explored, x is 4 or 3.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x = 1;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    x = x + 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    x = 2 * x;
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
    assert(x != 3);
    return 0;
}
