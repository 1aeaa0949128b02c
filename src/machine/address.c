#include "machine/address.h"

#include "machine/expected.h"
#include "machine/follow.h"
#include "machine/memory.h"
#include "machine/pages.h"
#include "machine/path.h"
#include "machine/permit.h"
#include "machine/step.h"
#include "program/layout.h"

#include <stdlib.h>

// ---- violations of a term's values

// Lets the term have one of the values, for a while: the first likely one that it can have, else any. Returns
// the length of the path to go back to.
static struct path_length pin_value(struct machine *m, term t, const uint64_t *likely, uint32_t likely_count,
                                    uint64_t *value)
{
    struct path_length before = path_length(m);
    unsigned width = term_width(m->terms, t);
    if (follow_wanted(m)) {
        *value = follow_value(m, t);
        return before;
    }
    for (uint32_t k = 0; k < likely_count; k++) {
        term equal = term_eq(m->terms, t, term_constant(m->terms, width, likely[k]));
        *value = likely[k];
        if (!term_is_false(m->terms, equal) && symbolic_add_condition(m, equal))
            return before;
    }
    *value = symbolic_guess(m, t);
    symbolic_add_condition(m, term_eq(m->terms, t, term_constant(m->terms, width, *value)));
    return before;
}

void symbolic_violation(struct machine *m, enum property property, enum any_value of, term t,
                        const uint64_t *likely, uint32_t likely_count, explain_function *explain,
                        void *context)
{
    uint64_t value;
    char text[400];
    struct path_length before = pin_value(m, t, likely, likely_count, &value);
    explain(m, context, value, text, sizeof text);
    m->any_value = (uint8_t)of;
    step_violation(m, property, "%s", text);
    m->any_value = 0;
    path_shrink(m, before);
}

// ---- where an address can point to

enum purpose { TO_READ, TO_WRITE, TO_RELEASE };

// What an address that depends on inputs is wanted for.
struct wanted {
    term address;
    uint64_t size;
    enum purpose purpose;
    bool released; // released objects count, too: that the access fails there is reported by its operation
    explain_function *explain;
    void *context;
};

// Whether the object is one that the address may lead to without an error.
static bool may_lead_to(const struct machine *m, const struct wanted *w, const struct object *o)
{
    if (memory_is_released(o) || o->kind == OBJECT_SHADOW || o->size < w->size)
        return false;
    if (w->purpose == TO_RELEASE)
        return o->kind == OBJECT_HEAP;
    return o->state != OBJECT_FORBIDDEN && (w->purpose == TO_READ || pages_may_be_written(m, o));
}

// The addresses in the object from which the whole access lies in it.
static struct span access_span(const struct wanted *w, const struct object *o)
{
    return (struct span){o->base, w->purpose == TO_RELEASE ? o->base : o->base + o->size - w->size};
}

// Live objects that constants inside an address term point to: where it is meant to go.
static void collect_bases(struct machine *m, const struct wanted *w, term t, uint32_t *bases, uint32_t *count,
                          uint32_t limit, unsigned depth)
{
    struct term_node n = *term_get(m->terms, t);
    if (n.kind == TERM_CONSTANT) {
        struct object *o = n.width == m->program->pointer_bits ? memory_find(m, n.value) : NULL;
        if (!o || !may_lead_to(m, w, o))
            return;
        uint32_t index = (uint32_t)(o - m->memory.objects.data);
        for (uint32_t i = 0; i < *count; i++)
            if (bases[i] == index)
                return;
        if (*count < limit)
            bases[(*count)++] = index;
        return;
    }
    for (unsigned k = 0; depth && k < term_kind_kids[n.kind]; k++)
        collect_bases(m, w, n.kid[k], bases, count, limit, depth - 1);
}

struct resolved_place {
    struct span span;
    uint32_t object;
};
typedef VECTOR(struct resolved_place) place_vector;
typedef VECTOR(struct span) span_vector;

static int compare_resolved_places(const void *a, const void *b)
{
    const struct resolved_place *x = a, *y = b;
    return x->span.first < y->span.first ? -1 : x->span.first > y->span.first;
}

