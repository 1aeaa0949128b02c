// expect: violation
// kinds: assertion
// A signal may wake any waiter, not only the one that came first.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int waiting, first, woken;

static void *waiter(void *argument)
{
    int me = (int)(intptr_t)argument;
    pthread_mutex_lock(&lock);
    if (waiting++ == 0)
        first = me;
    pthread_cond_wait(&go, &lock);
    if (!woken)
        woken = me;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, (void *)1);
    pthread_create(&b, NULL, waiter, (void *)2);
    pthread_mutex_lock(&lock);
    if (waiting == 2) {
        pthread_cond_signal(&go);
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        if (woken)
            assert(woken == first); // <- violation
    }
    pthread_mutex_unlock(&lock);
    return 0;
}
