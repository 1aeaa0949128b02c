// expect: violation
// kinds: assertion
// A section that touches nothing else is seen from outside by spin_is_locked.
#include <lkmm.h>

#include <assert.h>

static spinlock_t guard;

static void *hold(void *unused)
{
    spin_lock(&guard);
    spin_unlock(&guard);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, hold, NULL);
    assert(!spin_is_locked(&guard)); // <- violation
    pthread_join(thread, NULL);
    return 0;
}
