// The state of the data race detector. Private to src/explore/data_race*.c.
#ifndef HEDDLE_EXPLORE_DATA_RACE_STATE_H
#define HEDDLE_EXPLORE_DATA_RACE_STATE_H

#include "explore/data_race.h"
#include "explore/data_race_clock.h"
#include "machine/questions.h"

// What an access does to its memory. END: what releases it. SIZE: asks how large a block is, which only its
// release changes. PRIVATE: whatever the owner did while nobody else could. AWAIT: what a
// thread that waits may do meanwhile; these two are only suspected.
enum data_race_class {
    DATA_RACE_READ,
    DATA_RACE_WRITE,
    DATA_RACE_ATOMIC_READ,
    DATA_RACE_ATOMIC_WRITE,
    DATA_RACE_END,
    DATA_RACE_SIZE,
    DATA_RACE_AWAIT_READ,
    DATA_RACE_AWAIT_WRITE,
    DATA_RACE_PRIVATE,
    DATA_RACE_CLASSES
};

// Of a list that hangs off a cell; 0 ends it. Either an access remembered, or what a release left in an
// atomic object (`note` is then a clock record). Nodes never change.
struct data_race_node {
    uint32_t next;
    uint32_t note;
    uint32_t tick; // of the thread, at the access
    uint16_t thread;
    uint8_t mask; // bytes of the granule
    uint8_t class;
};

// Cells of a thread: clock records, the last of its atomic sections, and whether the present one began before
// there were other threads. The first cell of all is for what atomic sections have released: all of them,
// where the executions are explored in every order, else those that began before there were other threads.
enum { THREAD_CLOCK, THREAD_FENCE, THREAD_PENDING, THREAD_SECTION, THREAD_FIRST, THREAD_CELLS };
enum { ALL_SECTIONS, FIRST_CELLS };

// Memory in granules of 8 bytes and pages of 4096: cells of a page.
enum { GRANULE_BITS = 3, PAGE_BITS = 12, PAGE_GRANULES = 1 << (PAGE_BITS - GRANULE_BITS) };
enum {
    PAGE_ACCESSES,                                 // a list for each granule
    PAGE_MESSAGES = PAGE_ACCESSES + PAGE_GRANULES, // a list for each granule, too
    PAGE_WIDE = PAGE_MESSAGES + PAGE_GRANULES,     // accesses that are too wide for the granules' lists
    PAGE_CELLS
};

// An atomic section that has ended.
struct data_race_section {
    uint32_t event, clock;
    uint32_t previous; // of the same thread, + 1
};

struct data_race_mark {
    struct data_race_clocks_mark clocks;
    uint32_t nodes, sections;
    uint32_t notes; // that came before
};

struct data_race_detector {
    struct data_race_clocks clocks;
    VECTOR(uint32_t) threads; // by thread: its first cell; 0: it has none yet
    struct data_race_map keys, pages;
    VECTOR(struct data_race_node) nodes; // the first is not used
    VECTOR(struct data_race_section) sections;
    VECTOR(struct data_race_mark) steps; // the state before each step
    VECTOR(struct data_race_pair) pairs;
    learnt_vector suspects; // what has to be known to see whether they are races
    uint64_t last_page;     // + 1; the page looked up last, and its cell
    uint32_t last_cell;
    const struct machine_note *notes;      // of the last step and those before
    uint32_t access_thread, access_tick;   // of the last access: before it released anything
    struct data_race_describer *describer; // data_race_describe.c; NULL: not used so far
};

static inline uint32_t thread_cell(struct data_race_detector *d, uint32_t thread, uint32_t cell)
{
    while (d->threads.size <= thread)
        vector_push(&d->threads, 0);
    if (!d->threads.data[thread])
        d->threads.data[thread] = data_race_cells_new(&d->clocks, THREAD_CELLS);
    return d->threads.data[thread] + cell;
}

// The clock of a thread now, and its own entry in it.
uint32_t data_race_thread_clock(struct data_race_detector *d, uint32_t thread);
// What the thread does from now on happens after what is in the record.
void data_race_acquire(struct data_race_detector *d, uint32_t thread, uint32_t record);
// The record to hand to others; what the thread does from now on is not in it.
uint32_t data_race_release(struct data_race_detector *d, uint32_t thread);

// data_race_describe.c. NULL is allowed.
void data_race_describer_free(struct data_race_describer *describer);

// data_race_shadow.c. An access takes three steps: what its reading acquires, the access itself (or the
// private use before a NOTE_SHARE), which is compared with those remembered, and what its writing leaves for
// others.
void data_race_shadow_read(struct data_race_detector *d, const struct machine_note *note);
void data_race_shadow_access(struct data_race_detector *d, uint32_t note);
void data_race_shadow_write(struct data_race_detector *d, const struct machine_note *note);

#endif
