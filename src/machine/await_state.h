// What await.c and its neighbours (await_touch.c, await_block.c, await_stuck.c) keep. Private to them.
#ifndef HEDDLE_MACHINE_AWAIT_STATE_H
#define HEDDLE_MACHINE_AWAIT_STATE_H

#include "machine/await.h"
#include "machine/endless.h"

struct await_snapshot {
    uint32_t previous; // of the same thread, 0: none
    uint32_t touch;    // its newest touch then
    uint32_t code, depth, choices;
    struct moment moment;
    uint64_t hash; // of code, depth, phase, and the live registers of the innermost frames
};
struct await_touch {
    uint32_t previous;                 // of the same thread, 0: none
    uint32_t first_access, end_access; // of its operation, in machine->accesses
    uint32_t size;                     // bytes
    bool write;
    bool faint; // its content decides nothing (faint.h), but that it is memory
    uint64_t address;
    struct content before, after;
};

// An update that commutes, as a thread came to it.
struct await_update {
    uint32_t thread, code, looks;
    uint64_t address;
    struct content content;
};

struct awaits {
    // along the present path
    VECTOR(uint64_t) hashes;
    VECTOR(struct await_snapshot) snapshots; // 0: none
    VECTOR(struct await_touch) touches;      // 0: none
    uint32_t *table;  // index of a hash, by the hash; some are forgotten, some do not exist any more
    bool stuck_known; // await_stuck has been asked in this state, and
    bool stuck;       // has said so: then
    VECTOR(struct loop_seen) seen; // by thread: what it does for ever (await_seen)
    // for good
    uint8_t *places;            // by instruction: enum await_place; NULL: AWAIT_NOWHERE
    uint8_t *ordered;           // by instruction: await_orders; NULL: none
    struct digest *memo;        // await_block.c
    struct await_update update; // the last one that was remembered
    uint64_t effects;           // await_effects
    uint64_t nonce;             // numbers for histories that nothing else can have
    bool ignored;               // rounds are executed and not looked at
    bool seeks;                 // a search of await_stuck.c
    bool tracing;               // which notes in `seen` what threads execute
    bool numbers;               // instructions are looked at, see numbers.h
    bool follows;               // what the thread of each step executes is noted in `round`
    uint32_t followed;          // which one that is
    struct loop_seen round;
};

// What a thread does for ever, as far as it was seen.
static inline struct loop_seen *await_seen(struct machine *m, uint32_t thread)
{
    while (m->awaits->seen.size <= thread)
        vector_push(&m->awaits->seen, (struct loop_seen){0});
    return &m->awaits->seen.data[thread];
}

#endif
