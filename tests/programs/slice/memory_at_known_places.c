// expect: safe
// por: default none
// executions: default=1
// What the threads sell decides only what they do to variables at known addresses, which cannot fail: no order of
// their sections matters to any property.
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 3 };

static int tickets = 4, sold;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *sell(void *argument)
{
    for (int k = 0; k < 3; k++) {
        pthread_mutex_lock(&mutex);
        if (tickets > 0) {
            tickets--;
            sold++;
        }
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int k = 0; k < THREADS; k++)
        pthread_create(&threads[k], NULL, sell, NULL);
    for (int k = 0; k < THREADS; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
