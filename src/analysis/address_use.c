#include "analysis/address_use.h"

#include "base/bit_array.h"

enum {
    MOST_STEPS = 8,        // from an operand back through what it was computed from
    MOST_NO_ADDRESS = 4096 // no object lies below that
};

// ---- places

static bool is_asked(const struct address_question *q, uint32_t object)
{
    const struct abstract_object *o = points_to_object(q->points_to, object);
    if (q->left_out && bit_array_has(q->left_out, object))
        return false;
    switch ((enum abstract_kind)o->kind) {
    case ABSTRACT_UNKNOWN: return false; // an input decides
    case ABSTRACT_GLOBAL: return q->globals && bit_array_has(q->globals, o->index);
    case ABSTRACT_FUNCTION: return q->functions && bit_array_has(q->functions, o->index);
    default: return q->run_time;
    }
}

static bool any_asked(const struct address_question *q, const struct place_set *places)
{
    for (uint32_t k = 0; k < places->size; k++)
        if (is_asked(q, places->data[k].object))
            return true;
    return false;
}

// The object that all places are in; 0: they are in several, or in none that is known.
static uint32_t only_object_among(const struct place_set *places)
{
    uint32_t object = places->size ? places->data[0].object : 0;
    for (uint32_t k = 1; k < places->size; k++)
        if (places->data[k].object != object)
            return 0;
    return object;
}

// ---- operands

struct used_operand {
    bool address; // of what is asked about
    const struct place_set *places;
};

static struct used_operand operand_at(const struct address_question *q, const struct registers *registers,
                                      uint32_t code, uint32_t number, unsigned steps);

// Whether the instruction, which reads an address, has an address for its result: as a pointer that is moved
// along. Every other result is a number, and the instruction that computes it says what use that is.
static bool keeps_address(const struct address_question *q, const struct registers *registers, uint32_t code,
                          unsigned steps)
{
    const struct instruction *i = &q->program->code[code];
    switch (i->op) {
    case OP_MOVE:
    case OP_ADD_I:
    case OP_SUB_I: return operand_at(q, registers, code, i->a, steps).address;
    case OP_SUB:
        return operand_at(q, registers, code, i->a, steps).address &&
               !operand_at(q, registers, code, i->b, steps).address;
    case OP_ADD:
    case OP_INDEX:
        return operand_at(q, registers, code, i->a, steps).address !=
               operand_at(q, registers, code, i->b, steps).address;
    case OP_CONST:
    case OP_SELECT:
    case OP_TLS_ADDRESS:
    case OP_LOAD:
    case OP_LOAD_G:
    case OP_RMW:
    case OP_CMPXCHG:
    case OP_ALLOCA:
    case OP_ALLOCA_DYN:
    case OP_LOOP:
    case OP_CALL:
    case OP_CALL_NATIVE:
    case OP_CALL_INDIRECT: return true;
    default: return false;
    }
}

static struct used_operand operand_at(const struct address_question *q, const struct registers *registers,
                                      uint32_t code, uint32_t number, unsigned steps)
{
    struct register_value value;
    struct used_operand operand = {.places = points_to_operand(q->points_to, code, number)};
    operand.address = any_asked(q, operand.places);
    if (operand.address && steps && registers_value(registers, code, number, &value) &&
        value.kind == VALUE_CODE)
        operand.address = keeps_address(q, registers, value.number, steps - 1);
    return operand;
}

// ---- operations

static bool is_moved(const struct address_question *q, const struct place *p)
{
    uint64_t size = points_to_object(q->points_to, p->object)->size;
    return p->stride || p->offset < 0 || (size != UNKNOWN_SIZE && (uint64_t)p->offset > size);
}

static bool is_constant(const struct address_question *q, const struct place *p)
{
    return points_to_object(q->points_to, p->object)->flags & ABSTRACT_CONSTANT;
}

// Whether an address that is moved in an object, or out of it, may be compared with one of another object:
// how often it was moved tells how far apart the two objects are. How far texts and tables that nobody writes
// are from each other is of no use.
static bool measures(const struct address_question *q, const struct place_set *moved,
                     const struct place_set *other)
{
    for (uint32_t k = 0; k < moved->size; k++) {
        const struct place *a = &moved->data[k];
        for (uint32_t n = 0; n < other->size && is_moved(q, a); n++) {
            const struct place *b = &other->data[n];
            if (a->object != b->object && !(is_constant(q, a) && is_constant(q, b)))
                return true;
        }
    }
    return false;
}

