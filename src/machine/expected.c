#include "machine/expected.h"

#include "analysis/analyses.h"
#include "base/hash.h"
#include "machine/analysed.h"
#include "machine/learnt.h"
#include "machine/memory.h"
#include "machine/observer.h"
#include "machine/pages.h"
#include "machine/step.h"
#include "program/natives.h"

// An access that the analysis predicts, as far as that depends on it: the next one at another place of the
// same instruction need not be compared with all that the analysis says of it.
struct expected_answer {
    uint64_t offset, size;
    uint32_t code, number;
    uint8_t kind; // enum object_kind + 1; 0: none
    bool write, anywhere;
};

enum { ANSWERS = 4096 }; // a power of two

static bool is_object(const struct object *o, const struct abstract_object *a)
{
    enum abstract_kind kind;
    return analysed_kind(o, &kind) && a->kind == kind && (!analysed_has_number(o) || a->index == o->analysed);
}

static bool holds(const struct points_to_access *a, uint64_t offset, uint64_t size)
{
    int64_t from = (int64_t)offset - a->place.offset, stride = a->place.stride;
    if (stride)
        from = (from % stride + stride) % stride;
    return stride == ANY_OFFSET_STRIDE || a->size == UNKNOWN_SIZE ||
           (from >= 0 && (uint64_t)from + size <= a->size);
}

// The whole object where there is no more to tell.
static struct expected_place place_of_access(const struct points_to_access *a, const struct object *o,
                                             uint64_t offset)
{
    struct expected_place place = {.number = o->analysed, .kind = o->kind + 1u};
    uint32_t stride = a->place.stride;
    if (!a->place.object || a->size == UNKNOWN_SIZE || stride == ANY_OFFSET_STRIDE)
        return place;
    if (stride && !(stride & (stride - 1)))
        place.mask = stride - 1;
    else if (stride && stride <= UINT16_MAX)
        place.stride = (uint16_t)stride;
    else
        place.mask = UINT32_MAX;
    place.rest = (uint32_t)(place.stride ? offset % place.stride : offset & place.mask);
    if (o->size > UINT32_MAX) // a mask would not tell
        place.kind = 0;
    return place;
}

bool expected_predicts(struct points_to *points_to, uint32_t code, const struct object *o, uint64_t offset,
                       uint64_t size, bool write, bool anywhere, struct expected_place *place)
{
    struct access_cursor c = {.list = points_to_accesses(points_to, code)};
    for (const struct points_to_access *a; (a = access_next(&c));) {
        bool kind = write ? a->write : a->read || a->kind == ACCESS_FREE;
        if (!kind || (a->place.object && !(is_object(o, points_to_object(points_to, a->place.object)) &&
                                           (anywhere || holds(a, offset, size)))))
            continue;
        if (place)
            *place = place_of_access(a, o, offset);
        return true;
    }
    return false;
}

// What else rests on the analyses does not hold. Where only what an edit can affect is checked, what that is
// rests on them, too. False: stopped; true where the step is tried, which is noted.
static bool give_up_analyses(struct machine *m)
{
    if (machine_knows(m, &(struct learnt_fact){.kind = LEARNT_PLACES})) {
        step_unmodelled(m, "an access at an address that no analysis follows, where only what an edit can "
                           "affect is checked");
        return false;
    }
    return !machine_learn(m, (struct learnt_fact){.kind = LEARNT_UNFORESEEN});
}

// Of a thread that ends, or of an instruction that is none of the program's.
static bool is_no_access(const struct machine *m, uint32_t code)
{
    if (code >= m->program->code_count)
        return true;
    const struct instruction *i = &m->program->code[code];
    return i->op == OP_RETURN || (i->op == OP_CALL_NATIVE && native_facts(i->a) & FACT_ENDS_THREAD);
}

// Whether all accesses of the instruction are of one size, and all reads or all writes: then the place where
// it went last answers for the next one (expected_again).
static bool is_plain_instruction(const struct instruction *i)
{
    switch (i->op) {
    case OP_LOAD:
    case OP_LOAD_G:
    case OP_STORE:
    case OP_STORE_I:
    case OP_STORE_G: return true;
    default: return false;
    }
}

