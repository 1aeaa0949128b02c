#include "machine/numbers.h"

#include "program/natives.h"
#include "program/registers.h"

enum {
    NODE_LIMIT = 256,      // nodes of a term
    GRANULE = 32,          // memory_find tells so many bytes apart
    WORD_LIMIT = 512,      // words that are copied and looked at
    MOST_NO_ADDRESS = 4096 // no object lies below that
};

// ---- addresses

// The object that the address is in, or just behind.
static const struct object *object_up_to(const struct machine *m, uint64_t bits)
{
    const struct object *o = memory_find(m, bits);
    return o || bits < GRANULE ? o : memory_find(m, bits - GRANULE);
}

// One more than the number of the heap block that the address is in; 0: it is in none.
static uint32_t heap_block_at(const struct machine *m, uint64_t bits)
{
    uint64_t chunk = bits >> m->memory.chunk_bits;
    if (chunk < m->memory.first_free_chunk || chunk >= m->memory.chunk_count)
        return 0;
    const struct object *o = object_up_to(m, bits);
    return o && o->kind == OBJECT_HEAP ? (uint32_t)(o - m->memory.objects.data) + 1 : 0;
}

static uint32_t greater(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t block_in_term(const struct machine *m, term t, uint32_t *nodes)
{
    if (++*nodes > NODE_LIMIT)
        return m->memory.objects.size;
    struct term_node n = *term_get(m->terms, t);
    if (n.kind == TERM_CONSTANT)
        return heap_block_at(m, n.value);
    uint32_t block = 0;
    for (unsigned k = 0; k < term_kind_kids[n.kind]; k++)
        block = greater(block, block_in_term(m, n.kid[k], nodes));
    return block;
}

static uint32_t value_block(const struct machine *m, struct value v)
{
    uint32_t nodes = 0;
    return v.t ? block_in_term(m, v.t, &nodes) : heap_block_at(m, v.bits);
}

// Of the running thread's top frame.
static struct value register_at(const struct machine *m, uint32_t number)
{
    const struct cell *c = &m->registers[number];
    return (struct value){c->bits, c->t};
}

static bool are_in_same_object(const struct machine *m, struct value a, struct value b)
{
    const struct object *o = a.t || b.t ? NULL : object_up_to(m, a.bits);
    return o && o == object_up_to(m, b.bits);
}

// ---- memory

// The newest block with an address in one of the words that the range touches.
static uint32_t block_in_memory(const struct machine *m, uint64_t address, uint64_t size)
{
    unsigned word = m->program->pointer_bits / 8;
    const struct object *o = memory_find(m, address);
    uint64_t at = address - address % word, end = address + size;
    uint32_t block = 0;
    if (end < address || (end - at) / word > WORD_LIMIT)
        return m->memory.objects.size;
    for (; o && o->data && at < end; at += word) {
        uint64_t bits = 0;
        if (at >= o->base && at - o->base + word <= o->size)
            memcpy(&bits, o->data + (at - o->base), word);
        block = greater(block, heap_block_at(m, bits));
    }
    return block;
}

// A part of a pointer is loaded, or written.
static uint32_t parts(const struct machine *m, struct value address, int64_t offset, unsigned width)
{
    uint64_t at = address.bits + (uint64_t)offset;
    unsigned word = m->program->pointer_bits / 8;
    if (address.t)
        return m->memory.objects.size;
    return width % m->program->pointer_bits == 0 && at % word == 0 ? 0
                                                                   : block_in_memory(m, at, (width + 7) / 8);
}

// Pieces of pointers are copied, or overwritten, at the ends of a range or everywhere.
static uint32_t pieces(const struct machine *m, uint64_t address, uint64_t size)
{
    unsigned word = m->program->pointer_bits / 8;
    uint64_t end = address + size;
    uint32_t block = size && address % word ? block_in_memory(m, address, 1) : 0;
    return size && end % word ? greater(block, block_in_memory(m, end - 1, 1)) : block;
}

// ---- operations

static uint32_t equality_block(const struct machine *m, unsigned width, struct value a, struct value b)
{
    struct value other = value_block(m, a) ? b : a;
    bool plain = width == m->program->pointer_bits && !a.t && !b.t;
    if (plain && (other.bits < MOST_NO_ADDRESS || memory_find(m, other.bits)))
        return 0; // reuse.h sees to that
    return greater(value_block(m, a), value_block(m, b));
}

// An address is moved along. Where it leaves the block it becomes a number.
static uint32_t moved_block(const struct machine *m, struct value from, uint64_t to)
{
    uint32_t block = from.t ? 0 : heap_block_at(m, from.bits); // a term keeps its constants
    const struct object *o = block ? &m->memory.objects.data[block - 1] : NULL;
    return o && (to & m->pointer_mask) - o->base > o->size ? block : 0;
}

// Of an operation with an immediate operand that is no number.
static uint32_t immediate(const struct machine *m, const struct instruction *i)
{
    struct value a = register_at(m, i->a), b = {(uint64_t)(int64_t)(int32_t)i->b, TERM_NONE};
    if (i->op == OP_ADD_I || i->op == OP_SUB_I)
        return moved_block(m, a, i->op == OP_ADD_I ? a.bits + b.bits : a.bits - b.bits);
    return i->op == OP_EQ_I || i->op == OP_NE_I ? equality_block(m, i->width, a, b) : value_block(m, a);
}

static uint32_t binary_block(const struct machine *m, const struct instruction *i)
{
    struct value a = register_at(m, i->a), b = register_at(m, i->b);
    uint32_t first = value_block(m, a), second = value_block(m, b), both = greater(first, second);
    switch (i->op) {
    case OP_EQ:
    case OP_NE: return both ? equality_block(m, i->width, a, b) : 0;
    case OP_ADD:
        return first && second ? both : b.t || a.t ? 0 : moved_block(m, first ? a : b, a.bits + b.bits);
    case OP_INDEX:
        if (second && (first || i->aux != 1))
            return both;
        return b.t || a.t ? 0 : moved_block(m, first ? a : b, a.bits + b.bits * i->aux);
    case OP_SUB:
        if (second)
            return are_in_same_object(m, a, b) ? 0 : both;
        return b.t ? 0 : moved_block(m, a, a.bits - b.bits);
    case OP_ULT:
    case OP_ULE:
    case OP_UGT:
    case OP_UGE:
    case OP_SLT:
    case OP_SLE:
    case OP_SGT:
    case OP_SGE: return are_in_same_object(m, a, b) ? 0 : both;
    default: return both;
    }
}

static uint32_t update_block(const struct machine *m, const struct instruction *i)
{
    struct value address = register_at(m, i->a), operand = register_at(m, i->b);
    uint32_t part = parts(m, address, 0, i->width), operation = i->aux & RMW_OPERATION_MASK;
    if (address.t || operation == RMW_XCHG)
        return part;
    uint32_t moved = operation == RMW_ADD || operation == RMW_SUB
                         ? 0
                         : block_in_memory(m, address.bits, (i->width + 7u) / 8u);
    return greater(part, greater(moved, value_block(m, operand)));
}

static uint32_t exchange_block(const struct machine *m, const struct instruction *i)
{
    struct value address = register_at(m, i->a), expected = register_at(m, i[1].a), found = {0, TERM_NONE};
    unsigned word = m->program->pointer_bits / 8;
    const struct object *o = address.t ? NULL : memory_find(m, address.bits);
    uint32_t part = parts(m, address, 0, i->width);
    if (!o || !o->data || i->width != m->program->pointer_bits || address.bits < o->base ||
        address.bits - o->base + word > o->size)
        return greater(part, value_block(m, expected));
    memcpy(&found.bits, o->data + (address.bits - o->base), word);
    bool any = value_block(m, expected) || value_block(m, found);
    return any ? greater(part, equality_block(m, i->width, expected, found)) : part;
}

// ---- calls

static struct value argument_at(const struct machine *m, const uint32_t *list, uint32_t number)
{
    uint32_t operand = number < list[0] ? list[2 + number] : OPERAND_CONSTANT;
    if (number >= list[0])
        return (struct value){0, TERM_NONE};
    if (operand & OPERAND_CONSTANT)
        return (struct value){m->program->constants[operand & ~OPERAND_CONSTANT], TERM_NONE};
    return register_at(m, operand);
}

static uint32_t copied(const struct machine *m, const uint32_t *list)
{
    struct value to = argument_at(m, list, 0), from = argument_at(m, list, 1), size = argument_at(m, list, 2);
    if (to.t || from.t || size.t)
        return m->memory.objects.size;
    uint32_t block = greater(pieces(m, to.bits, size.bits), pieces(m, from.bits, size.bits));
    bool apart = size.bits && (to.bits - from.bits) % (m->program->pointer_bits / 8);
    return apart ? greater(block, block_in_memory(m, from.bits, size.bits)) : block;
}

// What other natives do with the addresses that they are given is not looked at.
static uint32_t native_call(const struct machine *m, const struct instruction *i)
{
    const uint32_t *list = m->program->operands + i->b;
    struct value to = argument_at(m, list, 0), size = argument_at(m, list, 2);
    uint32_t block = 0;
    switch (i->a) {
    case NATIVE_free:
    case NATIVE_malloc_usable_size:
    case NATIVE___heddle_apart:
    case NATIVE___heddle_object_size:
    case NATIVE___heddle_block_size:
    case NATIVE___heddle_is_shared:
    case NATIVE___heddle_output: return 0;
    case NATIVE_realloc: return value_block(m, argument_at(m, list, 1));
    case NATIVE_memcpy:
    case NATIVE_memmove: return copied(m, list);
    case NATIVE_memset: return to.t || size.t ? m->memory.objects.size : pieces(m, to.bits, size.bits);
    default:
        for (uint32_t k = 0; k < list[0]; k++)
            block = greater(block, value_block(m, argument_at(m, list, k)));
        return block;
    }
}

// ---- instructions

struct reads {
    const struct machine *m;
    uint32_t block;
};

static void visit_read(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct reads *r = context;
    for (uint32_t k = 0; role & REGISTER_READ && k < words; k++)
        r->block = greater(r->block, value_block(r->m, register_at(r->m, *number + k)));
}

static uint32_t any_operand_block(const struct machine *m, const struct instruction *i)
{
    struct reads r = {m, 0};
    instruction_visit_registers((struct instruction *)i, m->program->operands, visit_read, &r);
    return r.block;
}

static uint32_t used(const struct machine *m, const struct instruction *i)
{
    if (opcode_hands_on(i->op))
        return 0;
    switch (i->op) {
    case OP_LOAD:
    case OP_STORE:
    case OP_STORE_I: return parts(m, register_at(m, i->a), (int32_t)i->b, i->width);
    case OP_LOAD_G:
    case OP_STORE_G: return parts(m, (struct value){instruction_immediate(i), TERM_NONE}, 0, i->width);
    case OP_RMW: return update_block(m, i);
    case OP_CMPXCHG: return exchange_block(m, i);
    case OP_CALL_NATIVE: return native_call(m, i);
    default: break;
    }
    if (i->op != OP_INDEX && !(i->op >= OP_ADD && i->op <= OP_SGE_I))
        return any_operand_block(m, i);
    return opcode_takes_immediate(i->op) ? immediate(m, i) : binary_block(m, i);
}

void numbers_look(struct machine *m, const struct instruction *i)
{
    if ((uint64_t)(i - m->code) >= m->program->code_count) // natives call functions by code of their own
        return;
    uint32_t block = used(m, i);
    if (block > m->current->state.numbered)
        thread_change(m, m->current)->numbered = block;
}
