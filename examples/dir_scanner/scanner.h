// Scans a tree with several threads: counts files and folders and adds up sizes, of files that pass a filter.
//
// Folders to scan wait in one list. A worker takes a folder, reads its entries, adds what it counted to the
// totals and the folders it found to the list. The scan is over when no folder is listed or being read.
#ifndef SCANNER_H
#define SCANNER_H

#include "tree.h"

#include <pthread.h>

enum { SCANNER_WORKERS = 4 };

struct scanner_filter {
    const char *suffix; // NULL: any name
    long minimum_size;
};

struct scanner_totals {
    long files; // that pass the filter
    long folders;
    long bytes; // in those files
    long skipped;
    long largest_size;
    const struct tree_node *largest; // one of the largest files, NULL when there is none
};

struct scanner_job {
    struct scanner_job *next;
    const struct tree_node *folder;
};

struct scanner {
    struct scanner_filter filter; // constant
    pthread_mutex_t lock;         // of all below
    pthread_cond_t work;          // a folder was listed, or the scan is over
    pthread_cond_t done;          // outstanding became 0
    struct scanner_job *jobs;     // last in, first out: keeps the list short
    size_t outstanding;           // folders listed or being read
    bool over;
    bool failed; // memory was short
    struct scanner_totals totals;
};

// Scans everything below `root`, a folder, with `workers` threads, 1 to SCANNER_WORKERS. Returns false when
// memory or threads were short; the totals are then incomplete.
bool scanner_run(const struct tree_node *root, struct scanner_filter filter, size_t workers,
                 struct scanner_totals *totals);

#endif
