#include "summary/precondition.h"

#include "base/hash.h"
#include "base/rules.h"
#include "machine/journal_words.h"
#include "program/registers.h"

// ---- preconditions

void precondition_free(struct precondition *p)
{
    vector_free(&p->registers);
    vector_free(&p->bytes);
    vector_free(&p->literals);
}

void precondition_clear(struct precondition *p)
{
    p->never = false;
    p->since = PRECONDITION_ANY;
    p->settled = false;
    p->registers.size = p->bytes.size = p->literals.size = 0;
}

static bool has_register(const struct precondition *p, uint64_t number)
{
    for (uint32_t k = 0; k < p->registers.size; k++)
        if (p->registers.data[k] == number)
            return true;
    return false;
}

void precondition_add_register(struct precondition *p, uint64_t number)
{
    if (!has_register(p, number))
        vector_push(&p->registers, number);
}

static void add_granule(struct precondition *p, uint64_t granule, uint8_t mask)
{
    for (uint32_t k = 0; k < p->bytes.size; k++)
        if (p->bytes.data[k].granule == granule) {
            p->bytes.data[k].mask |= mask;
            return;
        }
    vector_push(&p->bytes, (struct exact_bytes){granule, mask});
}

static uint8_t granule_mask(uint64_t granule, uint64_t address, uint64_t size)
{
    uint64_t first = address > granule * 8 ? address - granule * 8 : 0;
    uint64_t end = address + size < granule * 8 + 8 ? address + size - granule * 8 : 8;
    return (uint8_t)((0xffu >> (8 - (end - first))) << first);
}

static void add_bytes(struct precondition *p, uint64_t address, uint64_t size)
{
    for (uint64_t g = address / 8; size && g <= (address + size - 1) / 8; g++)
        add_granule(p, g, granule_mask(g, address, size));
}

void precondition_add_exact(struct precondition *p, const struct place *place)
{
    if (place->kind == PLACE_REGISTER)
        precondition_add_register(p, place->where);
    else
        add_bytes(p, place->where, place->width / 8);
}

void precondition_conjoin(struct precondition *p, const struct precondition *with)
{
    p->never |= with->never;
    if (p->never)
        return;
    if (with->since < p->since)
        p->since = with->since;
    p->settled |= with->settled;
    for (uint32_t k = 0; k < with->registers.size; k++)
        precondition_add_register(p, with->registers.data[k]);
    for (uint32_t k = 0; k < with->bytes.size; k++)
        add_granule(p, with->bytes.data[k].granule, with->bytes.data[k].mask);
    for (uint32_t k = 0; k < with->literals.size; k++)
        precondition_add_literal(p, &with->literals.data[k]);
}

void precondition_settle(struct precondition *p)
{
    p->settled |= p->literals.size > 0;
    for (uint32_t k = 0; k < p->literals.size; k++)
        for (uint32_t i = 0; i < p->literals.data[k].count; i++)
            precondition_add_exact(p, &p->literals.data[k].part[i].place);
    p->literals.size = 0;
}

static bool has_literal(const struct precondition *p, const struct literal *l)
{
    for (uint32_t k = 0; k < p->literals.size; k++)
        if (literal_equal(&p->literals.data[k], l))
            return true;
    return false;
}

// The literals that the other one does not have give way to their places.
static void settle_others(struct precondition *p, const struct precondition *other)
{
    for (uint32_t k = 0; k < p->literals.size;) {
        if (has_literal(other, &p->literals.data[k])) {
            k++;
            continue;
        }
        for (uint32_t i = 0; i < p->literals.data[k].count; i++)
            precondition_add_exact(p, &p->literals.data[k].part[i].place);
        p->literals.data[k] = vector_pop(&p->literals);
        p->settled = true;
    }
}

void precondition_merge(struct precondition *p, struct precondition *with)
{
    settle_others(p, with);
    settle_others(with, p);
    precondition_conjoin(p, with);
}

void precondition_add_literal(struct precondition *p, const struct literal *literal)
{
    for (uint32_t k = 0; k < p->literals.size; k++) {
        struct literal *l = &p->literals.data[k];
        if (l->relation != literal->relation || l->width != literal->width || !literal_same_sum(l, literal))
            continue;
        if (l->relation == RELATION_AT_MOST) {
            if (literal->constant < l->constant)
                l->constant = literal->constant;
            return;
        }
        if (l->constant == literal->constant)
            return;
    }
    vector_push(&p->literals, *literal);
}

// ---- the walker

enum mark { MARK_EXACT = 1, MARK_LISTED = 2, MARK_LITERAL = 4 };

// A granule of memory that the precondition is about. Open addressing; none is taken out during a walk.
struct watched_granule {
    uint64_t granule; // + 1; 0: free
    uint8_t mask;     // exact bytes
    bool literal;     // some literal is about bytes of it
};

struct walker {
    const struct program *program;
    const struct machine *machine;
    uint32_t properties;
    bool unwind;
    struct precondition *p;
    VECTOR(uint8_t) marks[MACHINE_MAX_THREADS]; // by register number: enum mark
    struct watched_granule *granules;
    uint32_t granule_count, granules_used;
    // the place in the journal
    uint32_t thread, base;
    uint64_t target;                // JOURNAL_TARGET word of the instruction to come; 0: none
    bool held_exact;                // PLACE_HELD is to be exact
    VECTOR(struct literal) changed; // scratch of `replace`
};

struct walker *walker_new(const struct program *program, const struct machine *machine,
                          const struct machine_options *options)
{
    struct walker *w = memory_zalloc(1, sizeof *w);
    w->program = program;
    w->machine = machine;
    w->properties = options->properties;
    w->unwind = options->unwind != 0;
    w->granule_count = 64;
    w->granules = memory_zalloc(w->granule_count, sizeof *w->granules);
    return w;
}

