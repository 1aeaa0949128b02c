// Which instructions take the address of a heap block for a number (reuse.h): what they compute is another
// one for another block, so that two blocks are told apart without being compared. To move an address within
// its block, to look at bits that are alike in all blocks, and to ask where in one block two addresses are is
// no such use.
#include "analysis/printed_addresses.h"
#include "machine/fold.h"
#include "machine/memory.h"
#include "machine/reuse.h"

enum {
    ALIGNMENT = 16,         // of every block: the bits below it are alike in all
    MOST_NO_ADDRESS = 4096, // neither these numbers nor their negatives are addresses
};

static unsigned without_immediate(unsigned op)
{
    return op >= OP_ADD && op <= OP_SGE_I && opcode_takes_immediate(op) ? op - 1 : op;
}

static uint64_t moved_to(unsigned op, unsigned width, uint64_t a, uint64_t b)
{
    switch (op) {
    case OP_AND: return a & b;
    case OP_OR: return a | b;
    case OP_XOR: return a ^ b;
    case OP_SUB: return fold_SUB(width, a, b);
    default: return fold_ADD(width, a, b);
    }
}

// Whether a number is made of the block's address, one of `a` and `b`; `number` is the other one.
static bool makes_number_of_address(struct machine *m, unsigned op, unsigned width,
                                    const struct object *block, uint64_t a, uint64_t b, uint64_t number)
{
    bool no_address = number < MOST_NO_ADDRESS || number > fold_mask(width) - MOST_NO_ADDRESS;
    switch (op) {
    case OP_AND:
        if (number < ALIGNMENT)
            return false;
        // fall through
    case OP_OR:
    case OP_XOR:
    case OP_ADD:
    case OP_SUB:
    case OP_INDEX: return reuse_block_at(m, moved_to(op, width, a, b)) != block;
    case OP_UREM:
    case OP_SREM: return !number || ALIGNMENT % number != 0;
    case OP_TRUNC: return fold_mask(width) >= ALIGNMENT;
    case OP_ULT:
    case OP_ULE:
    case OP_UGT:
    case OP_UGE:
    case OP_SLT:
    case OP_SLE:
    case OP_SGT:
    case OP_SGE: return !no_address;
    default: return true;
    }
}

static bool compares_or_subtracts(unsigned op)
{
    return op == OP_SUB || (op >= OP_ULT && op <= OP_SGE);
}

// What the runtime library prints, and the program cannot read.
static bool is_printed(const struct machine *m)
{
    const char *function = memory_library_function(m);
    return function && printed_is_lost(m->program, function);
}

bool reuse_computes(struct machine *m, unsigned op, unsigned width, uint64_t a, uint64_t b)
{
    struct object *first = reuse_block_at(m, a), *second = reuse_block_at(m, b);
    op = without_immediate(op);
    if ((!first && !second) || (first == second && compares_or_subtracts(op)))
        return true;
    bool both = first && second;
    bool number = both || makes_number_of_address(m, op, width, first ? first : second, a, b, first ? b : a);
    if (!number || is_printed(m))
        return true;
    return (!first || reuse_note_computed(m, first)) && (!second || reuse_note_computed(m, second));
}

bool reuse_read_part(struct machine *m, const struct object *o, uint64_t offset, unsigned size)
{
    unsigned word = m->program->pointer_bits / 8;
    for (uint64_t at = offset - offset % word; at < offset + size && at + word <= o->size; at += word) {
        struct value v = memory_peek(m, o, at, word);
        if (!v.t && !reuse_computes(m, OP_MUL, m->program->pointer_bits, v.bits, 0))
            return false;
    }
    return true;
}
