// expect: safe
// timeout: 20
// Keys that do not exist are one case: POSIX leaves it open, glibc returns EINVAL and NULL.
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    pthread_key_t keys[2], k = __VERIFIER_nondet_uint();
    int one = 1, two = 2;
    pthread_key_create(&keys[0], NULL);
    pthread_key_create(&keys[1], NULL);
    pthread_setspecific(keys[0], &one);
    pthread_setspecific(keys[1], &two);
    const int *p = pthread_getspecific(k);
    assert(!p || *p == (k == keys[0] ? 1 : 2));
    return 0;
}
