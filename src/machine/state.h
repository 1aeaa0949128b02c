// The state of the machine and its undo trail. Private to src/machine.
//
// State lives in a few domains that never overlap: registers, memory lines, frames, states of threads, object
// records, and the machine's own state. Each domain has its own undo log, so that undoing is popping every
// log to its size at the mark, in any order except that objects go last. The machine's own state is logged
// at each mark. Threads' and the machine's logs keep what differs (deltas.h). What only grows along a path
// (accesses, edges, decisions, the path condition) is cut to its old length.
//
// A write logs the old value only the first time since the last mark: everything that can change carries the
// epoch in which it was last logged. `machine->epoch` grows with every mark and every undo. Loops in local
// code therefore log nothing after their first round (docs/design.md 4: cost is what changed).
#ifndef HEDDLE_MACHINE_STATE_H
#define HEDDLE_MACHINE_STATE_H

#include "analysis/loop_exits.h"
#include "base/vector.h"
#include "machine/deltas.h"
#include "machine/input_names.h"
#include "machine/questions.h"

// A value: a machine word, or a term where it depends on an input (term not TERM_NONE; bits then mean
// nothing).
struct value {
    uint64_t bits;
    term t;
};

// Of a few bytes of memory, and of many things, see content.h.
struct content {
    uint64_t bits;
    uint32_t odd; // 0: all bytes are known; else a number, and the bits are 0
};
struct digest {
    uint64_t low, high;
};

struct cell {
    uint64_t bits;
    term t;
    uint32_t epoch;
};

// ---- memory
#define LINE_BYTES 64u
#define NO_OBJECT 0u // object 0 is never used

enum object_kind {
    OBJECT_GLOBAL,
    OBJECT_HEAP,
    OBJECT_STACK,
    OBJECT_THREAD_LOCAL,
    OBJECT_VARIADIC,
    OBJECT_ARGUMENTS,
    OBJECT_SHADOW, // the state of a thread: not for the program's own accesses
};
// OBJECT_READABLE, OBJECT_FORBIDDEN: pages that may not be written, or not be accessed (pages.h).
// OBJECT_REUSED: another has its address now: it was freed, or its parts have (pages.h). OBJECT_UNDEFINED: a
// variable that is declared and that no file defines; it has an address, and nothing is known of what it
// holds. OBJECT_DOUBTFUL: a variable whose scope may have ended; it keeps what it holds, and an access to it
// is not decided.
enum object_state {
    OBJECT_LIVE,
    OBJECT_READABLE,
    OBJECT_FORBIDDEN,
    OBJECT_FREED,
    OBJECT_RETURNED,
    OBJECT_OUT_OF_SCOPE,
    OBJECT_REUSED,
    OBJECT_UNDEFINED,
    OBJECT_DOUBTFUL,
};

// Who may reach an object: one thread (its number), or:
#define REACH_SHARED 0xffffu
#define REACH_CONSTANT 0xfffeu // read-only: never a visible operation

// Bytes of a line that depend on inputs: byte i is byte index[i] of term t[i] (TERM_NONE: concrete).
// Uninitialised bytes that were copied from elsewhere have a value, too, which the copy keeps: a term, or in
// the object's data (BYTE_COPIED).
struct overlay {
    term t[LINE_BYTES];
    uint8_t index[LINE_BYTES];
};
#define BYTE_COPIED 0xffu

struct line {
    uint64_t uninitialised; // a bit per byte
    uint32_t epoch;
    uint32_t overlay; // index in machine->memory.overlays; 0: all concrete
};

#define UNSEEN_BY_SEVERAL 0xffffu

// HEAP: of mmap and the like; free does not release it. DIVISIBLE: parts of it may be unmapped.
enum object_mapping { MAPPING_NONE, MAPPING_DIVISIBLE, MAPPING_WHOLE };

