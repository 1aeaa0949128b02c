// expect: safe
// heddle: --independence=none
// case: PUTTERS=1 TAKERS=0 none=1 optimal=1
// case: PUTTERS=2 TAKERS=0 none=82 optimal=12
// case: PUTTERS=1 TAKERS=1 none=95 optimal=5
// case: PUTTERS=1 TAKERS=2 none=304000 optimal=59
// case: PUTTERS=2 TAKERS=1 optimal=122
// case: PUTTERS=2 TAKERS=2 optimal=2520
// timeout: 120
// The queue of Michael and Scott (PODC 1996) without counters, as no node comes back: threads that put one node each, and
// threads that take one or find nothing.
//
// One of each, five traces. The taker loads head, tail and the first node's link. It ends if the link is empty, and then
// it has loaded the tail before the putter sets anything (1). Else it has loaded the tail before the putter's exchange of
// it or after. After: it takes the node (2). Before: it exchanges the tail itself. Where it is the first to do so, the
// putter's exchange fails, but counts as a write, and the taker's load of the tail in its second round is before that or
// after (3, 4). Where the putter was the first, the taker's round had no effect, and the execution ends as a wait (5).
// The other numbers: the sets of traces of `none` and `optimal` have been compared where `none` is given.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *_Atomic next;
};

static struct node first, nodes[PUTTERS], *taken[TAKERS + 1];
static struct node *_Atomic head = &first, *_Atomic tail = &first;

static void *put(void *argument)
{
    struct node *node = argument;
    for (;;) {
        struct node *last = atomic_load(&tail), *next = atomic_load(&last->next);
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
        } else if (atomic_compare_exchange_strong(&last->next, &next, node)) {
            atomic_compare_exchange_strong(&tail, &last, node);
            return NULL;
        }
    }
}

static void *take(void *argument)
{
    struct node **result = argument;
    for (;;) {
        struct node *node = atomic_load(&head), *last = atomic_load(&tail), *next = atomic_load(&node->next);
        if (!next)
            return NULL;
        if (node == last) {
            atomic_compare_exchange_strong(&tail, &last, next);
        } else if (atomic_compare_exchange_strong(&head, &node, next)) {
            *result = next;
            return NULL;
        }
    }
}

int main(void)
{
    pthread_t putters[PUTTERS], takers[TAKERS + 1];
    for (int i = 0; i < PUTTERS; i++)
        pthread_create(&putters[i], NULL, put, &nodes[i]);
    for (int i = 0; i < TAKERS; i++)
        pthread_create(&takers[i], NULL, take, &taken[i]);
    for (int i = 0; i < PUTTERS; i++)
        pthread_join(putters[i], NULL);
    for (int i = 0; i < TAKERS; i++)
        pthread_join(takers[i], NULL);
    int count = 0;
    for (struct node *node = atomic_load(&head->next); node; node = atomic_load(&node->next))
        count++;
    for (int i = 0; i < TAKERS; i++) {
        count += taken[i] != NULL;
        for (int k = 0; k < i; k++)
            assert(!taken[i] || taken[i] != taken[k]);
    }
    assert(count == PUTTERS);
    return 0;
}
