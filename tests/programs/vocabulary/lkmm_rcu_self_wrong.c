// expect: violation
// kinds: deadlock
// message: spins for ever
// A grace period in a reader's own section never ends.
#include <lkmm.h>

int main(void)
{
    rcu_read_lock();
    synchronize_rcu(); // <- violation
    rcu_read_unlock();
    return 0;
}