// Adds the object where the address, of which so much is known, can lie in the span.
static void add_place(place_vector *places, const struct term_range *range, struct span span, uint32_t object)
{
    if (span.first <= range->high && span.last >= range->low)
        vector_push(places, (struct resolved_place){span, object});
}

static bool among_places(struct machine *m, const struct wanted *w, place_vector *places, uint32_t *which)
{
    span_vector spans = {0};
    if (places->size)
        qsort(places->data, places->size, sizeof *places->data, compare_resolved_places);
    for (uint32_t k = 0; k < places->size; k++)
        vector_push(&spans, places->data[k].span);
    bool decided = symbolic_among(m, w->address, m->program->pointer_bits, spans.data, spans.size, which);
    vector_free(&spans);
    return decided;
}

// Set in resolved_place.object: the access begins in that part of a mapping and ends in the next part, which
// has another protection.
#define BETWEEN_PARTS 0x80000000u

static void add_between(struct machine *m, const struct wanted *w, const struct object *o, uint32_t object,
                        const struct term_range *range, place_vector *places)
{
    uint64_t end = o->base + o->size;
    if (w->purpose != TO_RELEASE && w->size > 1 && pages_go_on(m, o, w->purpose == TO_WRITE))
        add_place(places, range, (struct span){end - w->size + 1, end - 1}, object | BETWEEN_PARTS);
}

// The object among all that are alive; NO_OBJECT: it lies in none. False: stopped.
static bool among_live(struct machine *m, const struct wanted *w, const uint32_t *bases, uint32_t count,
                       uint32_t *object)
{
    place_vector places = {0};
    struct term_range range = path_range(m, w->address);
    uint32_t which;
    for (uint32_t k = 1; k < m->memory.objects.size; k++) {
        const struct object *o = object_get(m, k);
        bool asked = false; // whether it lies there is decided already
        for (uint32_t i = 0; i < count; i++)
            asked |= bases[i] == k;
        if (!may_lead_to(m, w, o))
            continue;
        if (!asked)
            add_place(&places, &range, access_span(w, o), k);
        add_between(m, w, o, k, &range, &places);
    }
    bool decided = among_places(m, w, &places, &which);
    *object = decided && which < places.size ? places.data[which].object : NO_OBJECT;
    vector_free(&places);
    if (!decided || !(*object & BETWEEN_PARTS))
        return decided;
    step_unmodelled(m, "an access to pages of a mapping with different protection");
    return false;
}

// The addresses from which the access fails because of the object, which has been released or forbids it: the
// access begins in it, or before it, where it is a part of a mapping in which the access ends.
static struct span failing_span(const struct wanted *w, const struct object *o)
{
    uint64_t last =
        w->purpose == TO_RELEASE ? o->base : layout_align_up(o->base + o->size, LAYOUT_GRANULE) - 1;
    bool before = w->purpose != TO_RELEASE && w->size > 1 && pages_is_part(o);
    return (struct span){before ? o->base - (w->size - 1) : o->base, last}; // the end is as in memory_find
}

// Makes the spans disjoint: the first of two that overlap keeps what they share.
static void set_apart(place_vector *places)
{
    if (places->size)
        qsort(places->data, places->size, sizeof *places->data, compare_resolved_places);
    for (uint32_t k = 1; k < places->size; k++) {
        uint64_t last = places->data[k - 1].span.last;
        if (places->data[k].span.first <= last)
            places->data[k].span.first = last + 1;
    }
}

// The object among those that other threads could reach and that were released, or forbid the access: one
// that fails there races with what made it fail. NO_OBJECT: it lies in none. False: stopped.
static bool among_released(struct machine *m, const struct wanted *w, uint32_t *object)
{
    place_vector places = {0};
    struct term_range range = path_range(m, w->address);
    for (uint32_t k = 1; k < m->memory.objects.size && m->state.unjoined; k++) {
        const struct object *o = object_get(m, k);
        bool bars =
            w->purpose == TO_RELEASE ? memory_is_released(o) : pages_bars(m, o, w->purpose == TO_WRITE);
        if (bars && o->reach == REACH_SHARED && o->size)
            add_place(&places, &range, failing_span(w, o), k);
    }
    set_apart(&places);
    uint32_t which = 0;
    bool decided = !places.size || among_places(m, w, &places, &which);
    *object = decided && which < places.size ? places.data[which].object : NO_OBJECT;
    vector_free(&places);
    return decided;
}

