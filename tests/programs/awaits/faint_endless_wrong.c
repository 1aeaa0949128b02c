// expect: violation
// kinds: deadlock
// message: thread main spins for ever
// Two threads that count for ever under a lock, until somebody says that they may end, get nowhere, as far as anyone can tell, as if they did
// not count.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned x;
static int end;

static void *worker(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        x++;
        int ends = end;
        pthread_mutex_unlock(&lock);
        if (ends)
            break;
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    return 0;
}
