// expect: safe
// The same with a counter beside the head, changed by every success.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NONE, A, B };

struct tagged {
    int node;
    unsigned tag;
};

static _Atomic struct tagged head;
static int next[3] = {NONE, B, NONE};

static int pop_once(void)
{
    struct tagged top = atomic_load(&head);
    if (top.node == NONE)
        return NONE;
    struct tagged below = {next[top.node], top.tag + 1};
    return atomic_compare_exchange_strong(&head, &top, below) ? top.node : NONE;
}

static void push_once(int node)
{
    struct tagged top = atomic_load(&head);
    next[node] = top.node;
    struct tagged new = {node, top.tag + 1};
    atomic_compare_exchange_strong(&head, &top, new);
}

static int owned; // by the thread

static void *worker(void *argument)
{
    int first = pop_once();
    owned = pop_once();
    if (first != NONE)
        push_once(first);
    return argument;
}

int main(void)
{
    struct tagged start = {A, 0};
    atomic_store(&head, start);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pop_once();
    pthread_join(t, NULL);
    struct tagged end = atomic_load(&head);
    if (owned != NONE)
        for (int node = end.node; node != NONE; node = next[node])
            assert(node != owned);
    return 0;
}
