// One symbolic multithreaded machine: what an exploration drives (docs/design.md 3 and 5). A second machine,
// one that controls a native process, could implement the same functions.
//
// The machine is always stopped at a state where every thread is either about to execute a visible operation
// (machine_next), or over, or stuck. machine_step lets one enabled thread execute its operation and
// everything invisible after it. Creation and join of threads are not visible operations: a new thread runs
// to its first visible operation when it is created, and a joiner goes on in the step that ends the thread it
// waits for. While no other unjoined thread exists, nothing is visible.
//
// Identity: a thread's number is canonical, interned by creation path, the same in every interleaving,
// whether or not the thread exists in the present one. Numbers of threads that do not exist (yet) may lie
// between those that do.
#ifndef HEDDLE_MACHINE_MACHINE_H
#define HEDDLE_MACHINE_MACHINE_H

#include "analysis/relevance.h"
#include "machine/learnt.h"
#include "program/program.h"
#include "program/property.h"
#include "smt/smt.h"
#include "term/term.h"

#include <stdbool.h>
#include <stdint.h>

#define MACHINE_MAX_THREADS 256u
#define MACHINE_MAX_CHILDREN 100000u // the highest number in a thread's name
#define OPERATION_MAX_ACCESSES 4u

enum operation_kind {
#define OPERATION(name, ...) OPERATION_##name,
#include "machine/operations.def"
    OPERATION_KIND_COUNT
};

// What is known of a kind of operation; operations.def says what each means.
enum operation_trait {
    OPERATION_LOCKS = 1,
    OPERATION_UNLOCKS = 2,
    OPERATION_HIDES = 4,
    OPERATION_FOLLOWED = 8,
    OPERATION_REPEATS = 16,
};
struct operation_facts {
    const char *name;
    unsigned traits; // enum operation_trait, together
    const char *waiting, *stuck;
};
extern const struct operation_facts operation_facts[OPERATION_KIND_COUNT];
static inline const char *operation_name(enum operation_kind kind)
{
    return operation_facts[kind].name;
}
static inline bool operation_has(enum operation_kind kind, enum operation_trait trait)
{
    return operation_facts[kind].traits & trait;
}

// Memory is sequentially consistent; the memory orders (enum access_order of program.h) decide which accesses
// happen before which for data races.

// Accesses that commute with each other: updates whose results are not used, unread writes; COMMUTE_NO: any
// other.
enum access_commute {
    COMMUTE_NO,
    COMMUTE_ADD,
    COMMUTE_AND,
    COMMUTE_OR,
    COMMUTE_XOR,
    COMMUTE_MIN,
    COMMUTE_MAX,
    COMMUTE_UMIN,
    COMMUTE_UMAX,
    COMMUTE_STORE // a plain write to memory that nobody reads meanwhile (machine_options.observers)
};

// A range of memory an operation touches. Synchronisation is memory too: a lock writes its mutex.
struct access {
    uint64_t address, size;
    bool write;
    bool atomic;
    uint8_t order;   // enum access_order
    uint8_t commute; // enum access_commute
    bool partial;    // some of the range, an input decides which
};

// A private critical section (docs/peeking.md) is a lock that only reads.
struct operation {
    enum operation_kind kind;
    uint32_t access_count;
    bool await;    // a read or update that waits until it can leave its loop
    bool lifetime; // all that matters of its accesses is that the memory is there
    struct access access[OPERATION_MAX_ACCESSES];
};

// The address of the mutex, barrier, variable, ... that the operation is about; 0: none.
uint64_t operation_object(const struct operation *operation);

static inline bool access_overlap(const struct access *a, const struct access *b)
{
    return a->address < b->address + b->size && b->address < a->address + a->size;
}

// Two operations are dependent if two of their ranges overlap, one of them written, unless both update the
// same memory in a way that commutes.
static inline bool access_conflict(const struct access *a, const struct access *b)
{
    return (a->write || b->write) && access_overlap(a, b) &&
           !(a->commute && a->commute == b->commute && a->address == b->address && a->size == b->size);
}