struct object {
    uint64_t base, size;
    uint8_t *data; // size rounded up to whole lines; NULL once released for good
    struct line *lines;
    uint32_t number;     // the how-many-th object of its owner; globals: index in program->globals
    uint32_t site;       // stack: index in program->sites; else NO_SITE
    uint32_t code;       // where it was made; NO_CODE: before the program ran
    uint32_t freed_code; // where it was released
    uint32_t analysed;   // what the analyses number it by (points_to.h), among those of its kind: the global,
                         // the site or the allocating instruction; NO_CODE: nothing
    union {
        uint32_t released;       // FREED: how many objects there were then
        uint32_t displaced_also; // a part of a mapping: another part that it is made of
    };
    uint32_t displaced; // the object whose address it took, NO_OBJECT: none; see reuse.h, pages.h
    union {
        uint32_t below; // the owner's stack object made before this one
        uint32_t whole; // HEAP: the mapping of which it is a part (pages.h); NO_OBJECT: none
    };
    uint32_t birth;  // epoch it was made in
    uint32_t epoch;  // in which what undo_object keeps of it was last logged
    uint32_t scopes; // how often its scope has begun, 0 if it is not known
    uint16_t owner;  // thread number
    uint16_t reach;
    uint8_t kind, state;
    uint8_t mapped;  // enum object_mapping
    bool is_library; // HEAP: of the C library's own, of which people need not know
    // The thread that wrote it by hidden operations that matter (relevance.h), + 1; 0: none; or several, each
    // in its own part, so that it is compared like private memory (moment.h). May be left over from what was
    // undone.
    uint16_t unseen;
    // HEAP: its address was computed with, and what follows has been learnt (reuse_note_computed). May be
    // left over from what was undone.
    bool computed;
};

// Objects of one chunk of the address space by granule (program/layout.h).
struct chunk {
    uint32_t *map; // object per granule, NO_OBJECT where none; the object's record tells whether it is live
    uint32_t size, capacity;
};

// ---- threads
struct frame {
    uint32_t function;
    uint32_t base;        // its first register
    uint32_t return_code; // where the caller goes on
    uint32_t result;      // caller's register for the result, NO_REGISTER if unused
    uint32_t stack_top;   // the thread's stack object on entry
    uint64_t stack_used;  // of the thread on entry
    uint32_t variadic;    // object with the variadic arguments, NO_OBJECT if none
    uint32_t epoch;
    uint8_t to_native;     // the caller is a native that goes on with its next phase
    uint32_t native_phase; // to_native: that phase, and what the native remembers
    uint64_t native_scratch[4];
    uint8_t atomic;         // leaving it ends an atomic section
    uint8_t region;         // leaving it ends a region (regions.h)
    struct digest location; // of the call stack up to here, see location.h
};

// What makes a thread interchangeable with others, see interchangeable.h. Numbers of threads are + 1; 0:
// none.
struct interchange {
    uint64_t routine, argument; // what it began with; routine 0: it is like no other thread
    uint16_t group;             // it is interchangeable with others: the first of them
    uint16_t before;            // THREAD_HELD: who goes first
    uint16_t joining;           // it has joined some threads of that group, and not all
    bool started;               // it has done what another thread may have seen
    bool named : 1;             // somebody joins it with a result
    bool joined : 1;
};

