// expect: inconclusive
// message: waiting inside an atomic section
// The section can come between the store and the unlock, and then waits for a thread that cannot go on. Nothing of the section
// conflicts with the unlock but that it asks whether the thread has ended.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_assume(int);

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *argument)
{
    pthread_mutex_lock(&m);
    x = 5;
    pthread_mutex_unlock(&m);
    return argument;
}

static void *joiner(void *argument)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(x >= 3);
    pthread_join(t, NULL);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, joiner, NULL);
    return 0;
}
