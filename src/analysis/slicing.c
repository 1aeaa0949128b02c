#include "analysis/slicing.h"

#include "analysis/address_numbers.h"
#include "analysis/address_use.h"
#include "analysis/analyses.h"
#include "analysis/slicing_criteria.h"
#include "analysis/unreached.h"
#include "program/registers.h"

struct slicing {
    uint32_t properties;
    bool dynamic;
    bool all;                    // nothing is left out
    bool nothing_to_check;       // no statement has to do with the properties
    uint32_t looked_at;          // members of the slice, as they came
    struct points_to *points_to; // the program's
    struct calls *calls;
    struct threads *threads;
    struct dependence *dependence;
    struct slice *slice;
    uint8_t *relevance;
    uint64_t *needed;  // abstract objects that relevant accesses touch
    uint64_t *commons; // lists of accesses in common that are in `needed`
    uint64_t *learnt;  // instructions
    uint64_t *watched;
};

bool slicing_helps(uint32_t properties)
{
    uint32_t all = 1u << PROPERTY_DATA_RACE | 1u << PROPERTY_LEAK | 1u << PROPERTY_UNINITIALISED |
                   1u << PROPERTY_ATOMICITY | 1u << PROPERTY_LIVELOCK;
    return !(properties & all);
}

// ---- releases

static const struct access_list *accesses(const struct slicing *s, uint32_t code)
{
    return points_to_accesses(s->points_to, code);
}

// Where a thread leaves what ends with its calls, or with itself, only other threads can tell the difference.
static bool ends_with_call_or_thread(const struct slicing *s, uint32_t object)
{
    enum abstract_kind kind = points_to_object(s->points_to, object)->kind;
    return kind == ABSTRACT_STACK || kind == ABSTRACT_VARARGS || kind == ABSTRACT_THREAD_LOCAL;
}

static bool need_blocks(struct slicing *s, const struct place_set *places)
{
    bool more = false;
    for (uint32_t k = 0; k < places->size; k++)
        if (points_to_object(s->points_to, places->data[k].object)->kind == ABSTRACT_HEAP)
            more |= bit_array_add(s->needed, places->data[k].object);
    return more;
}

// Heap blocks whose addresses a relevant instruction compares: once they are released, another block may have
// such an address (machine/reuse.h).
static bool collect_compared(struct slicing *s, uint32_t code)
{
    const struct instruction *i = &s->dependence->program->code[code];
    bool more = false;
    if (i->op == OP_EQ || i->op == OP_NE) {
        more |= need_blocks(s, points_to_operand(s->points_to, code, i->a));
        more |= need_blocks(s, points_to_operand(s->points_to, code, i->b));
    } else if (i->op == OP_CMPXCHG) {
        for (uint32_t word = 0; word < words_of_width(i->width); word++)
            more |= need_blocks(s, points_to_operand(s->points_to, code, i[1].a + word));
        struct access_cursor c = {.list = accesses(s, code)};
        for (const struct points_to_access *a; (a = access_next(&c));)
            more |= need_blocks(s, points_to_content(s->points_to, a->place.object));
    }
    return more;
}

// Low bits are alike in all blocks.
static bool looks_at_low_bits(const struct instruction *i)
{
    enum { ALIGNMENT = 16 };
    return i->op == OP_AND_I && i->b < ALIGNMENT;
}

// Those with whose addresses a relevant instruction computes as with numbers: likewise.
static bool collect_computed(struct slicing *s, uint32_t code)
{
    const struct program *p = s->dependence->program;
    const struct address_question question = {p, s->points_to, NULL, NULL, true, NULL};
    uint32_t function = s->calls->function_of[code], count;
    const struct registers *registers = function == NO_FUNCTION ? NULL : s->dependence->registers[function];
    if (!registers || looks_at_low_bits(&p->code[code]) ||
        address_use_at(&question, registers, code) == ADDRESS_USE_NONE)
        return false;
    const struct register_use *uses = registers_uses(registers, code, &count);
    bool more = false;
    for (uint32_t k = 0; k < count; k++)
        more |= need_blocks(s, points_to_operand(s->points_to, code, uses[k].number));
    return more;
}

static bool need_list(struct slicing *s, const struct access_list *list)
{
    bool more = false;
    for (uint32_t k = 0; k < list->size; k++) {
        uint32_t object = list->data[k].place.object;
        if (list->data[k].kind != ACCESS_FREE || !ends_with_call_or_thread(s, object))
            more |= bit_array_add(s->needed, object);
    }
    return more;
}

