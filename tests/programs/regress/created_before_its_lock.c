// expect: safe
// executions: none=3 classic=3 source=2 optimal=2
// A thread that did not exist yet where main locked waits for the lock at the end: it can come first only after its
// creator has run. (Never locking again is no deadlock here: main's end ends the program.)
#include <pthread.h>

static int x = 2;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *inner(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *outer(void *argument)
{
    int seen = x;
    pthread_t thread;
    pthread_create(&thread, 0, inner, 0);
    return seen ? argument : 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, outer, 0);
    pthread_mutex_lock(&lock);
    return 0;
}
