// expect: safe
// executions: none=8 classic=3 source=3 optimal=3
// A branch on an input inside a private section: one execution for each of the three ways.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int input, x, y, z;

static void *t1(void *argument)
{
    if (input > 3) {
        pthread_mutex_lock(&lock);
        x++;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    if (input < 7)
        y++;
    else
        z++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    input = __VERIFIER_nondet_int();
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x + y + z == 1 + (input > 3));
    return 0;
}
