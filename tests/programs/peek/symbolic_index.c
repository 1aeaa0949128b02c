// expect: violation
// kinds: assertion
// The index is an input: the sections conflict for one of its values.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data[4], i;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    data[i] = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    data[2] = 2;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 4);
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(data[2] != 1);
    return 0;
}