// The objects that relevant accesses touch, or release: what has been released cannot be released again.
// Whether there are new ones.
static bool collect_needed(struct slicing *s)
{
    const struct program *p = s->dependence->program;
    bool more = false;
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        if (!slice_contains(s->slice, code))
            continue;
        more |= collect_compared(s, code);
        more |= collect_computed(s, code);
        const struct access_list *list = accesses(s, code);
        more |= need_list(s, list);
        for (unsigned k = 0; k < 2 && list->common[k]; k++)
            more |= bit_array_add(s->commons, list->common[k]->number) && need_list(s, list->common[k]);
    }
    return more;
}

static bool releases_needed(const struct slicing *s, uint32_t code)
{
    struct access_cursor c = {.list = accesses(s, code)};
    for (const struct points_to_access *a; (a = access_next(&c));) {
        uint32_t object = a->place.object; // 0: any
        bool accessed = bit_array_has(s->needed, 0) || bit_array_has(s->needed, object);
        if (a->kind == ACCESS_FREE && (!object || (accessed && (!ends_with_call_or_thread(s, object) ||
                                                                threads_shared(s->threads, object)))))
            return true;
    }
    return false;
}

// ---- what is written in other threads

static bool is_plain_access(const struct slicing *s, uint32_t code)
{
    return opcode_is_access(s->dependence->program->code[code].op);
}

// A new member of the slice may read what `writer` writes in another thread. Where it writes is relevant in
// any case, so that it can be seen whether that is so; the machine sees it only of loads and stores.
static void take_writer(struct slicing *s, uint32_t reader, uint32_t writer)
{
    bool seen = reader < s->dependence->program->code_count && is_plain_access(s, reader) &&
                writer < s->dependence->program->code_count && is_plain_access(s, writer);
    if (!seen)
        slice_add_node(s->slice, writer, reader, DEPENDENCE_ACROSS);
    else if (!slice_contains(s->slice, writer) && bit_array_add(s->watched, writer))
        slice_add(s->slice, writer, SLICE_ADDRESS);
}

static void close_dynamically(struct slicing *s)
{
    const struct dependence_edges *e = &s->dependence->needs;
    do {
        slice_close(s->slice, SLICE_BACKWARD);
        while (s->looked_at < s->slice->order.size) {
            uint32_t node = s->slice->order.data[s->looked_at++];
            for (uint32_t k = e->starts[node]; k < e->starts[node + 1]; k++)
                if (e->edges[k].kind == DEPENDENCE_ACROSS)
                    take_writer(s, node, e->edges[k].node);
        }
    } while (s->slice->closed[SLICE_BACKWARD] < s->slice->order.size);
}

static void close_slice_backward(struct slicing *s)
{
    if (s->dynamic)
        close_dynamically(s);
    else
        slice_close(s->slice, SLICE_BACKWARD);
}

// Destructors of thread-specific values are called where there are such values: if they hold anything that
// matters, what is kept under keys does. Whether the slice has grown.
static bool take_destructors(struct slicing *s)
{
    const struct program *p = s->dependence->program;
    uint32_t count;
    const uint32_t *destructors = points_to_key_destructors(s->points_to, &count);
    bool matters = false, grown = false;
    for (uint32_t k = 0; k < count; k++) {
        const struct function *f = &p->functions[destructors[k]];
        matters |= f->kind != FUNCTION_DEFINED;
        for (uint32_t code = f->first; code < f->end && !matters; code++)
            matters = slice_touches(s->slice, code);
    }
    for (uint32_t k = 0; matters && k < s->calls->site_count; k++) {
        const struct call_site *site = &s->calls->sites[k];
        if (site->facts & FACT_KEY && !slice_contains(s->slice, site->code)) {
            slice_add(s->slice, site->code, SLICE_WHOLE);
            grown = true;
        }
    }
    return grown;
}

// A relevant access fails or not by whether its memory has been released, so that this is relevant as well.
static void close_relevant_slice(struct slicing *s)
{
    const struct program *p = s->dependence->program;
    close_slice_backward(s);
    for (;;) {
        bool needed = collect_needed(s), destructors = take_destructors(s);
        if (!needed && !destructors)
            return;
        for (uint32_t code = 0; code < p->code_count; code = code_next(p, code))
            if (points_to_reachable(s->points_to, program_function_at(p, code)) && releases_needed(s, code))
                slice_add(s->slice, code, p->code[code].op == OP_RETURN ? SLICE_REACHED : SLICE_WHOLE);
        close_slice_backward(s);
    }
}

// ---- the result

