// expect: inconclusive
// message: what inputs decide on the handle of a thread
// Which handle it is that is compared has been decided by more inputs than are followed.
#include <assert.h>
#include <pthread.h>

unsigned long __VERIFIER_nondet_ulong(void);

static void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t old[4], new;
    for (int i = 0; i < 4; i++) {
        pthread_create(&old[i], NULL, work, NULL);
        pthread_join(old[i], NULL);
    }
    for (int k = 0; k < 20; k++)
        old[k & 3] = old[__VERIFIER_nondet_ulong() & 3];
    pthread_create(&new, NULL, work, NULL);
    pthread_join(new, NULL);
    assert((old[0] == new) <= 1);
}
