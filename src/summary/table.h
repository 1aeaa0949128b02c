// The table of summaries: for a global control location, sets of states from which nothing fails (AGSE
// section 4, PS[l]). Entries (entry.h) of one location with the same exact places form a group; within a
// group they are found by a hash of the present contents, so that thousands of entries cost no more than one.
#ifndef HEDDLE_SUMMARY_TABLE_H
#define HEDDLE_SUMMARY_TABLE_H

#include "summary/precondition.h"
#include "summary/summary.h"

struct table;
// An empty table of at most `entries` summaries. Owned by the caller; refers to all that is passed.
struct table *table_new(struct machine *machine, struct terms *terms, struct smt *smt, uint64_t entries);
void table_free(struct table *table);
// Forgets all summaries.
void table_clear(struct table *table);

// Entries that cover the present state together, by number: for all inputs, one of them does. Valid until one
// is added.
#define TABLE_TOGETHER 8u
struct table_cover {
    uint32_t count, by[TABLE_TOGETHER];
};
// Looks for entries that cover the present state, which is that of a machine between steps, or at a branch
// (`in_step`), with no other sleepers than these; or else for one with at most so many others.
enum summary_found table_find(struct table *table, bool in_step, const uint32_t *sleep_set,
                              uint32_t sleep_count, uint32_t most_lacking, struct table_cover *cover);
const uint64_t *table_pending(const struct table *table, uint32_t entry, uint32_t *words);
const uint32_t *table_sleep_set(const struct table *table, uint32_t entry, uint32_t *count);
// Adds the precondition, which holds in the present state.
void table_add(struct table *table, bool in_step, const struct precondition *p, const uint32_t *sleep_set,
               uint32_t sleep_count, const uint64_t *pending, uint32_t pending_words);
// The preconditions of the entries, conjoined to *p.
void table_conjoin(const struct table *table, const struct table_cover *cover, struct precondition *p);
// Fills in what the table knows.
void table_count(const struct table *table, struct summary_statistics *statistics);

// Appends the entries that were made last, as many as fit into so many bytes; their numbers of sleepers,
// pending reversals and terms are those of the caller.
void table_write(const struct table *table, uint64_t most_bytes, byte_vector *to);
// Adds what table_write wrote to an empty table. False: it is damaged.
bool table_read(struct table *table, const struct summary_bounds *bounds, struct byte_reader *from);

#endif
