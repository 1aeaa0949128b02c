// expect: safe
// por: optimal
// executions: optimal=1
// A section with more than 4096 operations is a real one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 6000; i++)
        x++;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    y++;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 6000);
    return 0;
}
