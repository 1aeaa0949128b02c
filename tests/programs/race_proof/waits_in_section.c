// A thread that waits inside an atomic section has no model: if others go on meanwhile, they may be in sections of their own.
// heddle: --property=data-race
// expect: inconclusive
// message: waiting inside an atomic section
// rule: proof-waits default
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *a1(void *a)
{
    __VERIFIER_atomic_begin();
    x++;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_end();
    return a;
}
static void *a2(void *a)
{
    pthread_mutex_lock(&m);
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, a1, NULL);
    pthread_create(&u, NULL, a2, NULL);
    return 0;
}