enum thread_status {
    THREAD_ABSENT,  // not created in this execution
    THREAD_READY,   // has a next operation, enabled or not
    THREAD_JOINING, // waits for another thread's end
    THREAD_ENDED,
    THREAD_AT_EXIT,    // about to end the program: the other threads may still go on
    THREAD_ASSUME,     // an assumption does not hold: never goes on
    THREAD_VIOLATED,   // a property failed there: never goes on
    THREAD_BOUNDED,    // cut by --unwind
    THREAD_AWAIT,      // has gone round a loop without effect: never goes on (machine_await_outdated)
    THREAD_ENDLESS,    // goes round a loop without visible operations that nothing can end
    THREAD_UNMODELLED, // reached what heddle cannot model
    THREAD_STARTING,   // created in the present step; seen between steps only where no other can ever run
};

const char *property_name(enum property property);

// What the machine tells about an execution, as it happens. `thread` is a canonical thread number.
enum report_kind {
    REPORT_VIOLATION,
    REPORT_STOPPED, // what would be a violation, but its property is not asked for, stops a thread
    REPORT_UNMODELLED,
    REPORT_WARNING,
    REPORT_BOUND,
    REPORT_UNKNOWN
};
struct machine_report {
    enum report_kind kind;
    enum property property; // for violations
    const char *message;    // valid during the call
    uint32_t thread;
    uint32_t code; // index in program.code of where it happened; NO_FUNCTION: none
    // Not 0: inputs decide on an address or the like, and the message names one of several values. Reports of
    // one place with the same number are about the same.
    uint8_t any_value;
};

// An access as the replay shows it.
struct machine_access_shown {
    uint32_t thread;
    uint32_t code; // in the user's code
    enum operation_kind kind;
    uint64_t address;
    uint32_t width; // bits; 0: no value to show
    uint64_t value; // read or written (the new value of an update)
    bool is_pointer, is_float;
};

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
    NOTE_JOIN,          // the same
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
    uint16_t origin_high; // SHARE: see machine_note_fact
    uint32_t origin_low;
    uint32_t thread, code; // who and where
    uint32_t other;        // ACCESS: its place in the user's code, where `code` is in the runtime library
    uint64_t address, size;
};

struct machine_hooks {
    void *context;
    void (*report)(void *context, const struct machine_report *report);
    // Every visible operation executed; only set in replays.
    void (*shown)(void *context, const struct machine_access_shown *shown);
    // After the accesses of an operation were noted, from note `first` on; only set in replays.
    void (*noted)(void *context, uint32_t thread, uint32_t first);
    // Bytes the program printed (file descriptor 1 or 2).
    void (*output)(void *context, int fd, const char *bytes, size_t count);
    // Called every million instructions or so inside a step; true: stop as soon as possible (budget, Ctrl-C).
    bool (*interrupt)(void *context);
    // Only with machine_options.observers: whether the event `last` can have come after the `count` others,
    // in an execution with the same order of dependent events and the orders of machine_orders. Events are
    // numbered from 0, the present one included.
    bool (*may_be_last)(void *context, uint32_t last, const uint32_t *others, uint32_t count);
};

