// expect: violation
// kinds: assertion
// Which of the handles is compared depends on an input.
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
    assert(old[k & 1] != new); // <- violation
    pthread_join(new, NULL);
}
