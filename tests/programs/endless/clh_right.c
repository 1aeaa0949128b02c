// heddle: --property=assertion,abort,memory,lock,arithmetic
// expect: safe
// por: states default
// text: , 276 states,
// The queue lock of Craig, Landin and Hagersten (1993), taken and given back for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node {
    atomic_int taken;
};
static struct node nodes[3];
static struct node *_Atomic tail = &nodes[2];
static int inside;

static void *thread(void *argument)
{
    struct node *own = &nodes[(intptr_t)argument];
    for (;;) {
#ifdef WRONG // whoever comes next may look at it before
        struct node *before = atomic_exchange(&tail, own);
        atomic_store(&own->taken, 1);
#else
        atomic_store(&own->taken, 1);
        struct node *before = atomic_exchange(&tail, own);
#endif
        while (atomic_load(&before->taken))
            ;
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&own->taken, 0);
        own = before;
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
