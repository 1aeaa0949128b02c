// A lock-free sorted list (Harris 2001, with Michael's search): a node is removed by marking its link, which nobody changes
// any more, and whoever comes by unlinks it. Each thread has nodes of its own, and none is used twice.
//
// THREADS threads insert, look up and remove KEYS keys, and the claim is only that a key lies between those of the
// two ends: no shared variable decides it. Safe.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct node {
    int key;
    _Atomic(uintptr_t) next; // address of the next node; the lowest bit marks this one as removed
};

static struct node last = {.key = INT_MAX}, first = {.key = INT_MIN};
static struct node nodes[THREADS][KEYS];

static bool is_marked(uintptr_t link)
{
    return link & 1;
}

static struct node *node_at(uintptr_t link)
{
    return (struct node *)(link & ~(uintptr_t)1);
}

// The first node with at least this key; *before is the node that was before it. Unlinks marked nodes on the way.
static struct node *find(int key, struct node **before)
{
again:;
    struct node *previous = &first, *node = node_at(atomic_load(&previous->next));
    for (;;) {
        uintptr_t next = atomic_load(&node->next), expected = (uintptr_t)node;
        if (is_marked(next)) {
            if (!atomic_compare_exchange_strong(&previous->next, &expected, next & ~(uintptr_t)1))
                goto again;
        } else if (node->key >= key) {
            *before = previous;
            return node;
        } else {
            previous = node;
        }
        node = node_at(next);
    }
}

static bool insert(struct node *node, int key)
{
    assert(key > INT_MIN && key < INT_MAX);
    node->key = key;
    for (;;) {
        struct node *before, *after = find(key, &before);
        if (after->key == key)
            return false;
        uintptr_t expected = (uintptr_t)after;
        atomic_store(&node->next, expected);
        if (atomic_compare_exchange_strong(&before->next, &expected, (uintptr_t)node))
            return true;
    }
}

static bool erase(int key)
{
    assert(key > INT_MIN && key < INT_MAX);
    for (;;) {
        struct node *before, *node = find(key, &before);
        if (node->key != key)
            return false;
        uintptr_t next = atomic_load(&node->next);
        if (!is_marked(next) && atomic_compare_exchange_strong(&node->next, &next, next | 1)) {
            find(key, &before);
            return true;
        }
    }
}

static bool contains(int key)
{
    assert(key > INT_MIN && key < INT_MAX);
    struct node *node = &first;
    while (node->key < key)
        node = node_at(atomic_load(&node->next));
    return node->key == key && !is_marked(atomic_load(&node->next));
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    for (int k = 0; k < KEYS; k++) {
        insert(&nodes[me][k], 1 + k);
        contains(1 + (k + me) % KEYS);
        erase(1 + k);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    atomic_store(&first.next, (uintptr_t)&last);
    for (intptr_t k = 0; k < THREADS; k++)
        pthread_create(&t[k], NULL, work, (void *)k);
    for (int k = 0; k < THREADS; k++)
        pthread_join(t[k], NULL);
    return 0;
}