// What of a thread is logged as a whole.
struct thread_state {
    // What most steps change comes first (deltas.h).
    enum thread_status status;
    uint32_t code;      // next instruction
    uint32_t depth;     // frames
    uint32_t stack_top; // newest stack object
    uint32_t phase;     // of the native being executed
    uint32_t looks;     // visible operations since it did more than to use memory
    // Loops that wait, see await.h. Indices, 0: none.
    uint32_t await_snapshot, await_touch; // newest of its history
    uint32_t await_open;                  // first touch of the operation that is being executed
    uint32_t await_from;                  // the snapshot to which the thread has come back
    struct operation next;                // THREAD_READY; the others of its accesses are rarely used
    uint64_t stack_used, stack_size;      // bytes, as code without optimisation takes them; 0: no limit
    uint32_t objects, inputs, children;   // counts: give names
    uint32_t private_reach;               // of objects that are private, see delivery_is_private
    uint64_t cursor;                      // where the next object may start
    uint32_t objects_apart, inputs_apart; // counts of what irrelevant statements make, see relevance.h
    uint64_t cursor_apart;
    uint32_t chunks; // chunks taken
    uint32_t life;   // where the thread is between its functions, see thread.c
    uint32_t life_index;
    uint32_t last;       // enum last_thread, see stand_in.h
    uint64_t scratch[4]; // what that native remembers between phases
    uint64_t barriers;   // where it has arrived: a bit each (native_barrier.c)
    uint32_t joining;    // thread waited for (THREAD_JOINING)
    uint32_t failed_at;  // code at which it ended the program with a status other than 0, + 1; 0: nowhere
    uint32_t end_status; // that status; STATUS_OPEN: it depends on inputs
    uint32_t left;       // functions that had not returned when exit was called and its handlers had run
    uint32_t ended_at;   // code at which its routine returned, or it was ended otherwise, + 1; 0: it has not
    uint32_t atomic_depth;
    uint32_t region_depth, regions;    // regions that are meant to be atomic (regions.h): open, begun so far
    uint32_t numbers;                  // floating-point operations counted, see nan.h
    struct value result;               // of the start routine
    uint32_t numbered;                 // blocks up to this one may have been used as numbers, see numbers.h
    uint32_t decided;                  // conditions met that depend on inputs, see step_LOOP
    uint32_t await_floor;              // hashes up to this one are from before the thread's last effect
    uint32_t choices;                  // nondeterministic choices made
    struct loop_place loop;            // THREAD_ENDLESS: that it goes round (endless.h)
    uint64_t peek_site;                // its last private section, 0: none, see peek.h;
    uint32_t peek_hash, peek_snapshot; //     how many hashes and snapshots there were then
    uint32_t section_hash, section_snapshot; // and how many when its present atomic section began
    // See delivery.h: how many frames it had when a handler interrupted it (0: none has, or it has returned),
    // how many objects when one last did; since it looked for a call, it has been where it may have waited.
    uint32_t interrupt_depth, interrupt_objects : 31, may_wait : 1;
    struct digest history; // of all that the thread has found in memory others can reach
    struct interchange interchange;
};

#define THREAD_COPY_BYTES 8u
struct thread {
    struct thread_state state, logged; // the second: its newest value in undo.threads
    uint32_t epoch;
    uint32_t number, parent;
    uint32_t shadow;        // object, see native.h; pthread_t is its address
    uint32_t copy_buffer;   // object of THREAD_COPY_BYTES; all 0 but while the thread copies a word, see
                            // native_memory.c
    uint32_t thread_locals; // object of its first thread-local variable; the others follow
    uint32_t child;         // how many its parent had created before
    char *name;
    VECTOR(struct cell) registers;
    VECTOR(struct frame) frames;
    VECTOR(uint32_t) children; // by creation count: thread numbers
};

// ---- undo logs
struct undo_cell {
    uint64_t bits;
    term t;
    uint32_t index, thread;
} __attribute__((packed, aligned(4))); // of those there are most
struct undo_line {
    uint32_t object, line;
    struct line old;
    uint8_t data[LINE_BYTES];
};
struct undo_frame {
    uint32_t thread, index;
    struct frame old;
};
struct undo_object {
    uint32_t object, freed_code, epoch, scopes;
    uint16_t reach;
    uint8_t state;
};
// A moment in an execution, see moment.h: sizes of the undo logs, from which on they hold values of then; and
// of other vectors.
struct moment {
    uint32_t cells, lines, frames, threads, changed_objects, objects, journal;
};
// Scratch of a comparison: by place, the serial number of the comparison in which it was met.
struct moment_scratch {
    VECTOR(uint32_t) seen;
    uint32_t serial;
};

// The private section that the running thread is in, see peek.h.
enum section_state { SECTION_NONE, SECTION_OPEN, SECTION_BROKEN };
struct private_section {
    enum section_state state;
    uint32_t operations; // executed in it
    uint64_t lock, site;
};

// Of the threads beyond the near ones those that only want to lock one mutex: all of them can, or none but
// its owner.
struct lockers {
    uint64_t address, far; // of the mutex; what thread_set.far is, 0: nobody
};
#define MACHINE_LOCKERS 2

