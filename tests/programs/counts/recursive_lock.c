// expect: safe
// heddle: --independence=none --slice=off
// executions: source=4 optimal=4
// One thread takes a recursive lock twice, another writes and then takes it. The two can change the order of their sections,
// and main reads before or after the write: 4 traces. Between the two takings of the first thread the other can write but
// not get the lock, which an exploration that reverses races has to see before it goes there: otherwise it finds an
// execution in which all that is left has been explored already.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int written, inside;

static void *twice(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    inside++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *later(void *unused)
{
    written = 1;
    pthread_mutex_lock(&lock);
    inside++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &recursive);
    pthread_create(&a, 0, twice, 0);
    pthread_create(&b, 0, later, 0);
    int seen = written;
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(inside == 2 && seen <= 1);
    return 0;
}
