#include "analysis/thread_identity.h"

#include "analysis/address_use.h"
#include "base/bit_array.h"
#include "base/rules.h"
#include "program/natives.h"

// Memory that an operation on a synchronisation object accesses.
struct synchron {
    struct place place;
    uint64_t size;
    uint32_t next; // of the abstract object: index + 1
};

struct identity_search {
    const struct threads *threads;
    const struct program *program;
    struct points_to *points_to;
    struct address_question made; // asks about what is made at run time
    VECTOR(struct synchron) synchron;
    uint32_t *newest; // by abstract object: index of its newest place + 1
    struct registers *registers;
    uint32_t function; // that these are of
};

// ---- code

static bool runs(const struct identity_search *s, uint32_t code)
{
    uint32_t function = s->threads->calls->function_of[code];
    const struct flow *flow = s->threads->calls->flows[function];
    return s->threads->times[function] && flow->reachable[flow_node_at(flow, code)];
}

static const struct registers *registers_at(struct identity_search *s, uint32_t code)
{
    uint32_t function = s->threads->calls->function_of[code];
    if (!s->registers || s->function != function) {
        registers_free(s->registers);
        s->registers = registers_compute(s->program, s->threads->calls->flows[function]);
        s->function = function;
    }
    return s->registers;
}

static bool any_of_kind(const struct identity_search *s, const struct place_set *places,
                        enum abstract_kind kind)
{
    for (uint32_t k = 0; k < places->size; k++)
        if (points_to_object(s->points_to, places->data[k].object)->kind == kind)
            return true;
    return false;
}

// Whether the places are known, and all of them, if any, are of the kind.
static bool only_of_kind(const struct identity_search *s, const struct place_set *places,
                         enum abstract_kind kind)
{
    for (uint32_t k = 0; k < places->size; k++)
        if (points_to_object(s->points_to, places->data[k].object)->kind != kind)
            return false;
    return places->size;
}

// ---- objects of threads that are like no other

// The function that makes the object; NO_FUNCTION: it is not known, or none does.
static uint32_t made_in(const struct identity_search *s, const struct abstract_object *o)
{
    switch ((enum abstract_kind)o->kind) {
    case ABSTRACT_STACK: return s->program->sites[o->index].function;
    case ABSTRACT_HEAP:
    case ABSTRACT_KEY: return s->threads->calls->function_of[o->index];
    case ABSTRACT_VARARGS: return o->index;
    default: return NO_FUNCTION;
    }
}

// Of two alike threads each runs all functions that the other one runs. So what is made in a function of one
// thread only is of none of these, and lies at one place whoever of them is who.
static uint64_t *find_unique(const struct identity_search *s)
{
    uint32_t count = points_to_object_count(s->points_to);
    uint64_t *unique = bit_array_new(count);
    for (uint32_t k = 0; k < count; k++) {
        const struct abstract_object *o = points_to_object(s->points_to, k);
        uint32_t function = made_in(s, o);
        if (o->kind == ABSTRACT_ARGUMENTS ||
            (function != NO_FUNCTION && s->threads->sole[function] != NO_CODE))
            bit_array_add(unique, k);
    }
    return unique;
}

// ---- 2: memory of synchronisation objects

static bool is_synchron(const struct identity_search *s, const struct points_to_access *a)
{
    for (uint32_t k = s->newest[a->place.object]; k; k = vector_at(&s->synchron, k - 1).next) {
        const struct synchron *known = &vector_at(&s->synchron, k - 1);
        if (places_overlap(&a->place, a->size, &known->place, known->size))
            return true;
    }
    return false;
}

static bool is_known_synchron(const struct identity_search *s, const struct points_to_access *a)
{
    for (uint32_t k = s->newest[a->place.object]; k; k = vector_at(&s->synchron, k - 1).next) {
        const struct synchron *known = &vector_at(&s->synchron, k - 1);
        if (known->place.offset == a->place.offset && known->place.stride == a->place.stride &&
            known->size >= a->size)
            return true;
    }
    return false;
}