// Machine-wide state, logged at every mark.
struct machine_state {
    uint32_t running;          // thread of the present step
    bool permitted;            // the step may still execute a visible operation
    bool work;                 // threads may wait to be started, or joiners to go on
    bool began;                // the present native has used the permission: a choice gives it back
    struct thread_set enabled; // see enabled.h
    struct thread_set waits;   // ready threads that are enabled or not by what memory holds
    uint32_t enabled_from;     // where in undo.threads that stands which both do not know
    uint32_t joiners;          // threads with interchange.joining
    uint32_t accesses_before;  // size of `accesses` before the present native's operation
    uint32_t event_begin;      // first access of the present event in `accesses`
    uint32_t edge_begin;
    uint32_t note_begin;
    uint32_t notes_before; // as accesses_before
    uint32_t decision_begin;
    uint32_t released;   // size of memory.released
    uint32_t assumed;    // decisions of the next event, assumed before it (machine_assume)
    uint32_t unjoined;   // threads besides main that were created and not joined
    uint32_t events;     // permitted steps so far
    uint32_t hidden;     // operations hidden in the present step, see relevance.h
    uint32_t raised;     // choices raised in it, see round.h
    uint32_t undecided;  // cells whose last write is open, see overwrite.h
    uint32_t keys;       // how many thread-specific keys were deleted
    uint32_t alike;      // threads that may be interchangeable with others, see interchangeable.h
    struct digest shape; // of all live objects, see location.h
    uint32_t answer;     // of a nondeterministic choice, taken when the instruction is executed again
    bool answered;
    bool frozen;   // a thread stopped for good inside an atomic section: no other can ever run
    bool releases; // a thread was joined or is about to be, or is detached and has ended
    struct machine_choice choice;
    struct private_section section;
    struct lockers lockers[MACHINE_LOCKERS]; // who waits, but is not in `waits`
};

// Values by input index; inputs beyond `count` are 0.
struct model {
    uint64_t *values;
    uint32_t count;
};

// A side taken at an irrelevant branch, see relevance.h: the path condition leaves it open.
struct guess {
    term condition; // what holds on that side
    uint32_t code;
};

// What is looked up in the path condition, see path.h. `entry`: number of the condition that they come from,
// among the conditions and what was found to follow from them.
struct path_bounds {
    term subject;
    uint32_t previous, entry; // previous: of the same subject + 1, 0: none
    uint64_t low, high;
    uint64_t hole_low, hole_high; // values in between that are left out; none if hole_low > hole_high
};
struct path_atom {
    term atom;
    uint32_t entry;
};
// Of two terms: the first is less than the second, or no more.
struct path_relation {
    term side[2];
    uint32_t previous[2]; // of the same side's term: 2 * number + which side + 1, 0: none
    uint32_t entry;
    bool is_signed, strict;
};
struct path_index {
    VECTOR(uint32_t) marks; // by term, see path_bounds.h
    VECTOR(struct path_bounds) bounds;
    VECTOR(struct path_atom) atoms;
    VECTOR(struct path_relation) relations;
    VECTOR(uint32_t) related; // by term: the newest relation, as in path_relation
    uint32_t entries;         // how many conditions, and what follows from them, were added
    VECTOR(term) pending;     // scratch
    VECTOR(term) bounded;     // scratch: terms whose bounds have become tighter
};

// What inputs have decided on the present path.
struct path {
    VECTOR(term) condition; // changed by path.h; for a report at the end of an execution also by leak.c
    struct path_index index;
    VECTOR(struct model) models; // the last one satisfies the condition
    VECTOR(struct guess) guesses;
};

// What a message needs of a variable that ended with its function (forgotten.h); as in struct object.
struct forgotten {
    uint64_t base, size;
    uint32_t number, site, scopes;
    uint16_t owner;
    uint8_t kind;
};
enum { MOST_FORGOTTEN = 64 };

