// Arguments of natives that depend on inputs: pointers, lengths, sizes, handles.
#include "machine/call.h"
#include "machine/describe.h"
#include "machine/memory.h"
#include "machine/native.h"
#include "machine/pages.h"
#include "machine/path.h"
#include "machine/step.h"
#include "program/layout.h"

#include <stdio.h>

// More cannot be allocated (memory_allocate), and less where inputs decide how much: there a block is one of
// very many, none of which may cost as much as a large one, whose bytes are looked at one by one.
#define LARGEST_OBJECT ((uint64_t)1 << 30)
#define LARGEST_OPEN_OBJECT ((uint64_t)1 << 26)

static unsigned argument_width(struct machine *m, struct value v)
{
    return v.t ? term_width(m->terms, v.t) : 64;
}

// ---- pointers

// The place of a pointer, as a word. False: stopped.
static bool pointer_to(struct machine *m, struct value v, struct resolved *where, uint64_t *address)
{
    if (where->offset_term && !symbolic_concretise(m, (struct value){0, where->offset_term},
                                                   m->program->pointer_bits, &where->offset))
        return false;
    where->offset_term = TERM_NONE;
    *address = object_get(m, where->object)->base + where->offset;
    if (v.t)
        symbolic_set_concrete(m, v, *address);
    return true;
}

static bool pointer(struct machine *m, struct value v, uint64_t size, bool write, uint64_t *address)
{
    struct resolved where;
    return symbolic_is_concrete(m, v, address) ||
           (symbolic_resolve(m, v, 0, size, write, &where) && pointer_to(m, v, &where, address));
}

bool call_pointer(struct machine *m, const struct call *c, uint32_t i, uint64_t size, bool write,
                  uint64_t *address)
{
    return pointer(m, call_argument(m, c, i), size, write, address);
}

// *null: whether it is.
static bool decide_null(struct machine *m, struct value v, bool *null)
{
    *null = v.bits == 0;
    return !v.t ||
           symbolic_decide(m, term_eq(m->terms, v.t, term_constant(m->terms, argument_width(m, v), 0)), null);
}

bool call_optional_pointer(struct machine *m, const struct call *c, uint32_t i, uint64_t size, bool write,
                           uint64_t *address)
{
    struct value v = call_argument(m, c, i);
    bool null;
    if (symbolic_is_concrete(m, v, address))
        return true;
    if (!decide_null(m, v, &null))
        return false;
    *address = 0;
    return null || pointer(m, v, size, write, address);
}

struct release_context {
    explain_release_function *explain;
    const char *function;
};

static void explain_block(struct machine *m, void *context, uint64_t address, char *text, size_t size)
{
    const struct release_context *r = context;
    r->explain(m, r->function, address, text, size);
}

bool call_block(struct machine *m, const struct call *c, uint32_t i, explain_release_function *explain,
                const char *function, uint64_t *address)
{
    struct release_context context = {explain, function};
    struct value v = call_argument(m, c, i);
    bool null;
    uint32_t block;
    if (symbolic_is_concrete(m, v, address))
        return true;
    if (!decide_null(m, v, &null))
        return false;
    *address = 0;
    if (null)
        return true;
    if (!symbolic_resolve_block(m, v.t, explain_block, &context, &block))
        return false;
    *address = object_get(m, block)->base;
    symbolic_set_concrete(m, v, *address);
    return true;
}

// ---- ranges

struct range_context {
    uint64_t address;
    bool write;
};

static void explain_length(struct machine *m, void *context, uint64_t length, char *text, size_t size)
{
    const struct range_context *r = context;
    memory_explain(m, r->address, length, r->write, text, size);
}

