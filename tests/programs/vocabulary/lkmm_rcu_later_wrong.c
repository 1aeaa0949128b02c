// expect: violation
// kinds: assertion
// A grace period need not wait for sections that have begun after it, also not while it waits for another
// one, or for another grace period.
#include <lkmm.h>

#include <assert.h>

static int began[2], ended[2];

static void section(int i)
{
    rcu_read_lock();
    WRITE_ONCE(began[i], 1);
    WRITE_ONCE(ended[i], 1);
    rcu_read_unlock();
}

static void *first(void *unused)
{
    section(0);
    return unused;
}

static void *second(void *unused)
{
    section(1);
    return unused;
}

static void *wait(void *unused)
{
    synchronize_rcu();
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, wait, NULL);
    if (!READ_ONCE(began[0]))
        return 0;
    int ends_later = !READ_ONCE(ended[0]);
    pthread_create(&threads[2], NULL, second, NULL);
    synchronize_rcu();
    assert(!(ends_later && READ_ONCE(began[1]) && !READ_ONCE(ended[1]))); // <- violation
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
