// A lock-free skip list of two levels (Fraser 2004, Herlihy and Shavit). The lower level is a sorted list of all nodes, the
// upper one a shorter way through it: of every second key. A node is in the set as soon as it is in the lower list, and out
// of it as soon as its lower link is marked; whoever comes by unlinks it. Each thread has nodes of its own.
//
// Programs, with KEYS keys:
// INSERT  both threads insert the same keys. Claim: of each key, one was inserted, and it is there.
// ERASE   one thread inserts, the other removes. Claim: a key is there or was removed, and never both.
// LOCAL   THREADS threads insert, look up and remove; the claim is only that a key has a height of one or two levels: no
//         shared variable decides it.
// All are safe.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 2
#endif

enum { LEVELS = 2 };

struct node {
    int key, height;
    _Atomic(uintptr_t) next[LEVELS]; // addresses; the lowest bit marks this node as removed from the level
};

static struct node last = {.key = INT_MAX, .height = LEVELS}, first = {.key = INT_MIN, .height = LEVELS};
static struct node nodes[THREADS][KEYS];

static bool is_marked(uintptr_t link)
{
    return link & 1;
}

static struct node *node_at(uintptr_t link)
{
    return (struct node *)(link & ~(uintptr_t)1);
}

static int height_of(int key)
{
    return key % 2 == 0 ? 2 : 1;
}

// Of each level the first node with at least this key, and the one before it. Unlinks marked nodes on the way. True if
// the key is in the set.
static bool find(int key, struct node *before[LEVELS], struct node *after[LEVELS])
{
again:;
    struct node *previous = &first;
    for (int level = LEVELS - 1; level >= 0; level--) {
        struct node *node = node_at(atomic_load(&previous->next[level]));
        for (;;) {
            uintptr_t next = atomic_load(&node->next[level]), expected = (uintptr_t)node;
            if (is_marked(next)) {
                if (!atomic_compare_exchange_strong(&previous->next[level], &expected, next & ~(uintptr_t)1))
                    goto again;
            } else if (node->key >= key) {
                before[level] = previous;
                after[level] = node;
                break;
            } else {
                previous = node;
            }
            node = node_at(next);
        }
    }
    return after[0]->key == key;
}

// Links a node that is in the lower list into the upper one too, unless it is being removed.
static void raise_node(struct node *node, struct node *before[LEVELS], struct node *after[LEVELS])
{
    for (;;) {
        uintptr_t next = atomic_load(&node->next[1]), expected = (uintptr_t)after[1];
        if (is_marked(next))
            return;
        if (next != expected && !atomic_compare_exchange_strong(&node->next[1], &next, expected))
            return;
        if (atomic_compare_exchange_strong(&before[1]->next[1], &expected, (uintptr_t)node))
            return;
        if (!find(node->key, before, after) || after[0] != node)
            return;
    }
}

static bool insert(struct node *node, int key)
{
    struct node *before[LEVELS], *after[LEVELS];
    node->key = key;
    node->height = height_of(key);
#ifdef LOCAL
    int height = height_of(key);
    assert(height >= 1 && height <= LEVELS);
#endif
    for (;;) {
        if (find(key, before, after))
            return false;
        for (int level = 0; level < node->height; level++)
            atomic_store(&node->next[level], (uintptr_t)after[level]);
        uintptr_t expected = (uintptr_t)after[0];
        if (atomic_compare_exchange_strong(&before[0]->next[0], &expected, (uintptr_t)node))
            break;
    }
    if (node->height > 1)
        raise_node(node, before, after);
    return true;
}

static bool erase(int key)
{
    struct node *before[LEVELS], *after[LEVELS];
    if (!find(key, before, after))
        return false;
    struct node *node = after[0];
    if (node->height > 1)
        atomic_fetch_or(&node->next[1], 1);
    if (is_marked(atomic_fetch_or(&node->next[0], 1)))
        return false;
    find(key, before, after);
    return true;
}

static bool contains(int key)
{
    struct node *node = &first;
    for (int level = LEVELS - 1; level >= 0; level--)
        for (struct node *next = node_at(atomic_load(&node->next[level])); next->key <= key;
             next = node_at(atomic_load(&node->next[level])))
            node = next;
    return node->key == key && !is_marked(atomic_load(&node->next[0]));
}

static bool inserted[THREADS][KEYS], erased[THREADS][KEYS];

static void *insert_keys(void *argument)
{
    int me = (int)(intptr_t)argument;
    for (int k = 0; k < KEYS; k++)
        inserted[me][k] = insert(&nodes[me][k], k + 1);
    return NULL;
}

static void *erase_keys(void *argument)
{
    int me = (int)(intptr_t)argument;
    for (int k = 0; k < KEYS; k++)
        erased[me][k] = erase(k + 1);
    return NULL;
}

static void *use_keys(void *argument)
{
    insert_keys(argument);
    contains(1 + (int)(intptr_t)argument % KEYS);
    return erase_keys(argument);
}

static void run(void *(*work)(void *), void *(*second_work)(void *))
{
    pthread_t t[THREADS];
    atomic_store(&first.next[0], (uintptr_t)&last);
    atomic_store(&first.next[1], (uintptr_t)&last);
    for (intptr_t k = 0; k < THREADS; k++)
        pthread_create(&t[k], NULL, k == 0 ? work : second_work, (void *)k);
    for (int k = 0; k < THREADS; k++)
        pthread_join(t[k], NULL);
}

int main(void)
{
#if defined INSERT
    run(insert_keys, insert_keys);
    for (int k = 0; k < KEYS; k++) {
        assert(inserted[0][k] + inserted[1][k] == 1);
        assert(contains(k + 1));
    }
#elif defined ERASE
    run(insert_keys, erase_keys);
    for (int k = 0; k < KEYS; k++)
        assert(contains(k + 1) + erased[1][k] == 1);
#else
    run(use_keys, use_keys);
#endif
    return 0;
}
