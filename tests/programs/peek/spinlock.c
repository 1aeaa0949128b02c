// expect: safe
// executions: none=2 classic=1 source=1 optimal=1
// Spinlocks are locks, too.
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int x, y;

static void *t1(void *argument)
{
    pthread_spin_lock(&lock);
    x++;
    pthread_spin_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    pthread_spin_lock(&lock);
    y++;
    pthread_spin_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_spin_init(&lock, 0);
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 1 && y == 1);
    return 0;
}
