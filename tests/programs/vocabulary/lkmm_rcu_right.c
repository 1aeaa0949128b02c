// expect: safe
// What RCU readers may still see is released after a grace period; readers are in no order with each other.
// case: READERS=1 none classic source optimal default
// case: READERS=2 classic source optimal default
#include <lkmm.h>

#include <assert.h>
#include <stdlib.h>

struct settings {
    int width, area;
};

static struct settings *current;

static struct settings *make(int width)
{
    struct settings *made = malloc(sizeof *made);
    made->width = width;
    made->area = width * width;
    return made;
}

static void *look(void *unused)
{
    rcu_read_lock();
    rcu_read_lock();
    struct settings *seen = rcu_dereference(current);
    rcu_read_unlock();
    assert(seen->area == seen->width * seen->width);
    rcu_read_unlock();
    return unused;
}

int main(void)
{
    pthread_t readers[READERS];
    struct settings *old = make(2);
    rcu_assign_pointer(current, old);
    for (int i = 0; i < READERS; i++)
        pthread_create(&readers[i], NULL, look, NULL);
    rcu_assign_pointer(current, make(3));
    synchronize_rcu();
    old->area = 0;
    free(old);
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], NULL);
    free(current);
    return 0;
}
