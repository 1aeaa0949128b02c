// expect: violation
// kinds: assertion
// Which handle it is that is compared has been decided by many inputs.
#include <assert.h>
#include <pthread.h>

unsigned long __VERIFIER_nondet_ulong(void);

static void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t old[2], new;
    for (int i = 0; i < 2; i++) {
        pthread_create(&old[i], NULL, work, NULL);
        pthread_join(old[i], NULL);
    }
    for (int k = 0; k < 20; k++)
        old[k & 1] = old[__VERIFIER_nondet_ulong() & 1];
    pthread_create(&new, NULL, work, NULL);
    pthread_join(new, NULL);
    assert(old[0] != new); // <- violation
}
