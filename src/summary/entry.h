// Entries of the table of summaries: a precondition with the contents that its exact places had, the sleep
// set it needs, and the pending reversals it stands for (summary/summary.h).
#ifndef HEDDLE_SUMMARY_ENTRY_H
#define HEDDLE_SUMMARY_ENTRY_H

#include "machine/machine.h"
#include "machine/recorded.h"
#include "summary/precondition.h"

struct summary_entry {
    uint32_t group, next; // next with the same hash of group and contents; or the next free one
    uint64_t hash;
    uint64_t made; // how many were made before it
    // All in one block of memory, which the first begins.
    struct machine_content *contents; // by place of the group
    uint64_t *literals;               // packed
    uint64_t *pending;                // a bit set
    uint32_t *sleep_set;              // ascending, see summary.h
    term *path; // with contents, or a location, that depend on inputs: what is known of these
    uint32_t content_count, literal_count, pending_words, sleep_count, path_count;
    uint32_t bytes;     // of the block
    uint32_t footprint; // number in the table's; FOOTPRINT_UNKNOWN
    uint32_t hits;      // decays
    bool made_exact;    // as in the precondition
    bool carried;       // made for an earlier version of the program
    bool used;          // false: a free place
};

// What an entry is made of; copied.
struct entry_parts {
    const struct machine_content *contents;
    const struct precondition *precondition;
    const uint64_t *pending;
    const uint32_t *sleep_set;
    const term *path;
    uint32_t content_count, pending_words, sleep_count, path_count;
    uint32_t footprint;
    bool carried;
};
// Fills in all but group, next and hash; to be released.
void entry_make(struct summary_entry *entry, const struct entry_parts *parts);
// Makes it a free place.
void entry_release(struct summary_entry *entry);

// Whether it has the same contents.
bool entry_has_contents(const struct summary_entry *entry, const struct machine_content *contents,
                        uint32_t count);
// How many of its sleep set are not in this one, ascending.
uint32_t entry_lacks(const struct summary_entry *entry, const uint32_t *sleep_set, uint32_t count);
// Whether the other one, of the same group, covers all that it covers.
bool entry_is_covered(const struct summary_entry *entry, const struct summary_entry *by);

#endif
