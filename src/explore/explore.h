// Depth-first exploration of all schedules and inputs of a machine (docs/design.md 6), and re-execution of
// one schedule.
#ifndef HEDDLE_EXPLORE_EXPLORE_H
#define HEDDLE_EXPLORE_EXPLORE_H

#include "analysis/slicing.h"
#include "base/interrupt.h"
#include "base/vector.h"
#include "machine/describe.h"
#include "machine/machine.h"
#include "summary/summary.h"

// none: all schedules (AGSE algorithm 1); classic: Flanagan and Godefroid, POPL 2005; source, optimal:
// Abdulla, Aronis, Jonsson, Sagonas, POPL 2014; random: some schedules and inputs, drawn; states: all
// schedules, from each state once (docs/states.md).
enum por_algorithm { POR_NONE, POR_CLASSIC, POR_SOURCE, POR_OPTIMAL, POR_RANDOM, POR_STATES };

// One step of a schedule: a thread executes its next operation, or a nondeterministic choice inside a step is
// answered.
struct schedule_step {
    uint32_t thread;
    uint32_t alternative; // of a choice
    bool choice;
    enum operation_kind kind; // of the operation executed: checked in the replay
    uint32_t code;            // where: checked in the replay
};
typedef VECTOR(struct schedule_step) schedule_vector;

// An input's value in a witness. Symbolic branches need no answers: the inputs decide them.
struct schedule_input {
    uint64_t maker, number; // canonical name, see term.h
    unsigned width;         // bits
    uint64_t value;
    char *name;      // for people, owned
    bool immaterial; // zero, and no decision of the execution depends on it
    bool is_float;   // for people: the program has a floating-point number there
};
typedef VECTOR(struct schedule_input) input_vector;

// One access of a data race, which has two, or of a violation of atomicity, which has three.
struct violation_access {
    uint32_t thread, code; // who and where
    uint32_t place;        // where in the user's code: a code index
    enum operation_kind kind;
    bool write, atomic;
    uint64_t size;          // bytes
    VECTOR(uint32_t) stack; // code indices, innermost first
    VECTOR(char *) locks;   // held at the access, described for people; owned
};

typedef VECTOR(struct violation_access) violation_accesses;

// Steps of a schedule, up to its end, that lead back to the state in which they began. Length 0: none.
struct violation_cycle {
    uint32_t begin, length;
};

struct exploration_violation {
    enum property property;
    char *message;               // owned
    uint32_t thread, code;       // where; code NO_CODE: nowhere in particular (deadlock)
    VECTOR(uint32_t) stack;      // code indices, innermost first
    violation_accesses accesses; // data race: two; atomicity: three, in their order; stacks and locks are
                                 // known once replayed
    VECTOR(uint32_t) blocked;    // deadlock: the threads that wait for ever
    VECTOR(char *) thread_names; // by canonical number at the time; owned. Needed to intern them in a replay
    learnt_vector learnt;        // by the machine until then: part of the witness
    schedule_vector schedule;
    struct violation_cycle cycle; // livelock: goes on for ever
    schedule_vector found; // data race: the schedule it was found with, if `schedule` has not been tried yet
    input_vector inputs;
    uint64_t unwind;       // loops were bounded by so many rounds when it was found; 0: as the options say
    uint32_t most_threads; // there could be so many when it was found; 0: as the options say
    uint8_t any_value;     // the message names one of several values (machine_report)
    bool replayed;         // has been re-executed and failed again (docs/design.md 7.12)
};

// Why a verdict is inconclusive, or a warning: one entry per distinct place and text.
struct exploration_remark {
    char *message;
    uint32_t code;
    uint64_t times;
    bool stopped; // a thread never went on from there
};

typedef VECTOR(struct exploration_remark) remark_vector;

// What executions were begun for (exploration_options.explain): to have two accesses in the other order, for
// another side of a branch on inputs, or for another of the choices that the program leaves open.
enum origin_kind { ORIGIN_ORDER, ORIGIN_INPUT, ORIGIN_CHOICE };
struct execution_origin {
    enum origin_kind kind;
    char *name;                    // of an order: the memory, for people, owned; NULL: not one variable
    uint32_t code;                 // of one of the accesses, or of the branch or choice
    enum operation_kind operation; // of an order
    uint64_t count;                // executions
};
typedef VECTOR(struct execution_origin) origin_vector;

