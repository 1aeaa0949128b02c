// An atomic section is over.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// rule: proof-section default
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;

static void *run(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_end();
    x++; // <- violation
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
