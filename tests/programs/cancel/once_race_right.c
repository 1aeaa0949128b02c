// heddle: --property=data-race
// expect: safe
// A call of pthread_once synchronises memory also where the flag was reset by a thread that was cancelled
// (POSIX, general concepts, memory synchronization).
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int begun;

static void initialise(void)
{
    begun++;
    pthread_testcancel();
}

static void *worker(void *argument)
{
    pthread_once(&once, initialise);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_once(&once, initialise);
    pthread_join(t, NULL);
    return 0;
}