// An access that fails is a visible operation if it races with what makes it fail (permit_failing). Asks for
// the permission of that operation, where it is one. False: stopped.
static bool permit_wanted(struct machine *m, const struct wanted *w)
{
    static const enum operation_kind kinds[] = {OPERATION_READ, OPERATION_WRITE, OPERATION_FREE};
    uint32_t object;
    if (!among_released(m, w, &object))
        return false;
    if (object == NO_OBJECT)
        return true;
    const struct object *o = object_get(m, object);
    struct operation op = {.kind = kinds[w->purpose], .access_count = 1};
    op.access[0] =
        (struct access){.address = o->base, .size = o->size, .write = w->purpose != TO_READ, .partial = true};
    return permit_ask(m, &op);
}

// The value that a violation is to be reported with. False: how an access there fails is not decided
// (pages.h); reported, the thread has stopped.
static bool choose_failing(struct machine *m, const struct wanted *w, const uint64_t *likely,
                           uint32_t likely_count, uint64_t *value)
{
    struct path_length before = pin_value(m, w->address, likely, likely_count, value);
    bool undecided = w->purpose != TO_RELEASE && pages_undecided(m, *value, w->size, w->purpose == TO_WRITE);
    path_shrink(m, before);
    return !undecided;
}

// The address lies in no object that it may point to: a violation, where that can be decided.
static void report_nowhere(struct machine *m, const struct wanted *w, uint32_t base)
{
    static const enum any_value kinds[] = {ANY_READ, ANY_WRITE, ANY_RELEASE};
    uint64_t likely[2] = {0, 0}, value;
    uint32_t count = 0;
    if (base) { // running over its end is the likely mistake
        const struct object *o = object_get(m, base);
        likely[count++] = o->base + o->size;
    }
    if (w->purpose != TO_RELEASE)
        likely[count++] = 0;
    if (permit_wanted(m, w) && choose_failing(m, w, likely, count, &value))
        symbolic_violation(m, PROPERTY_MEMORY, kinds[w->purpose], w->address, &value, 1, w->explain,
                           w->context);
}

// The object among those that constants in the address point to; NO_OBJECT: it lies in none. What lies beyond
// the end of a variable that no file defines is unknown, too, for its size is. False: stopped.
static bool among_bases(struct machine *m, const struct wanted *w, const uint32_t *bases, uint32_t count,
                        uint32_t *object)
{
    const struct object *undefined = NULL;
    *object = NO_OBJECT;
    for (uint32_t i = 0; i < count; i++) {
        const struct object *base = object_get(m, bases[i]);
        struct span span = access_span(w, base);
        uint32_t which;
        if (base->state == OBJECT_UNDEFINED) {
            undefined = base;
            continue;
        }
        if (!symbolic_among(m, w->address, m->program->pointer_bits, &span, 1, &which))
            return false;
        if (which == 0) {
            *object = bases[i];
            return true;
        }
    }
    return !undefined || !step_undefined(m, undefined);
}

// Finds the object that the address points to. False: stopped.
static bool find_object(struct machine *m, const struct wanted *w, uint32_t *object)
{
    uint32_t bases[16], count = 0;
    if (!symbolic_uninitialised_is_fine(m, w->address, "an address"))
        return false;
    collect_bases(m, w, w->address, bases, &count, 16, 24);
    if (!among_bases(m, w, bases, count, object))
        return false;
    if (*object != NO_OBJECT)
        return true;
    if (!among_live(m, w, bases, count, object))
        return false;
    if (*object == NO_OBJECT && w->released && !among_released(m, w, object))
        return false;
    if (*object == NO_OBJECT)
        report_nowhere(m, w, count ? bases[0] : NO_OBJECT);
    return *object != NO_OBJECT && !step_undefined(m, object_get(m, *object));
}

