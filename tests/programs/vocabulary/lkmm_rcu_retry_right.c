// expect: safe
// A reader that looks again and again, a section each time, waits; fences in a loop are nothing.
#include <lkmm.h>

#include <assert.h>
#include <stddef.h>

static int *published, value;

static void *look(void *unused)
{
    int *seen;
    do {
        rcu_read_lock();
        seen = rcu_dereference(published);
        rcu_read_unlock();
    } while (!seen);
    assert(*seen == 1);
    return unused;
}

static void *wait(void *unused)
{
    while (!READ_ONCE(published))
        smp_mb();
    synchronize_rcu();
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, look, NULL);
    pthread_create(&threads[1], NULL, wait, NULL);
    synchronize_rcu();
    value = 1;
    rcu_assign_pointer(published, &value);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
