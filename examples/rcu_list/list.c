// BUG=1: a new node is published before its value is written.
//        The writer links the node; a reader walks by and reads the fields as malloc left them; then the
//        writer fills them in.
// BUG=2: list_remove frees the node without waiting for the grace period.
//        A reader has read the pointer to the node; the writer unlinks and frees it; the reader reads the key
//        of freed memory.
// BUG=3: the grace period starts before the node is unlinked: the writer waits, then unlinks, then frees.
//        A reader enters after the writer looked at its slot, finds the node still linked, and goes on with
//        it while it is freed.
#include "list.h"

#include <heddle.h>
#include <sched.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

// Waits until another thread makes the condition true. Under heddle a run in which it is false
// yet is dropped: the one in which the other thread went first is explored as well, and ends in the same
// state.
#ifdef __heddle__
#define AWAIT(condition) heddle_assume(condition)
#else
#define AWAIT(condition)                                                                                     \
    while (!(condition))                                                                                     \
    sched_yield()
#endif

void list_init(struct list *list)
{
    atomic_init(&list->first, NULL);
    pthread_mutex_init(&list->writer, NULL);
    atomic_init(&list->period, 1);
    for (int i = 0; i < LIST_READERS; i++)
        atomic_init(&list->readers[i], 0);
}

void list_destroy(struct list *list)
{
    struct list_node *next;
    for (struct list_node *node = atomic_load(&list->first); node != NULL; node = next) {
        next = atomic_load(&node->next);
        free(node);
    }
    pthread_mutex_destroy(&list->writer);
}

void list_enter(struct list *list, int reader)
{
    // The period may end between the two accesses; the reader then announces an older one than it would have
    // to, and the writer waits for it once more than necessary.
    atomic_store(&list->readers[reader], atomic_load(&list->period));
}

void list_leave(struct list *list, int reader)
{
    atomic_store(&list->readers[reader], 0);
}

static bool node_is_whole(const struct list_node *node)
{
    return node->check == (node->key ^ node->value);
}

bool list_lookup(struct list *list, int key, int *value)
{
    struct list_node *node = atomic_load(&list->first);
    while (node != NULL && node->key < key)
        node = atomic_load(&node->next);
    if (node == NULL || node->key != key || !node_is_whole(node))
        return false;
    *value = node->value;
    return true;
}

bool list_is_sound(struct list *list)
{
    struct list_node *before = NULL;
    for (struct list_node *node = atomic_load(&list->first); node != NULL; node = atomic_load(&node->next)) {
        if (!node_is_whole(node) || (before != NULL && before->key >= node->key))
            return false;
        before = node;
    }
    return true;
}

// Returns when every reader that entered before the call has left. The writer's lock is held.
static void wait_for_readers(struct list *list)
{
    unsigned long ended = atomic_fetch_add(&list->period, 1);
    for (int i = 0; i < LIST_READERS; i++) {
        unsigned long entered;
        AWAIT((entered = atomic_load(&list->readers[i])) == 0 || entered > ended);
    }
}

// The link that points to the first node whose key is not below `key`. The writer's lock is held.
static _Atomic(struct list_node *) *find_link(struct list *list, int key)
{
    _Atomic(struct list_node *) *link = &list->first;
    for (struct list_node *node = atomic_load(link); node != NULL && node->key < key;
         node = atomic_load(link))
        link = &node->next;
    return link;
}

static void fill(struct list_node *node, int key, int value)
{
    node->key = key;
    node->value = value;
    node->check = key ^ value;
}

bool list_set(struct list *list, int key, int value)
{
    struct list_node *node = malloc(sizeof *node);
    if (node == NULL)
        return false;
    pthread_mutex_lock(&list->writer);
    _Atomic(struct list_node *) *link = find_link(list, key);
    struct list_node *old = atomic_load(link);
    bool replaces = old != NULL && old->key == key;
    atomic_init(&node->next, replaces ? atomic_load(&old->next) : old);
#if BUG == 1
    node->key = key;
    node->check = 0;
    atomic_store(link, node);
    fill(node, key, value);
#else
    fill(node, key, value);
    atomic_store(link, node);
#endif
    if (replaces) {
        wait_for_readers(list);
        free(old);
    }
    pthread_mutex_unlock(&list->writer);
    return true;
}

bool list_remove(struct list *list, int key)
{
    pthread_mutex_lock(&list->writer);
    _Atomic(struct list_node *) *link = find_link(list, key);
    struct list_node *old = atomic_load(link);
    bool found = old != NULL && old->key == key;
    if (found) {
#if BUG == 3
        wait_for_readers(list);
#endif
        atomic_store(link, atomic_load(&old->next));
#if BUG == 0 || BUG == 1
        wait_for_readers(list);
#endif
        free(old);
    }
    pthread_mutex_unlock(&list->writer);
    return found;
}
