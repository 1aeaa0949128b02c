// expect: violation
// kinds: deadlock
// message: waits for ever .__VERIFIER_synchronize_rcu.
// A grace period in a reader's own section never ends.
#include <lkmm.h>

int main(void)
{
    rcu_read_lock();
    synchronize_rcu(); // <- violation
    rcu_read_unlock();
    return 0;
}
