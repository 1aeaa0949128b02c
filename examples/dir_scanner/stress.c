// Native stress run: random trees, scanned by four workers, compared with a sequential count.
#include "scanner.h"

#include <assert.h>
#include <stdio.h>

static unsigned seed = 1;

static unsigned next_random(void)
{
    return (seed = seed * 1103515245u + 12345u) >> 16;
}

// Fills the folder and counts, for the filter ".c" of at least 100 bytes, what it put there.
static void fill(struct tree_node *folder, int depth, struct scanner_totals *expected)
{
    expected->folders++;
    for (unsigned i = next_random() % 8; i > 0; i--) {
        bool source = next_random() % 2 == 0;
        long size = (long)(next_random() % 1000);
        assert(tree_add_file(folder, source ? "x.c" : "x.h", size) != NULL);
        bool counts = source && size >= 100;
        expected->files += counts;
        expected->skipped += !counts;
        expected->bytes += counts ? size : 0;
    }
    for (unsigned i = next_random() % 4; i > 0 && depth < 7; i--) {
        struct tree_node *child = tree_add_folder(folder, "folder");
        assert(child != NULL);
        fill(child, depth + 1, expected);
    }
}

int main(void)
{
    for (int round = 0; round < 200; round++) {
        struct scanner_totals expected = {0}, totals;
        struct tree_node *root = tree_add_folder(NULL, "/");
        assert(root != NULL);
        fill(root, 0, &expected);
        struct scanner_filter filter = {.suffix = ".c", .minimum_size = 100};
        assert(scanner_run(root, filter, SCANNER_WORKERS, &totals));
        assert(totals.files == expected.files && totals.bytes == expected.bytes);
        assert(totals.folders == expected.folders && totals.skipped == expected.skipped);
        tree_free(root);
    }
    puts("dir_scanner: ok");
    return 0;
}
