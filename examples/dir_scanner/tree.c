#include "tree.h"

#include <stdlib.h>
#include <string.h>

static struct tree_node *add(struct tree_node *folder, const char *name, enum tree_kind kind, long size)
{
    struct tree_node *node = malloc(sizeof *node);
    if (node == NULL)
        return NULL;
    *node = (struct tree_node){.name = name, .kind = kind, .size = size};
    if (folder != NULL) {
        node->sibling = folder->first;
        folder->first = node;
    }
    return node;
}

struct tree_node *tree_add_file(struct tree_node *folder, const char *name, long size)
{
    return add(folder, name, TREE_FILE, size);
}

struct tree_node *tree_add_folder(struct tree_node *folder, const char *name)
{
    return add(folder, name, TREE_FOLDER, 0);
}

void tree_free(struct tree_node *node)
{
    if (node == NULL)
        return;
    struct tree_node *next;
    for (struct tree_node *child = node->first; child != NULL; child = next) {
        next = child->sibling;
        tree_free(child);
    }
    free(node);
}

bool tree_name_ends(const struct tree_node *node, const char *suffix)
{
    size_t length = strlen(node->name), wanted = strlen(suffix);
    return length >= wanted && strcmp(node->name + length - wanted, suffix) == 0;
}