void walker_free(struct walker *w)
{
    if (!w)
        return;
    for (uint32_t k = 0; k < MACHINE_MAX_THREADS; k++)
        vector_free(&w->marks[k]);
    vector_free(&w->changed);
    memory_free(w->granules);
    memory_free(w);
}

static uint8_t *mark_of(struct walker *w, uint32_t thread, uint32_t number)
{
    while (w->marks[thread].size <= number)
        vector_push(&w->marks[thread], 0);
    return &w->marks[thread].data[number];
}

static uint8_t mark_at(const struct walker *w, uint32_t thread, uint32_t number)
{
    return number < w->marks[thread].size ? w->marks[thread].data[number] : 0;
}

static struct watched_granule *granule_slot(const struct walker *w, uint64_t granule)
{
    uint32_t k = (uint32_t)hash_mix(granule) & (w->granule_count - 1);
    while (w->granules[k].granule && w->granules[k].granule != granule + 1)
        k = (k + 1) & (w->granule_count - 1);
    return &w->granules[k];
}

static struct watched_granule *granule_make(struct walker *w, uint64_t granule)
{
    if (2 * w->granules_used >= w->granule_count) {
        struct watched_granule *old = w->granules;
        uint32_t count = w->granule_count;
        w->granule_count *= 2;
        w->granules = memory_zalloc(w->granule_count, sizeof *w->granules);
        for (uint32_t k = 0; k < count; k++)
            if (old[k].granule)
                *granule_slot(w, old[k].granule - 1) = old[k];
        memory_free(old);
    }
    struct watched_granule *g = granule_slot(w, granule);
    if (!g->granule) {
        g->granule = granule + 1;
        w->granules_used++;
    }
    return g;
}

// ---- exact places

static void exact_register(struct walker *w, uint32_t thread, uint32_t number)
{
    uint8_t *mark = mark_of(w, thread, number);
    if (!(*mark & MARK_LISTED))
        vector_push(&w->p->registers, (uint64_t)thread << 32 | number);
    *mark |= MARK_EXACT | MARK_LISTED;
}

static void exact_memory(struct walker *w, uint64_t address, uint64_t size)
{
    for (uint64_t g = address / 8; size && g <= (address + size - 1) / 8; g++)
        granule_make(w, g)->mask |= granule_mask(g, address, size);
}

static void exact_place(struct walker *w, const struct place *place)
{
    if (place->kind == PLACE_REGISTER)
        exact_register(w, (uint32_t)(place->where >> 32), (uint32_t)place->where);
    else if (place->kind == PLACE_HELD)
        w->held_exact = true;
    else
        exact_memory(w, place->where, place->width / 8);
}

// The literal gives way to its places.
static void settle(struct walker *w, uint32_t index)
{
    struct literal l = w->p->literals.data[index];
    w->p->settled = true;
    w->p->literals.data[index] = vector_pop(&w->p->literals);
    for (uint32_t k = 0; k < l.count; k++)
        exact_place(w, &l.part[k].place);
}

// ---- literals

static void mark_literal(struct walker *w, const struct literal *l)
{
    for (uint32_t k = 0; k < l->count; k++) {
        const struct place *place = &l->part[k].place;
        if (place->kind == PLACE_REGISTER)
            *mark_of(w, (uint32_t)(place->where >> 32), (uint32_t)place->where) |= MARK_LITERAL;
        else if (place->kind == PLACE_MEMORY)
            for (uint64_t g = place->where / 8; g <= (place->where + place->width / 8 - 1) / 8; g++)
                granule_make(w, g)->literal = true;
    }
}

static void add_literal(struct walker *w, const struct literal *l, enum literal_truth truth)
{
    if (truth == LITERAL_TRUE)
        return;
    if (truth == LITERAL_FALSE) {
        w->p->never = true;
        return;
    }
    precondition_add_literal(w->p, l);
    mark_literal(w, l);
}

static struct place register_place(const struct walker *w, uint32_t number, unsigned width)
{
    return (struct place){(uint64_t)w->thread << 32 | (w->base + number), PLACE_REGISTER, (uint8_t)width};
}

static struct sum sum_of(struct place place, int64_t factor)
{
    return (struct sum){.count = 1, .part = {{place, factor}}};
}

static struct sum sum_constant(uint64_t bits, unsigned width)
{
    struct place any = {0, PLACE_HELD, (uint8_t)width};
    return (struct sum){.constant = place_number(&any, bits)};
}

static void compare(struct walker *w, enum relation relation, unsigned width, const struct sum *left,
                    const struct sum *right, int64_t constant)
{
    struct literal l;
    enum literal_truth truth = literal_difference(&l, relation, (uint8_t)width, left, right, constant);
    add_literal(w, &l, truth);
}

// ---- definitions: what an instruction gives a place

struct definition {
    unsigned width;     // of the value given
    unsigned congruent; // the sum below is equal to it modulo 2 to the power of this
    bool known;         // false: it is no linear sum
    bool fits;          // it is equal to the sum, under `range`
    bool ranged;        // low <= sum of `range` <= high
    struct sum sum, range;
    int64_t low, high;
};

static int find_part(const struct literal *l, uint8_t kind, uint64_t where)
{
    for (uint32_t k = 0; k < l->count; k++)
        if (l->part[k].place.where == where && l->part[k].place.kind == kind)
            return (int)k;
    return -1;
}

static bool is_twice(const struct literal *l, uint32_t part)
{
    for (uint32_t k = 0; k < l->count; k++)
        if (k != part && l->part[k].place.where == l->part[part].place.where &&
            l->part[k].place.kind == l->part[part].place.kind)
            return true;
    return false;
}

