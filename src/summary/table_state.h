// The inside of the table of summaries (table.h), for the files that implement it.
#ifndef HEDDLE_SUMMARY_TABLE_STATE_H
#define HEDDLE_SUMMARY_TABLE_STATE_H

#include "base/index.h"
#include "summary/entail.h"
#include "summary/entry.h"
#include "summary/table.h"

#define NO_INDEX 0xffffffffu

struct group {
    struct literal_place *places; // that are exact: registers, and up to eight bytes of memory each
    uint32_t count, next;         // next group of the location
    uint64_t signature;
};

struct location_groups {
    struct machine_location location;
    uint32_t group; // index + 1 of its first group; 0: none
};

struct table {
    struct machine *machine;
    struct terms *terms;
    struct entailment entailment;
    uint64_t limit, dropped, made;
    struct footprints footprints;                // of the entries
    uint64_t carried, not_carried, carried_hits; // see summary_statistics
    uint64_t bytes, group_bytes;                 // held by entries, by groups
    VECTOR(struct location_groups) locations;
    struct index location_index;
    VECTOR(struct group) groups;
    VECTOR(struct summary_entry) entries;
    uint32_t unused, used; // first free place; how many are taken
    uint32_t *heads; // by hash: first entry, NO_INDEX. No `struct index`: entries are taken out anywhere, and
                     // those alike stand in a chain, the newest first
    uint32_t head_count;
    uint32_t hand;                           // where to look next for one that can go
    VECTOR(struct machine_content) contents; // scratch
    VECTOR(term) inputs;                     // scratch
    VECTOR(struct literal_place) places;     // scratch
};

// Of that location: a new group, which is looked through first. `places` becomes the table's.
void table_add_group(struct table *table, const struct machine_location *location,
                     struct literal_place *places, uint32_t count);
// Adds an entry made of these parts, as the newest.
void table_add_entry(struct table *table, uint32_t group, const struct entry_parts *parts);

#endif
