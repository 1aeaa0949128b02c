#include "base/rules.h"
#include "summary/walk.h"

// ---- operands

static bool is_immediate(unsigned op)
{
    return op >= OP_ADD && op <= OP_SGE_I && (op - OP_ADD) % 2;
}

// The operation without its immediate.
static unsigned plain_op(unsigned op)
{
    return is_immediate(op) ? op - 1u : op;
}

static struct sum second_operand(const struct walker *w, const struct instruction *i)
{
    if (is_immediate(i->op))
        return sum_constant((uint64_t)(int64_t)(int32_t)i->b, i->width);
    return walk_own_sum(w, i->b, i->width);
}

// ---- arithmetic

static struct definition arithmetic_definition(const struct walker *w, const struct instruction *i,
                                               unsigned flags)
{
    struct sum sum = walk_own_sum(w, i->a, i->width), b = second_operand(w, i);
    unsigned op = plain_op(i->op);
    if (op == OP_SHL || op == OP_MUL) {
        if (!is_immediate(i->op) || i->width < 2)
            return definition_unknown;
        if (op == OP_SHL && (b.constant < 0 || b.constant > 30))
            return definition_unknown;
        sum.part[0].factor = op == OP_SHL ? (int64_t)1 << b.constant : b.constant;
        if (sum.part[0].factor > INT32_MAX || sum.part[0].factor < INT32_MIN)
            return definition_unknown;
    } else {
        sum = sum_add(sum, &b, op == OP_SUB ? -1 : op == OP_INDEX ? i->aux : 1);
    }
    return definition_computed(sum, i->width, flags & JOURNAL_FITS && i->width > 1);
}

void walk_arithmetic(struct walker *w, const struct instruction *i, unsigned flags)
{
    struct definition d = arithmetic_definition(w, i, flags);
    bool exact = walk_define_own(w, i->d, &d);
    bool checked = w->properties & 1u << PROPERTY_OVERFLOW && i->op != OP_INDEX &&
                   (i->aux & OP_NSW || plain_op(i->op) == OP_SHL);
    bool decides = i->op == OP_SHL && !(flags & JOURNAL_KNOWN);
    if (exact || decides || (checked && (!d.known || !d.fits || plain_op(i->op) == OP_SHL)))
        walk_exact_operands(w, i);
    else if (checked)
        walk_add_range(w, &d);
}

void walk_divide(struct walker *w, const struct instruction *i, unsigned flags)
{
    unsigned op = plain_op(i->op);
    bool with_sign = op == OP_SDIV || op == OP_SREM;
    walk_opaque(w, i, false);
    if (with_sign) {
        walk_exact_operands(w, i);
    } else if (!is_immediate(i->op) && !(flags & JOURNAL_FITS) && rule_holds(RULE_CUTS)) {
        walk_exact_operands(w, i);
    } else if (!is_immediate(i->op)) {
        struct sum b = walk_own_sum(w, i->b, i->width), zero = {0};
        walk_compare(w, RELATION_UNEQUAL, i->width, &b, &zero, 0);
    }
}

// ---- comparisons

// The comparison as a literal; false: it cannot be one.
static bool add_comparison(struct walker *w, const struct instruction *i, bool truth, unsigned flags)
{
    struct sum a = walk_own_sum(w, i->a, i->width), b = second_operand(w, i), zero = {0};
    unsigned op = plain_op(i->op);
    bool is_unsigned = op == OP_ULT || op == OP_ULE || op == OP_UGT || op == OP_UGE;
    if (op == OP_EQ || op == OP_NE) {
        walk_compare(w, (op == OP_EQ) == truth ? RELATION_EQUAL : RELATION_UNEQUAL, i->width, &a, &b, 0);
        return true;
    }
    if (i->width == 1 || (is_unsigned && !(flags & JOURNAL_FITS)))
        return false;
    if (is_unsigned) { // both are at least 0: the same as with sign
        walk_compare(w, RELATION_AT_MOST, 64, &zero, &a, 0);
        walk_compare(w, RELATION_AT_MOST, 64, &zero, &b, 0);
    }
    bool less = op == OP_ULT || op == OP_SLT || op == OP_ULE || op == OP_SLE;
    bool strict = op == OP_ULT || op == OP_SLT || op == OP_UGT || op == OP_SGT;
    if (!truth) { // not (a < b): b <= a
        less = !less;
        strict = !strict;
    }
    walk_compare(w, RELATION_AT_MOST, 64, less ? &a : &b, less ? &b : &a, strict ? -1 : 0);
    return true;
}

