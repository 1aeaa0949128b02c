// expect: violation
// kinds: assertion
// Two threads write at two symbolic places that may be the same.
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int cells[3];
static unsigned i, j;

static void *worker(void *argument)
{
    cells[i] = 1;
    return argument;
}

int main(void)
{
    i = __VERIFIER_nondet_uint();
    j = __VERIFIER_nondet_uint();
    if (i > 2 || j > 2)
        return 0;
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    cells[j] = 2;
    pthread_join(t, NULL);
    assert(cells[i] == 1); // <- violation
    return 0;
}
