// One symbolic multithreaded machine: what an exploration drives (docs/design.md 3 and 5). A second machine,
// one that controls a native process, could implement the same functions.
//
// Between steps every thread is before a visible operation (machine_next), waits in a join, has ended, or has
// stopped for good (enum thread_status). machine_step lets one enabled thread execute its operation and
// everything invisible after it. Creation, ends and joins of threads are not visible, unless the program was
// learnt to need it (LEARNT_VISIBLE_JOINS, LEARNT_VISIBLE_ENDS): a new thread runs to its first visible
// operation in the step that creates it, after its creator has stopped, and a joiner goes on in the step that
// ends the thread it waits for. As long as every thread that was created has been joined, nothing is visible.
//
// Identity: a thread's name is its creation path. Its number is given when that path is first met, and kept
// over undo and restart: it is the same in every interleaving, whether or not the thread exists in the
// present one. Numbers of threads that do not exist (yet) may lie between those that do.
//
// The interface, with what its headers include: this one drives the machine; questions.h asks what a step did
// and what threads can do; describe.h names things for people; recorded.h and journal_words.h say what
// preconditions of the future need (src/summary), followed.h what predictions need of an execution
// (src/predict); visited.h keeps sets of states. All other headers are private to src/machine.
//
// Within a step, what does not belong to memory, threads, stepping or undo takes part as an observer: loops
// that wait, private critical sections, the journal, and others. observer.h lists them, and when they are
// called.
#ifndef HEDDLE_MACHINE_MACHINE_H
#define HEDDLE_MACHINE_MACHINE_H

#include "analysis/relevance.h"
#include "base/bytes.h"
#include "machine/learnt.h"
#include "machine/operation.h"
#include "machine/thread_set.h"
#include "program/program.h"
#include "program/property.h"
#include "smt/smt.h"
#include "term/term.h"

#include <stdbool.h>
#include <stdint.h>

#define MACHINE_MAX_CHILDREN 100000u // the highest number in a thread's name