// Objects, and where they lie (memory.h).
struct memory {
    VECTOR(struct object) objects;
    struct chunk *chunks;
    uint32_t chunk_count;
    uint32_t mapped_chunks;    // those from this number on have no map
    uint32_t first_free_chunk; // chunks below belong to globals
    unsigned chunk_bits;
    uint64_t chunk_mask;
    // Narrow chunks, from an address on that is a multiple of their size; `narrow_bytes` of them, 0: there
    // are none. The table grows with their use.
    struct chunk *narrow;
    uint32_t narrow_count;
    unsigned narrow_bits;
    uint64_t narrow_from, narrow_bytes;
    // Two objects of two threads at corresponding places differ in no bit of it.
    uint64_t part_mask;
    unsigned part_bits;
    VECTOR(struct overlay) overlays;
    VECTOR(uint32_t) free_overlays;
    VECTOR(uint32_t) released;                  // blocks whose addresses may come back, as they were released
    VECTOR(uint8_t *) free_blocks[16];          // released object data by size class
    struct forgotten forgotten[MOST_FORGOTTEN]; // the newest at forgotten_count - 1, modulo its size
    uint32_t forgotten_count;
};

struct undo_logs {
    VECTOR(struct undo_cell) cells;
    VECTOR(struct undo_line) lines;
    VECTOR(struct undo_frame) frames;
    delta_words threads;    // thread_state, each thread's a stack of its own on thread.logged
    uint32_t epoch_threads; // its size when the present epoch began
    VECTOR(struct undo_object) objects;
    delta_words states; // machine_state, on machine.logged
};

// Where the program's clocks are, see clock.h.
struct clock_places {
    uint64_t address;      // of what they show; 0: the program never looks at one
    bool looks_alone;      // it only does so before the first thread is created
    bool still;            // clocks always show the time at which the program started
    uint32_t time_to_wake; // global, thread-local: until when a thread sleeps; NO_GLOBAL: none
};

// In numbers of objects that irrelevant statements make, see relevance.h. Both counts stay below it.
#define OBJECT_APART 0x80000000u

// The core (memory, threads, stepping, undo), and what observes it (observer.h).
struct machine {
    const struct program *program;
    struct instruction *code; // the program's, then thunks
    struct terms *terms;
    struct smt *smt;
    struct machine_options options;
    struct machine_hooks hooks;
    uint64_t pointer_mask;
    struct expected_place *expected;         // by instruction, see expected.h; NULL: nothing is compared
    struct expected_answer *expected_before; // answers of comparisons that took long (expected.c)

    struct cell *registers; // of the running thread's top frame
    struct thread *current; // the running thread
    uint32_t epoch;
    struct machine_state state, logged; // the second: its newest value in undo.states
    struct thread **threads;            // by number
    uint32_t thread_limit, thread_capacity;
    struct memory memory;
    struct undo_logs undo;
    VECTOR(struct access) accesses; // of all events on the present path
    VECTOR(struct machine_edge) edges;
    VECTOR(struct machine_decision) decisions;
    struct path path;
    uint8_t any_value;       // a report is made with one of several values (machine_report)
    bool speculating;        // a step is tried, to be undone (await.h)
    bool called, call_fails; // the running thread is to be interrupted now, see delivery.h; while it waits
                             // in a function that fails then
    enum step_result stop;   // why the stepper stopped
    uint64_t next_interrupt; // instruction count at which to ask hooks.interrupt
    struct machine_statistics statistics;

    // of the program
    uint32_t *thread_locals;    // by thread-local index: index in program->globals
    uint32_t *thunks;           // by function: code that calls it, for natives called by natives
    uint32_t errno_index;       // thread-local index of errno; NO_GLOBAL: the program has none
    uint32_t signal_mask_index; // of the signals that a thread blocks, likewise
    uint64_t mailboxes;         // address of what threads know of others' signals; 0: they send none
    uint64_t start_call;        // what threads are to call when they begin, see delivery.h; 0: nothing
    struct clock_places clock;
    uint32_t exit_function; // the runtime library's, NO_FUNCTION: the program has none
    struct live *live;
    bool counts_loops; // the counters of loop heads are kept
    bool cancels;      // it contains pthread_cancel
    bool interchanges; // threads that are interchangeable may begin in the order of their creation
    bool holds;        // they do: it was learnt that there are such (LEARNT_ALIKE)

    // kept over undo and restart
    struct learnt learnt;
    struct input_names input_names;

