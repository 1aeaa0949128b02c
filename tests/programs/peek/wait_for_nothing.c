// expect: violation
// kinds: deadlock
// A loop of sections that waits for what nobody does.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag, x;

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
    x = 1;
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
    return 0;
}