static void explain_access(struct machine *m, void *context, uint64_t address, char *text, size_t size)
{
    const struct wanted *w = context;
    uint32_t base, bases = 0;
    bool write = w->purpose == TO_WRITE;
    collect_bases(m, w, w->address, &base, &bases, 1, 24);
    char *unset = bases ? NULL : symbolic_uninitialised_name(m, w->address); // with a base it is an index
    if (unset)
        snprintf(text, size, "uninitialised pointer: %s of %llu byte%s at an address that depends on %s",
                 write ? "write" : "read", (unsigned long long)w->size, w->size == 1 ? "" : "s", unset);
    else
        memory_explain(m, address, w->size, write, text, size);
    memory_free(unset);
}

static bool resolve_symbolic(struct machine *m, term address, uint64_t size, bool write, bool released,
                             struct resolved *where)
{
    struct wanted w = {address, size, write ? TO_WRITE : TO_READ, released, explain_access, &w};
    uint32_t object;
    if (!find_object(m, &w, &object))
        return false;
    term base = term_constant(m->terms, m->program->pointer_bits, object_get(m, object)->base);
    struct value offset = symbolic_value(m, term_binary(m->terms, TERM_SUB, address, base));
    *where = (struct resolved){object, offset.bits, offset.t};
    return true;
}

static bool resolve_known(struct machine *m, uint64_t address, uint64_t size, bool write,
                          struct resolved *where)
{
    const struct object *o = memory_at(m, address, size);
    if (!o && !write)
        o = pages_readable(m, address, size);
    if (!o || o->kind == OBJECT_SHADOW) {
        if (!o && !permit_failing(m, write ? OPERATION_WRITE : OPERATION_READ, address, size))
            return false;
        step_bad_access(m, address, size, write);
        return false;
    }
    *where = (struct resolved){(uint32_t)(o - m->memory.objects.data), address - o->base, TERM_NONE};
    if (!write || pages_may_be_written(m, o))
        return true;
    if (permit_failing(m, OPERATION_WRITE, address, size))
        step_bad_access(m, address, size, true);
    return false;
}

// A recorded execution fixes what its addresses were: concretises the address, with a condition that it has
// this value. False: it may point into a variable that no file defines, whose size is not known; the thread
// has stopped.
static bool follow_address(struct machine *m, struct value *address, uint64_t size, bool write)
{
    struct wanted w = {.address = address->t, .size = size, .purpose = write ? TO_WRITE : TO_READ};
    uint32_t bases[16], count = 0;
    if (address->t)
        collect_bases(m, &w, w.address, bases, &count, 16, 24);
    for (uint32_t i = 0; i < count; i++)
        if (step_undefined(m, object_get(m, bases[i])))
            return false;
    *address = (struct value){follow_concretise(m, *address), TERM_NONE};
    return true;
}

static bool resolve_address(struct machine *m, struct value address, int64_t displacement, uint64_t size,
                            bool write, struct resolved *where)
{
    if (!address.t)
        return resolve_known(m, (address.bits + (uint64_t)displacement) & m->pointer_mask, size, write,
                             where);
    term distance = term_constant(m->terms, m->program->pointer_bits, (uint64_t)displacement);
    address = symbolic_value(m, term_binary(m->terms, TERM_ADD, address.t, distance));
    if (follow_wanted(m) && !follow_address(m, &address, size, write))
        return false;
    return address.t ? resolve_symbolic(m, address.t, size, write, false, where)
                     : resolve_known(m, address.bits, size, write, where);
}

bool symbolic_resolve(struct machine *m, struct value address, int64_t displacement, uint64_t size,
                      bool write, struct resolved *where)
{
    return resolve_address(m, address, displacement, size, write, where) &&
           (!m->expected || expected_access(m, object_get(m, where->object), where->offset, size, write,
                                            where->offset_term != TERM_NONE));
}

bool symbolic_resolve_place(struct machine *m, term address, uint64_t size, bool write,
                            struct resolved *where)
{
    return resolve_symbolic(m, address, size, write, true, where);
}

bool symbolic_resolve_block(struct machine *m, term address, explain_function *explain, void *context,
                            uint32_t *block)
{
    struct wanted w = {address, 0, TO_RELEASE, false, explain, context};
    return find_object(m, &w, block);
}

