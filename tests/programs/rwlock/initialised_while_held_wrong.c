// expect: violation
// kinds: lock
// message: is initialised again while it is locked
// case: TAKE=pthread_rwlock_wrlock none source optimal default
// case: TAKE=pthread_rwlock_rdlock none source optimal default
// A lock is initialised while another thread may hold it.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *work(void *argument)
{
    TAKE(&lock);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_rwlock_init(&lock, NULL); // <- violation
    pthread_join(thread, NULL);
}
