#include "analysis/criteria.h"

typedef bool criterion(struct slice *slice, uint32_t code, const struct instruction *i, unsigned facts);

static bool add_slice_part(struct slice *slice, uint32_t code, enum slice_part part)
{
    slice_add(slice, code, part);
    return true;
}

// Null points to no memory: an access there is one all the same.
static bool accesses_memory(const struct slice *slice, uint32_t code)
{
    const struct access_list *list = points_to_accesses(slice->dependence->calls->points_to, code);
    return !access_list_empty(list) || list->by_address;
}

// Whether the instruction before it never comes back: then it only says so.
static bool follows_the_end(const struct slice *slice, uint32_t code)
{
    const struct call_site *s = code ? calls_at(slice->dependence->calls, code - 1) : NULL;
    return s && s->native != NATIVE_COUNT && s->facts & FACT_STOPS &&
           !(native_facts(s->native) & FACT_CONDITION);
}

static bool assertion(struct slice *slice, uint32_t code, const struct instruction *i, unsigned facts)
{
    if (i->op == OP_UNREACHABLE)
        return !follows_the_end(slice, code) && add_slice_part(slice, code, SLICE_REACHED);
    return facts & FACT_ASSERTS && add_slice_part(slice, code, SLICE_WHOLE);
}

static bool abort_(struct slice *slice, uint32_t code, const struct instruction *i, unsigned facts)
{
    (void)i;
    return facts & FACT_ABORTS && add_slice_part(slice, code, SLICE_REACHED);
}

// Whether a loop may go on or not there.
static bool leaves_loop(const struct slice *slice, uint32_t code)
{
    const struct flow *flow = calls_flow_at(slice->dependence->calls, code);
    return flow->leaves_loop[flow_node_at(flow, code)];
}

// Whether a loop without a way out is gone round there: the only other way of control to the exit.
static bool goes_on_for_ever(const struct slice *slice, uint32_t code)
{
    const struct flow *flow = calls_flow_at(slice->dependence->calls, code);
    return code == flow_last(slice->dependence->program, flow, flow_node_at(flow, code)) &&
           leaves_loop(slice, code);
}

static bool deadlock(struct slice *slice, uint32_t code, const struct instruction *i, unsigned facts)
{
    if (i->op == OP_BRANCH || i->op == OP_SWITCH)
        return leaves_loop(slice, code) && add_slice_part(slice, code, SLICE_WHOLE);
    if (facts & (FACT_WAITS | FACT_LOCKS) && !(facts & FACT_TRIES))
        return add_slice_part(slice, code, SLICE_WHOLE);
    return (facts & (FACT_BEGINS | FACT_ENDS) || goes_on_for_ever(slice, code)) &&
           add_slice_part(slice, code, SLICE_REACHED);
}

// Whether a native only looks there for a violation of `memory`, by its arguments.
static bool checks_memory(const struct slice *slice, uint32_t code)
{
    const struct call_site *s = calls_at(slice->dependence->calls, code);
    return s && (s->native == NATIVE___heddle_check_vector || s->native == NATIVE___heddle_apart);
}

// A load or store at a constant address, all within a variable that is there as long as the program runs.
static bool stays_in_global(const struct slice *slice, uint32_t code, const struct instruction *i)
{
    struct points_to *pt = slice->dependence->calls->points_to;
    struct access_cursor c = {.list = points_to_accesses(pt, code)};
    if ((i->op != OP_LOAD_G && i->op != OP_STORE_G) || i->aux & ACCESS_ATOMIC || access_list_empty(c.list))
        return false;
    unsigned refused = GLOBAL_EXTERNAL | GLOBAL_THREAD_LOCAL | (i->op == OP_STORE_G ? GLOBAL_CONSTANT : 0);
    for (const struct points_to_access *a; (a = access_next(&c));) {
        const struct abstract_object *o = points_to_object(pt, a->place.object);
        if (o->kind != ABSTRACT_GLOBAL || a->kind != ACCESS_MEMORY || a->place.stride || a->place.offset < 0)
            return false;
        const struct global *g = &slice->dependence->program->globals[o->index];
        if (g->flags & refused || a->size > g->size || (uint64_t)a->place.offset > g->size - a->size)
            return false;
    }
    return true;
}

static bool memory(struct slice *slice, uint32_t code, const struct instruction *i, unsigned facts)
{
    if (stays_in_global(slice, code, i))
        return false;
    if (checks_memory(slice, code))
        return add_slice_part(slice, code, SLICE_WHOLE);
    if (facts & (FACT_ALLOCATES | FACT_FREES))
        return add_slice_part(slice, code, SLICE_WHOLE);
    if (i->op == OP_CALL_INDIRECT || i->op == OP_STACK_RESTORE || i->op == OP_ALLOCA_DYN)
        return add_slice_part(slice, code, SLICE_ADDRESS);
    if (i->op == OP_RETURN || facts & FACT_ENDS_THREAD)
        return accesses_memory(slice, code) && add_slice_part(slice, code, SLICE_REACHED);
    return accesses_memory(slice, code) && add_slice_part(slice, code, SLICE_ADDRESS);
}

static bool lock(struct slice *slice, uint32_t code, const struct instruction *i, unsigned facts)
{
    (void)i;
    return facts & (FACT_SYNCHRONISES | FACT_KEY) && add_slice_part(slice, code, SLICE_WHOLE);
}

