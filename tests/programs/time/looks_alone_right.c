// expect: safe
// executions: none=6 source=6 optimal=6
// Nobody looks at a clock once there are threads: from then on sleeping is no operation, whatever seeds and dates are for.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 2, ROUNDS = 2 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int last;

static void *worker(void *argument)
{
    for (int k = 0; k < ROUNDS; k++) {
        usleep(100);
        pthread_mutex_lock(&mutex);
        last = (int)(long)argument;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

static time_t begin(void)
{
    time_t start = time(NULL);
    sleep(2); // alone
    assert(time(NULL) >= start + 2);
    return start;
}

int main(void)
{
    pthread_t t[THREADS];
    last = (int)(begin() % 2);
    for (long k = 0; k < THREADS; k++)
        pthread_create(&t[k], NULL, worker, (void *)(k + 1));
    for (int k = 0; k < THREADS; k++)
        pthread_join(t[k], NULL);
    assert(last == 1 || last == 2);
    return 0;
}