static void find_synchron(struct identity_search *s)
{
    for (uint32_t code = 0; code < s->program->code_count; code = code_next(s->program, code)) {
        if (!runs(s, code) || !calls_at(s->threads->calls, code))
            continue;
        struct access_cursor c = {.list = points_to_accesses(s->points_to, code)};
        for (const struct points_to_access *a; (a = access_next(&c));)
            if (a->kind == ACCESS_SYNC && !is_known_synchron(s, a)) {
                vector_push(&s->synchron, (struct synchron){a->place, a->size, s->newest[a->place.object]});
                s->newest[a->place.object] = s->synchron.size;
            }
    }
}

static char *access_tells(const struct identity_search *s, uint32_t code)
{
    struct access_cursor c = {.list = points_to_accesses(s->points_to, code)};
    for (const struct points_to_access *a; (a = access_next(&c));) {
        if (a->kind == ACCESS_ESCAPE ||
            points_to_object(s->points_to, a->place.object)->kind == ABSTRACT_UNKNOWN)
            return memory_copy_string("memory is accessed at an address that is not known");
        if (a->kind == ACCESS_MEMORY &&
            points_to_object(s->points_to, a->place.object)->kind == ABSTRACT_THREAD)
            return memory_copy_string("a handle of a thread is used");
        if (a->kind == ACCESS_MEMORY && a->read && is_synchron(s, a) && rule_holds(RULE_LOCK_MEMORY))
            return memory_copy_string("the memory of a synchronisation object is read");
    }
    return NULL;
}

// ---- 3: calls

static char *native_tells(unsigned native)
{
    if (native_facts(native) & FACT_ANONYMOUS || !rule_holds(RULE_HANDLES))
        return NULL;
    return memory_format("%s may say which thread has called it", native_name(native));
}

static char *callee_tells(const struct identity_search *s, uint32_t callee)
{
    const struct function *f = &s->program->functions[callee];
    if (f->kind == FUNCTION_UNMODELLED)
        return memory_format("%s has no body and no model", program_string(s->program, f->name));
    return f->kind == FUNCTION_NATIVE ? native_tells(f->native) : NULL;
}

static char *call_tells(const struct identity_search *s, uint32_t code)
{
    const struct calls *calls = s->threads->calls;
    const struct call_site *site = calls_at(calls, code);
    if (!site)
        return NULL;
    if (calls_go_anywhere(calls, site) || calls_pass_anything(calls, site))
        return memory_copy_string("a function is called through a pointer that may point anywhere");
    const struct instruction *i = &s->program->code[code];
    char *why = i->op == OP_CALL_NATIVE ? native_tells(i->a) : NULL;
    uint32_t count;
    const uint32_t *callees = points_to_callees(s->points_to, code, &count);
    for (uint32_t k = 0; k < count && !why; k++)
        why = callee_tells(s, callees[k]);
    return why;
}

// ---- 1: addresses and handles

// Of an instruction that computes nothing with what it reads, or has a rule of its own.
static bool moves_handles(const struct identity_search *s, uint32_t code)
{
    const struct instruction *i = &s->program->code[code];
    const struct call_site *site = calls_at(s->threads->calls, code);
    if (i->op == OP_CALL_NATIVE)
        return site && site->facts & FACT_JOINS &&
               only_of_kind(s, points_to_argument(s->points_to, code, 0), ABSTRACT_THREAD);
    return opcode_hands_on(i->op) || i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_STORE_G;
}

// Whether an update computes with what lies in memory, and a handle may lie there.
static bool updates_handle(const struct identity_search *s, uint32_t code)
{
    const struct instruction *i = &s->program->code[code];
    if (i->op != OP_RMW || (i->aux & RMW_OPERATION_MASK) == RMW_XCHG || i->width < s->program->pointer_bits)
        return false;
    struct access_cursor c = {.list = points_to_accesses(s->points_to, code)};
    for (const struct points_to_access *a; (a = access_next(&c));)
        if (any_of_kind(s, points_to_content(s->points_to, a->place.object), ABSTRACT_THREAD))
            return true;
    return false;
}

static char *handle_tells(struct identity_search *s, uint32_t code)
{
    uint32_t count;
    if (updates_handle(s, code) && rule_holds(RULE_HANDLES))
        return memory_copy_string("a handle of a thread is used");
    const struct register_use *uses = registers_uses(registers_at(s, code), code, &count);
    for (uint32_t k = 0; k < count && rule_holds(RULE_HANDLES); k++)
        if (any_of_kind(s, points_to_operand(s->points_to, code, uses[k].number), ABSTRACT_THREAD) &&
            !moves_handles(s, code))
            return memory_copy_string("a handle of a thread is used");
    return NULL;
}

