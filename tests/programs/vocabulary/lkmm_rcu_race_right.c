// heddle: --property=data-race
// expect: safe
// What a reader does in its section comes before what the writer does after the grace period, and what the
// writer does before it comes before sections that it does not wait for.
#include <lkmm.h>

static int prepared, removed;
static int done;

static void *look(void *unused)
{
    rcu_read_lock();
    if (READ_ONCE(done))
        prepared++; // the only reader
    else if (!READ_ONCE(removed))
        prepared += 2;
    rcu_read_unlock();
    return unused;
}

int main(void)
{
    pthread_t reader;
    pthread_create(&reader, NULL, look, NULL);
    WRITE_ONCE(removed, 1);
    synchronize_rcu();
    WRITE_ONCE(done, 1);
    pthread_join(reader, NULL);
    return prepared;
}
