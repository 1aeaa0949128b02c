// Which locks do what they are taken for: held_locks.h says when.
#include "analysis/held_state.h"

#include "analysis/regions.h"
#include "base/bit_array.h"
#include "base/rules.h"

#include <string.h>

// ---- operations that give a lock back

// Of the locks that the operation may mean, those that the thread may not hold are not sound.
static void judge_giving_back(struct held_locks *held, uint32_t code, struct lock_operation operation)
{
    struct lock_set meant = lock_set_none(), before;
    held_locks_meant(held, code, operation.argument, &meant);
    if (!held_before(held, code, &before))
        return;
    for (uint32_t k = 1; k < held->locks.size; k++)
        if (lock_set_has(&meant, k) && !lock_set_has(&before, k) && rule_holds(RULE_PROOF_OWNER))
            held->locks.data[k].sound = false;
}

static void judge_operations(struct held_locks *held)
{
    const struct calls *calls = held->threads->calls;
    for (uint32_t k = 0; k < calls->site_count; k++) {
        const struct call_site *site = &calls->sites[k];
        struct lock_operation operation = lock_operation_of(site->native);
        if (!held->threads->times[site->function])
            continue;
        if (operation.action == LOCK_GIVE_BACK || operation.action == LOCK_WAIT)
            judge_giving_back(held, site->code, operation);
        // One that is not known for certain may give back any.
        bool doubtful = site->native == NATIVE_COUNT && site->facts & FACT_UNLOCKS;
        for (uint32_t lock = 1; doubtful && lock < held->locks.size; lock++)
            held->locks.data[lock].sound = false;
    }
}

// ---- its memory

// Whether an access to the lock's state is by an operation on such a lock, and just there or beside it.
static bool is_own_lock_access(const struct held_locks *held, const struct held_lock *lock, uint32_t code,
                               const struct points_to_access *a)
{
    const struct call_site *site = calls_at(held->threads->calls, code);
    struct lock_operation operation = lock_operation_of(site ? site->native : NATIVE_COUNT);
    if (operation.action == LOCK_NOTHING || operation.family != lock->family || a->size != lock->size)
        return false;
    if (!a->place.stride)
        return a->place.offset == lock->offset;
    int64_t distance = lock->offset - a->place.offset;
    return a->place.stride >= lock->size && distance % (int64_t)a->place.stride == 0;
}

// What a plain write may be, so that the lock is still one for all threads; a release leaves no lock that
// anybody could take.
static bool leaves_lock_sound(struct threads *threads, uint32_t code, const struct points_to_access *a)
{
    bool begins_again = threads->program->code[code].op == OP_SCOPE_BEGIN;
    if (a->kind == ACCESS_FREE && !begins_again)
        return true;
    return a->kind != ACCESS_ESCAPE && threads_before_others(threads, code);
}

static void judge_lock_access(struct held_locks *held, struct threads *threads, uint32_t code,
                              const struct points_to_access *a)
{
    for (uint32_t k = 1; k < held->locks.size; k++) {
        struct held_lock *lock = &held->locks.data[k];
        struct place place = {lock->object, 0, lock->offset};
        if (!a->write || !places_overlap(&place, lock->size, &a->place, a->size))
            continue;
        bool fine = a->kind == ACCESS_SYNC ? is_own_lock_access(held, lock, code, a)
                                           : leaves_lock_sound(threads, code, a);
        if (!fine && rule_holds(RULE_PROOF_MEMORY))
            lock->sound = false;
    }
}

static void judge_memory(struct held_locks *held, struct threads *threads)
{
    const struct program *p = held->program;
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        if (!threads->times[threads->calls->function_of[code]])
            continue;
        struct access_cursor c = {.list = points_to_accesses(held->points_to, code)};
        for (const struct points_to_access *a; (a = access_next(&c));)
            judge_lock_access(held, threads, code, a);
    }
}

// ---- robust mutexes

static bool calls_function(const struct held_locks *held, const char *name)
{
    uint32_t function = program_find_function(held->program, name);
    return function != NO_FUNCTION && held->threads->times[function];
}

// Whether its initial content says that it is a mutex of another type than the plain ones.
bool held_begins_as_other(const struct held_locks *held, uint32_t object, int64_t offset)
{
    enum { KIND_64 = 16, KIND_32 = 12, PLAIN_TYPES = 3 };
    const struct abstract_object *o = points_to_object(held->points_to, object);
    const struct global *g = o->kind == ABSTRACT_GLOBAL ? &held->program->globals[o->index] : NULL;
    uint64_t at = (uint64_t)offset + (held->program->pointer_bits == 64 ? KIND_64 : KIND_32);
    uint32_t kind = 0;
    if (!g || g->flags & GLOBAL_ZERO || at + sizeof kind > g->size)
        return false;
    memcpy(&kind, held->program->data + g->data + at, sizeof kind);
    return kind > PLAIN_TYPES;
}

bool held_makes_robust(const struct held_locks *held)
{
    return calls_function(held, "pthread_mutexattr_setrobust") ||
           calls_function(held, "pthread_mutexattr_setrobust_np");
}

