// expect: violation
// kinds: assertion
// heddle: --property=assertion,deadlock
// A lock-free stack whose nodes are released: another thread pops two nodes and pushes a new one at the address of
// the first; the compare-exchange of the slow thread succeeds and brings a released node back (ABA).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};
static _Atomic(struct node *) top;
static struct node *second;

static void push(void)
{
    struct node *n = malloc(sizeof *n);
    n->next = top;
    top = n;
}

static void *slow(void *unused)
{
    struct node *old = top, *next = second;
    if (atomic_compare_exchange_strong(&top, &old, next))
        assert(second == next); // <- violation
    return unused;
}

int main(void)
{
    pthread_t thread;
    push();
    second = top;
    push();
    pthread_create(&thread, NULL, slow, NULL);
    struct node *first = atomic_load(&top);
    if (atomic_compare_exchange_strong(&top, &first, second)) {
        free(first);
        struct node *gone = second;
        second = NULL;
        top = NULL;
        free(gone);
        push();
    }
    pthread_join(thread, NULL);
}
