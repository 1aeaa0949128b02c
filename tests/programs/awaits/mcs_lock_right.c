// expect: safe
// The queue lock of Mellor-Crummey and Scott: each waits at a node of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    _Atomic(struct node *) next;
    atomic_int locked;
};

static _Atomic(struct node *) tail;
static int counter;

static void acquire(struct node *node)
{
    atomic_store(&node->next, NULL);
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
    if (!atomic_load(&node->next)) {
        struct node *expected = node;
        if (atomic_compare_exchange_strong(&tail, &expected, NULL))
            return;
        while (!atomic_load(&node->next))
            ;
    }
    atomic_store(&atomic_load(&node->next)->locked, 0);
}

static struct node nodes[2];

static void *worker(void *argument)
{
    struct node *node = argument;
    acquire(node);
    counter++;
    release(node);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, &nodes[0]);
    worker(&nodes[1]);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
