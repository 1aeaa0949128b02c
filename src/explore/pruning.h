// Assertion-guided pruning within a search (AGSE section 5): where an exploration tells summaries what it
// does and asks whether it can stop. What a reduction has to reverse at a cut, and what slept when a summary
// was made, is translated here; summary/summary.h knows neither.
#ifndef HEDDLE_EXPLORE_PRUNING_H
#define HEDDLE_EXPLORE_PRUNING_H

#include "base/bytes.h"
#include "explore/explore.h"
#include "explore/intern.h"
#include "machine/thread_set.h"
#include "summary/summary.h"

struct search;
struct pruning;

// Whether these options ask for pruning and allow it. *why_not: what does not allow it, NULL otherwise.
bool pruning_applies(const struct exploration_options *options, const char **why_not);
// `options`: those of the machine.
struct pruning *pruning_new(struct search *s, const struct machine_options *options);
void pruning_free(struct pruning *pruning);
void pruning_restart(struct search *s);
// Nothing is cut from here on, until the search restarts, nor kept for that. `why`: for people, where pruning
// was asked for; a literal, or NULL where that needs no word.
void pruning_stop(struct search *s, const char *why);
bool pruning_has_stopped(const struct search *s);
struct summary_statistics pruning_statistics(const struct pruning *pruning);

// All of these do nothing where there is no pruning.

// The machine is in a state between steps; before anything else is asked about it.
void pruning_state(struct search *s);
// Looks for summaries of the present state. PRUNING_CUT_ALL: it is covered, and the execution ends here.
// PRUNING_CUT_BUT: it is covered except for executions that begin with the threads in *but, all enabled: a
// choice point in that state needs no others. In both cases the races of the present execution with the
// summaries' pending reversals have been reversed. `but` NULL: only the first is asked for.
enum pruning_cut { PRUNING_CUT_NOTHING, PRUNING_CUT_BUT, PRUNING_CUT_ALL };
enum pruning_cut pruning_cuts(struct search *s, const struct thread_set *enabled, struct thread_set *but);
// After PRUNING_CUT_BUT, once the choice point has been pushed: what is cut there counts as explored below
// it.
void pruning_cut_but(struct search *s);
// What is cut at the newest choice point is explored all the same from now on
// (exploration_options.verify_cuts).
void pruning_verify(struct search *s);
// A choice was raised. Whether it is a branch that inputs decide, in a state that gets a summary.
bool pruning_at_branch(struct search *s);
// Whether that state is covered: then the step's event has to be finished, and pruning_reverse called.
bool pruning_covers_branch(struct search *s);
void pruning_reverse(struct search *s);
// Whether the state is worth a choice point although only one thread can go on: executions meet in the first
// such state, at the latest; and where they meet later, in what one thread does alone, one of a few events is
// soon reached.
bool pruning_marks(const struct search *s);
// A choice point has been pushed, and is known to the reduction; is about to be popped (state restored).
void pruning_push(struct search *s);
void pruning_pop(struct search *s);
// Whether events need labels (event.label).
bool pruning_labels_events(const struct search *s);
// An event became part of the trace.
void pruning_executed(struct search *s);
// What the last step noted for data races, once it is part of the trace.
void pruning_noted(struct search *s);
// The present execution ends.
void pruning_end(struct search *s, enum execution_end end);
// Appends the summaries that were made last, as many as fit into so many bytes, with the pending reversals
// and sleeping operations that they speak of by number.
void pruning_write(const struct pruning *pruning, uint64_t most_bytes, byte_vector *to);
// Before the first step of a search whose threads, labels, outcomes and terms have the numbers that they had
// when that was written. `carried`: for an earlier version of the program; else NULL. False: it is damaged.
bool pruning_read(struct search *s, const struct summary_carried *carried, struct byte_reader *from);
// Whether the present state is below a cut that is verified (exploration_options.verify_cuts).
bool pruning_verifies(const struct search *s);

#endif
