// expect: safe
// A loop that waits, with a private section in every round that changes nothing.
#include <assert.h>
#include <pthread.h>

#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;
static int rounds, limit;

static void *t1(void *argument)
{
    while (!flag) {
        pthread_mutex_lock(&lock);
        rounds = limit;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *t2(void *argument)
{
    flag = 1;
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
