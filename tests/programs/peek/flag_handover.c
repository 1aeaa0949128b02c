// expect: safe
// executions: none=5 classic=2 source=2 optimal=2
// A flag under a lock hands data over.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag, data;

static void *t1(void *argument)
{
    data = 1;
    pthread_mutex_lock(&lock);
    flag = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    int seen;
    pthread_mutex_lock(&lock);
    seen = flag;
    pthread_mutex_unlock(&lock);
    if (seen)
        assert(data == 1);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
