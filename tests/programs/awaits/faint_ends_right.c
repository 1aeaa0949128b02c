// expect: safe
// por: none optimal default
// Of two counters one ends the loop, and decides nothing else: then the other thread goes on.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned counted, x;

static void *worker(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        counted++;
        unsigned n = x++;
        pthread_mutex_unlock(&lock);
        if (n == 1200)
            return argument;
    }
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
