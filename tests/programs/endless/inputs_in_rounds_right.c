// expect: safe
// heddle: --property=assertion,abort,memory,lock,arithmetic
// por: states default
// Inputs decide in each round of loops that nothing ends, between operations of which there are none: the head of such a
// loop becomes an operation, so that each round ends in a state.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);

static volatile int shared;

static void *driver(void *argument)
{
    int state = 0;
    for (;;) {
        switch (__VERIFIER_nondet_int()) {
        case 0: state = 1; break;
#ifdef WRONG
        case 1: state = state == 2 ? 3 : 0; break;
#else
        case 1: state = 0; break;
#endif
        case 2: state = state == 1 ? 2 : state; break;
        case 3: shared = state; break;
        default: break;
        }
        assert(state != 3);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, driver, NULL);
    for (;;) {
        int seen = shared;
        while (__VERIFIER_nondet_int())
            seen = (seen + 1) % 3;
        assert(seen >= 0 && seen < 3);
    }
}
