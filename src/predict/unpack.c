#include "predict/unpack.h"

#include <string.h>

struct unpack_reader {
    const unsigned char *at, *end;
    bool damaged;
};

static uint64_t take_packed(struct unpack_reader *r, unsigned size)
{
    uint64_t value = 0;
    if ((size_t)(r->end - r->at) < size) {
        r->damaged = true;
        return 0;
    }
    memcpy(&value, r->at, size);
    r->at += size;
    return value;
}

// Of a difference that may be negative.
static uint64_t take_distance(struct unpack_reader *r, unsigned size)
{
    uint64_t value = take_packed(r, size), sign = UINT64_C(1) << (8 * size - 1);
    return (value ^ sign) - sign;
}

static uint64_t unpack_head(struct unpack_reader *r, const struct packing *p, unsigned code)
{
    switch (code) {
    case PACKED_HEAD_NEXT: return p->before->next_head;
    case PACKED_HEAD_SLOT: return p->slots[take_packed(r, 1)].last.head;
    case PACKED_HEAD_RAW: return take_packed(r, 8);
    default: r->damaged = true; return 0;
    }
}

static uint64_t unpack_address(struct unpack_reader *r, const struct packing *p,
                               const struct packing_slot *slot, unsigned code)
{
    switch (code) {
    case PACKED_ADDRESS_STEP: return slot->last.address + slot->step;
    case PACKED_ADDRESS_SAME: return slot->last.address;
    case PACKED_ADDRESS_PREVIOUS: return p->previous.address;
    case PACKED_ADDRESS_NEAR: return p->previous.address + take_distance(r, 1);
    case PACKED_ADDRESS_1: return slot->last.address + take_distance(r, 1);
    case PACKED_ADDRESS_2: return slot->last.address + take_distance(r, 2);
    case PACKED_ADDRESS_4: return slot->last.address + take_distance(r, 4);
    default: return take_packed(r, 8);
    }
}

static uint64_t unpack_more(struct unpack_reader *r, const struct packing *p, const struct packing_slot *slot,
                            unsigned code)
{
    switch (code) {
    case PACKED_MORE_SAME: return slot->last.more;
    case PACKED_MORE_PREVIOUS: return p->previous.more;
    case PACKED_MORE_ZERO: return 0;
    case PACKED_MORE_NUMBER: return p->number + take_distance(r, 1);
    case PACKED_MORE_1: return take_packed(r, 1);
    case PACKED_MORE_2: return take_packed(r, 2);
    case PACKED_MORE_4: return take_packed(r, 4);
    default: return take_packed(r, 8);
    }
}

uint32_t unpack_count(const unsigned char *bytes, size_t size)
{
    uint32_t count = 0;
    if (size <= sizeof count || bytes[size - 1] != PACKING_END)
        return 0;
    memcpy(&count, bytes, sizeof count);
    return count <= PACKING_EVENTS ? count : 0;
}

bool unpack_events(const unsigned char *bytes, size_t size, struct recording_event *to)
{
    uint32_t count = unpack_count(bytes, size);
    struct unpack_reader r = {bytes + sizeof count, bytes + size - 1, false};
    struct packing p = {.before = &p.slots[0]};
    for (uint32_t k = 0; k < count && !r.damaged; k++) {
        unsigned codes = (unsigned)take_packed(&r, 1);
        struct packing_words event = {.head = unpack_head(&r, &p, codes & 3)};
        struct packing_slot *slot = &p.slots[packing_slot_of(event.head)];
        event.address = unpack_address(&r, &p, slot, codes >> 2 & 7);
        event.more = unpack_more(&r, &p, slot, codes >> 5);
        packing_learn(&p, slot, event);
        memcpy(&to[k], &event, sizeof event);
        r.damaged |= !to[k].kind;
    }
    return count && !r.damaged && r.at == r.end;
}
