// expect: safe
// executions: none=6 classic=6 source=4 optimal=4
// Sections are told apart by where their lock was called from: only those that add to z are real. Their two orders, and
// the first section of each thread before or after the second of the other.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z;

static void enter(void)
{
    pthread_mutex_lock(&lock);
}

static void leave(void)
{
    pthread_mutex_unlock(&lock);
}

static void *t1(void *argument)
{
    enter();
    x++;
    leave();
    enter();
    z++;
    leave();
    return argument;
}

static void *t2(void *argument)
{
    enter();
    y++;
    leave();
    enter();
    z++;
    leave();
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 1 && y == 1 && z == 2);
    return 0;
}
