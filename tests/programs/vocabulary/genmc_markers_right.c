// expect: safe
// GenMC's markers say nothing of the program; loops between them wait.
#include <assert.h>
#include <genmc.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready, value, steps;

static void *produce(void *unused)
{
    __VERIFIER_final_write(atomic_store(&value, 1););
    atomic_store(&ready, 1);
    return unused;
}

static void *count(void *unused)
{
    int old, once = 0;
    do
        old = __VERIFIER_speculative_read(atomic_load(&steps));
    while (!__VERIFIER_confirming_CAS(atomic_compare_exchange_strong(&steps, &old, old + 1);));
    __VERIFIER_helping_CAS(atomic_compare_exchange_strong(&value, &once, 1););
    __VERIFIER_optional(assert(0));
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, produce, NULL);
    threads[1] = __VERIFIER_spawn(count, NULL);
    threads[2] = __VERIFIER_spawn_symmetric(count, NULL, threads[1]);
    for (__VERIFIER_loop_begin(); __VERIFIER_spin_start(), 1;) {
        int seen = atomic_load(&ready);
        __VERIFIER_spin_end(seen);
        if (seen)
            break;
    }
    assert(value == 1);
    for (int i = 0; i < 3; i++)
        __VERIFIER_join(threads[i]);
    assert(steps == 2);
    return 0;
}
