// Which memory is a lock: one object for certain, at one place.
#include "analysis/held_state.h"

#include "base/bit_array.h"
#include "base/rules.h"

static bool is_cyclic(const struct threads *t, uint32_t code)
{
    const struct flow *flow = calls_flow_at(t->calls, code);
    return flow->cyclic[flow_node_at(flow, code)];
}

static bool executed_once(const struct threads *t, uint32_t code)
{
    return t->times[t->calls->function_of[code]] == 1 && !is_cyclic(t, code);
}

// Whether the call that allocates is executed once at most for this object: in an execution, or each time
// that its function is entered, which a call does that is executed once, and so on.
static bool allocated_once(const struct threads *t, const struct abstract_object *o)
{
    uint32_t calls[2], count = points_to_context(t->calls->points_to, o, calls), code = o->index;
    for (uint32_t k = 0; !executed_once(t, code); code = calls[k++])
        if (k == count || is_cyclic(t, code))
            return false;
    return true;
}

// Whether there is one such object at most in an execution.
static bool is_single(const struct threads *t, const struct abstract_object *o)
{
    const struct program *p = t->program;
    if (!rule_holds(RULE_PROOF_SINGLE))
        return true;
    switch (o->kind) {
    case ABSTRACT_GLOBAL: return o->flags & ABSTRACT_SINGLE;
    case ABSTRACT_STACK: return !p->sites[o->index].grows && t->times[p->sites[o->index].function] == 1;
    case ABSTRACT_HEAP: return allocated_once(t, o);
    default: return false;
    }
}

// The lock at a place; MOST_LOCKS: there is none.
static uint32_t held_lock_at(const struct held_locks *held, const struct place *place,
                             enum lock_family family)
{
    for (uint32_t k = 1; k < held->locks.size && !place->stride; k++) {
        const struct held_lock *lock = &held->locks.data[k];
        if (lock->object == place->object && lock->offset == place->offset && lock->family == family)
            return k;
    }
    return MOST_LOCKS;
}

static bool overlaps_lock(const struct held_lock *lock, const struct place *place, uint64_t size)
{
    struct place own = {lock->object, 0, lock->offset};
    return places_overlap(&own, lock->size, place, size);
}

void held_locks_meant(const struct held_locks *held, uint32_t code, uint32_t argument, struct lock_set *set)
{
    const struct place_set *places = points_to_argument(held->points_to, code, argument);
    for (uint32_t i = 0; i < places->size; i++)
        for (uint32_t k = 1; k < held->locks.size; k++)
            if (overlaps_lock(&held->locks.data[k], &places->data[i], 1))
                lock_set_add(set, k, true);
}

uint32_t held_lock_meant(const struct held_locks *held, uint32_t code, struct lock_operation operation)
{
    const struct place_set *places = points_to_argument(held->points_to, code, operation.argument);
    bool several = places->size != 1 && rule_holds(RULE_PROOF_ALIAS);
    return several || !places->size ? MOST_LOCKS : held_lock_at(held, &places->data[0], operation.family);
}

static void add_lock(struct held_locks *held, uint32_t code, struct lock_operation operation)
{
    const struct place_set *places = points_to_argument(held->points_to, code, operation.argument);
    bool takes = operation.action != LOCK_NOTHING && operation.action != LOCK_SET_UP;
    if (!takes || !places->size || (places->size != 1 && rule_holds(RULE_PROOF_ALIAS)) ||
        held->locks.size >= MOST_LOCKS)
        return;
    struct place place = places->data[0];
    if (!rule_holds(RULE_PROOF_SINGLE))
        place.stride = 0;
    if (place.stride || !is_single(held->threads, points_to_object(held->points_to, place.object)) ||
        held_lock_at(held, &place, operation.family) != MOST_LOCKS)
        return;
    vector_push(&held->locks, (struct held_lock){.object = place.object,
                                                 .offset = place.offset,
                                                 .family = operation.family,
                                                 .size = lock_family_size(held->program, operation.family)});
}

// ---- what may write over them

static void add_overwrite(struct held_locks *held, uint32_t code, uint32_t lock)
{
    if (bit_array_add(held->overwriting, code))
        vector_push(&held->overwrites, (struct lock_overwrite){code, lock_set_none()});
    lock_set_add(&vector_last(&held->overwrites).locks, lock, true);
}

static void find_overwrites(struct held_locks *held, uint32_t code)
{
    struct access_cursor c = {.list = points_to_accesses(held->points_to, code)};
    for (const struct points_to_access *a; (a = access_next(&c));)
        for (uint32_t k = 1; k < held->locks.size && a->write && a->kind != ACCESS_SYNC; k++)
            if (overlaps_lock(&held->locks.data[k], &a->place, a->size))
                add_overwrite(held, code, k);
}

void held_find_locks(struct held_locks *held)
{
    const struct threads *t = held->threads;
    struct held_lock section = {.object = 0, .family = LOCK_SECTION, .sound = true};
    vector_push(&held->locks, section);
    for (uint32_t k = 0; k < t->calls->site_count; k++) {
        const struct call_site *site = &t->calls->sites[k];
        if (t->times[site->function])
            add_lock(held, site->code, lock_operation_of(site->native));
    }
    held->overwriting = bit_array_new(held->program->code_count);
    for (uint32_t code = 0; held->locks.size > 1 && code < held->program->code_count;
         code = code_next(held->program, code))
        if (t->times[t->calls->function_of[code]])
            find_overwrites(held, code);
}
