// Wake-up trees (Abdulla et al., POPL 2014, section 6): for a choice point between threads, the sequences
// still to be explored from it, as an ordered list of trees. Those of all choice points live in one pool.
//
// An edge is an event: a thread, and what is decided when it executes its next operation. OUTCOME_ANY stands
// for all outcomes: only the last event of a sequence, whose operation has not been seen in that place.
#ifndef HEDDLE_EXPLORE_WAKEUP_H
#define HEDDLE_EXPLORE_WAKEUP_H

#include "explore/sequence.h"
#include "machine/thread_set.h"

#define NO_WAKEUP 0xffffffffu

struct wakeup_node {
    uint32_t thread, outcome, label;
    uint32_t child, next; // first child, next sibling, in the order they are to be explored
};

struct wakeup_pool {
    VECTOR(struct wakeup_node) nodes;
    uint32_t unused; // list by `next`
};

void wakeup_init(struct wakeup_pool *pool);
void wakeup_free(struct wakeup_pool *pool);
// Takes the first tree out of a list; the caller gets its children. The list must not be empty.
struct wakeup_node wakeup_pop(struct wakeup_pool *pool, uint32_t *list);
// Drops a list of trees.
void wakeup_drop(struct wakeup_pool *pool, uint32_t *list);
// Whether the first tree of a list begins with any outcome of its event.
bool wakeup_begins_with_any(const struct wakeup_pool *pool, uint32_t list);
// Drops what follows one of several outcomes of an event, wherever that is in the trees.
void wakeup_drop_outcomes(struct wakeup_pool *pool, uint32_t *list);
// Whether a tree of the list already leads to an equivalent of the sequence or of what starts with it.
// Changes the sequence.
bool wakeup_leads_to(const struct wakeup_pool *pool, uint32_t list, const struct labels *labels,
                     struct sequence *sequence);
// Adds a sequence to a list of trees, unless one of them leads to it (false). Changes the sequence.
bool wakeup_insert(struct wakeup_pool *pool, uint32_t *list, const struct labels *labels,
                   struct sequence *sequence);
// Adds only its first thread, unless one that could come first is there (false): for source sets. The thread
// is explored with all outcomes, whose accesses are not known (LABEL_ALL): no sequence of others is put below
// it.
bool wakeup_insert_first(struct wakeup_pool *pool, uint32_t *list, const struct sequence *sequence);
// Adds a thread with which all is explored: whatever its event decides, and freely from there on. It takes
// the place of all trees that begin with the thread. Sequences without it are not left to it.
void wakeup_insert_free(struct wakeup_pool *pool, uint32_t *list, uint32_t thread);
// The first tree of a list that begins with one of the threads; NO_WAKEUP: none does. Whether all that begins
// with its thread is explored.
uint32_t wakeup_root_among(const struct wakeup_pool *pool, uint32_t list, const struct thread_set *threads);
bool wakeup_is_free(const struct wakeup_pool *pool, uint32_t root);

#endif
