// expect: safe
// A thread that is created in an atomic section goes on once that is left. It never is: the assumption does not hold.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x;

static void *created(void *argument)
{
    assert(0);
    return argument;
}

int main(void)
{
    pthread_t t;
    __VERIFIER_atomic_begin();
    pthread_create(&t, NULL, created, NULL);
    __VERIFIER_assume(x == 1);
    __VERIFIER_atomic_end();
    pthread_join(t, NULL);
    return 0;
}