static void judge_mutexes(struct held_locks *held)
{
    bool robust = held_makes_robust(held);
    for (uint32_t k = 1; k < held->locks.size; k++) {
        struct held_lock *lock = &held->locks.data[k];
        if (lock->family == LOCK_MUTEX &&
            (robust || held_begins_as_other(held, lock->object, lock->offset)) &&
            rule_holds(RULE_PROOF_ROBUST))
            lock->sound = false;
    }
}

// ---- semaphores

// Whether the call may mean the lock.
static bool may_mean(const struct held_locks *held, const struct call_site *site, uint32_t lock)
{
    struct lock_operation operation = lock_operation_of(site->native);
    struct lock_set meant = lock_set_none();
    if (operation.action != LOCK_NOTHING)
        held_locks_meant(held, site->code, operation.argument, &meant);
    return lock_set_has(&meant, lock);
}

// Whether the call sets up a semaphore once, with the value 1 or 0, by main before there are other threads.
static bool sets_up_one(struct threads *threads, const struct call_site *site)
{
    const struct flow *flow = threads->calls->flows[site->function];
    const struct program *p = threads->program;
    uint32_t value;
    return site->native == NATIVE_sem_init && threads->times[site->function] == 1 &&
           !flow->cyclic[flow_node_at(flow, site->code)] && threads_before_others(threads, site->code) &&
           call_operand(p, site->code, 2, &value) && value & OPERAND_CONSTANT &&
           p->constants[value & ~OPERAND_CONSTANT] <= 1;
}

// Whether it begins as nothing that can be taken, and is set up as said once at most.
static bool is_one(const struct held_locks *held, struct threads *threads, uint32_t lock)
{
    const struct abstract_object *o = points_to_object(held->points_to, held_locks_lock(held, lock)->object);
    const struct calls *calls = threads->calls;
    bool zero = o->kind == ABSTRACT_GLOBAL && held->program->globals[o->index].flags & GLOBAL_ZERO;
    uint32_t set_up = 0;
    for (uint32_t k = 0; k < calls->site_count && zero; k++) {
        const struct call_site *site = &calls->sites[k];
        if (!threads->times[site->function])
            continue;
        // One that is not known for certain may post it, or set it up.
        zero = site->native != NATIVE_COUNT || !(site->facts & FACT_SYNCHRONISES);
        if (site->native == NATIVE_sem_destroy || lock_operation_of(site->native).action != LOCK_SET_UP ||
            !may_mean(held, site, lock))
            continue;
        zero = zero && sets_up_one(threads, site) && ++set_up == 1;
    }
    return zero;
}

// Whether nothing but operations on semaphores, and its release, changes it.
static bool is_only_used_as_one(const struct held_locks *held, uint32_t lock)
{
    const struct held_lock *l = held_locks_lock(held, lock);
    const struct place place = {l->object, 0, l->offset};
    const struct threads *t = held->threads;
    bool only = true;
    for (uint32_t code = 0; code < held->program->code_count && only; code = code_next(held->program, code)) {
        struct access_cursor c = {.list = points_to_accesses(held->points_to, code)};
        for (const struct points_to_access *a;
             t->times[t->calls->function_of[code]] && (a = access_next(&c));)
            only &= a->kind == ACCESS_SYNC || (!a->write && a->kind == ACCESS_MEMORY) ||
                    !places_overlap(&place, l->size, &a->place, a->size);
    }
    return only;
}

static void judge_semaphores(struct held_locks *held, struct threads *threads)
{
    for (uint32_t k = 1; k < held->locks.size; k++) {
        struct held_lock *lock = &held->locks.data[k];
        if (lock->family != LOCK_SEMAPHORE || !lock->sound)
            continue;
        if (rule_holds(RULE_PROOF_SEMAPHORE))
            lock->sound = is_one(held, threads, k) && is_only_used_as_one(held, k);
    }
}

// ---- atomic sections

// Waiting inside an atomic section has no model: whether others then go on in the middle of it is open.
static bool waits_in_section(const struct held_locks *held)
{
    const struct threads *t = held->threads;
    const struct calls *calls = t->calls;
    bool waits = false;
    for (uint32_t f = 0; f < held->program->functions_count; f++)
        waits |=
            t->times[f] && held->program->functions[f].flags & FUNCTION_ATOMIC && calls->function_waits[f];
    for (uint32_t k = 0; k < calls->site_count && !waits; k++) {
        const struct call_site *site = &calls->sites[k];
        if (!t->times[site->function] || !(site->facts & FACT_BEGINS))
            continue;
        struct region region = region_find_section(calls, k);
        waits = region.blocks;
        region_free(&region);
    }
    return waits;
}

void held_find_sound(struct held_locks *held, struct threads *threads)
{
    for (uint32_t k = 1; k < held->locks.size; k++)
        held->locks.data[k].sound = true;
    judge_operations(held);
    if (held->locks.size > 1)
        judge_memory(held, threads);
    judge_mutexes(held);
    judge_semaphores(held, threads);
    if (rule_holds(RULE_PROOF_WAITS) && waits_in_section(held))
        held->locks.data[LOCK_ATOMIC_SECTION].sound = false;
    struct lock_set sound = lock_set_none();
    for (uint32_t k = 0; k < held->locks.size; k++)
        if (held->locks.data[k].sound)
            lock_set_add(&sound, k, true);
    held->sound = sound;
}