// Puts the definition into one literal. False: it does not go.
static bool put(struct walker *w, struct literal *l, uint32_t part, const struct definition *d, bool *range)
{
    unsigned own = l->part[part].place.width, least = own < d->width ? own : d->width;
    bool congruence = l->relation != RELATION_AT_MOST;
    bool same = own == d->width || (congruence && l->width <= least);
    if (!d->known || !same || is_twice(l, part))
        return false;
    bool modulo = congruence && l->width <= d->congruent;
    if (!modulo && !d->fits)
        return false;
    enum literal_truth truth;
    if (!literal_replace(l, part, &d->sum, &truth))
        return false;
    *range |= !modulo && d->ranged;
    if (truth == LITERAL_FALSE)
        w->p->never = true;
    if (truth != LITERAL_OPEN)
        l->count = 0; // dropped by the caller
    return true;
}

static void add_range(struct walker *w, const struct definition *d)
{
    struct sum low = {.constant = d->low}, high = {.constant = d->high};
    compare(w, RELATION_AT_MOST, 64, &d->range, &high, 0);
    compare(w, RELATION_AT_MOST, 64, &low, &d->range, 0);
}

// The literals that are about a place get the definition instead; those that cannot are settled. The
// definition may be about the same place, as it was before.
static void replace(struct walker *w, uint8_t kind, uint64_t where, const struct definition *d)
{
    bool range = false;
    w->changed.size = 0;
    for (uint32_t k = 0; k < w->p->literals.size;) {
        struct literal *l = &w->p->literals.data[k];
        int part = find_part(l, kind, where);
        if (part < 0) {
            k++;
        } else if (!put(w, l, (uint32_t)part, d, &range)) {
            settle(w, k);
        } else {
            if (l->count)
                vector_push(&w->changed, *l);
            w->p->literals.data[k] = vector_pop(&w->p->literals);
        }
    }
    for (uint32_t k = 0; k < w->changed.size; k++)
        add_literal(w, &w->changed.data[k], LITERAL_OPEN);
    if (range)
        add_range(w, d);
}

// The register gets the definition. True: it has to hold just what it holds, and so have the operands.
static bool define(struct walker *w, uint32_t thread, uint32_t number, const struct definition *d)
{
    uint8_t mark = mark_at(w, thread, number);
    if (!(mark & (MARK_EXACT | MARK_LITERAL)))
        return false;
    if (mark & MARK_LITERAL) {
        w->marks[thread].data[number] &= (uint8_t)~MARK_LITERAL;
        replace(w, PLACE_REGISTER, (uint64_t)thread << 32 | number, d);
    }
    bool exact = w->marks[thread].data[number] & MARK_EXACT;
    w->marks[thread].data[number] &= (uint8_t)~MARK_EXACT;
    return exact;
}

static const struct definition unknown;

// A number copied from a place, or a constant.
static struct definition copy_of(struct sum sum, unsigned width)
{
    return (struct definition){.width = width, .congruent = 64, .known = true, .fits = true, .sum = sum};
}

// ---- memory

static void forget_literals(struct walker *w, uint64_t address, uint64_t size, uint64_t but, unsigned width)
{
    for (uint32_t k = 0; k < w->p->literals.size;) {
        const struct literal *l = &w->p->literals.data[k];
        bool hit = false;
        for (uint32_t i = 0; i < l->count && !hit; i++) {
            const struct place *p = &l->part[i].place;
            hit = p->kind == PLACE_MEMORY && p->where < address + size && address < p->where + p->width / 8 &&
                  !(p->where == but && p->width == width);
        }
        if (hit)
            settle(w, k);
        else
            k++;
    }
}

// Takes the bytes out of those that are exact. Returns whether some were.
static bool take_bytes(struct walker *w, uint64_t address, uint64_t size)
{
    bool exact = false;
    uint64_t first = address / 8, last = (address + size - 1) / 8;
    if (last - first >= w->granule_count) {
        for (uint32_t k = 0; k < w->granule_count; k++) {
            struct watched_granule *g = &w->granules[k];
            if (g->granule && g->granule - 1 >= first && g->granule - 1 <= last) {
                uint8_t mask = granule_mask(g->granule - 1, address, size);
                exact |= (g->mask & mask) != 0;
                g->mask &= (uint8_t)~mask;
            }
        }
        return exact;
    }
    for (uint64_t k = first; k <= last; k++) {
        struct watched_granule *g = granule_slot(w, k);
        uint8_t mask = granule_mask(k, address, size);
        exact |= g->granule && (g->mask & mask) != 0;
        if (g->granule)
            g->mask &= (uint8_t)~mask;
    }
    return exact;
}

static bool memory_matters(const struct walker *w, uint64_t address, uint64_t size)
{
    uint64_t first = address / 8, last = size ? (address + size - 1) / 8 : first;
    if (!size)
        return false;
    if (last - first >= w->granule_count)
        return w->granules_used > 0;
    for (uint64_t k = first; k <= last; k++) {
        const struct watched_granule *g = granule_slot(w, k);
        if (g->granule && (g->literal || g->mask))
            return true;
    }
    return false;
}

// Memory was given something that is not followed: what that came from is exact already.
static void write_unknown(struct walker *w, uint64_t address, uint64_t size)
{
    if (!memory_matters(w, address, size))
        return;
    forget_literals(w, address, size, 0, 0);
    take_bytes(w, address, size);
}