struct exploration_counters {
    uint64_t complete, partial, blocked, infeasible, bounded, sleep_blocked; // executions, docs/design.md 2
    uint64_t events;
    uint64_t depth, max_depth; // now, deepest
    double explored;           // for progress: see estimate.h
    uint64_t iteration; // of `iterative`: executions that are looked at now have fewer preemptions; else 0
    uint64_t restarts;
};

// Executions of all kinds.
uint64_t counters_executions(const struct exploration_counters *counters);

enum slice_mode { SLICE_OFF, SLICE_ON, SLICE_DYNAMIC };

// What a search that ended early left for a later one (checkpoint.h).
struct checkpoint {
    const void *data;
    size_t size;
};

struct carried;
struct exploration_options {
    uint32_t whole_sequences; // for tests: reversal.c, WHOLE_SEQUENCE_EVENTS; 0: as there
    enum por_algorithm por;
    uint64_t seed; // of POR_RANDOM
    // Executions have fewer preemptions than that; 0: any number. A limited search explores all such
    // schedules, as `none` does.
    uint64_t preemption_limit;
    bool iterative;                    // limits 1, 2, ... up to `preemption_limit`, until one cuts nothing
    enum slice_mode slice;             // leave out what cannot matter to the properties (slicing.h)
    const struct slicing_known *known; // with a slice: where it has to look (slicing_new); NULL: everywhere
    bool prune;                        // cut where a summary of what was explored applies (summary/)
    bool prune_late;  // only once it takes long without (staged.c); not with `finished` or `all_output`
    bool verify_cuts; // explore below every cut all the same; a violation there is an internal error
    uint64_t summary_entries; // most entries of the table of summaries; 0: a default
    uint64_t summary_nodes;   // most parts of one summary; 0: a default
    bool all;                 // go on after the first violation
    bool explain;             // count where executions come from, with source and optimal
    double max_seconds;       // 0: none
    uint64_t max_executions;  // 0: none, or for POR_RANDOM a default
    uint64_t max_memory;      // bytes of resident memory; 0: none
    uint64_t states;          // most states of a search over states; 0: any number
    uint32_t walk_threads;    // as many threads may random walks beside have, where the search has met its
                              // limit; 0: no more than it
    uint32_t jobs;            // processes that explore; 0 or 1: one
    bool share_at_once;       // however short it takes, at places and moments that are drawn (tests)
    unsigned solver_milliseconds; // limit of one query; 0: none
    struct interrupt *interrupt;  // ends it; NULL: nothing does
    // Called about ten times a second while exploring, for progress.
    void (*progress)(void *context, const struct exploration_counters *counters, double seconds);
    void (*output)(void *context, int fd, const char *bytes,
                   size_t count); // program output of the first execution
    bool all_output; // of all executions: for each, what it printed since it left the one before (oracle)
    // Called at the end of every maximal execution (oracle; not where a thread stopped inside an atomic
    // section): hashes of the trace and of the final state, NULL where that is open
    // (machine_state_is_open).
    void (*finished)(void *context, bool complete, uint64_t trace_hash, const uint64_t *state_hash);
    void (*restarted)(void *context); // the executions so far count no more
    // With `all`: whether nothing else need be found once this is. NULL: no violation is enough.
    bool (*suffices)(void *context, const struct exploration_violation *violation);
    // Called with what a later search can begin with, where this one ends early, and now and then before, in
    // case it does not end at all. NULL: not asked for.
    void (*keep)(void *context, const struct checkpoint *checkpoint);
    // Left by a search with the same options, but for budgets and who is called. NULL: there is none.
    const struct checkpoint *checkpoint;
    // Called with the summaries of a search that has found nothing, for a check of a later version of the
    // program (carried.h). NULL: not asked for.
    void (*keep_summaries)(void *context, const struct checkpoint *summaries);
    const struct carried *carried; // those of an earlier version; NULL: there are none
    void *context;
    struct machine_options machine;
};

enum exploration_verdict { VERDICT_SAFE, VERDICT_VIOLATION, VERDICT_INCONCLUSIVE };

