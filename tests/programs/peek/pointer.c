// expect: violation
// kinds: assertion
// Whether the sections conflict depends on where a pointer points: y is 4 where it is y, and t1 comes first.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x = 1, y = 1;
static int *_Atomic where = &x;

static void *t1(void *argument)
{
    int *p = where;
    pthread_mutex_lock(&lock);
    *p += 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    where = &y;
    pthread_mutex_lock(&lock);
    y = 2 * y;
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
    assert(y != 4);
    return 0;
}
