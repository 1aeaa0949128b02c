// expect: safe
// heddle: --independence=none
// case: PUSHERS=1 POPPERS=1 none=10 source=2 optimal=2
// case: PUSHERS=2 POPPERS=1 none=1714 optimal=24
// case: PUSHERS=1 POPPERS=2 none=282 optimal=7
// case: PUSHERS=2 POPPERS=2 optimal=300
// case: PUSHERS=3 POPPERS=2 optimal=81186
// timeout: 120
// Treiber's stack: threads that push one node each, and threads that pop one or find nothing. As in treiber_push.c a trace
// is a sequence of loads and exchanges of the top; tests/programs/counts/treiber_traces counts them. The sequences end
// where a thread would come round with what it had seen in an earlier round (the same node is on top again, after another
// one was): that is a loop that waits. With three threads the sets of traces of `none` and `optimal` have been compared,
// too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
};

static struct node *_Atomic top;
static struct node nodes[PUSHERS];
static struct node *taken[POPPERS];

static void *push(void *argument)
{
    struct node *node = argument, *next = atomic_load(&top);
    do
        node->next = next;
    while (!atomic_compare_exchange_strong(&top, &next, node));
    return NULL;
}

static void *pop(void *argument)
{
    struct node **result = argument, *node = atomic_load(&top);
    while (node && !atomic_compare_exchange_strong(&top, &node, node->next))
        ;
    *result = node;
    return NULL;
}

int main(void)
{
    pthread_t pushers[PUSHERS], poppers[POPPERS];
    for (int i = 0; i < PUSHERS; i++)
        pthread_create(&pushers[i], NULL, push, &nodes[i]);
    for (int i = 0; i < POPPERS; i++)
        pthread_create(&poppers[i], NULL, pop, &taken[i]);
    for (int i = 0; i < PUSHERS; i++)
        pthread_join(pushers[i], NULL);
    for (int i = 0; i < POPPERS; i++)
        pthread_join(poppers[i], NULL);
    int count = 0;
    for (struct node *node = top; node; node = node->next)
        count++;
    for (int i = 0; i < POPPERS; i++) {
        count += taken[i] != NULL;
        for (int k = 0; k < i; k++)
            assert(!taken[i] || taken[i] != taken[k]);
    }
    assert(count == PUSHERS);
    return 0;
}
