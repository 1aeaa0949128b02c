// expect: violation
// kinds: memory
// message: use after free
// A reader that began before the pointer was replaced, and nobody waits for it.
#include <lkmm.h>

#include <stdlib.h>

static int *current;

static void *look(void *unused)
{
    rcu_read_lock();
    int *seen = rcu_dereference(current);
    int value = *seen; // <- violation
    rcu_read_unlock();
    return value ? unused : NULL;
}

int main(void)
{
    pthread_t reader;
    int *old = calloc(1, sizeof *old);
    rcu_assign_pointer(current, old);
    pthread_create(&reader, NULL, look, NULL);
    rcu_assign_pointer(current, calloc(1, sizeof *old));
    free(old);
    synchronize_rcu();
    pthread_join(reader, NULL);
    return 0;
}
