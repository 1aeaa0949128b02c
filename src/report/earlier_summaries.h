// The summaries of the check of an earlier version of the program, kept in the store (explore/carried.h).
#ifndef HEDDLE_REPORT_EARLIER_SUMMARIES_H
#define HEDDLE_REPORT_EARLIER_SUMMARIES_H

#include "analysis/affected.h"
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

// Those in the store under that key; NULL: none, or they are of no use, and *why says why, a constant (else
// NULL). The program and the counterparts become the result's, or are freed.
struct earlier_summaries *earlier_summaries_find(struct store *store, const struct store_key *key,
                                                 struct program *old_version,
                                                 struct counterparts *counterparts, const char **why);
void earlier_summaries_free(struct earlier_summaries *summaries); // NULL is allowed

// Whether looking only at these places leaves out much of what matters to the properties. If not, a check of
// all places gains more by the summaries, which were made by one.
bool earlier_summaries_place_slice(const struct settings *settings, const struct program *program,
                                   const struct affected_places *places);

// Keeps the summaries of a check under that key; without, where that fails, the next check makes its own.
void earlier_summaries_keep(struct store *store, const struct store_key *key, const char *title,
                            const struct checkpoint *summaries);

#endif