// Memory [address, address + size) gets the definition. True: it has to hold just what it holds.
static bool define_memory(struct walker *w, uint64_t address, unsigned size, const struct definition *d)
{
    if (!memory_matters(w, address, size))
        return false;
    if (rule_holds(RULE_OVERLAPS))
        forget_literals(w, address, size, address, 8 * size);
    replace(w, PLACE_MEMORY, address, d);
    return take_bytes(w, address, size);
}

// ---- instructions

static void exact_own(struct walker *w, uint32_t number)
{
    exact_register(w, w->thread, w->base + number);
}

static bool defined(struct walker *w, uint32_t number, const struct definition *d)
{
    return define(w, w->thread, w->base + number, d);
}

static uint8_t own_mark(const struct walker *w, uint32_t number)
{
    return mark_at(w, w->thread, w->base + number);
}

static uint64_t immediate(const struct instruction *i)
{
    uint64_t bits = (uint64_t)(int64_t)(int32_t)i->b;
    return i->width < 64 ? bits & (((uint64_t)1 << i->width) - 1) : bits;
}

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
    return is_immediate(i->op) ? sum_constant(immediate(i), i->width)
                               : sum_of(register_place(w, i->b, i->width), 1);
}

struct effects {
    struct walker *walker;
    bool exact;
};

static void take_written(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct effects *e = context;
    for (uint32_t k = 0; role & REGISTER_WRITE && k < words; k++)
        e->exact |= own_mark(e->walker, *number + k) & (MARK_EXACT | MARK_LITERAL);
    for (uint32_t k = 0; role & REGISTER_WRITE && k < words; k++)
        defined(e->walker, *number + k, &unknown);
}

static void add_read(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct effects *e = context;
    for (uint32_t k = 0; role & REGISTER_READ && k < words; k++)
        exact_own(e->walker, *number + k);
}

static void visit(struct walker *w, const struct instruction *i, register_visitor *visitor,
                  struct effects *effects)
{
    instruction_visit_registers((struct instruction *)i, w->program->operands, visitor, effects);
}

// What it computes depends on just what its operands hold. `always`: and so does how it goes on.
static void opaque(struct walker *w, const struct instruction *i, bool always)
{
    struct effects e = {w, always};
    visit(w, i, take_written, &e);
    if (e.exact)
        visit(w, i, add_read, &e);
}

static int64_t least_number(unsigned width)
{
    return width == 64 ? -INT64_MAX : -((int64_t)1 << (width - 1)) + 1; // see JOURNAL_FITS
}

static int64_t most_number(unsigned width)
{
    return width == 64 ? INT64_MAX : ((int64_t)1 << (width - 1)) - 1;
}

static struct sum sum_add(struct sum a, struct sum b, int64_t factor)
{
    __int128 constant = (__int128)a.constant + (__int128)factor * b.constant;
    for (uint32_t k = 0; k < b.count; k++) {
        a.part[a.count] = b.part[k];
        a.part[a.count++].factor *= factor;
    }
    a.constant = (int64_t)constant;
    return a;
}

static struct definition arithmetic_definition(const struct walker *w, const struct instruction *i,
                                               unsigned flags)
{
    struct sum a = sum_of(register_place(w, i->a, i->width), 1), b;
    unsigned op = plain_op(i->op);
    if (op == OP_SHL || op == OP_MUL) {
        if (!is_immediate(i->op) || i->width < 2)
            return unknown;
        int64_t by = sum_constant(immediate(i), i->width).constant;
        if (op == OP_SHL && (by < 0 || by > 30))
            return unknown;
        a.part[0].factor = op == OP_SHL ? (int64_t)1 << by : by;
        if (a.part[0].factor > INT32_MAX || a.part[0].factor < INT32_MIN)
            return unknown;
    } else {
        b = i->op == OP_INDEX ? sum_of(register_place(w, i->b, i->width), 1) : second_operand(w, i);
        a = sum_add(a, b, op == OP_SUB ? -1 : i->op == OP_INDEX ? i->aux : 1);
    }
    return (struct definition){.width = i->width,
                               .congruent = i->width,
                               .known = true,
                               .fits = flags & JOURNAL_FITS && i->width > 1,
                               .ranged = true,
                               .sum = a,
                               .range = a,
                               .low = least_number(i->width),
                               .high = most_number(i->width)};
}

static void exact_operands(struct walker *w, const struct instruction *i)
{
    struct effects e = {w, true};
    visit(w, i, add_read, &e);
}

static void arithmetic(struct walker *w, const struct instruction *i, unsigned flags)
{
    struct definition d = arithmetic_definition(w, i, flags);
    bool exact = defined(w, i->d, &d);
    bool checked = w->properties & 1u << PROPERTY_OVERFLOW && i->op != OP_INDEX &&
                   (i->aux & OP_NSW || plain_op(i->op) == OP_SHL);
    bool decides = i->op == OP_SHL && !(flags & JOURNAL_KNOWN);
    if (exact || decides || (checked && (!d.known || !d.fits || plain_op(i->op) == OP_SHL)))
        exact_operands(w, i);
    else if (checked)
        add_range(w, &d);
}

