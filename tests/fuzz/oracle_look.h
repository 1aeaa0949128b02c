// One exploration of a program under one setting, and what it saw.
#ifndef HEDDLE_FUZZ_ORACLE_LOOK_H
#define HEDDLE_FUZZ_ORACLE_LOOK_H

#include "oracle.h"

#include "base/bytes.h"
#include "explore/carried.h"

struct setting {
    const char *name;
    enum por_algorithm por;
    uint64_t seed; // of random walks
    bool refined;  // observers and commuting updates
    bool outcome;  // what changed nothing has only read
    bool peek;
    bool threads; // those that nobody tells apart begin in one order
    enum slice_mode slice;
    uint32_t properties; // asked for, 1 << enum property; 0: all of the default
    const struct slicing_known
        *known; // where is looked (explore.h), for just these properties; NULL: everywhere
    bool prune, verify_cuts;
    bool prune_late;         // --prune=auto
    uint64_t entries, nodes; // of summaries; 0: the default
    // Not 0: the search is stopped after so many executions, and another one goes on from its checkpoint,
    // until one comes to the end.
    uint64_t pieces;
    uint32_t jobs;                 // processes; 0: one
    uint64_t parts;                // not 0: explored part by part (split.h), drawn from this number
    uint32_t whole_sequences;      // exploration_options
    bool keeps_summaries;          // seen.summaries
    const struct carried *carried; // of an earlier version; NULL: none
    uint64_t inputs; // not 0: every input has a value that follows from this number; 0: inputs are symbolic
};

// Of a setting: all rules of --independence that are on by default.
#define EVERY_INDEPENDENCE .refined = true, .outcome = true, .peek = true

// Executions before a restart (explore.h) count no more.
struct seen {
    value_set traces, states;
    text_set violations;
    bool refused;  // a checkpoint (setting.pieces)
    bool printed;  // the present execution has printed something
    uint32_t last; // the last four bytes printed: the checksum of final states
    value_set checksums;
    bool violations_only;    // asked for: traces, final states and checksums stay empty
    uint64_t record_size;    // asked for: what is printed in one piece of that size is kept in `records`
    VECTOR(uint8_t) records; // one after the other
    uint64_t executions;
    uint64_t repeated; // executions with a trace that another one had
    uint64_t sleep_blocked;
    uint64_t parts;   // that were explored by other processes
    uint64_t resumed; // searches that went on from a checkpoint
    uint64_t before;  // executions of the searches before the last one
    uint64_t hits;    // executions cut by a summary
    uint64_t partly;  // states where one cut some of what could be explored
    bool not_pruned;  // pruning was left off
    uint64_t dropped; // summaries that had to make room
    char *wrong;      // internal error; owned
    char *reason;     // why inconclusive; owned
    text_set reasons; // all of them, with their lines
    bool limited;     // one of them need not be told in every exploration: a budget, the solver
    bool symbolic;    // final states hold terms, which have names of their own in each exploration
    byte_vector checkpoint;
    byte_vector summaries;          // that the search has left for a later version of the program
    uint64_t carried, carried_hits; // that it began with; how often they have cut
    bool kept;                      // the last search has left one
    bool varying;                   // what some operations touch depends on what happened before
    bool returning; // identifiers come back, and walks may not have come to where that is learnt
};

// Only what is asked for is read of *seen; the rest is overwritten, and the caller's to release.
void look(const struct program *program, const struct oracle_options *options, const struct setting *setting,
          uint64_t max_executions, struct seen *seen);
void free_seen(struct seen *seen);

// Whether a setting looks for that kind of violation ("KIND at LINE: ...").
bool looks_for(const struct setting *setting, const char *violation);
// The same for the properties by themselves.
bool property_in(uint32_t properties, const char *violation);
// What is wrong with the violations under a setting, if those of the reference are right; NULL: nothing.
// Owned by the caller.
char *compare_violations(const struct setting *setting, const char *where, const struct seen *reference,
                         const text_set *violations);
// The same for why the result is inconclusive, where that is not for a lack of time.
char *compare_reasons(const struct setting *setting, const struct seen *reference, const struct seen *seen);
// Whether the solver gave up a query, which depends on the machine's load: what was not found then is no
// difference.
bool is_undecided(const struct seen *seen);
// As compare_violations, where the program asserts that it does not end in one state: the violations must be
// the others, and its own if the state is reached. `state` names it.
char *compare_forbidden(const struct program *program, const struct oracle_options *options,
                        const struct setting *setting, const struct seen *reference, const char *state,
                        bool reached);

// The global PREFIX_NUMBER; NULL: there is none.
const struct global *find_global(const struct program *program, const char *prefix, uint32_t number);
// Forbids a final state: the program asserts that its checksum is another one. `forbidden`: the global of
// that name.
void forbid_checksum(struct program *program, const struct global *forbidden, uint32_t checksum);

// A batch of which one program is selected at a time: its main, and its globals without those of the others.
// The data of globals can be written meanwhile.
struct batch {
    struct program *program;
    uint8_t *data; // what it was
    struct global *globals;
    uint32_t globals_count;
    struct outside_address *outside_addresses;
    uint32_t outside_addresses_count;
};
void batch_open(struct batch *batch, struct program *program);
bool batch_select(const struct batch *batch, uint32_t number); // false: there is no such program
void batch_close(const struct batch *batch);

// Calls check for each program of the batch, with program->data writable.
void oracle_each(struct program *program, const struct oracle_options *options,
                 void (*check)(struct program *program, const struct oracle_options *options,
                               uint32_t number));

#endif
