// What a machine answers: who can go on, what the last step did, what inputs have decided, what was learnt.
// Nothing here changes the state; the questions that take a machine which is not const try steps, and undo
// them.
#ifndef HEDDLE_MACHINE_QUESTIONS_H
#define HEDDLE_MACHINE_QUESTIONS_H

#include "machine/loop_seen.h"
#include "machine/machine.h"

// The decisions of the present event so far, in order, some perhaps more than once.
uint32_t machine_decisions(const struct machine *machine, const struct machine_decision **decisions);
// Hash of the nondeterministic choices after joins in the present execution, which belong to no event.
uint64_t machine_after_join_hash(const struct machine *machine);
enum thread_status {
    THREAD_ABSENT,  // not created in this execution
    THREAD_READY,   // has a next operation, enabled or not
    THREAD_JOINING, // waits for another thread's end
    THREAD_HELD, // has a next operation; one that it is interchangeable with goes first (interchangeable.h)
    THREAD_ENDED,
    THREAD_AT_EXIT,    // about to end the program: the other threads may still go on
    THREAD_ASSUME,     // an assumption does not hold: never goes on
    THREAD_VIOLATED,   // a property failed there: never goes on
    THREAD_BOUNDED,    // cut by --unwind
    THREAD_CAME_BACK,  // to the state of an earlier round of a loop, having changed nothing: never goes on
    THREAD_ENDLESS,    // goes round a loop without visible operations that nothing can end
    THREAD_UNMODELLED, // reached what heddle cannot model
    THREAD_STARTING,   // created in the present step; between steps only where machine_frozen
};

// Whether the thread has stopped for good without having ended, or is about to end the program: others that
// wait for ever beside it are no deadlock.
static inline bool thread_status_excuses(enum thread_status status)
{
    switch (status) {
    case THREAD_AT_EXIT:
    case THREAD_ASSUME:
    case THREAD_VIOLATED:
    case THREAD_BOUNDED:
    case THREAD_UNMODELLED: return true;
    default: return false;
    }
}

// Whether there is such a thread, and it has neither ended nor stopped for good, nor ends the program.
static inline bool thread_status_lives(enum thread_status status)
{
    return status != THREAD_ABSENT && status != THREAD_ENDED && !thread_status_excuses(status);
}

// Threads have numbers below this; see machine.h.
uint32_t machine_thread_limit(const struct machine *machine);
// Of a thread with a number below that.
enum thread_status machine_status(const struct machine *machine, uint32_t thread);
// Of the threads that have changed since the mark the next one, or MACHINE_MAX_THREADS; some come more than
// once. `*at` is UINT32_MAX before the first.
uint32_t machine_next_changed(const struct machine *machine, const struct machine_mark *mark, uint32_t *at);
// Threads besides main that were created and not joined.
uint32_t machine_unjoined(const struct machine *machine);
// The thread that a THREAD_JOINING thread waits for.
uint32_t machine_joins(const struct machine *machine, uint32_t thread);
// Whether the thread can execute its next operation now. False unless THREAD_READY. Between steps.
bool machine_enabled(const struct machine *machine, uint32_t thread);
// The threads for which machine_enabled is true.
struct thread_set machine_enabled_threads(const struct machine *machine);
// For a THREAD_CAME_BACK thread: whether memory differs from what it read in the last round of its loop (or
// it made a nondeterministic choice in that round), or going round would let a thread get somewhere in
// between. Then the execution is redundant: one without that round exists. Else the thread goes round for
// ever unless another changes that memory. To be asked where no thread is enabled.
bool machine_await_outdated(struct machine *machine, uint32_t thread);
// Whether the thread goes round a loop without effect for as long as memory stays as it is: stopped
// (THREAD_CAME_BACK, THREAD_ENDLESS), or not enabled because of it.
bool machine_spins(struct machine *machine, uint32_t thread);
// Whether a thread has stopped for good inside an atomic section (a failed assumption, a violation): no other
// thread can ever run then, so the execution is over. What the others would have done has to be explored from
// the state before it.
bool machine_frozen(const struct machine *machine);
// Which thread holds the mutex or spinlock that an operation is about (a lock, trylock or unlock), or the
// mutex that it waits with: its number, LOCK_FREE, or LOCK_UNKNOWN for other operations and what is no lock
// (any more).
#define LOCK_FREE 0xfffffffeu
#define LOCK_UNKNOWN 0xffffffffu
uint32_t machine_lock_holder(const struct machine *machine, const struct operation *operation);
// Which thread holds the mutex at the address (`spin`: the spinlock), where the memory is still there: as
// above.
uint32_t machine_lock_held_by(const struct machine *machine, uint64_t address, bool spin);
// Where no thread is enabled: whether one that is held (THREAD_HELD) could go on, so that the execution is
// not at its end; it goes on in one that is explored, but for who is who among interchangeable threads.
bool machine_waits_for_symmetric_thread(struct machine *machine);
// The next operation of a THREAD_READY thread. Valid until the machine steps or undoes.
const struct operation *machine_next(const struct machine *machine, uint32_t thread);
// What the last step executed: one operation, or everything an atomic section did.
uint32_t machine_event_accesses(const struct machine *machine, const struct access **accesses);
// An edge of happens-before between threads: `from` has created `to`, or has let it begin that was held
// (interchangeable.h); or with `join`, `to` goes on after the end of `from`.
struct machine_edge {
    uint32_t from, to;
    bool join;
};
// Those of the last step, in order.
uint32_t machine_edges(const struct machine *machine, const struct machine_edge **edges);
// With machine_options.unread_writes: what was decided about the order of events that commute, in the present
// execution. The order in which they were executed may be another one.
struct machine_order {
    uint32_t before, after; // numbers of events
};
uint32_t machine_orders(const struct machine *machine, const struct machine_order **orders);
// Whether some were decided while the last writes of other cells are open: those of the order of execution
// are in memory, which the decided orders may contradict.
bool machine_state_is_open(const struct machine *machine);

