// expect: safe
// The Linux kernel's atomic operations and spinlocks, as <lkmm.h> of Dartagnan has them.
#include <assert.h>
#include <dat3m.h>
#include <lkmm.h>

static int data, turns;
static atomic_t ready = ATOMIC_INIT(0), references = ATOMIC_INIT(1);
static atomic64_t wide;
static atomic_long_t bits;
static DEFINE_SPINLOCK(lock);

static void *publish(void *argument)
{
    WRITE_ONCE(data, 1);
    smp_wmb();
    atomic_set_release(&ready, 1);
    spin_lock(&lock);
    turns++;
    spin_unlock(&lock);
    assert(atomic64_add_return_relaxed(1, &wide) <= 2);
    atomic_long_fetch_or_acquire(1, &bits);
    return argument;
}

static void *take(void *argument)
{
    await_while(!atomic_read_acquire(&ready));
    assert(READ_ONCE(data) == 1);
    if (atomic_inc_not_zero(&references))
        assert(!atomic_dec_and_test(&references));
    spin_lock(&lock);
    turns++;
    spin_unlock(&lock);
    atomic64_inc(&wide);
    atomic_long_andnot(2, &bits);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    atomic_long_set(&bits, 2);
    pthread_create(&threads[0], 0, publish, 0);
    pthread_create(&threads[1], 0, take, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(turns == 2 && atomic64_read(&wide) == 2 && atomic_long_read(&bits) == 1);
    assert(atomic_cmpxchg(&references, 2, 5) == 1 && atomic_cmpxchg_acquire(&references, 1, 5) == 1);
    assert(atomic_xchg(&references, 7) == 5 && atomic_add_negative(-8, &references));
    assert(atomic_fetch_sub(1, &references) == -1 && atomic_sub_and_test(-2, &references));
    assert(!atomic_add_unless(&references, 3, 0) && xchg(&data, 4) == 1 && cmpxchg(&data, 4, 6) == 4);
    assert(smp_load_acquire(&data) == 6 && spin_trylock(&lock) && !spin_trylock(&lock));
    spin_unlock(&lock);
    __VERIFIER_loop_bound(3);
    for (int k = 0; k < 2; k++)
        smp_store_release(&data, __VERIFIER_nondet_bool());
    __VERIFIER_assert(data < 2);
    return 0;
}