static struct expected_answer *find_answer(const struct machine *m, const struct expected_answer *asked)
{
    uint64_t hash = hash_combine((uint64_t)asked->code << 32 | asked->number, asked->offset);
    return &m->expected_before[hash_combine(hash, asked->size) & (ANSWERS - 1)];
}

static bool same_answer(const struct expected_answer *a, const struct expected_answer *b)
{
    return a->offset == b->offset && a->size == b->size && a->code == b->code && a->number == b->number &&
           a->kind == b->kind && a->write == b->write && a->anywhere == b->anywhere;
}

// Whether a plain access goes where the instruction's last one went. Most do; so this is asked first.
static bool goes_there_again(const struct machine *m, const struct object *o, uint64_t offset)
{
    uint32_t code = m->current->state.code;
    return code < m->program->code_count && is_plain_instruction(&m->code[code]) && !pages_is_part(o) &&
           expected_again(m, &m->code[code], o, offset);
}

bool expected_access(struct machine *m, const struct object *o, uint64_t offset, uint64_t size, bool write,
                     bool anywhere)
{
    if (!m->expected || !o || (!anywhere && goes_there_again(m, o, offset)))
        return true;
    if (o->kind == OBJECT_SHADOW || !memory_has_content(o) || !size)
        return true;
    const struct object *whole = pages_whole(m, o); // to the analysis a mapping is one object
    offset += o->base - whole->base;
    uint32_t code = relevance_code(m);
    if (is_no_access(m, code) || offset > whole->size || size > whole->size - offset)
        return true;
    bool plain = is_plain_instruction(&m->code[code]) && !anywhere;
    if (plain && expected_again(m, &m->code[code], whole, offset))
        return true;
    struct expected_answer asked = {offset, size,    code, whole->analysed, (uint8_t)(whole->kind + 1),
                                    write,  anywhere};
    struct expected_answer *known = find_answer(m, &asked);
    if (same_answer(known, &asked))
        return true;
    struct expected_place place;
    if (!expected_predicts(analyses_points_to(m->program), code, whole, offset, size, write, anywhere,
                           &place))
        return give_up_analyses(m);
    *known = asked;
    if (plain)
        m->expected[code] = place;
    return true;
}

bool expected_call(struct machine *m, uint32_t code, uint32_t function)
{
    if (!m->expected || code >= m->program->code_count)
        return true;
    struct expected_place *place = &m->expected[code];
    uint32_t count;
    if (place->kind == EXPECTED_FUNCTION && place->number == function)
        return true;
    const uint32_t *callees = points_to_callees(analyses_points_to(m->program), code, &count);
    for (uint32_t k = 0; k < count; k++)
        if (callees[k] == function) {
            *place = (struct expected_place){.number = function, .kind = EXPECTED_FUNCTION};
            return true;
        }
    return give_up_analyses(m);
}

void expected_begin(struct machine *m)
{
    if (m->expected || m->learnt.unforeseen || m->options.concrete)
        return;
    m->expected_before = memory_zalloc(ANSWERS, sizeof *m->expected_before);
    m->expected = memory_zalloc(m->program->code_count, sizeof *m->expected);
}

// Whether the program draws random numbers of which some may be the same in each run.
static bool rests_on_seeds(const struct machine *m)
{
    return m->options.random_numbers == RANDOM_AS_SEEDED &&
           program_find_function(m->program, native_name(NATIVE___heddle_open_numbers)) != NO_FUNCTION;
}

void expected_attach(struct machine *m)
{
    if (m->options.relevance || rests_on_seeds(m))
        expected_begin(m);
}

void expected_detach(struct machine *m)
{
    memory_free(m->expected);
    memory_free(m->expected_before);
    m->expected = NULL;
    m->expected_before = NULL;
}

void expected_learnt(struct machine *m, const struct learnt_fact *fact)
{
    if (fact->kind == LEARNT_FAINT)
        expected_begin(m);
    else if (fact->kind == LEARNT_UNFORESEEN)
        expected_detach(m);
}