// ---- symbolic offsets

struct offsets {
    uint64_t low, high, step;
};

// The offsets the access can have: a range and a stride, from the structure of the term and what the path
// condition says of its parts. An execution stands for the inputs that satisfy its path condition, and for
// none of these the access goes elsewhere: that what is left out depends on decisions of other threads is no
// matter.
static struct offsets possible_offsets(struct machine *m, const struct resolved *where, uint64_t size)
{
    const struct object *o = object_get(m, where->object);
    struct offsets f = {0, o->size - size, 1};
    struct term_range range = path_range(m, where->offset_term);
    if (range.low > f.low)
        f.low = range.low;
    if (range.high < f.high)
        f.high = range.high;
    while (f.step < 64 && range.zeros & f.step)
        f.step *= 2;
    f.low = (f.low + f.step - 1) / f.step * f.step;
    f.high = f.high / f.step * f.step;
    return f;
}

void symbolic_range(struct machine *m, const struct resolved *where, uint64_t size, uint64_t *address,
                    uint64_t *bytes)
{
    const struct object *o = object_get(m, where->object);
    *address = o->base + where->offset;
    *bytes = size;
    if (where->offset_term) {
        struct offsets f = possible_offsets(m, where, size);
        *address = o->base + f.low;
        *bytes = f.high >= f.low ? f.high - f.low + size : size;
    }
}

bool symbolic_fix_offset(struct machine *m, struct resolved *where)
{
    if (!where->offset_term)
        return true;
    if (!symbolic_concretise(m, (struct value){0, where->offset_term}, m->program->pointer_bits,
                             &where->offset))
        return false;
    where->offset_term = TERM_NONE;
    return true;
}

bool symbolic_bound(struct machine *m, struct resolved *where, uint64_t size)
{
    uint64_t limit = m->options.symbolic_cells ? m->options.symbolic_cells : 1024;
    if (!where->offset_term)
        return true;
    struct offsets f = possible_offsets(m, where, size);
    if (f.high >= f.low && (f.high - f.low) / f.step < limit)
        return true;
    return symbolic_fix_offset(m, where);
}

static term offset_is(struct machine *m, const struct resolved *where, uint64_t offset)
{
    return term_eq(m->terms, where->offset_term, term_constant(m->terms, m->program->pointer_bits, offset));
}

bool symbolic_load(struct machine *m, struct resolved *where, unsigned size, unsigned width, struct value *v)
{
    if (!symbolic_bound(m, where, size))
        return false;
    if (!where->offset_term) {
        *v = memory_load(m, object_get(m, where->object), where->offset, size, width);
        return true;
    }
    struct offsets f = possible_offsets(m, where, size);
    term result = TERM_NONE;
    for (uint64_t at = f.low; at <= f.high; at += f.step) {
        struct value one = memory_load(m, object_get(m, where->object), at, size, width);
        term t = symbolic_term(m, one, width);
        result = !result || result == t ? t : term_ite(m->terms, offset_is(m, where, at), t, result);
    }
    *v = symbolic_value(m, result);
    return true;
}

bool symbolic_store(struct machine *m, struct resolved *where, unsigned size, struct value v)
{
    if (!symbolic_bound(m, where, size))
        return false;
    if (!where->offset_term) {
        memory_store(m, object_get(m, where->object), where->offset, size, v);
        return true;
    }
    struct offsets f = possible_offsets(m, where, size);
    term stored = symbolic_term(m, v, v.t ? term_width(m->terms, v.t) : 8 * size);
    stored = term_zext(m->terms, stored, 8 * size);
    // Overlapping places (stride below the size) read what earlier ones stored: exactly one condition holds.
    for (uint64_t at = f.low; at <= f.high; at += f.step) {
        struct value old = memory_load(m, object_get(m, where->object), at, size, 8 * size);
        term t = term_ite(m->terms, offset_is(m, where, at), stored, symbolic_term(m, old, 8 * size));
        memory_store(m, object_get(m, where->object), at, size, symbolic_value(m, t));
    }
    return true;
}
