// liburcu, the flavour with memory barriers: a reader looks at an object that a writer replaces, and gives back after the
// grace period. The reader must never see one that was given back.
#define _LGPL_SOURCE // rcu_dereference as a macro, whose read is one of an atomic; the function gets what was read plainly
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <urcu/urcu-mb.h>

struct object {
    int alive;
};

static struct object objects[2] = {{1}, {1}};
static struct object *current = &objects[0];

static void *read_current(void *unused)
{
    (void)unused;
    urcu_mb_register_thread();
    urcu_mb_read_lock();
    struct object *object = rcu_dereference(current);
    assert(CMM_LOAD_SHARED(object->alive) == 1);
    urcu_mb_read_unlock();
    urcu_mb_unregister_thread();
    return NULL;
}

int main(void)
{
    pthread_t reader;
    urcu_mb_register_thread();
    pthread_create(&reader, NULL, read_current, NULL);
    rcu_xchg_pointer(&current, &objects[1]);
    urcu_mb_synchronize_rcu();
    CMM_STORE_SHARED(objects[0].alive, 0);
    pthread_join(reader, NULL);
    urcu_mb_unregister_thread();
    return 0;
}
