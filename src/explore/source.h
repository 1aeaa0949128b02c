// What source sets and wake-up trees keep, and how their files divide the work. Private to these:
//
// - source.c: choosing, what an executed event does to them, back at a choice point;
// - source_add.c: what is to be explored from a choice point;
// - source_reverse.c: which races and operations of an execution are to be reversed;
// - reversal.c: the sequence that reverses one of them;
// - source_deferred.c: reversals that are tried when the search is back at their choice point;
// - source_share.c: with several processes.
#ifndef HEDDLE_EXPLORE_SOURCE_H
#define HEDDLE_EXPLORE_SOURCE_H

#include "explore/search.h"
#include "explore/sequence.h"
#include "explore/wakeup.h"

#define NO_DONE 0xffffffffu

// Of a choice point.
struct source_point {
    struct sleep_span sleep; // inherited, and what was explored before the present child
    uint32_t inherited;      // where what it has inherited of `sleep` ends
    uint32_t explored;       // events begun since `sleep` was extended: the present child's by outcome, and
                             // those that workers explore; list in source_sets.done
    uint32_t wakeup;         // what is to be explored after the present child
    uint32_t deferred;       // reversals that wait for the point's state: index + 1 in source_sets.deferred
    bool covered;            // by a summary, but for the threads that it starts with
    bool freed; // with several processes: a thread was added freely in place of a sequence that could not be
                // reported, so that children begun from now on have weak sleepers
    bool given; // the first of `wakeup` is explored by a worker, and its event is not known yet
    // The present child was begun while another one was not explored to its end: which sequences are to be
    // explored below it is not all known. So what sleeps there counts only for sequences that have its event
    // (sleeper.weak), and its tree, which may lack other outcomes of its events, leads no further than to the
    // first of several.
    bool beside;
};

// A reversal that may be impossible: whether the last operation is enabled after the others is found out when
// the search is back at the choice point.
struct deferred_reversal {
    struct sequence sequence; // with clocks of its own
    uint32_t *clocks;         // owned; after those of the items, that of the last item's thread before it
    struct operation operation;
    uint32_t next;
};

struct explored_outcome {
    struct sleeper sleeper;
    uint32_t next;
};

struct source_sets {
    bool optimal; // wake-up trees of whole sequences; else source sets
    // A sequence was not whole (sequence.part); with several processes, none counts as whole then.
    bool partial;
    VECTOR(struct source_point) points; // by choice point
    struct sleepers sleepers;
    struct wakeup_pool wakeups;
    uint32_t wakeup; // trees to be explored from the present state on
    VECTOR(struct explored_outcome) done;
    uint32_t unused_done;
    VECTOR(struct deferred_reversal) deferred;
    uint32_t unused_deferred;   // index + 1
    uint32_t first_race;        // races before it have been reversed
    struct sequence sequence;   // scratch
    VECTOR(uint32_t) clock;     // scratch: of the sequence's last item
    VECTOR(uint32_t) before;    // scratch: of its thread before it
    VECTOR(bool) dependent;     // scratch: by thread
    VECTOR(struct race) races;  // scratch
    VECTOR(struct sleeper) set; // scratch
    VECTOR(bool) dropped;       // scratch
};

static inline struct source_sets *source_of(const struct search *s)
{
    return s->reduction_state;
}

// ---- source.c

// What was explored from the choice point sleeps from now on.
void source_put_explored_to_sleep(struct source_sets *r, struct source_point *p);
// Begins the first of what is to be explored from the choice point. False: its thread is not enabled there
// (see source_schedule); it is dropped, and all threads that are enabled are to be explored.
bool source_begin_first(struct search *s, uint32_t point, enum step_result *result);
// The event was explored from the choice point.
void source_note_explored(struct search *s, uint32_t point, struct sleeper sleeper);

// ---- source_add.c

