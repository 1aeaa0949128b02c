// Events of a chunk that is full, or whose thread has ended, as fewer bytes. A thread comes to the same
// places again and again, with addresses a step further and values that it has just seen: each event is
// written as its difference from what its place and the event before predict.
//
// Packed are a number of events (4 bytes), the events one after the other, and a last byte PACKING_END, by
// which the reader knows that the file has all of it. An event is a byte of three codes, and then the bytes
// that these name, lowest first:
//
//     bits 0 and 1  enum packed_head     what its first 8 bytes are (kind, flags, size, place)
//     bits 2 to 4   enum packed_address
//     bits 5 to 7   enum packed_more
//
// Both sides keep a slot for each of 256 hashes of heads, which remembers the last event there, and what came
// after it. All slots begin as 0 in each chunk.
#ifndef HEDDLE_RECORD_PACKING_H
#define HEDDLE_RECORD_PACKING_H

#include "record/recording.h"

#include <stdbool.h>
#include <stddef.h>

enum { PACKING_END = 255, PACKING_SLOTS = 256 };

enum packed_head {
    PACKED_HEAD_NEXT, // what came after the event before, the last time that its slot was used
    PACKED_HEAD_SLOT, // that of a slot, whose number is 1 byte
    PACKED_HEAD_RAW,  // 8 bytes
};
enum packed_address {
    PACKED_ADDRESS_STEP,     // the slot's, with the step that it made the last time
    PACKED_ADDRESS_SAME,     // the slot's
    PACKED_ADDRESS_PREVIOUS, // of the event before
    PACKED_ADDRESS_NEAR,     // 1 byte: how far from that of the event before
    PACKED_ADDRESS_1,        // 1, 2 or 4 bytes: how far from the slot's
    PACKED_ADDRESS_2,
    PACKED_ADDRESS_4,
    PACKED_ADDRESS_RAW, // 8 bytes
};
enum packed_more {
    PACKED_MORE_SAME,     // the slot's
    PACKED_MORE_PREVIOUS, // of the event before
    PACKED_MORE_ZERO,
    PACKED_MORE_NUMBER, // 1 byte: how far from the last number of the sequence
    PACKED_MORE_1,      // 1, 2 or 4 bytes: the value
    PACKED_MORE_2,
    PACKED_MORE_4,
    PACKED_MORE_RAW, // 8 bytes
};

// An event as three words, in the order of struct recording_event.
struct packing_words {
    uint64_t head, address, more;
};
struct packing_slot {
    struct packing_words last;
    uint64_t step, next_head; // next_head: of the event that came after
};
struct packing {
    struct packing_slot slots[PACKING_SLOTS];
    struct packing_slot *before; // of the event before
    struct packing_words previous;
    uint64_t number; // of the sequence, the last that was seen
};

enum {
    PACKING_EVENTS = (RECORDING_CHUNK - sizeof(struct recording_chunk)) / sizeof(struct recording_event),
    PACKING_MOST = 4 + 25 * PACKING_EVENTS + 1 // bytes of a packed chunk
};

static inline unsigned packing_slot_of(uint64_t head)
{
    return (unsigned)(head * UINT64_C(0x9e3779b97f4a7c15) >> 56);
}

// Whether `more` is a number of the sequence (recording.h).
static inline bool packing_is_numbered(uint64_t head)
{
    const uint64_t numbered = UINT64_C(1) << RECORDED_ATOMIC_READ | UINT64_C(1) << RECORDED_ATOMIC_WRITE |
                              UINT64_C(1) << RECORDED_ATOMIC_UPDATE | UINT64_C(1) << RECORDED_ACQUIRE |
                              UINT64_C(1) << RECORDED_RELEASE | UINT64_C(1) << RECORDED_SYNCHRONISE |
                              UINT64_C(1) << RECORDED_FORK | UINT64_C(1) << RECORDED_FORK_FAILED |
                              UINT64_C(1) << RECORDED_JOIN | UINT64_C(1) << RECORDED_OUTSIDE |
                              UINT64_C(1) << RECORDED_SET_UP;
    return numbered >> (head & 63) & 1;
}

// The event is done: both sides learn from it.
static inline void packing_learn(struct packing *p, struct packing_slot *slot, struct packing_words event)
{
    p->before->next_head = event.head;
    p->before = slot;
    slot->step = event.address - slot->last.address;
    slot->last = event;
    p->previous = event;
    if (packing_is_numbered(event.head))
        p->number = event.more;
}

// Packs the first `count` events of a chunk, PACKING_EVENTS at most, all of which have a kind. Returns how
// many bytes of `to`, which has PACKING_MOST, it took; 0: an event has no kind yet. `scratch`: of the caller,
// for the moment.
size_t packing_pack(struct packing *scratch, const struct recording_event *events, uint32_t count,
                    unsigned char *to);

#endif