struct machine_options {
    uint32_t properties; // 1 << enum property
    uint64_t unwind;     // 0: none
    bool spurious;       // condition variables wake up without a signal
    bool malloc_may_fail;
    bool create_may_fail; // threads cannot always be created
    bool weak_cas_fails;  // a weak compare-exchange may fail where it could succeed
    bool prefer_writers;  // no read-write lock lets readers in while a writer waits
    bool time_may_pass;   // any time, before each look at a clock
    bool reuse;           // addresses of released blocks may come back, where it matters (docs/machine.md)
    bool commute;         // updates whose results are not used commute (struct access)
    bool peek;            // private critical sections are one operation (docs/peeking.md)
    bool observers;       // the order of writes that nobody reads is left open (docs/reduction.md)
    // By instruction of the program: enum relevance; NULL: all of it matters. May change before a
    // restart.
    const uint8_t *relevance;
    bool watch;               // some instructions are to be watched
    bool journal;             // keep what was executed (machine_journal)
    bool concrete;            // replay: inputs come from `input_value`, nothing is symbolic
    const char *const *havoc; // names of functions that return anything
    uint32_t havoc_count;
    const char *const *arguments; // argv[1..] of the checked program
    uint32_t argument_count;
    uint64_t stack_size;     // of main, and of threads that do not ask for another; 0: no limit
    uint32_t symbolic_cells; // how many cells a symbolic index may reach before it is forked over (0: 1024)
    // concrete: the value of an input; kind as it would be made
    uint64_t (*input_value)(void *context, uint64_t maker, uint64_t number, unsigned width);
    void *input_context;
};

struct machine;
struct machine *machine_new(const struct program *program, struct terms *terms, struct smt *smt,
                            const struct machine_options *options, const struct machine_hooks *hooks);
void machine_free(struct machine *machine);

enum step_result {
    STEP_DONE,        // stopped at the next state
    STEP_CHOICE,      // inside a transition: machine_choice tells between what; go on with machine_choose
    STEP_INTERRUPTED, // hooks.interrupt said so; the state is not one to go on from
    STEP_RESTART,     // a thread reached memory believed private to another, or the like was learnt: the
                  // exploration has to start again (with machine_restart); sound since the execution so far
                  // is the same either way
};

// A choice within a transition: a symbolic branch with both sides feasible (count 2: 0 false, 1 true), or a
// nondeterministic one with alternatives 0 .. count - 1.
struct machine_choice {
    uint32_t thread, count;
    bool branch, joined; // joined: as in a decision
    bool order;          // which of several stores was the last (machine_orders); no choice in a replay
    term condition;      // of a branch
};

// Creates main and runs it to its first visible operation.
enum step_result machine_start(struct machine *machine);
enum step_result machine_step(struct machine *machine, uint32_t thread);
const struct machine_choice *machine_choice(const struct machine *machine);
enum step_result machine_choose(struct machine *machine, uint32_t alternative);

// What was decided in an event, by the solver alone or by machine_choose: the same conditions come out, in
// another execution, when the event has the same past.
struct machine_decision {
    term condition;       // of a branch; TERM_NONE: a nondeterministic choice
    uint32_t alternative; // as of machine_choose
    bool branch;
    bool joined; // after a join in the same step: it depends on more than the event's past
    uint32_t thread;
};
// The decisions of the present event so far, in order, some perhaps more than once.
uint32_t machine_decisions(const struct machine *machine, const struct machine_decision **decisions);
// Hash of the nondeterministic choices after joins in the present execution, which belong to no event.
uint64_t machine_joined_hash(const struct machine *machine);
// Adds a condition to the path condition, between steps, as a decision of the next event. False: the solver
// does not find it satisfiable; nothing was added.
bool machine_assume(struct machine *machine, const struct machine_decision *decision);
// After STEP_RESTART: back to before machine_start, keeping what was learnt.
void machine_restart(struct machine *machine);
// Whether something was learnt, in a step that was tried and undone, that makes a restart necessary: the next
// machine_step would say so.
bool machine_must_restart(const struct machine *machine);