// `constant`: a division by a constant can fail, the constant is 0 or -1.
static bool divides(unsigned op, bool constant)
{
    switch (op) {
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM: return true;
    case OP_UDIV_I:
    case OP_UREM_I:
    case OP_SDIV_I:
    case OP_SREM_I: return constant;
    default: return false;
    }
}

static bool arithmetic(struct slice *slice, uint32_t code, const struct instruction *i, unsigned facts)
{
    (void)facts;
    bool found = i->op == OP_WIDE_BINARY ? divides(wide_opcode(i->aux), true)
                                         : divides(i->op, i->b == 0 || i->b == UINT32_MAX);
    return found && add_slice_part(slice, code, SLICE_WHOLE);
}

static bool opcode_may_overflow(unsigned op)
{
    switch (op) {
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
    case OP_SHL_I:
    case OP_LSHR_I:
    case OP_ASHR_I:
    case OP_F_TO_SINT:
    case OP_F_TO_UINT:
    case OP_WIDE_BINARY: return true;
    default: return divides(op, true);
    }
}

static bool overflow(struct slice *slice, uint32_t code, const struct instruction *i, unsigned facts)
{
    bool plain = i->op >= OP_ADD && i->op <= OP_XOR_I;
    return ((plain && i->aux & OP_NSW) || opcode_may_overflow(i->op) || facts & FACT_OVERFLOWS) &&
           add_slice_part(slice, code, SLICE_WHOLE);
}

static bool data_race(struct slice *slice, uint32_t code, const struct instruction *i, unsigned facts)
{
    const struct access_list *list = points_to_accesses(slice->dependence->calls->points_to, code);
    bool atomic = i->op == OP_RMW || i->op == OP_CMPXCHG || i->op == OP_FENCE;
    struct access_cursor c = {.list = list};
    for (const struct points_to_access *a; !atomic && (a = access_next(&c));)
        atomic = a->atomic;
    if (atomic || facts & (FACT_SYNCHRONISES | FACT_KEY | FACT_BEGINS | FACT_ENDS))
        return add_slice_part(slice, code, SLICE_WHOLE);
    if (i->op == OP_RETURN)
        return !access_list_empty(list) && add_slice_part(slice, code, SLICE_REACHED);
    return !access_list_empty(list) && add_slice_part(slice, code, SLICE_ADDRESS);
}

static bool leak(struct slice *slice, uint32_t code, const struct instruction *i, unsigned facts)
{
    (void)facts;
    bool call = slice->dependence->calls->site_of[code] != NO_CODE;
    return (call || accesses_memory(slice, code) || i->op == OP_RETURN) &&
           add_slice_part(slice, code, SLICE_WHOLE);
}

static bool uninitialised(struct slice *slice, uint32_t code, const struct instruction *i, unsigned facts)
{
    (void)i;
    (void)facts;
    return add_slice_part(slice, code, SLICE_WHOLE);
}

// Threads count that have ended, of a program that has.
static bool thread_leak(struct slice *slice, uint32_t code, const struct instruction *i, unsigned facts)
{
    if (facts & (FACT_STOPS | FACT_CREATES | FACT_JOINS | FACT_ENDS_THREAD | FACT_SYNCHRONISES))
        return add_slice_part(slice, code, SLICE_WHOLE);
    return deadlock(slice, code, i, facts);
}

// The status with which the program ends.
static bool exit_(struct slice *slice, uint32_t code, const struct instruction *i, unsigned facts)
{
    const struct dependence *d = slice->dependence;
    bool ends =
        facts & FACT_ENDS_PROGRAM || (i->op == OP_RETURN && d->calls->function_of[code] == d->program->main);
    return ends && add_slice_part(slice, code, SLICE_WHOLE);
}

static criterion *const criteria[PROPERTY_COUNT] = {
    [PROPERTY_ASSERTION] = assertion,
    [PROPERTY_ABORT] = abort_,
    [PROPERTY_DEADLOCK] = deadlock,
    [PROPERTY_MEMORY] = memory,
    [PROPERTY_LOCK] = lock,
    [PROPERTY_ARITHMETIC] = arithmetic,
    [PROPERTY_DATA_RACE] = data_race,
    [PROPERTY_OVERFLOW] = overflow,
    [PROPERTY_LEAK] = leak,
    [PROPERTY_UNINITIALISED] = uninitialised,
    [PROPERTY_THREAD_LEAK] = thread_leak,
    [PROPERTY_EXIT] = exit_,
    [PROPERTY_ATOMICITY] = uninitialised, // any instruction; it is looked for without slices
    [PROPERTY_LIVELOCK] = uninitialised,  // likewise
};

bool criteria_add_at(struct slice *slice, uint32_t properties, uint32_t code)
{
    const struct dependence *d = slice->dependence;
    const struct call_site *s = calls_at(d->calls, code);
    bool found = false;
    for (unsigned k = 0; k < PROPERTY_COUNT; k++)
        if (properties >> k & 1)
            found |= criteria[k](slice, code, &d->program->code[code], s ? s->facts : 0);
    return found;
}

uint32_t criteria_add(struct slice *slice, uint32_t properties, const uint64_t *places)
{
    const struct dependence *d = slice->dependence;
    uint32_t count = 0;
    for (uint32_t code = 0; code < d->program->code_count; code = code_next(d->program, code))
        if (points_to_reachable(d->calls->points_to, d->calls->function_of[code]) &&
            (!places || bit_array_has(places, code)))
            count += criteria_add_at(slice, properties, code);
    return count;
}