// Decides whether so many bytes from there on are in the object. False: stopped.
static bool length_fits(struct machine *m, struct value length, const struct resolved *where, bool write)
{
    unsigned width = m->program->pointer_bits;
    const struct object *o = object_get(m, where->object);
    struct value offset = {where->offset, where->offset_term};
    term room = term_binary(m->terms, TERM_SUB, term_constant(m->terms, width, o->size),
                            symbolic_term(m, offset, width));
    bool fits;
    if (!symbolic_decide(m, term_binary(m->terms, TERM_ULE, length.t, room), &fits) || fits)
        return fits;
    if (pages_end(m, o) != o->base + o->size && (m->state.unjoined || pages_go_on(m, o, write))) {
        step_unmodelled(m,
                        "a length that depends on inputs, of pages of a mapping with different protection");
        return false;
    }
    struct path_length before = path_length(m);
    if (offset.t) {
        offset.bits = symbolic_guess(m, offset.t);
        symbolic_add_condition(m, term_eq(m->terms, offset.t, term_constant(m->terms, width, offset.bits)));
    }
    uint64_t likely = o->size - offset.bits + 1;
    struct range_context context = {o->base + offset.bits, write};
    symbolic_violation(m, PROPERTY_MEMORY, write ? ANY_WRITE : ANY_READ, length.t, &likely, 1, explain_length,
                       &context);
    path_shrink(m, before);
    return false;
}

// The place that a pointer to at least `size` bytes points to, which may have been released. False: stopped.
static bool resolve_pointer(struct machine *m, struct value v, uint64_t size, bool write,
                            struct resolved *where)
{
    if (v.t)
        return symbolic_resolve_place(m, v.t, size, write, where);
    const struct object *o = memory_find(m, v.bits);
    if (!o || !pages_bars(m, o, write) || o->reach != REACH_SHARED)
        return symbolic_resolve(m, v, 0, size, write, where);
    *where = (struct resolved){(uint32_t)(o - m->memory.objects.data), v.bits - o->base, TERM_NONE};
    return true;
}

// The pointers, and whether a length that inputs decide is in range. False: stopped.
static bool resolve_ranges(struct machine *m, const struct call *c, struct value length,
                           const struct call_range *ranges, uint32_t count, struct resolved *places)
{
    uint64_t size = length.t ? 1 : length.bits;
    for (uint32_t k = 0; k < count; k++)
        if (!resolve_pointer(m, call_argument(m, c, ranges[k].argument), size, ranges[k].write, &places[k]))
            return false;
    for (uint32_t k = 0; length.t && k < count; k++)
        if (!pages_bars(m, object_get(m, places[k].object), ranges[k].write) &&
            !length_fits(m, length, &places[k], ranges[k].write))
            return false;
    return true;
}

bool call_ranges(struct machine *m, const struct call *c, uint32_t length, struct call_range *ranges,
                 uint32_t count, uint64_t *size)
{
    struct value v = call_argument(m, c, length);
    struct resolved places[2];
    bool known = symbolic_is_concrete(m, v, size), nothing = false;
    for (uint32_t k = 0; k < count; k++)
        known &= symbolic_is_concrete(m, call_argument(m, c, ranges[k].argument), &ranges[k].address);
    if (known)
        return true;
    if (!decide_null(m, v, &nothing))
        return false;
    *size = 0;
    if (nothing)
        return true;
    if (!resolve_ranges(m, c, v, ranges, count, places))
        return false;
    for (uint32_t k = 0; k < count; k++)
        if (!pointer_to(m, call_argument(m, c, ranges[k].argument), &places[k], &ranges[k].address))
            return false;
    return symbolic_concretise(m, v, argument_width(m, v), size);
}

// ---- sizes

static bool at_most(struct machine *m, struct value v, uint64_t most, bool *truth)
{
    *truth = v.bits <= most;
    return !v.t ||
           symbolic_decide(
               m, term_binary(m->terms, TERM_ULE, v.t, term_constant(m->terms, argument_width(m, v), most)),
               truth);
}

