// expect: violation
// kinds: assertion
// rule: lock-memory optimal
// heddle: --independence=threads
// The number of the thread that holds a mutex stands in it, where the program can find it: the assertion fails in the other order.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int owners[2], count;

static void *run(void *argument)
{
    pthread_mutex_lock(&lock);
    owners[count++] = lock.__data.__owner;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, run, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(owners[0] <= owners[1]); // <- violation
    return 0;
}
