// A sum of inputs grows for ever, and each state of a search over states holds all of them. Naming them counts as work, so that the
// search for executions soon has one that is long enough for bounded loops to be tried.
//
// heddle: --max-seconds=60
// por: default
// expect: violation
// kinds: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

static atomic_int sum;

static void *add(void *unused)
{
    for (;;)
        sum += (__VERIFIER_nondet_int() ^ __VERIFIER_nondet_int() ^ __VERIFIER_nondet_int() ^ __VERIFIER_nondet_int()) % 3;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    assert(sum < 4); // <- violation
}