bool call_allocation(struct machine *m, const struct call *c, uint32_t i, uint64_t scale, bool *refused,
                     uint64_t *size)
{
    struct value v = call_argument(m, c, i);
    unsigned bits = m->program->pointer_bits;
    uint64_t half = ((uint64_t)1 << (bits - 1)) - 1, largest = v.t ? LARGEST_OPEN_OBJECT : LARGEST_OBJECT,
             most = scale ? largest / scale : half;
    uint64_t possible = scale ? half / scale : half;
    bool fits;
    if (!at_most(m, v, possible, &fits))
        return false;
    *refused = !fits;
    if (!fits)
        return true;
    if (!at_most(m, v, most, &fits))
        return false;
    if (!fits && v.t) {
        native_unmodelled(m, "allocation of a size that depends on inputs: more than %llu bytes",
                          (unsigned long long)largest);
        return false;
    }
    if (!symbolic_concretise(m, v, argument_width(m, v), size))
        return false;
    *size *= scale;
    return true;
}

// ---- numbers

bool call_number(struct machine *m, const struct call *c, uint32_t i, const uint64_t *numbers, uint32_t count,
                 uint32_t *which, uint64_t *bits)
{
    struct value v = call_argument(m, c, i);
    if (symbolic_is_concrete(m, v, bits)) {
        for (*which = 0; *which < count && numbers[*which] != *bits;)
            ++*which;
        return true;
    }
    struct span *spans = memory_alloc((count + 1) * sizeof *spans);
    for (uint32_t k = 0; k < count; k++)
        spans[k] = (struct span){numbers[k], numbers[k]};
    bool decided = symbolic_among(m, v.t, argument_width(m, v), spans, count, which);
    memory_free(spans);
    if (decided && *which < count) {
        *bits = numbers[*which];
        symbolic_set_concrete(m, v, *bits);
    }
    return decided;
}

// ---- functions

struct function_context {
    const char *what;
    term pointer;
};

static void explain_function_pointer(struct machine *m, void *context, uint64_t address, char *text,
                                     size_t size)
{
    char where[300];
    const struct function_context *f = context;
    char *unset = symbolic_uninitialised_name(m, f->pointer);
    machine_describe_address(m, address, where, sizeof where);
    if (unset)
        snprintf(text, size, "%s an uninitialised pointer, which depends on %s", f->what, unset);
    else if (address)
        snprintf(text, size, "%s %s, which is no function", f->what, where);
    else
        snprintf(text, size, "%s a null pointer", f->what);
    memory_free(unset);
}

bool symbolic_function(struct machine *m, struct value v, const char *what, uint64_t *address)
{
    if (symbolic_is_concrete(m, v, address) || !v.t)
        return true;
    uint32_t count = m->program->functions_count, which, taken = 0;
    struct span *spans = memory_alloc((count + 1) * sizeof *spans);
    struct term_range range = path_range(m, v.t);
    for (uint32_t f = 0; f < count; f++) {
        uint64_t at = layout_function_address(f);
        if (at >= range.low && at <= range.high)
            spans[taken++] = (struct span){at, at};
    }
    bool decided = symbolic_uninitialised_is_fine(m, v.t, "a call") &&
                   symbolic_among(m, v.t, m->program->pointer_bits, spans, taken, &which);
    if (decided && which < taken) {
        *address = spans[which].first;
        symbolic_set_concrete(m, v, *address);
    } else if (decided) {
        uint64_t likely = 0;
        struct function_context context = {what, v.t};
        symbolic_violation(m, PROPERTY_MEMORY, ANY_CALL, v.t, &likely, 1, explain_function_pointer, &context);
        decided = false;
    }
    memory_free(spans);
    return decided;
}

bool call_function(struct machine *m, const struct call *c, uint32_t i, const char *what, uint64_t *address)
{
    if (!symbolic_function(m, call_argument(m, c, i), what, address))
        return false;
    if (step_function_at(m, *address) != NO_FUNCTION)
        return true;
    step_no_function(m, what, *address);
    return false;
}
