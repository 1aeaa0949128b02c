// <search.h>: hash tables and linked lists. As in glibc, nothing here is safe against other threads that use
// the table meanwhile.
#include "runtime/runtime.h"

// ---- hash tables

struct hash_entry {
    char *key;
    void *data;
};
enum action { FIND, ENTER };

struct hash_slot {
    bool used;
    struct hash_entry entry;
};
struct hash_table {
    struct hash_slot *slots;
    unsigned size, filled;
};

int hcreate_r(size_t count, struct hash_table *table)
{
    if (!table || table->slots) {
        if (!table)
            errno = EINVAL;
        return 0;
    }
    if (count >= UINT_MAX / sizeof(struct hash_slot)) {
        errno = ENOMEM;
        return 0;
    }
    table->slots = calloc(count + 1, sizeof *table->slots);
    table->size = (unsigned)count;
    table->filled = 0;
    return table->slots != NULL;
}

void hdestroy_r(struct hash_table *table)
{
    if (!table) {
        errno = EINVAL;
        return;
    }
    free(table->slots);
    table->slots = NULL;
}

// Entries are found by comparing keys in the order in which they came: there are few in checked programs, and
// a hash of a key that depends on inputs would decide more than its comparison.
int hsearch_r(struct hash_entry item, enum action action, struct hash_entry **found, struct hash_table *table)
{
    *found = NULL;
    for (unsigned k = 0; k < table->filled; k++)
        if (strcmp(table->slots[k].entry.key, item.key) == 0) {
            *found = &table->slots[k].entry;
            return 1;
        }
    if (action == FIND) {
        errno = 3; // ESRCH
        return 0;
    }
    if (table->filled >= table->size) {
        __heddle_unmodelled("hsearch in a full table"); // how many more fit is the implementation's
        errno = ENOMEM;
        return 0;
    }
    struct hash_slot *slot = &table->slots[table->filled++];
    *slot = (struct hash_slot){true, item};
    *found = &slot->entry;
    return 1;
}

static struct hash_table the_table;

int hcreate(size_t count)
{
    return hcreate_r(count, &the_table);
}

void hdestroy(void)
{
    hdestroy_r(&the_table);
}

struct hash_entry *hsearch(struct hash_entry item, enum action action)
{
    struct hash_entry *found;
    hsearch_r(item, action, &found, &the_table);
    return found;
}

// ---- linked lists

struct list_element {
    struct list_element *next, *previous;
};

void insque(void *element, void *after)
{
    struct list_element *e = element, *before = after;
    e->previous = before;
    e->next = before ? before->next : NULL;
    if (before) {
        if (before->next)
            before->next->previous = e;
        before->next = e;
    }
}

void remque(void *element)
{
    struct list_element *e = element;
    if (e->previous)
        e->previous->next = e->next;
    if (e->next)
        e->next->previous = e->previous;
}
