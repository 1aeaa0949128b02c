// heddle:
// files: scanner.c tree.c
// expect: safe
// por: classic
// timeout: 120
//
// Two workers on a root with one folder.
#include "scanner.h"

#include <assert.h>

int main(void)
{
    struct tree_node *root = tree_add_folder(NULL, "/");
    assert(root != NULL && tree_add_folder(root, "empty") != NULL);
    assert(tree_add_file(root, "file", 3) != NULL);

    struct scanner_totals totals;
    assert(scanner_run(root, (struct scanner_filter){0}, 2, &totals));
    assert(totals.folders == 2 && totals.files == 1 && totals.bytes == 3 && totals.skipped == 0);
    tree_free(root);
    return 0;
}
