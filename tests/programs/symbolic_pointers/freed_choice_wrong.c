// heddle: --all
// expect: violation
// kinds: memory
// violations: 1
// message: use after free
// timeout: 20
// An input selects the pointer. Whether the access comes before the other thread's free or after is a race, so that
// an access that fails is an operation like any other.
#include <pthread.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int *p[2];

static void *release(void *argument)
{
    free(p[1]);
    return argument;
}

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint() & 1;
    p[0] = malloc(sizeof(int));
    p[1] = malloc(sizeof(int));
    pthread_t t;
    pthread_create(&t, NULL, release, NULL);
    *p[i] = 1; // <- violation
    pthread_join(t, NULL);
    free(p[0]);
    return 0;
}
