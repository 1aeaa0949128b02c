// expect: violation
// kinds: assertion
// A third thread reads what a section writes, without the lock, in the middle of it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int x;
static int y, seen;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    x = 1;
    x = 2;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    y++;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t3(void *argument)
{
    seen = x;
    return argument;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_create(&c, NULL, t3, NULL);
    pthread_join(c, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(seen != 1);
    return 0;
}
