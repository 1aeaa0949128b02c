// expect: safe
// Without addresses that come back.
// heddle: --reuse=off --property=assertion,deadlock
// A lock-free stack whose nodes are released: while one thread is about to pop, the other pops, releases the node and
// pushes a new one. If that has the address of the first, the compare-exchange succeeds (ABA).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};
static _Atomic(struct node *) top;
static struct node *second;
static _Atomic int version; // how often a node was popped

static void push(void)
{
    struct node *n = malloc(sizeof *n);
    n->next = top;
    top = n;
}

static void *slow(void *unused)
{
    struct node *old = top;
    int before = version;
    if (old && atomic_compare_exchange_strong(&top, &old, second))
        assert(version == before);
    return unused;
}

int main(void)
{
    pthread_t thread;
    push();
    second = top;
    push();
    struct node *first = top;
    pthread_create(&thread, NULL, slow, NULL);
    if (atomic_compare_exchange_strong(&top, &first, NULL)) {
        version++;
        free(first);
        push();
    }
    pthread_join(thread, NULL);
}
