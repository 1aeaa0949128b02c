// Which values never decide anything (faint variables, the strengthening of liveness known since Giegerich,
// Möncke and Wilhelm, 1981): a value is *faint* if nothing but computations of faint values, and stores to
// memory that only they read, ever uses it. A counter that is counted and never looked at is faint, however
// often it is read and written for counting.
//
// What decides: conditions of branches and switches, but for those that only choose how a thread passes time
// (idle.h); addresses of accesses and calls; divisors, amounts that
// are shifted by, sizes; all that natives are given or read (synchronisation, output, assertions,
// assumptions, memory functions); compare-exchanges; what of floating point has no model; what a thread
// returns where it is joined; and everything that one of these uses, through registers, calls and memory.
// Only instructions that cannot fail, choose or stop because of an operand are left to compute faint values.
//
// Executions of which the states differ only in faint values go on alike: the same instructions but idle
// ones, addresses, choices and failures (docs/awaits.md has the argument). This holds for properties that do
// not look at values themselves: not for `uninitialised` and `leak`. For `overflow` signed arithmetic decides
// as well, but for counters that take very long to overflow (counters.h); for `exit`, what
// main returns.
//
// Of what clocks show, the seconds alone may decide nothing, which lets clocks stand still (machine/clock.h).
// When a time-out is over is not known anyway; whether the nanoseconds of its deadline are a valid number is
// taken to be what it is at the time that clocks show then (docs/limits.md).
//
// The analysis rests on points_to.h and dependence.h, with their assumptions. Memory is classified by place,
// whatever the order of accesses: of each abstract object, the bytes that nothing which decides may read.
#ifndef HEDDLE_ANALYSIS_FAINT_H
#define HEDDLE_ANALYSIS_FAINT_H

#include "analysis/points_to.h"

struct faint_values;

// For the properties that are asked for (1 << enum property), of which OVERFLOW and EXIT make a difference.
// Owned by the caller; refers to the program. NULL: nothing is faint. For analyses.h, which keeps the result.
struct faint_values *faint_values_compute(const struct program *program, uint32_t properties);
// Whether no decision depends on the seconds that clocks show, in executions in which clocks stand still: on
// the result of PROGRAM_LOOK. Properties: as above.
bool faint_seconds(const struct program *program, uint32_t properties);
void faint_values_free(struct faint_values *values);

// Whether nothing is decided by what the instruction reads from a register: `slot` is the field of the
// instruction (or of its EXTRA) that names it.
bool faint_operand(const struct faint_values *values, uint32_t code, const uint32_t *slot);

// Whether the instruction is executed or not as faint values have it (idle_is_chosen).
bool faint_choose(const struct faint_values *values, uint32_t code);

// The faint ones among the 64 bytes from 64 * `line` on, a bit each, of all objects of that kind (GLOBAL,
// THREAD_LOCAL, STACK or HEAP) and index (enum abstract_kind).
uint64_t faint_line(const struct faint_values *values, enum abstract_kind kind, uint32_t index,
                    uint64_t line);

#endif
