// heddle: --property=overflow
// expect: violation
// kinds: overflow
// por: none optimal default
// The counter is never looked at, but that it overflows is a violation where that is asked for.
#include <limits.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x = INT_MAX - 1200;

static void *worker(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        x++; // <- violation
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
