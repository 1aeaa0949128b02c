// <search.h>: trees, hash tables and linked lists. As in glibc, nothing here is safe against other threads
// that use the table meanwhile. Trees are not balanced: their shape shows in the order of twalk's calls only
// by what the levels are.
#include "runtime/runtime.h"

typedef int comparison(const void *left, const void *right);

// ---- trees. What callers get is a pointer to a node, whose first member is the key.

struct tree_node {
    const void *key;
    struct tree_node *left, *right;
};

// Where the node with the key is, or would be.
static struct tree_node **place(const void *key, struct tree_node **root, comparison *compare)
{
    while (*root) {
        int order = compare(key, (*root)->key);
        if (order == 0)
            break;
        root = order < 0 ? &(*root)->left : &(*root)->right;
    }
    return root;
}

void *tsearch(const void *key, void **root, comparison *compare)
{
    if (!root)
        return NULL;
    struct tree_node **at = place(key, (struct tree_node **)root, compare);
    if (!*at) {
        struct tree_node *node = malloc(sizeof *node);
        if (!node)
            return NULL;
        *node = (struct tree_node){.key = key};
        *at = node;
    }
    return *at;
}

void *tfind(const void *key, void *const *root, comparison *compare)
{
    return root ? *place(key, (struct tree_node **)root, compare) : NULL;
}

// The node's parent; of the root any pointer but NULL.
void *tdelete(const void *restrict key, void **restrict root, comparison *compare)
{
    if (!root || !*root)
        return NULL;
    struct tree_node **at = (struct tree_node **)root, *parent = *at;
    for (int order; *at && (order = compare(key, (*at)->key)) != 0;) {
        parent = *at;
        at = order < 0 ? &parent->left : &parent->right;
    }
    struct tree_node *node = *at;
    if (!node)
        return NULL;
    if (node->left && node->right) { // the next key takes its place
        struct tree_node **next = &node->right;
        while ((*next)->left)
            next = &(*next)->left;
        struct tree_node *successor = *next;
        *next = successor->right;
        successor->left = node->left;
        successor->right = node->right;
        *at = successor;
    } else {
        *at = node->left ? node->left : node->right;
    }
    if (parent == node)
        parent = *at ? *at : (struct tree_node *)root;
    free(node);
    return parent;
}

enum visit { PREORDER, POSTORDER, ENDORDER, LEAF };

static void walk(const struct tree_node *node, void (*visit)(const void *node, enum visit which, int depth),
                 int depth)
{
    if (!node->left && !node->right) {
        visit(node, LEAF, depth);
        return;
    }
    visit(node, PREORDER, depth);
    if (node->left)
        walk(node->left, visit, depth + 1);
    visit(node, POSTORDER, depth);
    if (node->right)
        walk(node->right, visit, depth + 1);
    visit(node, ENDORDER, depth);
}

void twalk(const void *root, void (*visit)(const void *node, enum visit which, int depth))
{
    if (root && visit)
        walk(root, visit, 0);
}

static void walk_with(const struct tree_node *node,
                      void (*visit)(const void *node, enum visit which, void *closure), void *closure)
{
    if (!node->left && !node->right) {
        visit(node, LEAF, closure);
        return;
    }
    visit(node, PREORDER, closure);
    if (node->left)
        walk_with(node->left, visit, closure);
    visit(node, POSTORDER, closure);
    if (node->right)
        walk_with(node->right, visit, closure);
    visit(node, ENDORDER, closure);
}

void twalk_r(const void *root, void (*visit)(const void *node, enum visit which, void *closure),
             void *closure)
{
    if (root && visit)
        walk_with(root, visit, closure);
}

void tdestroy(void *root, void (*release)(void *key))
{
    struct tree_node *node = root;
    if (!node)
        return;
    tdestroy(node->left, release);
    tdestroy(node->right, release);
    release((void *)node->key);
    free(node);
}

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
