// expect: violation
// kinds: arithmetic
// por: none optimal default
// The quotient is never looked at, but the divisor comes to be 0.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned sum, x;

static void *worker(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        x++;
        sum += 7 / (1200 - x); // <- violation
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
