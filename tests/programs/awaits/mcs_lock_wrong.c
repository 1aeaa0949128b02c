// expect: violation
// kinds: deadlock
// The one that leaves does not wait for its successor to say who it is, and goes without waking it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    _Atomic(struct node *) next;
    atomic_int locked;
};

static _Atomic(struct node *) tail;
static struct node nodes[2];

static void acquire(struct node *node)
{
    atomic_store(&node->locked, 1);
    struct node *before = atomic_exchange(&tail, node);
    if (!before)
        return;
    atomic_store(&before->next, node);
    while (atomic_load(&node->locked))
        ;
}

static void release(struct node *node)
{
    struct node *expected = node;
    if (atomic_compare_exchange_strong(&tail, &expected, NULL))
        return;
    struct node *next = atomic_load(&node->next);
    if (next)
        atomic_store(&next->locked, 0);
}

static void *worker(void *argument)
{
    acquire(argument);
    release(argument);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, &nodes[0]);
    worker(&nodes[1]);
    pthread_join(t, NULL);
    return 0;
}
