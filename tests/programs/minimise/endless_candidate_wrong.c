// The loop asks before each look, so that with inputs that are zero, which shorter witnesses try, it has no end. A step of a
// candidate that goes on and on is left alone, and the violation that was found is the result.
//
// heddle: --max-seconds=20
// por: default
// timeout: 40
// expect: violation
// kinds: assertion
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);

static atomic_int published;
static atomic_int data;

static void *publish(void *unused)
{
    published = 1;
    data = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, publish, NULL);
    for (;;)
        if (!__VERIFIER_nondet_bool())
            sched_yield();
        else if (published)
            break;
    assert(data == 1); // <- violation
    pthread_join(thread, NULL);
}
