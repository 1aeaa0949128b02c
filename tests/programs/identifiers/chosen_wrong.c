// expect: violation
// kinds: assertion
// Arithmetic on a handle that an input has chosen.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t old[2], new;
    int k = __VERIFIER_nondet_int();
    for (int i = 0; i < 2; i++) {
        pthread_create(&old[i], NULL, work, NULL);
        pthread_join(old[i], NULL);
    }
    pthread_create(&new, NULL, work, NULL);
    unsigned long chosen = (unsigned long)old[k & 1] >> 4, own = (unsigned long)new >> 4;
    pthread_join(new, NULL);
    assert((int)chosen != (int)own); // <- violation
}
