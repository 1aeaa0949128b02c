// expect: violation
// kinds: assertion
// case: --seed=1 random=19
// case: --seed=2 random=9
// case: --seed=3 random=5
// The critical section is taken for one operation (docs/peeking.md) until a walk in which the reader looks into it; then the
// executions before count no more, and the walks begin again with the first.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *writer(void *argument)
{
    pthread_mutex_lock(&lock);
    x = 1;
    x = 2;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, writer, NULL);
    assert(x != 1); // <- violation
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
