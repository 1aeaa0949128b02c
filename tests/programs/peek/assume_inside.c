// expect: safe
// An assumption inside a section may fail: then the thread never lets go of the lock.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y, held = 1;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 5);
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    y++;
    assert(y != 1 || held);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x > 5);
    return 0;
}
