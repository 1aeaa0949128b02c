// A file tree in memory: what the scanner scans, without a disk.
#ifndef TREE_H
#define TREE_H

#include <stdbool.h>
#include <stddef.h>

enum tree_kind { TREE_FILE, TREE_FOLDER };

struct tree_node {
    const char *name; // not owned
    enum tree_kind kind;
    long size;               // of a file, in bytes
    struct tree_node *first; // in a folder, youngest first
    struct tree_node *sibling;
};

// A new file or folder in `folder` (NULL: a root). Returns NULL when memory is short.
struct tree_node *tree_add_file(struct tree_node *folder, const char *name, long size);
struct tree_node *tree_add_folder(struct tree_node *folder, const char *name);
// Frees the node and everything below it. NULL is allowed.
void tree_free(struct tree_node *node);
// Whether the name ends as `suffix` does.
bool tree_name_ends(const struct tree_node *node, const char *suffix);

#endif
