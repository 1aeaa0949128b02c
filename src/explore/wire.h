// The messages of a worker to the owner of choice points above its part, as bytes: what is to be explored
// from there, violations, results. Labels of events and what they decide go as lists, since each process
// numbers them by itself; threads and facts have the same numbers in all (parallel.h).
#ifndef HEDDLE_EXPLORE_WIRE_H
#define HEDDLE_EXPLORE_WIRE_H

#include "base/bytes.h"
#include "explore/search.h"
#include "explore/sequence.h"

// The first byte of a message; 0 is no message (workers.h).
enum wire_message {
    WIRE_SEQUENCE = 1, // is to be explored from a choice point: reverses a race
    WIRE_DEFERRED,     // a sequence that is to be tried once the search is back at the choice point
    WIRE_ANY,          // one of some threads is to be explored from there
    WIRE_THREADS,      // all of some threads are, in a reduction without sequences
    WIRE_EXPLORED,     // an event that was explored from there
    WIRE_KNOWN,        // what the first step decides is known
    WIRE_VIOLATION,
    WIRE_FINISHED, // an execution (exploration_options.finished)
    WIRE_LEARNT,   // the exploration has to start again
    WIRE_BESIDE,   // the result of another search
    WIRE_RESULT,   // the last message: the part is explored, or was given up
};

// Whether all outcomes in the sequence speak only of terms below `common`, which both processes number alike.
bool wire_can_carry(const struct search *s, term common, const struct sequence *sequence);
// Only for such a sequence.
void wire_add_sequence(byte_vector *to, const struct search *s, const struct sequence *sequence);
// The sequence, with clocks that are to be freed.
uint32_t *wire_read_sequence(struct byte_reader *from, struct search *s, struct sequence *sequence);

// An outcome that the other process could not read becomes one that no event has.
void wire_add_sleeper(byte_vector *to, struct search *s, term common, const struct sleeper *sleeper);
struct sleeper wire_read_sleeper(struct byte_reader *from, struct search *s);

// wire_violation.c
void wire_add_violation(byte_vector *to, const struct exploration_violation *v);
// One of the program. What names nothing of it, or is out of range, is damaged.
struct exploration_violation wire_read_violation(struct byte_reader *from, const struct program *program);

// Facts that were learnt; those that do not fit the program are damaged.
void wire_add_facts(byte_vector *to, const struct learnt_fact *facts, uint32_t count);
void wire_read_facts(struct byte_reader *from, const struct program *program, learnt_vector *facts);

// Those of the remarks that have been made since there were so many, or more often than `times` says.
void wire_add_remarks(byte_vector *to, const remark_vector *remarks, const uint64_t *times, uint32_t count);
// Adds them to the result's, each as a remark that was made so many times.
void wire_read_remarks(struct byte_reader *from, remark_vector *remarks);

#endif