struct exploration {
    double analysis_seconds;
    enum exploration_verdict verdict;
    bool bounded;          // an execution was cut by a bound or a budget
    bool stopped;          // threads stopped because of errors that were not asked for: a warning says where
    bool alone;            // no execution created a thread
    bool nothing_to_check; // no statement of the program can violate what is asked
    bool vacuous;          // safe, but in every execution some assumption does not hold: a warning says where
    VECTOR(struct exploration_violation) violations;
    remark_vector reasons; // why inconclusive
    remark_vector warnings;
    origin_vector origins; // where executions came from, where that was asked for
    struct exploration_counters counters;
    struct exploration_counters before; // of the searches that left the checkpoint it began with
    double seconds_before;              // that they took; 0: there were none
    uint64_t states;                    // of a search over states
    struct summary_statistics summaries;
    uint64_t parts;           // of the search that other processes have explored
    const char *not_parallel; // why one process has explored although more were asked for; NULL: it has not
    const char *not_pruned;   // why pruning was left off although it was asked for; NULL: it was not
    bool not_carried; // what was learnt of the earlier version, and comes with its summaries, does not fit
    struct machine_statistics machine;
    struct smt_statistics solver;
    double seconds;
    bool interrupted;     // Ctrl-C
    bool out_of_budget;   // that, or a budget, ended it
    char *internal_error; // NULL: none; else exit status 4
};

// Releases what a violation owns.
void exploration_free_violation(struct exploration_violation *violation);

// Explores the program. Returns the result, owned by the caller. Never fails: what goes wrong is in the
// result. Every violation in it has been replayed; one that does not replay becomes internal_error, and one
// of which a replay cannot decide it becomes a reason to be inconclusive.
struct exploration *explore(const struct program *program, const struct exploration_options *options);
void exploration_free(struct exploration *exploration);
// Adds a warning; NO_CODE: it has no place.
void exploration_warn(struct exploration *exploration, uint32_t code, const char *message);

// ---- replay

// What is known of a program before it runs, kept from one replay to the next: violations of one check differ
// in it only by what was learnt between them. A cleared one is empty; used for one program with one set of
// properties.
struct replay_analysis {
    struct slicing *slicing; // NULL: none
    bool dynamic;
    learnt_vector learnt; // taken in by `slicing`
};
void replay_analysis_free(struct replay_analysis *analysis);

#define NO_STEP 0xffffffffu
// What a replay reports, for timelines. `step` counts schedule steps and answers to choices from 0.
struct replay_hooks {
    void *context;
    struct replay_analysis *analysis; // NULL: made anew
    // The machine, after the operation, can be asked for names (describe.h).
    void (*shown)(void *context, const struct machine *machine, const struct machine_access_shown *shown);
    // Of each access that is hidden since it is irrelevant, before it is executed: no value.
    void (*hidden)(void *context, const struct machine *machine, const struct machine_access_shown *shown);
    void (*output)(void *context, int fd, const char *bytes, size_t count);
    // Before each step: which thread is about to execute what.
    void (*step)(void *context, uint32_t step, const struct schedule_step *what);
    // The step is over, with all that the thread did after its operation; NO_STEP: what comes before the
    // first one. The machine can be asked (machine_edges, stacks).
    void (*stepped)(void *context, uint32_t step, struct machine *machine);
    // An input of the violation is looked up, in the middle of a step; perhaps more than once. Likewise.
    void (*input)(void *context, const struct schedule_input *input, struct machine *machine);
    // The violation, reported again by the machine, which can be asked.
    void (*reported)(void *context, const struct machine *machine, const struct machine_report *report);
    // A data race or an atomicity violation: its accesses, the last just executed, with stacks and, of a
    // race, locks; the message says it all.
    void (*raced)(void *context, const struct violation_access *accesses, uint32_t count,
                  const char *message);
    // Now and then within steps that are long: whether the replay is to stop there (REPLAY_DIVERGED). NULL:
    // never. An execution other than the one that was found may have a step without an end.
    bool (*interrupt)(void *context, const struct machine *machine);
    // After the last step; the machine can be asked for names, stacks and positions.
    void (*end)(void *context, struct machine *machine);
};

enum replay_outcome {
    REPLAY_CONFIRMED,
    REPLAY_NOT_CONFIRMED,
    REPLAY_DIVERGED,
    REPLAY_UNDECIDED, // whether threads go round their loops for ever takes too long to find out
};

// Re-executes with concrete inputs, checking each step's thread, operation and place. *why (owned by the
// caller, may be NULL) says what differed.
enum replay_outcome replay_run(const struct program *program, const struct machine_options *options,
                               const struct exploration_violation *violation,
                               const struct replay_hooks *hooks, char **why);

// Replays a violation with what was known when it was found; with a data race, until the race is seen. Sets
// whether it was replayed. *why as of replay_run.
enum replay_outcome violation_confirm(const struct program *program, const struct machine_options *options,
                                      struct exploration_violation *violation,
                                      struct replay_analysis *analysis, char **why);

#endif