// Threads have numbers below this; see above.
uint32_t machine_thread_limit(const struct machine *machine);
enum thread_status machine_status(const struct machine *machine, uint32_t thread);
// Whether the thread can execute its next operation now. False unless THREAD_READY. Between steps.
bool machine_enabled(const struct machine *machine, uint32_t thread);
// The same of all threads: a bit each, MACHINE_MAX_THREADS of them. Valid until the machine steps or undoes.
const uint64_t *machine_enabled_threads(const struct machine *machine);
// For a THREAD_AWAIT thread: whether memory differs from what it read in the last round of its loop (or that
// round was its choice), or going round would let a thread get somewhere in between. Then the execution is
// redundant: one without that round exists. Else the thread goes round for ever unless another changes that
// memory. To be asked where no thread is enabled.
bool machine_await_outdated(struct machine *machine, uint32_t thread);
// Whether the thread goes round a loop without effect for as long as memory stays as it is, stopped
// (THREAD_AWAIT) or not enabled because of it.
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
// Whether the operation can be disabled in some state.
bool machine_may_block(const struct operation *operation);
// The next operation of a THREAD_READY thread. Valid until the machine steps or undoes.
const struct operation *machine_next(const struct machine *machine, uint32_t thread);
// What the last step executed: one operation, or everything an atomic section did.
uint32_t machine_event_accesses(const struct machine *machine, const struct access **accesses);
// Threads created and joined in the last step, in order: edges for happens-before.
struct machine_edge {
    uint32_t from, to;
    bool join;
}; // join: `to` goes on after the end of `from`
uint32_t machine_edges(const struct machine *machine, const struct machine_edge **edges);
// Of NOTE_SHARE and NOTE_AWAIT: the fact that the object is shared from its birth, that the operation's
// rounds have to be executed.
struct learnt_fact machine_note_fact(const struct machine_note *note);
// With machine_options.observers: what was decided about the order of events that commute, in the present
// execution. The order in which they were executed may be another one.
struct machine_order {
    uint32_t before, after; // numbers of events
};
uint32_t machine_orders(const struct machine *machine, const struct machine_order **orders);
// The notes of all steps so far; those of the last step are [*begin, *end).
const struct machine_note *machine_notes(const struct machine *machine, uint32_t *begin, uint32_t *end);
// True while thread t is inside an atomic section: no other thread may be scheduled (unless t is blocked in
// it).
bool machine_atomic(const struct machine *machine, uint32_t *thread);

// Undo. A mark stays valid until an older one is undone. Undoing restores the state exactly.
#define MACHINE_OBSERVED 7u
struct machine_mark { // sizes
    uint32_t cells, lines, frames, threads, changed_objects, cores, objects;
    uint32_t accesses, edges, decisions, condition, models, guesses;
    uint32_t observed[MACHINE_OBSERVED];
};
struct machine_mark machine_mark(struct machine *machine);
void machine_undo(struct machine *machine, const struct machine_mark *mark);

// Path condition and a model of it (values by input index), for witnesses.
const term *machine_path_condition(const struct machine *machine, uint32_t *count);
// With machine_options.relevance: makes the model one with which a replay takes the same sides of irrelevant
// branches. False: there is none; then some of them have to be relevant, and the exploration to start again
// (machine_must_restart).
bool machine_settle_guesses(struct machine *machine);
// Fills values[0 .. count - 1] with values of inputs that satisfy the path condition.
void machine_model(struct machine *machine, uint64_t *values, uint32_t count);

// At the end of an execution (no thread enabled): checks leak and thread-leak (if asked for), reports through
// the hooks.
void machine_end(struct machine *machine);
// Whether the ends reached are a deadlock: some thread waits forever, and neither the end of the program nor
// a stuck thread excuses it.
bool machine_deadlocked(struct machine *machine);

// ---- what preconditions of the future need (src/summary); only with machine_options.journal

// The words of machine/journal_words.h for all that was executed since the first thread was created, oldest
// first. Valid until the machine steps or undoes.
uint32_t machine_journal(const struct machine *machine, const uint64_t **words);
// Notes what the threads' next operations are about.
void machine_journal_pending(struct machine *machine);
// After a step that is over: notes why threads are enabled or not.
void machine_journal_enabled(struct machine *machine);
// At the end of an execution: notes what waiting for ever (THREAD_AWAIT) depends on.
void machine_journal_waiting(struct machine *machine);
// The same of what thread-leak depends on.
void machine_journal_end(struct machine *machine);
// An instruction of the journal: those beyond the program's own call natives through pointers.
const struct instruction *machine_instruction(const struct machine *machine, uint32_t code);