static bool measures_distance(const struct address_question *q, const struct used_operand *a,
                              const struct used_operand *b)
{
    return measures(q, a->places, b->places) || measures(q, b->places, a->places);
}

static bool is_key(const struct address_question *q, const struct place_set *places)
{
    for (uint32_t k = 0; k < places->size; k++)
        if (points_to_object(q->points_to, places->data[k].object)->kind == ABSTRACT_KEY)
            return true;
    return false;
}

// Addresses of objects are equal where the objects and offsets are: the end of none is the start of another
// (program/layout.h).
static enum address_use use_in_equality(const struct address_question *q, const struct instruction *i,
                                        const struct used_operand *a, const struct used_operand *b)
{
    int32_t number = (int32_t)i->b;
    bool null = number > -MOST_NO_ADDRESS && number < MOST_NO_ADDRESS;
    if (i->width < q->program->pointer_bits)
        return ADDRESS_USE_NUMBER; // a part of one
    if (opcode_takes_immediate(i->op))
        return null && !is_key(q, a->places) ? ADDRESS_USE_NONE : ADDRESS_USE_NUMBER;
    bool equal = a->places->size && b->places->size && !measures_distance(q, a, b);
    return equal ? ADDRESS_USE_NONE : ADDRESS_USE_NUMBER;
}

// Both are in one object, at any time.
static bool are_in_one_object(const struct address_question *q, const struct used_operand *a,
                              const struct used_operand *b)
{
    uint32_t object = only_object_among(a->places);
    return object && object == only_object_among(b->places) &&
           points_to_object(q->points_to, object)->flags & ABSTRACT_SINGLE;
}

static enum address_use use_in_ordering(const struct address_question *q, const struct instruction *i,
                                        const struct used_operand *a, const struct used_operand *b)
{
    if (opcode_takes_immediate(i->op) || !a->places->size || !b->places->size || measures_distance(q, a, b))
        return ADDRESS_USE_NUMBER;
    return are_in_one_object(q, a, b) ? ADDRESS_USE_NONE : ADDRESS_USE_ORDER;
}

static enum address_use use_in_difference(const struct address_question *q, const struct used_operand *a,
                                          const struct used_operand *b)
{
    if (!b->places->size)
        return ADDRESS_USE_NONE;
    if (are_in_one_object(q, a, b))
        return ADDRESS_USE_NONE;
    return only_object_among(a->places) && only_object_among(a->places) == only_object_among(b->places)
               ? ADDRESS_USE_ORDER
               : ADDRESS_USE_NUMBER;
}

static enum address_use use_in_binary_operation(const struct address_question *q, const struct instruction *i,
                                                const struct used_operand *a, const struct used_operand *b)
{
    if (!a->address && !b->address)
        return ADDRESS_USE_NONE;
    switch (i->op) {
    case OP_EQ:
    case OP_NE:
    case OP_EQ_I:
    case OP_NE_I: return use_in_equality(q, i, a, b);
    case OP_ADD_I:
    case OP_SUB_I: return ADDRESS_USE_NONE;
    case OP_ADD: return a->address && b->address ? ADDRESS_USE_NUMBER : ADDRESS_USE_NONE;
    case OP_INDEX:
        return a->address && b->address    ? ADDRESS_USE_NUMBER
               : b->address && i->aux != 1 ? ADDRESS_USE_NUMBER
                                           : ADDRESS_USE_NONE;
    case OP_SUB: return b->address && !a->places->size ? ADDRESS_USE_NUMBER : use_in_difference(q, a, b);
    default: return i->op > OP_NE_I && i->op <= OP_SGE_I ? use_in_ordering(q, i, a, b) : ADDRESS_USE_NUMBER;
    }
}

