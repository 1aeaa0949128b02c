// expect: inconclusive
// message: waiting inside an atomic section
// Atomic sections inside, and around.
// case: none classic source optimal default
// case: --property=assertion default
// case: --property=lock default
// case: --property=memory default
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    __VERIFIER_atomic_begin();
    pthread_mutex_lock(&lock);
    y++;
    pthread_mutex_unlock(&lock);
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 1 && y == 1);
    return 0;
}
