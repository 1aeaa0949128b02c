// expect: violation
// kinds: data-race
// heddle: --property=data-race
// por: none optimal default
// A lock is given back by a pointer that was never set: it may be any.
#include <pthread.h>

static int value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
    pthread_mutex_t *unset;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(unset);
    value++;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&lock);
    value++; // <- violation
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
