// heddle: --property=data-race
// expect: safe
// What GenMC's own <lkmm.h> calls, for programs that bring it along.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_lkmm_fence(const char *kind);
void __VERIFIER_atomicrmw_noret(int *variable, int operand, int order, int operation);

static int data, ready;

static void *read_it(void *unused)
{
    if (__atomic_load_n(&ready, __ATOMIC_RELAXED)) {
        __VERIFIER_lkmm_fence("rmb");
        assert(data == 1);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, read_it, NULL);
    data = 1;
    __VERIFIER_lkmm_fence("wmb");
    __VERIFIER_atomicrmw_noret(&ready, 2, __ATOMIC_RELAXED, 1);
    __VERIFIER_atomicrmw_noret(&ready, 1, __ATOMIC_RELAXED, 2);
    __VERIFIER_lkmm_fence("mb");
    pthread_join(thread, NULL);
    assert(ready == 1);
    return 0;
}