static bool may_end(const struct slicing *s, uint32_t code)
{
    static const bool lasting[ABSTRACT_KIND_COUNT] = {[ABSTRACT_GLOBAL] = true, [ABSTRACT_FUNCTION] = true};
    struct access_cursor c = {.list = accesses(s, code)};
    for (const struct points_to_access *a; (a = access_next(&c));)
        if (!lasting[points_to_object(s->points_to, a->place.object)->kind])
            return true;
    return false;
}

static uint8_t flags(const struct slicing *s, uint32_t code)
{
    if (s->all)
        return RELEVANT_ALL;
    if (slice_contains(s->slice, code)) {
        // What no two threads access in parallel, one of them writing, has only one order.
        bool visible = threads_accesses_shared(s->threads, code) || bit_array_has(s->learnt, code);
        return RELEVANT_PART | RELEVANT_VALUE | (visible ? RELEVANT_ORDER : 0);
    }
    if (!slice_touches(s->slice, code))
        return 0;
    bool lifetime = s->properties & 1u << PROPERTY_MEMORY && may_end(s, code);
    bool watched = s->dynamic && bit_array_has(s->watched, code);
    return RELEVANT_PART | (lifetime ? RELEVANT_LIFETIME : 0) | (watched ? RELEVANT_WATCHED : 0);
}

static void fill_in(struct slicing *s)
{
    const struct program *p = s->dependence->program;
    close_relevant_slice(s);
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code))
        s->relevance[code] = flags(s, code);
}

static uint32_t kinds(bool dynamic)
{
    return DEPENDENCE_PLAIN & ~(dynamic ? 1u << DEPENDENCE_ACROSS : 0);
}

// The machine notices an access that points-to sets do not have when it is made (machine/expected.h): where
// there may be such accesses, whether they are made matters, and the addresses, as for `memory`.
static void add_unforeseen(struct slicing *s, bool memory_asked)
{
    if (!memory_asked && address_numbers_find(s->calls) != NO_CODE)
        s->nothing_to_check &= !criteria_add(s->slice, 1u << PROPERTY_MEMORY, NULL);
}

struct slicing *slicing_new(const struct program *program, uint32_t properties, uint64_t stack_size,
                            bool dynamic, const struct slicing_known *known)
{
    struct slicing *s = memory_zalloc(1, sizeof *s);
    s->properties = properties;
    s->dynamic = dynamic;
    s->points_to = analyses_points_to(program);
    s->calls = analyses_calls(program);
    s->threads = analyses_threads(program);
    s->dependence = analyses_dependence(program);
    s->slice = slice_new(s->dependence);
    s->relevance = memory_zalloc(program->code_count, 1);
    s->needed = bit_array_new(points_to_object_count(s->points_to));
    s->commons = bit_array_new(points_to_common_count(s->points_to));
    s->learnt = bit_array_new(program->code_count);
    s->watched = bit_array_new(program->code_count);
    slice_follow(s->slice, kinds(dynamic));
    if (known)
        unreached_exclude(s->slice, known->unreached);
    s->nothing_to_check = !criteria_add(s->slice, properties, known ? known->places : NULL);
    // Where only some places are to be looked at, calls have not changed, or no stack overflows.
    if (properties & 1u << PROPERTY_MEMORY && !(known && known->places))
        s->nothing_to_check &= !slicing_criteria_add_stack(s->slice, stack_size);
    add_unforeseen(s, properties & 1u << PROPERTY_MEMORY && !known);
    s->all = !slicing_criteria_add(s->slice);
    fill_in(s);
    return s;
}

bool slicing_has_nothing_to_check(const struct slicing *s)
{
    return s->nothing_to_check;
}

void slicing_free(struct slicing *s)
{
    if (!s)
        return;
    memory_free(s->needed);
    memory_free(s->commons);
    memory_free(s->learnt);
    memory_free(s->watched);
    memory_free(s->relevance);
    slice_free(s->slice);
    memory_free(s);
}

void slicing_add(struct slicing *s, uint32_t code, bool visible)
{
    if (code == RELEVANCE_STATIC) {
        s->dynamic = false;
        slice_follow(s->slice, kinds(false));
        return;
    }
    slice_add(s->slice, code, SLICE_WHOLE);
    if (visible)
        bit_array_add(s->learnt, code);
}

void slicing_add_all(struct slicing *s)
{
    s->all = true;
    s->nothing_to_check = false;
}

void slicing_update(struct slicing *s)
{
    fill_in(s);
}

const uint8_t *slicing_relevance(const struct slicing *s)
{
    return s->relevance;
}
