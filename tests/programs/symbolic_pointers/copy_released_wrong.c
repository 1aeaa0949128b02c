// expect: violation
// kinds: memory
// message: use after free
// timeout: 30
// An input selects the block that is copied, another thread releases one of them meanwhile.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int *p[2], copy;

static void *release(void *argument)
{
    free(p[1]);
    return argument;
}

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint() & 1;
    p[0] = calloc(1, sizeof(int));
    p[1] = calloc(1, sizeof(int));
    pthread_t t;
    pthread_create(&t, NULL, release, NULL);
    memcpy(&copy, p[i], sizeof copy); // <- violation
    pthread_join(t, NULL);
    free(p[0]);
    return 0;
}
