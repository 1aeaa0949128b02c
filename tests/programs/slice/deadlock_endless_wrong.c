// expect: violation
// kinds: deadlock
// message: waits for ever .lock.
// heddle: --property=deadlock
// The branch that leads to an endless loop is not in the loop, and the loop has no branch at all. That loop runs for ever, but with a lock that another
// thread waits for.
#include <pthread.h>

static int flag;
static volatile int sink;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void forever(void)
{
    for (;;)
        sink = 1;
}

static void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    if (flag)
        forever();
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *set(void *argument)
{
    flag = 1;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&u, NULL, work, NULL);
    pthread_create(&t, NULL, set, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
