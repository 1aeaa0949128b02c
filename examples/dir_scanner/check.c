// heddle:
// files: scanner.c tree.c
// expect: safe
// por: classic
// timeout: 120
//
// A root with a file and a folder with a file, one worker beside the caller. The size of one file and the
// filter's threshold are inputs: the totals are what a sequential count gives for all of them.
#include "scanner.h"

#include <assert.h>
#include <heddle.h>
#include <string.h>

int main(void)
{
    long size, minimum;
    heddle_symbolic(&size, sizeof size, "size");
    heddle_symbolic(&minimum, sizeof minimum, "minimum");
    heddle_assume(size >= 0 && size <= 1000 && minimum >= 0 && minimum <= 1000);

    struct tree_node *root = tree_add_folder(NULL, "/");
    assert(root != NULL);
    struct tree_node *folder = tree_add_folder(root, "src");
    assert(folder != NULL);
    assert(tree_add_file(root, "notes.txt", 5) != NULL);
    assert(tree_add_file(folder, "main.c", size) != NULL);

    struct scanner_totals totals;
    struct scanner_filter filter = {.suffix = ".c", .minimum_size = minimum};
    assert(scanner_run(root, filter, 1, &totals));

    assert(totals.folders == 2);
    if (size >= minimum) {
        assert(totals.files == 1 && totals.skipped == 1 && totals.bytes == size);
        assert(strcmp(totals.largest->name, "main.c") == 0);
    } else {
        assert(totals.files == 0 && totals.skipped == 2 && totals.bytes == 0);
        assert(totals.largest == NULL);
    }
    tree_free(root);
    return 0;
}
