// All of a store as one file, for another folder or machine: entries with their values, each with the
// checksum that the store keeps, and a checksum of the whole file. The format is in docs/store.md.
#ifndef HEDDLE_STORE_PORTABLE_H
#define HEDDLE_STORE_PORTABLE_H

#include "store/store.h"

struct portable_counts {
    uint64_t entries;  // written to the file, or from it to the store
    uint64_t there;    // import: not written, since the store has the key
    uint64_t left_out; // import: too large for the store's limit; export: removed meanwhile, or damaged
};

// Writes all entries to a file, which is there as a whole or not at all. An earlier export is replaced, any
// other file is not. False with the error set.
bool portable_export(struct store *store, const char *path, struct portable_counts *counts,
                     struct error *error);
// Reads a file, which is checked as a whole first, and adds its entries. False with the error set: nothing of
// the file was read, or the store failed on the way.
bool portable_import(struct store *store, const char *path, struct portable_counts *counts,
                     struct error *error);

#endif