// A handle that is no result of a creation may be any number.
static char *join_tells(struct identity_search *s, uint32_t code)
{
    const struct call_site *site = calls_at(s->threads->calls, code);
    bool joins = site && site->native != NATIVE_COUNT && site->facts & FACT_JOINS;
    return joins && !only_of_kind(s, points_to_argument(s->points_to, code, 0), ABSTRACT_THREAD)
               ? memory_copy_string("a thread is joined by a handle that is not known")
               : NULL;
}

// What each of the threads makes lies in a part of the address space of its own, at equal distances from its
// beginning. The parts differ in high bits.

// Whether it is a question about low bits of a word, or sets these to zero.
static bool asks_low_bits(const struct instruction *i)
{
    enum { PAGE = 4096 };
    return i->op == OP_AND_I && (int32_t)i->b >= -PAGE && (int32_t)i->b < PAGE;
}

static bool all_confined(const struct identity_search *s, const struct place_set *places)
{
    for (uint32_t k = 0; k < places->size; k++)
        if (!threads_confined(s->threads, places->data[k].object))
            return false;
    return places->size;
}

// Whether it is a difference of, or compares, two addresses of what its own thread has made.
static bool compares_own(const struct identity_search *s, uint32_t code)
{
    const struct instruction *i = &s->program->code[code];
    bool compares = i->op == OP_SUB || (i->op >= OP_EQ && i->op <= OP_SGE && !opcode_takes_immediate(i->op));
    return compares && all_confined(s, points_to_operand(s->points_to, code, i->a)) &&
           all_confined(s, points_to_operand(s->points_to, code, i->b));
}

static char *address_tells(struct identity_search *s, uint32_t code)
{
    const struct instruction *i = &s->program->code[code];
    if (!rule_holds(RULE_THREAD_ADDRESSES) || asks_low_bits(i) || compares_own(s, code))
        return NULL;
    return address_use_at(&s->made, registers_at(s, code), code) == ADDRESS_USE_NONE
               ? NULL
               : memory_copy_string("an address is used as a number");
}

// ---- all code

static bool has_alike(const struct threads *t)
{
    for (uint32_t k = 1; k < t->count; k++)
        for (uint32_t root = 0; root < t->threads[k].roots.size; root++)
            if (t->times[t->threads[k].roots.data[root]] > 1)
                return true;
    return false;
}

static char *instruction_tells(struct identity_search *s, uint32_t code)
{
    static char *(*const tells[])(struct identity_search *, uint32_t) = {handle_tells, join_tells,
                                                                         address_tells};
    char *why = call_tells(s, code);
    if (!why)
        why = access_tells(s, code);
    for (size_t k = 0; !why && k < sizeof tells / sizeof *tells; k++)
        why = tells[k](s, code);
    return why;
}

// What several threads run comes first: others may use what it has computed from an address.
static char *find_telling_instruction(struct identity_search *s, uint32_t *code)
{
    char *why = NULL;
    for (unsigned sole = 0; sole < 2 && !why; sole++)
        for (uint32_t at = 0; at < s->program->code_count && !why; at = code_next(s->program, at))
            if (runs(s, at) &&
                (s->threads->sole[s->threads->calls->function_of[at]] != NO_CODE) == (sole == 1)) {
                *code = at;
                why = instruction_tells(s, at);
            }
    return why;
}

bool thread_identity_hidden(const struct threads *threads, char **why, uint32_t *code)
{
    *why = NULL;
    *code = NO_CODE;
    if (!has_alike(threads))
        return false;
    struct points_to *pt = threads->calls->points_to;
    struct identity_search s = {
        .threads = threads,
        .program = threads->program,
        .points_to = pt,
        .made = {.program = threads->program, .points_to = pt, .run_time = true},
        .newest = memory_zalloc((size_t)points_to_object_count(pt) + 1, sizeof *s.newest),
    };
    uint64_t *unique = find_unique(&s);
    s.made.left_out = unique;
    find_synchron(&s);
    *why = find_telling_instruction(&s, code);
    registers_free(s.registers);
    vector_free(&s.synchron);
    memory_free(s.newest);
    memory_free(unique);
    return !*why;
}
