// The search for what decides something (faint.h): a backward slice from all instructions that do, in which
// memory is followed by place, whatever the order of accesses. Private to faint.c and still_clocks.c.
#ifndef HEDDLE_ANALYSIS_FAINT_SEARCH_H
#define HEDDLE_ANALYSIS_FAINT_SEARCH_H

#include "analysis/idle.h"
#include "analysis/slice.h"

// Memory that something reads which decides.
struct deciding_read {
    struct place place;
    uint64_t size;
    uint32_t next; // of the same abstract object, + 1; 0: none
};

struct faint_search {
    struct points_to *points_to;
    struct slice *slice; // of the instructions that decide something
    struct idle *idle;
    uint32_t properties;     // that are asked for
    bool still;              // clocks stand still in the executions that it is about
    VECTOR(uint32_t) copies; // memcpy and memmove that still_clocks.c follows
    VECTOR(struct deciding_read) reads;
    uint32_t *newest;   // read + 1, by abstract object
    uint64_t *commons;  // lists of accesses in common that are in `reads`
    uint32_t looked_at; // members of the slice whose reads have been collected
    bool reads_all;     // something that decides may read any memory: only registers may be faint
};

// For these properties; `still`: in executions in which clocks stand still (still_clocks.c).
void faint_search_begin(struct faint_search *s, const struct program *program, uint32_t properties,
                        bool still);
// But for `idle`, which the caller may keep or free.
void faint_search_end(struct faint_search *s);
// Whether anything is left to be faint.
bool faint_search_run(struct faint_search *s);

// Something that decides reads this memory.
void faint_search_read(struct faint_search *s, const struct points_to_access *a);

// Of a search in which clocks stand still. Adds a call which is treated there in another way; false: it is
// not.
bool still_clocks_add_call(struct faint_search *s, uint32_t code);
// Adds what was read of copies that have been left out.
void still_clocks_follow_copies(struct faint_search *s);

#endif