// The global control location, as a hash of 128 bits: for all threads their call stacks and what else decides
// how they go on besides registers and memory, and which objects are alive. Equal in executions that differ
// only in the content of registers and memory.
struct machine_location {
    uint64_t words[2];
};
struct machine_location machine_location(const struct machine *machine);
// Within a step, where machine_at_branch.
struct machine_location machine_location_in_step(const struct machine *machine);
// After STEP_CHOICE: whether inputs decide at a branch in the code of the running thread, which has executed
// its operation and is in no atomic section, so that nothing else belongs to its event; and there is a
// journal.
bool machine_at_branch(const struct machine *machine);
// Whether some of what the location stands for depends on inputs: what a thread was given or has returned.
bool machine_location_has_inputs(const struct machine *machine);

// Present content of a register (by its number on the thread's stack of registers), or of up to eight bytes
// of memory.
struct machine_content {
    uint64_t bits;
    term t;     // not TERM_NONE: it depends on inputs; then the bits mean nothing
    bool known; // false: memory that was never written, or that does not exist, or bytes of several terms;
                // the bits are then a number, equal where all of that is equal
};
struct machine_content machine_register(const struct machine *machine, uint32_t thread, uint32_t number);
struct machine_content machine_memory(const struct machine *machine, uint64_t address, uint32_t size);

// The code index where a thread stands (its next operation); NO_FUNCTION when it has none, or is in a native
// that was called through a pointer.
uint32_t machine_position(const struct machine *machine, uint32_t thread);
// From here on counts how often loop heads are passed, which costs a little time.
void machine_count_loops(struct machine *machine);
// How often that was, of the LOOP at `code` in the thread's innermost (0) or another frame.
uint64_t machine_loop_rounds(const struct machine *machine, uint32_t thread, uint32_t frame, uint32_t code);
// Its call stack, innermost first, as code indices; returns how many were written.
uint32_t machine_stack(const struct machine *machine, uint32_t thread, uint32_t *code, uint32_t limit);
// The same in the user's code: inside the runtime library, the call that led there.
uint32_t machine_user_position(const struct machine *machine, uint32_t thread);
// Creation path of a thread, "main", "main.1", "main.2.1"; owned by the machine.
const char *machine_thread_name(const struct machine *machine, uint32_t thread);
// Interns threads in the order of these names (from a witness), so that numbers, and with them addresses,
// come out equal.
bool machine_intern_thread(struct machine *machine, const char *name);
// What the machine has learnt of the program (learnt.h), in the order in which it was learnt. A replay must
// be given it before it starts.
const struct learnt_fact *machine_facts(const struct machine *machine, uint32_t *count);
bool machine_knows(const struct machine *machine, const struct learnt_fact *fact);
// Adds one that is not known yet; between executions, or followed by machine_restart.
void machine_add_fact(struct machine *machine, struct learnt_fact fact);
// Name of an input for people ("n", "nondet_int()", "uninitialised buffer+4"), owned by the caller.
char *machine_input_name(const struct machine *machine, uint64_t maker, uint64_t number);
// Describes an address for people: "counter", "queue+8", "byte 4 of block of 16 bytes allocated at
// a.c:10".
// Into `text`.
void machine_describe_address(const struct machine *machine, uint64_t address, char *text, size_t size);
// Whether that is the address of what clocks show, and then its content as a text: seconds.
bool machine_describe_time(const struct machine *machine, uint64_t address, uint64_t bits, char *text,
                           size_t size);
// Whether the address is in a variable of heddle's C library.
bool machine_is_library_memory(const struct machine *machine, uint64_t address);

// Hash of the values of all memory that exists (threads' ends included), for comparing final states in tests;
// it does not depend on the order of execution.
uint64_t machine_state_hash(const struct machine *machine);

struct machine_statistics {
    uint64_t instructions, steps;
    uint64_t peak_objects;
};
const struct machine_statistics *machine_statistics(const struct machine *machine);

#endif
