// expect: violation
// kinds: assertion
// A symbolic index into a shared array that is too large for one formula is split over its values, before the store
// becomes a scheduling point.
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned char cells[3000];
static unsigned index_of;

static void *worker(void *argument)
{
    cells[index_of] = 1;
    return argument;
}

int main(void)
{
    index_of = (__VERIFIER_nondet_uint() & 1) * 2999;
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    unsigned char seen = cells[2999];
    pthread_join(t, NULL);
    assert(seen == 0); // <- violation
    return 0;
}