// Path condition and a model of it (values by input index), for witnesses.
const term *machine_path_condition(const struct machine *machine, uint32_t *count);
// Fills values[0 .. count - 1] with values of inputs that satisfy the path condition.
void machine_model(const struct machine *machine, uint64_t *values, uint32_t count);

// Where no thread is enabled: whether the threads stopped in a deadlock: some thread waits for ever, and does
// not run for ever, and neither the end of the program nor a stuck thread excuses it. Where deadlocks are not
// asked for who runs for ever is not, either: such a thread waits.
bool machine_deadlocked(struct machine *machine);
// Where no thread is enabled: whether there is no deadlock only since threads run for ever.
bool machine_only_runs_for_ever(struct machine *machine);
// Where no thread is enabled, of a thread that has not ended: whether it runs for ever: it goes round a loop
// that it could not leave whatever it found (docs/awaits.md), or waits for the end of a thread that does.
bool machine_runs_for_ever(struct machine *machine, uint32_t thread);
// Where the loop begins that such a thread goes round itself; NO_CODE: it joins, or does not run for ever.
uint32_t machine_loop_for_ever(struct machine *machine, uint32_t thread);
// Where no thread is enabled, of a thread that goes round a loop for ever: the function of heddle's C library
// that the program has called and in which the loop is, and where the user's code calls it; NULL, NO_CODE:
// the loop is the user's, or not known.
const char *machine_waits_in_call(struct machine *machine, uint32_t thread, uint32_t *code);

// The code index where a thread stands (its next operation); NO_CODE when it has none, or is in a native
// that was called through a pointer.
uint32_t machine_position(const struct machine *machine, uint32_t thread);
// The region, meant to be atomic (machine_options.atomic), in which the thread is: a number that no other
// region of that thread has; 0: in none.
uint32_t machine_region(const struct machine *machine, uint32_t thread);
// What the machine has learnt of the program (learnt.h), in the order in which it was learnt. A replay must
// be given it before it starts.
const struct learnt_fact *machine_facts(const struct machine *machine, uint32_t *count);
bool machine_knows(const struct machine *machine, const struct learnt_fact *fact);

// ---- for livelocks (explore/livelock.h)

// From here on, until the machine is restarted, it is noted which loop the thread of each step goes round.
void machine_trace_rounds(struct machine *machine);
// What has been noted in the last step; within one, so far. Where a choice in it is undone, what had been
// noted when the machine was marked is to be set again.
struct loop_seen machine_traced_round(const struct machine *machine);
void machine_set_traced_round(struct machine *machine, struct loop_seen seen);
// How many frames the thread has: as many as machine_stack finds.
uint32_t machine_depth(const struct machine *machine, uint32_t thread);
// Of a thread that is there, between steps: whether it is not enabled and waits, other than for the end of
// another thread which does not end: then that one may wait. One that goes round a loop without visible
// operations waits if the loop has a way out.
bool machine_is_starved(const struct machine *machine, uint32_t thread);
// Between steps: whether a thread that cannot go on would be interrupted by the handler of a signal, which
// has no model there. Reported.
bool machine_misses_signal(struct machine *machine);

// ---- for data races (explore/data_race.h)

// What a step did, in the order in which it happened: accesses by visible operations, and what synchronises.
// Kept only where PROPERTY_DATA_RACE is asked for. A key is a number (`address` plus `size`) that threads
// release to and acquire from.
enum note_kind {
    NOTE_ACCESS,        // to `size` bytes at `address`
    NOTE_ACQUIRE,       // what comes after it happens after what was released to the key
    NOTE_RELEASE,       // replaces what was released to the key by what came before in this thread
    NOTE_CONTRIBUTE,    // adds that to what was released to the key
    NOTE_PASS,          // what was released to the key moves to the key `address` plus `other`
    NOTE_FENCE,         // of that order
    NOTE_CREATE,        // of thread `other`
    NOTE_JOIN,          // of thread `other`, which has ended
    NOTE_SHARE,         // the object at `address`, that only its owner `other` used so far, becomes shared
    NOTE_AWAIT,         // the thread has come to an operation that waits, which may access this meanwhile
    NOTE_SECTION_BEGIN, // an atomic section
    NOTE_SECTION_END,
};
struct machine_note {
    uint8_t kind;      // enum note_kind
    uint8_t order;     // enum access_order, of accesses that are atomic
    uint8_t operation; // enum operation_kind, of an access; of a lock: the one that takes it
    bool write : 1;    // of an access
    bool atomic : 1;   // an access that races with no other atomic one
    bool lock : 1;     // acquiring: of a lock, which is held from here on; releasing: which is no longer held
    bool within : 1;   // SHARE: by the access noted before
    bool first : 1;    // SECTION_BEGIN: no other thread exists, so that it comes before all of theirs
    uint16_t origin_high; // SHARE: see machine_note_fact
    uint32_t origin_low;
    uint32_t thread, code; // who and where; NO_CODE: a native that no code calls, as a thread or a destructor
    uint32_t other;        // ACCESS: its place in the user's code, where `code` is in the runtime library
    uint64_t address, size;
};
// The notes of all steps so far; those of the last step are [*begin, *end).
const struct machine_note *machine_notes(const struct machine *machine, uint32_t *begin, uint32_t *end);
// Of NOTE_SHARE and NOTE_AWAIT: the fact that the object is shared from its birth, that the operation's
// rounds have to be executed.
struct learnt_fact machine_note_fact(const struct machine_note *note);

#endif