// Whether all that starts with the sequence has been explored from the choice point or from one above it.
bool source_covers(struct search *s, uint32_t point, const struct sequence *sequence);
// To be called with each sequence that is made. With one process the first one that is not whole makes the
// search begin again with source sets, which lean on no sequence being whole (docs/design.md 7.17).
void source_note_sequence(struct search *s, const struct sequence *sequence);
// Whether a search with wake-up trees has met such a sequence, so that it is to begin again with source sets.
bool source_wants_source_sets(const struct search *s);
// Adds a sequence that is possible there, which may be changed. This and the next two return false where
// nothing was added: it is there, was explored, or sleeps.
bool source_add_sequence(struct search *s, uint32_t point, struct sequence *sequence);
// The first thread of a sequence, with all that can follow it; or any thread that can come first in it.
bool source_add_first(struct search *s, uint32_t point, const struct sequence *sequence);
bool source_add_beginning(struct search *s, uint32_t point, const struct sequence *sequence);
// One of the threads, with all that it decides and that may follow: `first`, or with several processes the
// one that is to be explored anyway. True: it was added, or reported to the owner.
bool source_add_any(struct search *s, uint32_t point, uint32_t first, const struct thread_set *threads);
// A thread with all that it decides and that may follow; it, or all that are enabled there.
void source_add_thread(struct search *s, uint32_t point, uint32_t thread);
void source_add_threads(struct search *s, uint32_t point, uint32_t thread, bool alone);
// A summary covers the choice point, but for what follows: all threads that are enabled there, after all.
void source_uncover(struct search *s, uint32_t point);
// Adds a thread to wake-up trees.
bool source_append_thread(struct source_sets *r, uint32_t *trees, uint32_t thread);

// ---- source_reverse.c: of `struct reduction`

void source_finish(struct search *s);
enum reversal_start source_reverse_pending(struct search *s, uint32_t event,
                                           const struct pending_reversal *reversal);

// ---- source_deferred.c

// Keeps a copy of the sequence with the choice point, for when the search is back there. `before`: clock of
// the last event's thread before it, NULL: nothing was before.
void source_defer(struct search *s, uint32_t point, const struct sequence *sequence, const uint32_t *before,
                  const struct operation *operation);
// Tries the reversals that wait for the choice point's state, where the search is now.
void source_resolve_deferred(struct search *s, uint32_t point);
// Ends source_sets.deferred[index - 1].
void source_release_deferred(struct source_sets *r, uint32_t index);

// ---- source_share.c

// Keeps a reversal that may be impossible for when the search is back at the choice point, or reports its
// owner. `before`: the clock of the last item's thread before it; NULL: nothing was before.
void source_add_deferred(struct search *s, uint32_t point, const struct sequence *sequence,
                         const uint32_t *before, const struct operation *operation);
// A worker has reported that an event was explored from the choice point.
void source_add_explored(struct search *s, uint32_t point, const struct sleeper *sleeper);
extern const struct reduction_sharing source_sharing;

// ---- reversal.c: the sequence that reverses a race, and the order of the present execution it is made from

// The operation that is to come first: executed later (`second`), or still pending (NO_EVENT).
struct reversed {
    uint32_t second, thread, count, label;
    const uint32_t *before;            // clock of its thread before it, NULL: nothing was
    const struct operation *operation; // where it may block
};

// Clock of the event's thread before it, and of a thread at the end; NULL: nothing was.
const uint32_t *reversal_clock_before(struct search *s, uint32_t event);
const uint32_t *reversal_present_clock(struct search *s, uint32_t thread);
// Makes source_sets.sequence: what follows the event `first` without depending on it, and then `reversed`.
// Valid until the next.
void reversal_build(struct search *s, uint32_t first, const struct reversed *reversed);
// Only what follows the event without depending on it; and to add `reversed` to that.
void reversal_build_executed(struct search *s, uint32_t first);
void reversal_append(struct search *s, const struct reversed *reversed);
// Fills in the clock of a sequence's last item, which holds that of its thread before it.
void reversal_finish_clock(struct search *s, struct sequence *sequence, uint32_t *clock);

#endif
