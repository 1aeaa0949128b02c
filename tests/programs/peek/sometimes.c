// expect: violation
// kinds: assertion
// The sections conflict in some executions only: there y is 5 where t1 comes first.
#include <assert.h>
#include <pthread.h>

#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int go;
static int x, y;

static void *t1(void *argument)
{
    go = 1;
    pthread_mutex_lock(&lock);
    y++;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    int seen = go;
    pthread_mutex_lock(&lock);
    if (seen)
        y = 5;
    else
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
    assert(y != 5);
    return 0;
}
