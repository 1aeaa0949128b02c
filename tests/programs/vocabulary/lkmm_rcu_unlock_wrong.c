// expect: violation
// kinds: assertion
// message: rcu_read_unlock
#include <lkmm.h>

int main(void)
{
    rcu_read_lock();
    rcu_read_unlock();
    rcu_read_unlock(); // <- violation
    return 0;
}
