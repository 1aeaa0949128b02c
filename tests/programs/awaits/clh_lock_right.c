// expect: safe
// Craig, Landin and Hagersten: each waits at the node of the one before it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    atomic_int locked;
};

static struct node nodes[3];
static _Atomic(struct node *) tail = &nodes[0];
static int counter;

static void *worker(void *argument)
{
    struct node *mine = argument;
    atomic_store(&mine->locked, 1);
    struct node *before = atomic_exchange(&tail, mine);
    while (atomic_load(&before->locked))
        ;
    counter++;
    atomic_store(&mine->locked, 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, &nodes[1]);
    worker(&nodes[2]);
    pthread_join(t, 0);
    assert(counter == 2);
    return 0;
}
