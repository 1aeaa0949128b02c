// heddle: --property=assertion,abort,memory,lock,arithmetic
// expect: safe
// por: states default
// text: , 112 states,
// The queue lock of Mellor-Crummey and Scott (1991), taken and given back for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node {
    struct node *_Atomic next;
    atomic_int waits;
};
static struct node nodes[2];
static struct node *_Atomic tail;
static int inside;

static void lock(struct node *own)
{
    atomic_store(&own->next, NULL);
    struct node *before = atomic_exchange(&tail, own);
    if (!before)
        return;
#ifndef WRONG // it is left from the last time
    atomic_store(&own->waits, 1);
#endif
    atomic_store(&before->next, own);
    while (atomic_load(&own->waits))
        ;
}

static void unlock(struct node *own)
{
    struct node *expected = own;
    if (!atomic_load(&own->next)) {
        if (atomic_compare_exchange_strong(&tail, &expected, NULL))
            return;
        while (!atomic_load(&own->next))
            ;
    }
    atomic_store(&atomic_load(&own->next)->waits, 0);
}

static void *thread(void *argument)
{
    struct node *own = &nodes[(intptr_t)argument];
    for (;;) {
        lock(own);
        inside++;
        assert(inside == 1);
        inside--;
        unlock(own);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, (void *)1);
    thread(NULL);
    return 0;
}
