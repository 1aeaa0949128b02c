// expect: safe
// The kernel's updates: what they return, and that they are one access.
#include <lkmm.h>

#include <assert.h>

static atomic_t count = ATOMIC_INIT(3);
static atomic64_t wide;
static int flag;
DEFINE_SPINLOCK(guard);
static int guarded;

static void *other(void *unused)
{
    atomic_inc(&count);
    spin_lock(&guard);
    guarded++;
    spin_unlock(&guard);
    return unused;
}

int main(void)
{
    assert(atomic_read(&count) == 3 && atomic_fetch_inc(&count) == 3 && atomic_inc_return(&count) == 5);
    assert(atomic_fetch_sub_acquire(2, &count) == 5 && atomic_sub_return(2, &count) == 1);
    assert(atomic_dec_and_test(&count) && !atomic_inc_and_test(&count) && atomic_add_negative(-2, &count));
    assert(atomic_cmpxchg(&count, 5, 7) == -1 && atomic_cmpxchg(&count, -1, 7) == -1 &&
           atomic_read(&count) == 7);
    assert(atomic_xchg_release(&count, 0) == 7);
    atomic_add((int64_t)1 << 40, &wide);
    assert(atomic_read(&wide) == (int64_t)1 << 40);
    assert(xchg(&flag, 1) == 0 && cmpxchg(&flag, 1, 2) == 1 && cmpxchg_relaxed(&flag, 1, 3) == 2);
    smp_store_mb(flag, 4);

    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    atomic_dec(&count);
    int seen = atomic_read(&count);
    assert(seen == -1 || seen == 0);
    while (!spin_trylock(&guard))
        ;
    assert(spin_is_locked(&guard));
    guarded++;
    spin_unlock(&guard);
    pthread_join(thread, NULL);
    assert(!spin_is_locked(&guard) && guarded == 2 && atomic_read(&count) == 0 && flag == 4);
    return 0;
}