// Whether an update computes with what lies in memory, and an address may lie there.
static bool updates_address(const struct address_question *q, uint32_t code)
{
    struct access_cursor c = {.list = points_to_accesses(q->points_to, code)};
    for (const struct points_to_access *a; (a = access_next(&c));)
        if (a->place.object && any_asked(q, points_to_content(q->points_to, a->place.object)))
            return true;
    return false;
}

static enum address_use use_in_update(const struct address_question *q, const struct registers *registers,
                                      uint32_t code)
{
    const struct instruction *i = &q->program->code[code];
    uint32_t operation = i->aux & RMW_OPERATION_MASK;
    if (operation == RMW_XCHG)
        return ADDRESS_USE_NONE;
    bool moves = operation == RMW_ADD || operation == RMW_SUB;
    if (operand_at(q, registers, code, i->b, MOST_STEPS).address || (!moves && updates_address(q, code)))
        return ADDRESS_USE_NUMBER;
    return ADDRESS_USE_NONE;
}

static bool is_null(const struct address_question *q, const struct registers *registers, uint32_t code,
                    uint32_t number)
{
    struct register_value value;
    if (!registers_copied(registers, q->program, code, number, &value) || value.kind != VALUE_CODE)
        return false;
    const struct instruction *i = &q->program->code[value.number];
    return i->op == OP_CONST && instruction_immediate(i) < MOST_NO_ADDRESS;
}

// What a compare-exchange finds in memory: what its result may be, or, where another operand is in the
// result's register, what lies anywhere in the object.
static bool finds_address(const struct address_question *q, uint32_t code)
{
    const struct instruction *i = &q->program->code[code];
    if (i->d != i->a && i->d != i[1].a && i->d != i[1].b)
        return any_asked(q, points_to_operand(q->points_to, code, i->d));
    return updates_address(q, code);
}

// Of a compare-exchange: an address may be compared with a number there, too.
static enum address_use use_in_exchange(const struct address_question *q, const struct registers *registers,
                                        uint32_t code)
{
    const struct instruction *i = &q->program->code[code];
    uint32_t expected = i[1].a;
    const struct place_set *places = points_to_operand(q->points_to, code, expected);
    bool compares = any_asked(q, places) || finds_address(q, code);
    if (!compares || is_null(q, registers, code, expected))
        return ADDRESS_USE_NONE;
    for (uint32_t k = 0; k < places->size; k++)
        if (points_to_object(q->points_to, places->data[k].object)->kind == ABSTRACT_UNKNOWN)
            return ADDRESS_USE_NUMBER;
    return places->size && i->width >= q->program->pointer_bits ? ADDRESS_USE_NONE : ADDRESS_USE_NUMBER;
}

static enum address_use use_in_anything_else(const struct address_question *q,
                                             const struct registers *registers, uint32_t code)
{
    uint32_t count;
    const struct register_use *uses = registers_uses(registers, code, &count);
    for (uint32_t k = 0; k < count; k++)
        if (operand_at(q, registers, code, uses[k].number, MOST_STEPS).address)
            return ADDRESS_USE_NUMBER;
    return ADDRESS_USE_NONE;
}

enum address_use address_use_at(const struct address_question *q, const struct registers *registers,
                                uint32_t code)
{
    static const struct place_set none;
    const struct instruction *i = &q->program->code[code];
    if (opcode_hands_on(i->op))
        return ADDRESS_USE_NONE;
    switch (i->op) {
    case OP_LOAD:
    case OP_LOAD_G:
    case OP_STORE:
    case OP_STORE_I:
    case OP_STORE_G:
    case OP_BRANCH:
    case OP_CALL_NATIVE: return ADDRESS_USE_NONE;
    case OP_RMW: return use_in_update(q, registers, code);
    case OP_CMPXCHG: return use_in_exchange(q, registers, code);
    default: break;
    }
    if (i->op != OP_INDEX && !(i->op >= OP_ADD && i->op <= OP_SGE_I))
        return use_in_anything_else(q, registers, code);
    struct used_operand a = operand_at(q, registers, code, i->a, MOST_STEPS), b = {.places = &none};
    if (!opcode_takes_immediate(i->op))
        b = operand_at(q, registers, code, i->b, MOST_STEPS);
    return use_in_binary_operation(q, i, &a, &b);
}
