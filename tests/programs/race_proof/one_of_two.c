// A pointer to one of two locks says nothing of which one is held.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// rule: proof-alias default
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *run(void *argument)
{
    pthread_mutex_t *lock = argument;
    pthread_mutex_lock(lock);
    x++; // <- violation
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, &m);
    pthread_create(&b, NULL, run, &n);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
