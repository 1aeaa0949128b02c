// expect: violation
// kinds: deadlock
// message: thread main.1 runs for ever at .*:[0-9]+, thread main.2 waits for ever .lock.
// por: none optimal default states
// A thread that runs for ever keeps a lock, for which another one waits.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *serve(void *argument)
{
    pthread_mutex_lock(&lock);
    for (;;) {
        pthread_mutex_lock(&other);
        x = !x;
        pthread_mutex_unlock(&other);
    }
    return argument;
}

static void *work(void *argument)
{
    pthread_mutex_lock(&lock); // <- violation
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, serve, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
