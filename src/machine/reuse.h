// Addresses that an allocator hands out again (docs/machine.md, "Addresses that come back"). Two heap blocks
// never have one address, so that stale pointers are recognised. What that alone would hide is a new block
// whose address equals a stale one: a compare-exchange that succeeds although the block is another one (ABA),
// a cache that is keyed by addresses. It matters only where the addresses of two blocks are compared, or
// both are computed with as numbers (address_numbers.c), so pairs of allocation sites are learnt (learnt.h):
// blocks made at the second site may take the address of released blocks of the first. Then an allocation
// there is a visible operation that conflicts with such releases, and a choice between a new address and each
// of those that are free. Private to src/machine.
#ifndef HEDDLE_MACHINE_REUSE_H
#define HEDDLE_MACHINE_REUSE_H

#include "machine/observer.h"

// main has been created: makes the cells by which allocations and releases conflict. False: there is no room.
bool reuse_begin(struct machine *m);

// The running thread compares two words for equality: whether they may be addresses of different heap blocks.
static inline bool reuse_matters(const struct machine *m, unsigned width, uint64_t a, uint64_t b)
{
    return a >= m->reuse_from && b >= m->reuse_from && a != b && width == m->program->pointer_bits;
}
// Where reuse_matters: if one of the blocks could have had the address of the other, that is learnt. False:
// stopped.
bool reuse_compare(struct machine *m, uint64_t a, uint64_t b);

// What is asked first: whether the word may be an address of a heap block.
static inline bool reuse_may_be_address(const struct machine *m, uint64_t word)
{
    return word - m->reuse_from < m->reuse_span;
}
// Which heap block the word may be an address of (or the end of), if that may come back; NULL: none.
struct object *reuse_block_at(struct machine *m, uint64_t word);
// The running thread computes with an address of that block as with a number. If there is another of which
// that holds, and one of the two could have had the address of the other, that is learnt. False: stopped.
bool reuse_note_computed(struct machine *m, struct object *block);
// The object that the word is an address in, or the end of; NULL: none.
static inline struct object *reuse_find(const struct machine *m, uint64_t word)
{
    struct object *o = memory_find(m, word);
    return o ? o : memory_find(m, word - 1);
}
// Whether a op b moves an address within its object, or says which of two in one object is the lower one, or
// how far apart they are; in doubt false. Loops go through one object mostly: the last one is tried first.
static inline bool reuse_is_within(struct machine *m, unsigned op, uint64_t a, uint64_t b)
{
    bool relates = op == OP_SUB || (op >= OP_ULT && op <= OP_SGE);
    if (!relates && ((op != OP_ADD && op != OP_ADD_I && op != OP_INDEX) || reuse_may_be_address(m, b)))
        return false;
    uint64_t end = relates ? b : (a + b) & m->pointer_mask;
    if (a - m->reuse_last_base <= m->reuse_last_size && end - m->reuse_last_base <= m->reuse_last_size)
        return true;
    const struct object *o = reuse_find(m, a);
    if (!o || o != reuse_find(m, end))
        return false;
    m->reuse_last_base = o->base;
    m->reuse_last_size = o->size;
    return true;
}
// Where the running thread stands at an instruction that computes a op b (width: of a pointer; for TRUNC, of
// the result, and b is 0): notes which of the words, if they are addresses, it takes for numbers. False:
// stopped.
bool reuse_computes(struct machine *m, unsigned op, unsigned width, uint64_t a, uint64_t b);

// The running thread reads bytes of the object that are fewer than an address has: notes of which addresses
// they are a part. False: stopped.
bool reuse_read_part(struct machine *m, const struct object *o, uint64_t offset, unsigned size);

// A block has been made.
static inline void reuse_made(struct machine *m, const struct object *block)
{
    uint64_t span = block->base + block->size + 1 - m->reuse_from;
    if (m->reuse_from != ~(uint64_t)0 && span > m->reuse_span)
        m->reuse_span = span;
}
// Adds to an operation that releases the block what makes it conflict with allocations. False: stopped.
bool reuse_add_release(struct machine *m, const struct object *block, struct operation *op);
// The block has been released. False: stopped.
bool reuse_released(struct machine *m, uint32_t block);

// Pages of the mapping are going to be unmapped, and not all of it: comparisons that could tell whether
// another mapping lies there are not modelled, whatever their order (LEARNT_GONE_PAGES). False: stopped.
bool reuse_pages_gone(struct machine *m, const struct object *mapping);

// Adds to an operation that allocates what makes it conflict with releases and other allocations.
void reuse_add_allocation(struct machine *m, uint64_t size, struct operation *op);
// How many released blocks there are whose address the one to be allocated may take, and which: `number`
// counts from 0, ordered by address. `block` (NO_OBJECT: none) is one that this operation is going to
// release.
uint32_t reuse_candidates(struct machine *m, uint64_t size, uint64_t alignment, uint32_t block);
uint32_t reuse_candidate(const struct machine *m, uint32_t number);

#endif
