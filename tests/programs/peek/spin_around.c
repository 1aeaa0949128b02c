// expect: safe
// A loop that waits, with a section in every round.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static void *t1(void *argument)
{
    int done;
    do {
        pthread_mutex_lock(&lock);
        done = flag;
        pthread_mutex_unlock(&lock);
    } while (!done);
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    flag = 1;
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
    assert(flag);
    return 0;
}
