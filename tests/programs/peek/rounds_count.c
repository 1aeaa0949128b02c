// expect: violation
// kinds: assertion
// A loop that looks like one that waits: but for what its private section counts, every round is the same.
// Without the other thread it ends after three rounds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;
static int rounds, x;

static void *t1(void *argument)
{
    int done = 0;
    while (!done && !flag) {
        pthread_mutex_lock(&lock);
        rounds++;
        done = rounds == 3;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
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
    assert(rounds != 3);
    return 0;
}