// What the machine tells about an execution, as it happens. `thread` is a canonical thread number.
enum report_kind {
    REPORT_VIOLATION,
    REPORT_STOPPED, // a thread stopped at the violation of a property that is not checked
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
    uint32_t code; // index in program.code of where it happened; NO_CODE: none
    // Not 0: inputs decide on an address or the like, and the message names one of several values. Of one
    // place, reports with equal numbers are reports of one violation.
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

// Each may be NULL, but for `may_be_last` where it is needed. Not called in steps that are only tried. While
// `report` is called, often in the middle of a step, the machine may be asked (questions.h, describe.h) and
// machine_confirm_guesses called; nothing else.
struct machine_hooks {
    void *context;
    void (*report)(void *context, const struct machine_report *report);
    // Every visible operation executed; only set in replays.
    void (*shown)(void *context, const struct machine_access_shown *shown);
    // Of each access that is hidden since it is irrelevant (relevance.h), before it is executed: no value.
    void (*hidden)(void *context, const struct machine_access_shown *shown);
    // After the accesses of an operation were noted, from note `first` on; only set in replays.
    void (*noted)(void *context, uint32_t thread, uint32_t first);
    // Bytes the program printed (file descriptor 1 or 2).
    void (*output)(void *context, int fd, const char *bytes, size_t count);
    // Called in long steps, after queries to the solver and in machine_end; true: stop as soon as possible
    // (budget, Ctrl-C).
    bool (*interrupt)(void *context);
    // Only with machine_options.unread_writes: whether the event `last` can have come after the `count`
    // others, in an execution with the same order of dependent events and the orders of machine_orders.
    // Events are numbered from 0, the present one included.
    bool (*may_be_last)(void *context, uint32_t last, const uint32_t *others, uint32_t count);
};

// Which heap blocks are leaks at the end of the program (property leak): those to which no global variable
// leads, or all that were not released.
enum leak_kind { LEAK_UNREACHED, LEAK_ALL };

// A loop that may go round so often in one frame: by its head (OP_LOOP).
struct loop_bound {
    uint32_t code;
    uint64_t rounds;
    const char *text; // how it was asked for
};

// What pseudo-random generators give: any number where the seed is another one in each run
// (analysis/open_seed.h), glibc's otherwise; always glibc's; always any.
enum random_numbers { RANDOM_AS_SEEDED, RANDOM_GLIBC, RANDOM_ANY };

struct code_carried;
struct code_numbering;

struct machine_options {
    uint32_t properties; // 1 << enum property
    enum leak_kind leaks;
    uint64_t unwind;                      // 0: none
    const struct loop_bound *loop_bounds; // by code; they count instead of `unwind`
    uint32_t loop_bound_count;
    bool spurious; // condition variables wake up without a signal
    bool malloc_may_fail;
    bool allocations_succeed; // none fails: one that is larger than an object can be has no model
    bool create_may_fail;     // threads cannot always be created
    bool weak_cas_fails;      // a weak compare-exchange may fail where it could succeed
    bool prefer_writers;      // no read-write lock lets readers in while a writer waits
    bool time_may_pass;       // any time, before each look at a clock
    enum random_numbers random_numbers;
    bool reuse;         // addresses of released blocks may come back, where it matters (docs/machine.md)
    bool commute;       // updates whose results are not used commute (struct access)
    bool outcome;       // what leaves memory as it was has read it, and written nothing (struct access)
    bool arrivals;      // threads that arrive at a barrier commute (native_barrier.c)
    bool interchange;   // threads that nobody can tell apart begin in the order of their creation
    bool peek;          // private critical sections are one operation (docs/peeking.md)
    bool unread_writes; // the order of writes that nobody reads is left open (docs/reduction.md)
    bool rounds;        // those of loops that wait are executed as any others (docs/states.md)
    // By instruction of the program: enum relevance; NULL: all of it matters. May change before a
    // restart.
    const uint8_t *relevance;
    bool watch;      // some instructions are to be watched
    bool journal;    // keep what was executed (machine_journal)
    bool footprints; // with `journal`: also which code was executed in steps that were tried
    // With `journal`: what instructions are called in control locations, where these are compared with those
    // of an earlier version of the program (analysis/code_numbering.h); NULL: their own numbers.
    const struct code_numbering *numbering;
    bool concrete; // replay: inputs come from `input_value`, nothing is symbolic
    // One execution, that of these inputs, which stay terms (followed.h). No relevance, peek, unread_writes;
    // no undo.
    bool follow;
    const char *const *havoc; // names of functions that return anything
    uint32_t havoc_count;
    // Regions that are meant to be atomic (machine_region): calls of these functions; what is done while a
    // lock is held (`atomic_locks`); heddle_atomic_begin to heddle_atomic_end, which then do not exclude
    // other threads (`atomic_marks`). Only for a machine that executes one schedule and never goes back.
    const char *const *atomic;
    uint32_t atomic_count;
    bool atomic_locks, atomic_marks;
    const char *name;             // argv[0] of the checked program; NULL: "program"
    const char *const *arguments; // argv[1..]
    uint32_t argument_count;
    uint64_t stack_size;     // of main, and of threads that do not ask for another; 0: no limit
    uint32_t most_threads;   // in all executions together, main among them; 0: as many as there can be
    uint32_t symbolic_cells; // how many cells a symbolic index may reach before it is forked over (0: 1024)
    // Only with `concrete` or `follow`: the value, of so many bits, of an input.
    uint64_t (*input_value)(void *context, uint64_t maker, uint64_t number, unsigned width);
    void *input_context;
};

// Why an execution is not modelled that creates more threads, for printf with their number.
#define MACHINE_THREADS_REASON "more than %u threads (--max-threads)"

// Whether a bound may cut an execution at a loop.
static inline bool machine_bounds_loops(const struct machine_options *options)
{
    return options->unwind || options->loop_bound_count;
}

struct machine;
// A machine before machine_start. Borrows the program, the terms and the solver, which outlive it; copies the
// options and the hooks, but not what they point to. Owned by the caller.
struct machine *machine_new(const struct program *program, struct terms *terms, struct smt *smt,
                            const struct machine_options *options, const struct machine_hooks *hooks);
// NULL is allowed. Also after memory ran out in the middle of a step (base/failure.h).
void machine_free(struct machine *machine);

enum step_result {
    STEP_DONE,        // stopped at the next state
    STEP_CHOICE,      // inside a transition: machine_choice tells between what; go on with machine_choose
    STEP_INTERRUPTED, // hooks.interrupt said so; the state is not one to go on from
    STEP_RESTART,     // a thread reached memory believed private to another, or another fact was learnt: the
                  // exploration has to start again (with machine_restart); sound since the execution so far
                  // is the same either way
};

// A choice within a transition: a symbolic branch with both sides feasible (count 2: 0 false, 1 true), or a
// nondeterministic one with alternatives 0 .. count - 1.
struct machine_choice {
    uint32_t thread, count;
    bool branch;
    bool after_join; // as machine_decision.after_join
    bool order;      // which of several stores was the last (machine_orders); no choice in a replay
    term condition;  // of a branch
};

// What was decided in an event, by the solver alone or by machine_choose: the same conditions come out, in
// another execution, when the event has the same past.
struct machine_decision {
    term condition;       // of a branch; TERM_NONE: a nondeterministic choice
    uint32_t alternative; // as of machine_choose
    bool branch;
    bool after_join; // after a join in the same step: it depends on more than the event's past
    uint32_t thread;
};

// Of a new machine, or after machine_restart: creates main, and runs all threads until none can go on without
// a visible operation. Any result is possible. What keeps main from being created is reported.
enum step_result machine_start(struct machine *machine);
// Between steps: lets a thread, which must be enabled, execute its next operation and all up to the one after
// it. After STEP_INTERRUPTED and STEP_RESTART, the latter perhaps before anything was executed, the machine
// can only be asked, restarted or freed.
enum step_result machine_step(struct machine *machine, uint32_t thread);
// After STEP_CHOICE. Valid until the machine goes on.
const struct machine_choice *machine_choice(const struct machine *machine);
// After STEP_CHOICE, or after undoing to a mark made there: goes on in the step with an alternative below
// choice.count.
enum step_result machine_choose(struct machine *machine, uint32_t alternative);

// Adds a condition (of a decision with `branch`; its negation where the alternative is 0) to the path
// condition, between steps, as a decision of the next event; undone by machine_undo only. False: the solver
// does not find it satisfiable; nothing was added.
bool machine_assume(struct machine *machine, const struct machine_decision *decision);
// Whether anything was learnt since machine_start that changes what executions are (learnt.h). machine_step
// then returns STEP_RESTART and does nothing.
bool machine_must_restart(const struct machine *machine);

// Back to before machine_start, after STEP_RESTART or at any other time. Keeps what was learnt; marks are no
// longer valid.
void machine_restart(struct machine *machine);

#define MACHINE_OBSERVED 7u // words that observers need in a mark (machine/observer.h)
struct path_length {        // see machine/path.h
    uint32_t conditions, entries;
};
// A state to go back to: sizes of logs and lists.
struct machine_mark {
    uint32_t cells, lines, frames, threads, changed_objects, states, objects;
    uint32_t accesses, edges, decisions, models, guesses;
    struct path_length path;
    uint32_t observed[MACHINE_OBSERVED];
};
// Marks the present state, between steps or after STEP_CHOICE.
struct machine_mark machine_mark(struct machine *machine);
// Back to a marked state. A mark can be undone to again and again, until machine_undo goes back to an older
// one, or machine_restart. What undo does not take back: what was learnt, numbers of threads and inputs,
// statistics.
void machine_undo(struct machine *machine, const struct machine_mark *mark);

// With machine_options.relevance, in a report or at the end of an execution: makes the model one with which a
// replay takes the same sides of irrelevant branches. False: there is none; then some of them have to be
// relevant, and the exploration to start again (machine_must_restart).
bool machine_confirm_guesses(struct machine *machine);
// At the end of an execution (no thread enabled), once: checks leak and thread-leak (if asked for), reports
// through the hooks. May learn that threads are not interchangeable (machine_must_restart).
void machine_end(struct machine *machine);

// ---- before it starts, in a replay

// Interns a thread by its name, from a witness, its parent's before its own. In the order of the witness's
// names numbers, and with them addresses, come out equal. False: no name, an unknown parent, or too many
// threads.
bool machine_intern_thread(struct machine *machine, const char *name);
// Adds to what the machine has learnt of the program (learnt.h). Where an execution has begun it has to be
// restarted (machine_must_restart).
void machine_add_fact(struct machine *machine, struct learnt_fact fact);
// Observations are not facts yet, but half of what shows one: that blocks of a site were released, that two
// handles were compared. machine_keep_seen writes the observations of executions so far that summaries could
// hide from a later exploration of the same program, with the same threads and facts; machine_take_seen reads
// them, before the first step; `carried`: what an earlier version of the program has shown; else NULL. Bytes
// that do not fit make the reader damaged.
void machine_keep_seen(const struct machine *machine, byte_vector *to);
void machine_take_seen(struct machine *machine, struct byte_reader *from, const struct code_carried *carried);
// machine_share_seen writes all observations, for another process that explores other executions of the same
// program, with the same threads and facts; machine_merge_seen adds those of such a process, and learns what
// both together show, which neither has seen alone: then the exploration has to start again
// (machine_must_restart). Not with a dynamic slice (machine_options.watch).
void machine_share_seen(const struct machine *machine, byte_vector *to);
void machine_merge_seen(struct machine *machine, struct byte_reader *from);
// What was learnt by now is what the exploration begins with, although this machine executes nothing of it:
// others do.
void machine_settle_facts(struct machine *machine);
// The exploration has to start again, because of what another process has learnt.
void machine_ask_restart(struct machine *machine);

struct machine_statistics {
    uint64_t instructions, steps;
    uint64_t peak_objects;
    // Property leak: executions that ended before the program did (threads wait for ever, have aborted, have
    // failed an assumption) while there were blocks that may be lost.
    uint64_t leaks_open;
};
// Counted over all executions so far; owned by the machine.
const struct machine_statistics *machine_statistics(const struct machine *machine);

#endif