// Of a literal that is about one bit only: whether it says that the bit is set. False: it says neither.
static bool bit_meant(const struct literal *l, bool *set)
{
    int64_t numbers[2] = {0, 1};
    if (l->count != 1 || l->part[0].place.width != 1)
        return false;
    bool clear = literal_holds(l, &numbers[0]);
    *set = literal_holds(l, &numbers[1]);
    return clear != *set;
}

void walk_comparison(struct walker *w, const struct instruction *i, unsigned flags)
{
    uint32_t number = w->base + i->d;
    uint8_t mark = walk_mark(w, w->thread, number);
    bool meant[2] = {false, false}, exact = mark & MARK_EXACT;
    for (uint32_t k = 0; mark & MARK_LITERAL && k < w->p->literals.size;) {
        bool set;
        const struct literal *l = &w->p->literals.data[k];
        if (literal_find(l, PLACE_REGISTER, register_where(w->thread, number)) < 0) {
            k++;
        } else if (bit_meant(l, &set)) {
            meant[set] = true;
            precondition_drop_literal(w->p, k);
        } else {
            walk_make_exact(w, k);
            exact = true;
        }
    }
    walk_take_mark(w, w->thread, number, MARK_EXACT);
    walk_take_mark(w, w->thread, number, MARK_LITERAL);
    if (exact && flags & JOURNAL_KNOWN)
        meant[flags & JOURNAL_SIDE ? 1 : 0] = true;
    else if (exact)
        walk_exact_operands(w, i);
    for (int side = 0; side < 2; side++)
        if (meant[side] && !add_comparison(w, i, side, flags)) {
            walk_exact_operands(w, i);
            w->p->made_exact = true;
        }
}

// ---- conversions, copies

void walk_constant(struct walker *w, const struct instruction *i)
{
    unsigned width = i->width ? i->width : 64;
    struct definition d = definition_copy(sum_constant(instruction_immediate(i), width), width);
    walk_define_own(w, i->d, &d);
}

void walk_truncate(struct walker *w, const struct instruction *i)
{
    struct definition d = definition_truncated(walk_own_sum(w, i->a, 64), i->width);
    if (walk_define_own(w, i->d, &d))
        walk_exact_own(w, i->a);
}

void walk_extend(struct walker *w, const struct instruction *i, unsigned flags)
{
    bool bit = i->aux == 1, always = bit || i->op == OP_SEXT;
    struct sum sum = walk_own_sum(w, i->a, i->aux);
    sum.part[0].factor = bit && i->op == OP_SEXT ? -1 : 1;
    struct definition d = {.width = i->width,
                           .congruent = always ? 64 : i->aux,
                           .known = i->aux <= 64 && i->width <= 64,
                           .fits = always || flags & JOURNAL_FITS,
                           .ranged = !always,
                           .sum = sum};
    if (!always) {
        d.range = sum;
        d.high = largest_number(i->aux);
    }
    if (walk_define_own(w, i->d, &d))
        walk_exact_own(w, i->a);
}

void walk_select(struct walker *w, const struct instruction *i, unsigned flags)
{
    if (!walk_matters(w, i->d))
        return;
    if (!(flags & JOURNAL_FITS) || i->width > 64) {
        walk_opaque(w, i, false);
        return;
    }
    uint32_t from = flags & JOURNAL_SIDE ? i[1].a : i[1].b;
    struct definition d = definition_copy(walk_own_sum(w, from, i->width), i->width);
    if (walk_define_own(w, i->d, &d))
        walk_exact_own(w, from);
    walk_exact_own(w, i->a);
}

// A width in which a literal sees the register of the running thread; 0: none does.
static unsigned width_seen(const struct walker *w, uint32_t number)
{
    for (uint32_t k = 0; walk_mark(w, w->thread, number) & MARK_LITERAL && k < w->p->literals.size; k++) {
        const struct literal *l = &w->p->literals.data[k];
        int part = literal_find(l, PLACE_REGISTER, register_where(w->thread, number));
        if (part >= 0)
            return l->part[part].place.width;
    }
    return 0;
}

void walk_move(struct walker *w, uint32_t to, uint32_t from)
{
    unsigned width = width_seen(w, to);
    struct literal_place place = {register_where(w->thread, from), PLACE_REGISTER, (uint8_t)width};
    struct definition d = width ? definition_copy(sum_of(place, 1), width) : definition_unknown;
    if (walk_define(w, w->thread, to, &d))
        walk_exact_register(w, w->thread, from);
}

void walk_set_constant(struct walker *w, uint32_t to, uint64_t bits)
{
    unsigned width = width_seen(w, to);
    struct definition d = width ? definition_copy(sum_constant(bits, width), width) : definition_unknown;
    walk_define(w, w->thread, to, &d);
}