    // observers
    struct awaits *awaits;
    uint64_t *rounds; // heads of loops whose rounds are operations, a bit an instruction; NULL: none
    struct peek *peek;
    struct overwriting *overwriting;
    struct reuse *reuse;
    uint64_t reuse_from; // words from here on may be addresses of heap blocks, or handles of threads
    uint64_t reuse_span; // so far, of heap blocks only fewer than so many
    uint64_t reuse_last_base, reuse_last_size; // of the object that was computed in last (reuse_is_within)
    struct identifiers *identifiers;
    struct watch *watch; // NULL: nothing seen yet
    struct faint *faint;
    struct journal *journal;
    struct notes *notes;
    struct follow *follow;

    // scratch
    VECTOR(struct value) words; // arguments of the call being executed
    struct moment_scratch moments;
    struct content_records *content_records;
};

// ---- undo.c

// To be called before the first change since the last mark (the epoch says which is): logs the value that
// undo brings back.
void undo_log_cell(struct machine *m, struct cell *cell);
void undo_log_line(struct machine *m, struct object *o, uint32_t line);
void undo_log_frame(struct machine *m, struct thread *t, uint32_t index);
void undo_log_thread(struct machine *m, struct thread *t);
// What the thread was when the log had so many words; its present state where it has not changed since.
struct thread_state undo_thread_then(const struct machine *m, const struct thread *t, uint32_t size);
// The newest mark, which the machine has just been brought back to, is not needed any more.
void undo_drop_mark(struct machine *m);
void undo_log_object(struct machine *m, uint32_t object);
// From here on, the first write to anything is logged.
void undo_begin_epoch(struct machine *m);

// The state of a thread, for writing.
static inline struct thread_state *thread_change(struct machine *m, struct thread *t)
{
    if (t->epoch != m->epoch)
        undo_log_thread(m, t);
    return &t->state;
}

// Sets a cell, by way of the undo log, to a number.
static inline void cell_set(struct machine *m, struct cell *d, uint64_t bits)
{
    if (__builtin_expect(d->epoch != m->epoch, 0))
        undo_log_cell(m, d);
    d->bits = bits;
    d->t = TERM_NONE;
}

// Sets a cell, by way of the undo log, to a number or a term.
static inline void cell_set_value(struct machine *m, struct cell *d, struct value v)
{
    if (__builtin_expect(d->epoch != m->epoch, 0))
        undo_log_cell(m, d);
    d->bits = v.bits;
    d->t = v.t;
}

// The lowest `width` bits set, 64 at most.
static inline uint64_t mask_width(unsigned width)
{
    return ~(uint64_t)0 >> (64 - width); // width 1 .. 64
}

// The object of that index; valid until one is made.
static inline struct object *object_get(struct machine *m, uint32_t index)
{
    return &m->memory.objects.data[index];
}

// A place on a thread's stack, by the address of the object that is the top one there: numbers of objects
// differ between equal states, addresses do not.
static inline uint64_t object_stack_place(const struct machine *m, uint32_t top)
{
    return top == NO_OBJECT ? 0 : m->memory.objects.data[top].base;
}

// memory_find where chunks are narrow.
static inline struct object *memory_find_narrow(const struct machine *m, uint64_t address)
{
    uint64_t c = (address - m->memory.narrow_from) >> m->memory.narrow_bits;
    if (c >= m->memory.narrow_count)
        return NULL;
    const struct chunk *chunk = &m->memory.narrow[c];
    uint64_t granule = (address & (((uint64_t)1 << m->memory.narrow_bits) - 1)) / 32u;
    uint32_t index = granule < chunk->size ? chunk->map[granule] : NO_OBJECT;
    return index ? &m->memory.objects.data[index] : NULL;
}

// The object that owns the granule of an address, NULL if none. It may be dead, and the address before its
// start or beyond its end.
static inline struct object *memory_find(const struct machine *m, uint64_t address)
{
    uint64_t c = address >> m->memory.chunk_bits;
    if (__builtin_expect(address - m->memory.narrow_from < m->memory.narrow_bytes, 0))
        return memory_find_narrow(m, address);
    if (c >= m->memory.chunk_count)
        return NULL;
    const struct chunk *chunk = &m->memory.chunks[c];
    uint64_t granule = (address & m->memory.chunk_mask) / 32u;
    if (granule >= chunk->size)
        return NULL;
    uint32_t index = chunk->map[granule];
    return index ? &m->memory.objects.data[index] : NULL;
}

#endif
