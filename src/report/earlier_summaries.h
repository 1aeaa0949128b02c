// The summaries of the check of an earlier version of the program, kept in the store (explore/carried.h).
#ifndef HEDDLE_REPORT_EARLIER_SUMMARIES_H
#define HEDDLE_REPORT_EARLIER_SUMMARIES_H

#include "explore/carried.h"
#include "report/settings.h"
#include "store/store.h"

struct earlier_summaries {
    struct program *old_version;
    struct counterparts *counterparts;
    void *data;
    struct carried carried; // refers to all of these
};

// What else than the program and the properties decides what a search does.
void earlier_add_search(const struct settings *settings, byte_vector *what);

// Those in the store under that key; NULL: none, or they are of no use. The program and the counterparts
// become the result's, or are freed.
struct earlier_summaries *earlier_summaries_find(struct store *store, const struct store_key *key,
                                                 struct program *old_version,
                                                 struct counterparts *counterparts);
void earlier_summaries_free(struct earlier_summaries *summaries); // NULL is allowed

// Keeps the summaries of a check under that key; without, where that fails, the next check makes its own.
void earlier_summaries_keep(struct store *store, const struct store_key *key, const char *title,
                            const struct checkpoint *summaries);

#endif