// The comparison as a literal; false: it cannot be one.
static bool add_comparison(struct walker *w, const struct instruction *i, bool truth, unsigned flags)
{
    struct sum a = sum_of(register_place(w, i->a, i->width), 1), b = second_operand(w, i), zero = {0};
    unsigned op = plain_op(i->op);
    bool is_unsigned = op == OP_ULT || op == OP_ULE || op == OP_UGT || op == OP_UGE;
    if (op == OP_EQ || op == OP_NE) {
        compare(w, (op == OP_EQ) == truth ? RELATION_EQUAL : RELATION_UNEQUAL, i->width, &a, &b, 0);
        return true;
    }
    if (i->width == 1 || (is_unsigned && !(flags & JOURNAL_FITS)))
        return false;
    if (is_unsigned) { // both are at least 0: the same as with sign
        compare(w, RELATION_AT_MOST, 64, &zero, &a, 0);
        compare(w, RELATION_AT_MOST, 64, &zero, &b, 0);
    }
    bool less = op == OP_ULT || op == OP_SLT || op == OP_ULE || op == OP_SLE;
    bool strict = op == OP_ULT || op == OP_SLT || op == OP_UGT || op == OP_SGT;
    if (!truth) { // not (a < b): b <= a
        less = !less;
        strict = !strict;
    }
    compare(w, RELATION_AT_MOST, 64, less ? &a : &b, less ? &b : &a, strict ? -1 : 0);
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

static void comparison(struct walker *w, const struct instruction *i, unsigned flags)
{
    uint64_t where = (uint64_t)w->thread << 32 | (w->base + i->d);
    uint8_t mark = own_mark(w, i->d);
    bool meant[2] = {false, false}, exact = mark & MARK_EXACT;
    for (uint32_t k = 0; mark & MARK_LITERAL && k < w->p->literals.size;) {
        bool set;
        const struct literal *l = &w->p->literals.data[k];
        if (find_part(l, PLACE_REGISTER, where) < 0) {
            k++;
        } else if (bit_meant(l, &set)) {
            meant[set] = true;
            w->p->literals.data[k] = vector_pop(&w->p->literals);
        } else {
            settle(w, k);
            exact = true;
        }
    }
    if (mark)
        w->marks[w->thread].data[w->base + i->d] &= (uint8_t)~(MARK_EXACT | MARK_LITERAL);
    if (exact && flags & JOURNAL_KNOWN)
        meant[flags & JOURNAL_SIDE ? 1 : 0] = true;
    else if (exact)
        exact_operands(w, i);
    for (int side = 0; side < 2; side++)
        if (meant[side] && !add_comparison(w, i, side, flags)) {
            exact_operands(w, i);
            w->p->settled = true;
        }
}

static void branch(struct walker *w, const struct instruction *i, unsigned flags)
{
    struct sum bit = sum_of(register_place(w, i->a, 1), 1),
               side = sum_constant(flags & JOURNAL_SIDE ? 1 : 0, 1);
    compare(w, RELATION_EQUAL, 1, &bit, &side, 0);
}

static void switch_(struct walker *w, const struct instruction *i)
{
    const uint32_t *table = w->program->operands + i->b;
    uint32_t target = journal_high(w->target), others = 0;
    for (uint32_t k = 0; k < table[0]; k++)
        others += table[3 + 2 * k] != target;
    enum { MOST_CASES = 8 };
    if (table[1] != target || others != table[0] || others > MOST_CASES) {
        exact_own(w, i->a);
        return;
    }
    struct sum a = sum_of(register_place(w, i->a, i->width), 1);
    for (uint32_t k = 0; k < table[0]; k++) {
        struct sum value = sum_constant(w->program->constants[table[2 + 2 * k]], i->width);
        compare(w, RELATION_UNEQUAL, i->width, &a, &value, 0);
    }
}

static void select_(struct walker *w, const struct instruction *i, unsigned flags)
{
    if (!(own_mark(w, i->d) & (MARK_EXACT | MARK_LITERAL)))
        return;
    if (!(flags & JOURNAL_FITS) || i->width > 64) {
        opaque(w, i, false);
        return;
    }
    uint32_t from = flags & JOURNAL_SIDE ? i[1].a : i[1].b;
    struct definition d = copy_of(sum_of(register_place(w, from, i->width), 1), i->width);
    if (defined(w, i->d, &d))
        exact_own(w, from);
    exact_own(w, i->a);
}

static void divide(struct walker *w, const struct instruction *i, unsigned flags)
{
    unsigned op = plain_op(i->op);
    bool with_sign = op == OP_SDIV || op == OP_SREM;
    opaque(w, i, false);
    if (with_sign) {
        exact_operands(w, i);
    } else if (!is_immediate(i->op) && !(flags & JOURNAL_FITS) && rule_holds(RULE_CUTS)) {
        exact_operands(w, i);
    } else if (!is_immediate(i->op)) {
        struct sum b = sum_of(register_place(w, i->b, i->width), 1), zero = {0};
        compare(w, RELATION_UNEQUAL, i->width, &b, &zero, 0);
    }
}

// ---- accesses

static unsigned bytes_of(unsigned width)
{
    return (width + 7) / 8;
}

static bool whole_bytes(unsigned width)
{
    return width == 8 || width == 16 || width == 32 || width == 64;
}

static struct place memory_place(uint64_t address, unsigned size)
{
    return (struct place){address, PLACE_MEMORY, (uint8_t)(8 * size)};
}

static void load(struct walker *w, const struct instruction *i, uint64_t address)
{
    unsigned size = bytes_of(i->width);
    if (i->width > 64) {
        struct effects e = {w, false};
        visit(w, i, take_written, &e);
        if (e.exact)
            exact_memory(w, address, size);
        return;
    }
    struct definition d = unknown;
    if (whole_bytes(i->width))
        d = copy_of(sum_of(memory_place(address, size), 1), i->width);
    if (i->width == 1) {
        d = copy_of(sum_of(memory_place(address, 1), 1), 1);
        d.congruent = 1;
        d.fits = false;
    }
    if (defined(w, i->d, &d))
        exact_memory(w, address, size);
}

static void store(struct walker *w, const struct instruction *i, uint64_t address, bool constant)
{
    unsigned size = bytes_of(i->width);
    uint32_t words = words_of_width(i->width);
    struct definition d = unknown;
    if (!memory_matters(w, address, size))
        return;
    if (i->width <= 64 && (whole_bytes(i->width) || i->width == 1)) {
        uint64_t bits = (uint64_t)(int64_t)(int32_t)i->d;
        d = copy_of(constant ? sum_constant(bits, i->width) : sum_of(register_place(w, i->d, i->width), 1),
                    8 * size);
    }
    if (define_memory(w, address, size, &d) && !constant)
        for (uint32_t k = 0; k < words; k++)
            exact_own(w, i->d + k);
}

// The old content of memory, while the new one is replaced.
static struct place held_place(unsigned width)
{
    return (struct place){0, PLACE_HELD, (uint8_t)width};
}

static void release_held(struct walker *w, uint64_t address, unsigned size)
{
    struct definition d = copy_of(sum_of(memory_place(address, size), 1), 8 * size);
    replace(w, PLACE_HELD, 0, &d);
    if (w->held_exact)
        exact_memory(w, address, size);
    w->held_exact = false;
}

static bool update_definition(const struct walker *w, const struct instruction *i, unsigned flags,
                              struct definition *d)
{
    unsigned op = i->aux & RMW_OPERATION_MASK;
    struct sum old = sum_of(held_place(i->width), 1), operand = sum_of(register_place(w, i->b, i->width), 1);
    if (op == RMW_XCHG) {
        *d = copy_of(operand, i->width);
        return true;
    }
    if (op != RMW_ADD && op != RMW_SUB)
        return false;
    struct sum sum = sum_add(old, operand, op == RMW_ADD ? 1 : -1);
    *d = (struct definition){.width = i->width,
                             .congruent = i->width,
                             .known = true,
                             .fits = flags & JOURNAL_FITS,
                             .ranged = true,
                             .sum = sum,
                             .range = sum,
                             .low = least_number(i->width),
                             .high = most_number(i->width)};
    return true;
}

static void update(struct walker *w, const struct instruction *i, uint64_t address, unsigned flags)
{
    unsigned size = bytes_of(i->width);
    struct definition d, old = copy_of(sum_of(held_place(i->width), 1), i->width);
    bool known = whole_bytes(i->width) && update_definition(w, i, flags, &d);
    if (!known) {
        bool matters = own_mark(w, i->d) & (MARK_EXACT | MARK_LITERAL);
        matters |= memory_matters(w, address, size);
        write_unknown(w, address, size);
        defined(w, i->d, &unknown);
        if (matters) {
            exact_memory(w, address, size);
            exact_own(w, i->b);
        }
        return;
    }
    bool exact_old = defined(w, i->d, &old);
    bool exact_new = define_memory(w, address, size, &d);
    release_held(w, address, size);
    if (exact_old || (exact_new && (i->aux & RMW_OPERATION_MASK) != RMW_XCHG))
        exact_memory(w, address, size);
    if (exact_new)
        exact_own(w, i->b);
}

static void exchange(struct walker *w, const struct instruction *i, uint64_t address, unsigned flags)
{
    unsigned size = bytes_of(i->width);
    bool matters = memory_matters(w, address, size) || own_mark(w, i->d) & (MARK_EXACT | MARK_LITERAL) ||
                   own_mark(w, i->b) & (MARK_EXACT | MARK_LITERAL);
    if (!matters)
        return;
    if (!(flags & JOURNAL_FITS) || !whole_bytes(i->width)) {
        write_unknown(w, address, size);
        opaque(w, i, true);
        exact_memory(w, address, size);
        return;
    }
    bool succeeds = flags & JOURNAL_SIDE;
    struct definition old = copy_of(sum_of(held_place(i->width), 1), i->width);
    struct definition wanted = copy_of(sum_of(register_place(w, i[1].b, i->width), 1), i->width);
    struct definition success = copy_of(sum_constant(succeeds, 1), 1);
    struct sum expected = sum_of(register_place(w, i[1].a, i->width), 1);
    struct sum before = sum_of(memory_place(address, size), 1);
    defined(w, i->b, &success);
    bool exact_old = defined(w, i->d, &old);
    bool exact_new = succeeds && define_memory(w, address, size, &wanted);
    release_held(w, address, size);
    if (exact_old)
        exact_memory(w, address, size);
    if (exact_new)
        exact_own(w, i[1].b);
    compare(w, succeeds ? RELATION_EQUAL : RELATION_UNEQUAL, i->width, &before, &expected, 0);
}

static void access(struct walker *w, const struct instruction *i, uint64_t address, unsigned flags)
{
    bool known = flags & JOURNAL_ADDRESS;
    if (!known) { // what it read and wrote is in the journal
        opaque(w, i, true);
        return;
    }
    switch (i->op) {
    case OP_LOAD:
    case OP_LOAD_G: load(w, i, address); break;
    case OP_STORE:
    case OP_STORE_G: store(w, i, address, false); break;
    case OP_STORE_I: store(w, i, address, true); break;
    case OP_RMW: update(w, i, address, flags); break;
    default: exchange(w, i, address, flags); break;
    }
    if (i->op != OP_LOAD_G && i->op != OP_STORE_G && rule_holds(RULE_ADDRESSES))
        exact_own(w, i->a);
}

// ---- copies of registers, whatever their width

// A width in which a literal sees the register of the running thread; 0: none does.
static unsigned width_seen(const struct walker *w, uint32_t number)
{
    for (uint32_t k = 0; mark_at(w, w->thread, number) & MARK_LITERAL && k < w->p->literals.size; k++) {
        const struct literal *l = &w->p->literals.data[k];
        int part = find_part(l, PLACE_REGISTER, (uint64_t)w->thread << 32 | number);
        if (part >= 0)
            return l->part[part].place.width;
    }
    return 0;
}

static void move(struct walker *w, uint32_t to, uint32_t from)
{
    unsigned width = width_seen(w, to);
    struct place place = {(uint64_t)w->thread << 32 | from, PLACE_REGISTER, (uint8_t)width};
    struct definition d = width ? copy_of(sum_of(place, 1), width) : unknown;
    if (define(w, w->thread, to, &d))
        exact_register(w, w->thread, from);
}

static void set_constant(struct walker *w, uint32_t to, uint64_t bits)
{
    unsigned width = width_seen(w, to);
    struct definition d = width ? copy_of(sum_constant(bits, width), width) : unknown;
    define(w, w->thread, to, &d);
}

// ---- calls

// Natives, and calls into and out of them.
static void native(struct walker *w, const struct instruction *i, unsigned flags)
{
    if (!(flags & JOURNAL_STOPPED) && i->d != NO_REGISTER)
        for (uint32_t k = 0; k < (i->aux ? i->aux : 1u); k++)
            defined(w, i->d + k, &unknown);
    if (i->b == NO_REGISTER) { // a thunk: parameters lie in its registers
        for (uint32_t k = 0; k < 4; k++)
            exact_own(w, k);
        return;
    }
    struct effects e = {w, true};
    visit(w, i, add_read, &e);
}

static void call(struct walker *w, const struct instruction *i, unsigned flags)
{
    if (!(flags & JOURNAL_MOVED)) {
        native(w, i, flags);
        return;
    }
    const uint32_t *list = w->program->operands + i->b;
    uint32_t count = journal_low(w->target), base = journal_high(w->target);
    bool plain = list[1] == 0;
    for (uint32_t k = 0; k < count; k++) {
        uint8_t mark = mark_at(w, w->thread, base + k);
        if (!(mark & (MARK_EXACT | MARK_LITERAL)))
            continue;
        if (!plain || k >= list[0]) {
            define(w, w->thread, base + k, &unknown);
            exact_operands(w, i);
            continue;
        }
        uint32_t operand = list[2 + k];
        if (operand & OPERAND_CONSTANT)
            set_constant(w, base + k, w->program->constants[operand & ~OPERAND_CONSTANT]);
        else
            move(w, base + k, w->base + operand);
    }
    if (i->op == OP_CALL_INDIRECT)
        exact_own(w, i->a);
}

static void leave(struct walker *w, const struct instruction *i, unsigned flags)
{
    if (!(flags & JOURNAL_MOVED)) {
        for (uint32_t k = 0; k < i->aux; k++)
            exact_own(w, i->a + k);
        return;
    }
    if (!w->target)
        return;
    uint32_t count = journal_low(w->target), to = journal_high(w->target);
    for (uint32_t k = 0; k < count; k++)
        move(w, to + k, w->base + i->a + k);
    if (count == 0)
        define(w, w->thread, to, &unknown);
}

static bool is_call(const struct instruction *i)
{
    return i->op == OP_CALL || i->op == OP_CALL_INDIRECT || i->op == OP_CALL_NATIVE;
}

// ---- one word

static void instruction(struct walker *w, uint64_t word, uint64_t address)
{
    const struct instruction *i = machine_instruction(w->machine, journal_high(word));
    unsigned flags = journal_flags(word);
    if (flags & JOURNAL_STOPPED && !is_call(i)) { // it wrote nothing
        exact_operands(w, i);
        w->target = 0;
        return;
    }
    switch (i->op) {
    case OP_JUMP:
    case OP_FENCE:
    case OP_VA_END: break;
    case OP_CONST: {
        struct definition d = copy_of(sum_constant(instruction_immediate(i), i->width ? i->width : 64),
                                      i->width ? i->width : 64);
        defined(w, i->d, &d);
        break;
    }
    case OP_MOVE:
        if (i->width > 64)
            opaque(w, i, false);
        else
            move(w, w->base + i->d, w->base + i->a);
        break;
    case OP_ADD:
    case OP_ADD_I:
    case OP_SUB:
    case OP_SUB_I:
    case OP_MUL:
    case OP_MUL_I:
    case OP_SHL:
    case OP_SHL_I:
    case OP_INDEX: arithmetic(w, i, flags); break;
    case OP_XOR:
    case OP_XOR_I: // of one bit: a sum modulo 2
        if (i->width == 1)
            arithmetic(w, i, 0);
        else
            opaque(w, i, false);
        break;
    case OP_EQ:
    case OP_EQ_I:
    case OP_NE:
    case OP_NE_I:
    case OP_ULT:
    case OP_ULT_I:
    case OP_ULE:
    case OP_ULE_I:
    case OP_UGT:
    case OP_UGT_I:
    case OP_UGE:
    case OP_UGE_I:
    case OP_SLT:
    case OP_SLT_I:
    case OP_SLE:
    case OP_SLE_I:
    case OP_SGT:
    case OP_SGT_I:
    case OP_SGE:
    case OP_SGE_I: comparison(w, i, flags); break;
    case OP_TRUNC: {
        struct definition d = copy_of(sum_of(register_place(w, i->a, 64), 1), i->width);
        d.congruent = i->width;
        d.fits = false;
        if (defined(w, i->d, &d))
            exact_own(w, i->a);
        break;
    }
    case OP_ZEXT:
    case OP_SEXT: {
        struct definition d = {
            .width = i->width, .congruent = i->aux, .known = i->aux <= 64 && i->width <= 64};
        d.sum = sum_of(register_place(w, i->a, i->aux), i->aux == 1 && i->op == OP_SEXT ? -1 : 1);
        d.fits = i->op == OP_SEXT || i->aux == 1 || flags & JOURNAL_FITS;
        if (i->op == OP_SEXT || i->aux == 1) {
            d.congruent = 64;
        } else {
            d.ranged = true;
            d.range = d.sum;
            d.high = most_number(i->aux);
        }
        if (defined(w, i->d, &d))
            exact_own(w, i->a);
        break;
    }
    case OP_SELECT: select_(w, i, flags); break;
    case OP_UDIV:
    case OP_UDIV_I:
    case OP_SDIV:
    case OP_SDIV_I:
    case OP_UREM:
    case OP_UREM_I:
    case OP_SREM:
    case OP_SREM_I: divide(w, i, flags); break;
    case OP_LOAD:
    case OP_LOAD_G:
    case OP_STORE:
    case OP_STORE_G:
    case OP_STORE_I:
    case OP_RMW:
    case OP_CMPXCHG: access(w, i, address, flags); break;
    case OP_BRANCH: branch(w, i, flags); break;
    case OP_SWITCH: switch_(w, i); break;
    case OP_CALL:
    case OP_CALL_INDIRECT:
    case OP_CALL_NATIVE: call(w, i, flags); break;
    case OP_RETURN: leave(w, i, flags); break;
    case OP_LOOP:
        if (w->unwind)
            opaque(w, i, true);
        break;
    case OP_STACK_RESTORE: w->p->never = true; break; // stack objects have no names that last
    case OP_LSHR:
    case OP_ASHR: opaque(w, i, w->properties & 1u << PROPERTY_OVERFLOW || !(flags & JOURNAL_KNOWN)); break;
    case OP_LSHR_I:
    case OP_ASHR_I: opaque(w, i, w->properties & 1u << PROPERTY_OVERFLOW); break;
    case OP_F_TO_SINT:
    case OP_F_TO_UINT: opaque(w, i, !(flags & JOURNAL_KNOWN)); break;
    case OP_WIDE_BINARY: opaque(w, i, i->aux >= OP_UDIV && i->aux <= OP_SREM); break; // these may fail
    case OP_ALLOCA_DYN:
    case OP_VA_START:
    case OP_VA_COPY: opaque(w, i, true); break;
    default: opaque(w, i, false); break;
    }
    w->target = 0;
}

// ---- walking

static void begin(struct walker *w)
{
    const struct precondition *p = w->p;
    for (uint32_t k = 0; k < p->registers.size; k++)
        *mark_of(w, (uint32_t)(p->registers.data[k] >> 32), (uint32_t)p->registers.data[k]) |=
            MARK_EXACT | MARK_LISTED;
    for (uint32_t k = 0; k < p->bytes.size; k++)
        granule_make(w, p->bytes.data[k].granule)->mask |= p->bytes.data[k].mask;
    for (uint32_t k = 0; k < p->literals.size; k++)
        mark_literal(w, &p->literals.data[k]);
    w->target = 0;
}

// Writes what is exact back to the precondition, and takes all marks off.
static void finish(struct walker *w)
{
    struct precondition *p = w->p;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < p->registers.size; k++) {
        uint64_t number = p->registers.data[k];
        if (mark_at(w, (uint32_t)(number >> 32), (uint32_t)number) & MARK_EXACT)
            p->registers.data[kept++] = number;
        w->marks[number >> 32].data[(uint32_t)number] = 0;
    }
    p->registers.size = kept;
    p->bytes.size = 0;
    for (uint32_t k = 0; k < w->granule_count; k++)
        if (w->granules[k].granule && w->granules[k].mask)
            vector_push(&p->bytes, (struct exact_bytes){w->granules[k].granule - 1, w->granules[k].mask});
    memset(w->granules, 0, w->granule_count * sizeof *w->granules);
    w->granules_used = 0;
    for (uint32_t t = 0; t < MACHINE_MAX_THREADS; t++)
        if (w->marks[t].size)
            memset(w->marks[t].data, 0, w->marks[t].size);
}

