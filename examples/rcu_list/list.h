// A sorted list of settings (key, value) that readers walk without locks while one writer at a time changes
// it: read, copy, update.
//
// A reader announces itself in a slot of its own, walks, and leaves. The writer replaces nodes by copies, and
// frees an old one only after a grace period: when every reader that could have seen it has left.
#ifndef LIST_H
#define LIST_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { LIST_READERS = 4 };

struct list_node {
    int key;
    int value;
    int check; // key ^ value: tells a torn or unfinished node
    _Atomic(struct list_node *) next;
};

struct list {
    _Atomic(struct list_node *) first;
    pthread_mutex_t writer;
    atomic_ulong period;                // the present grace period, from 1
    atomic_ulong readers[LIST_READERS]; // the period in which the reader entered; 0: outside
};

void list_init(struct list *list);
// Frees all nodes. No thread may use the list any more.
void list_destroy(struct list *list);

// What a reader sees between these two stays valid until it leaves. Not to be nested.
void list_enter(struct list *list, int reader);
void list_leave(struct list *list, int reader);
// The value of the key, between list_enter and list_leave. Returns false when there is none, or when the node
// is damaged (`check`), which must not happen.
bool list_lookup(struct list *list, int key, int *value);
// Whether every node is whole and the keys ascend; between list_enter and list_leave.
bool list_is_sound(struct list *list);

// Sets the value of the key, inserting it where it is missing. Not from inside a reader. Returns false when
// memory is short.
bool list_set(struct list *list, int key, int value);
// Removes the key. Returns false when it is not there.
bool list_remove(struct list *list, int key);

#endif
