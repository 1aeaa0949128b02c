#include "record/packing.h"

#include <string.h>

// Writes the lowest `size` bytes; there is room for 8.
static inline unsigned char *put_packed(unsigned char *to, uint64_t value, unsigned size)
{
    memcpy(to, &value, sizeof value);
    return to + size;
}

static inline bool fits_in_bits(uint64_t distance, unsigned bits)
{
    return distance + (UINT64_C(1) << (bits - 1)) < UINT64_C(1) << bits;
}

static inline unsigned char *pack_head(const struct packing *p, uint64_t head, unsigned number,
                                       unsigned char *to, unsigned *code)
{
    if (p->before->next_head == head) {
        *code = PACKED_HEAD_NEXT;
        return to;
    }
    bool known = p->slots[number].last.head == head;
    *code = known ? PACKED_HEAD_SLOT : PACKED_HEAD_RAW;
    return known ? put_packed(to, number, 1) : put_packed(to, head, 8);
}

static inline unsigned char *pack_address(const struct packing *p, const struct packing_slot *slot,
                                          uint64_t address, unsigned char *to, unsigned *code)
{
    uint64_t distance = address - slot->last.address;
    *code = distance == slot->step           ? PACKED_ADDRESS_STEP
            : distance == 0                  ? PACKED_ADDRESS_SAME
            : address == p->previous.address ? PACKED_ADDRESS_PREVIOUS
                                             : PACKED_ADDRESS_RAW;
    if (*code != PACKED_ADDRESS_RAW)
        return to;
    if (fits_in_bits(address - p->previous.address, 8)) {
        *code = PACKED_ADDRESS_NEAR;
        return put_packed(to, address - p->previous.address, 1);
    }
    unsigned size = fits_in_bits(distance, 8)    ? 1
                    : fits_in_bits(distance, 16) ? 2
                    : fits_in_bits(distance, 32) ? 4
                                                 : 8;
    *code = size == 1   ? PACKED_ADDRESS_1
            : size == 2 ? PACKED_ADDRESS_2
            : size == 4 ? PACKED_ADDRESS_4
                        : PACKED_ADDRESS_RAW;
    return put_packed(to, size == 8 ? address : distance, size);
}

static inline unsigned char *pack_more(const struct packing *p, const struct packing_slot *slot,
                                       uint64_t head, uint64_t more, unsigned char *to, unsigned *code)
{
    *code = more == slot->last.more    ? PACKED_MORE_SAME
            : more == p->previous.more ? PACKED_MORE_PREVIOUS
            : more == 0                ? PACKED_MORE_ZERO
                                       : PACKED_MORE_RAW;
    if (*code != PACKED_MORE_RAW)
        return to;
    if (packing_is_numbered(head) && fits_in_bits(more - p->number, 8)) {
        *code = PACKED_MORE_NUMBER;
        return put_packed(to, more - p->number, 1);
    }
    unsigned size = more >> 8 == 0 ? 1 : more >> 16 == 0 ? 2 : more >> 32 == 0 ? 4 : 8;
    *code = size == 1   ? PACKED_MORE_1
            : size == 2 ? PACKED_MORE_2
            : size == 4 ? PACKED_MORE_4
                        : PACKED_MORE_RAW;
    return put_packed(to, more, size);
}

size_t packing_pack(struct packing *p, const struct recording_event *events, uint32_t count,
                    unsigned char *to)
{
    unsigned char *at = put_packed(to, count, 4);
    memset(p, 0, sizeof *p);
    p->before = &p->slots[0];
    for (size_t k = 0; k < count; k++) {
        struct packing_words event;
        memcpy(&event, &events[k], sizeof event);
        if (!events[k].kind)
            return 0;
        unsigned number = packing_slot_of(event.head), head, address, more;
        struct packing_slot *slot = &p->slots[number];
        unsigned char *codes = at;
        at = pack_head(p, event.head, number, at + 1, &head);
        at = pack_address(p, slot, event.address, at, &address);
        at = pack_more(p, slot, event.head, event.more, at, &more);
        *codes = (unsigned char)(head | address << 2 | more << 5);
        packing_learn(p, slot, event);
    }
    *at++ = PACKING_END;
    return (size_t)(at - to);
}