uint64_t walker_register(const struct walker *w, uint32_t number)
{
    return (uint64_t)w->thread << 32 | (w->base + number);
}

void walker_walk(struct walker *w, struct precondition *p, uint32_t first, uint32_t end, uint32_t limit)
{
    const uint64_t *words;
    machine_journal(w->machine, &words);
    if (p->never)
        return;
    w->p = p;
    begin(w);
    for (uint32_t k = end; k > first && !p->never;) {
        uint64_t word = words[--k];
        switch (journal_kind(word)) {
        case JOURNAL_FRAME:
            w->thread = journal_low(word);
            w->base = journal_high(word);
            break;
        case JOURNAL_READ: exact_memory(w, words[--k], journal_size(word)); break;
        case JOURNAL_WRITE: write_unknown(w, words[--k], journal_size(word)); break;
        case JOURNAL_REGISTER: exact_register(w, journal_low(word), journal_high(word)); break;
        case JOURNAL_TARGET: w->target = word; break;
        case JOURNAL_ENTERED:
            for (uint64_t n = words[--k]; n-- > 0;)
                define(w, journal_low(word), journal_high(word) + (uint32_t)n, &unknown);
            break;
        case JOURNAL_HISTORY:
            p->never |= journal_high(word) == JOURNAL_NOWHERE;
            if (journal_high(word) < p->since)
                p->since = journal_high(word);
            break;
        case JOURNAL_INSTRUCTION: {
            uint64_t address = journal_flags(word) & JOURNAL_ADDRESS ? words[--k] : 0;
            instruction(w, word, address);
            while (p->literals.size > limit)
                settle(w, p->literals.size - 1);
            break;
        }
        }
    }
    finish(w);
}
