#include "analysis/locks_held.h"

#include "base/bit_array.h"

// Of a set: two bits for each lock, then those of atomic sections.
enum { MOST_LOCKS = 31 };
#define READS(LOCK) ((lock_set)1 << 2 * (LOCK))
#define WRITES(LOCK) ((lock_set)1 << (2 * (LOCK) + 1))
#define BOTH(LOCK) (READS(LOCK) | WRITES(LOCK))
#define IN_SECTION BOTH(MOST_LOCKS)

struct lock {
    struct place place;
    uint64_t size; // bytes
};

// What is done to a set: these are in it afterwards, those are not, the others are as before.
struct effect {
    lock_set gains, loses;
};
static const struct effect nothing = {0, 0}, unreached = {~(lock_set)0, 0};

struct locks_held {
    struct threads *threads;
    struct lock locks[MOST_LOCKS];
    uint32_t count;
    lock_set trusted;
    struct effect *functions; // by function: from its entry to its returns
    struct effect *nodes;     // by flow node of the program: from the function's entry to the node
    lock_set *entries;        // by function: at its entry, in whatever thread
};

static struct effect then(struct effect first, struct effect next)
{
    return (struct effect){next.gains | (first.gains & ~next.loses),
                           next.loses | (first.loses & ~next.gains)};
}

// What holds after either of them.
static struct effect either(struct effect a, struct effect b)
{
    lock_set loses = a.loses | b.loses;
    return (struct effect){a.gains & b.gains & ~loses, loses};
}

static lock_set apply(struct effect e, lock_set set)
{
    return (set & ~e.loses) | e.gains;
}

// ---- what natives do

enum deed {
    DEED_NONE, // nothing to locks, or what is not relied on
    DEED_TAKES,
    DEED_TAKES_FOR_READING,
    DEED_TRIES, // may take it
    DEED_RELEASES,
    DEED_WAITS, // releases it, and takes it again
    DEED_BEGINS,
    DEED_ENDS,
};

static enum deed deed_of(unsigned native)
{
    switch (native) {
    case NATIVE_pthread_mutex_lock:
    case NATIVE_mtx_lock:
    case NATIVE_pthread_spin_lock:
    case NATIVE_pthread_rwlock_wrlock: return DEED_TAKES;
    case NATIVE_pthread_rwlock_rdlock: return DEED_TAKES_FOR_READING;
    case NATIVE_pthread_mutex_unlock:
    case NATIVE_mtx_unlock:
    case NATIVE_pthread_spin_unlock:
    case NATIVE_pthread_rwlock_unlock: return DEED_RELEASES;
    case NATIVE_pthread_cond_wait:
    case NATIVE_pthread_cond_timedwait:
    case NATIVE_pthread_cond_clockwait:
    case NATIVE_cnd_wait:
    case NATIVE_cnd_timedwait: return DEED_WAITS;
    case NATIVE___VERIFIER_atomic_begin:
    case NATIVE___CPROVER_atomic_begin:
    case NATIVE___ESBMC_atomic_begin:
    case NATIVE_heddle_atomic_begin: return DEED_BEGINS;
    case NATIVE___VERIFIER_atomic_end:
    case NATIVE___CPROVER_atomic_end:
    case NATIVE___ESBMC_atomic_end:
    case NATIVE_heddle_atomic_end: return DEED_ENDS;
    default: return native_facts(native) & FACT_LOCKS ? DEED_TRIES : DEED_NONE;
    }
}

// Whether there is one such object in an execution.
static bool is_alone(const struct threads *t, const struct abstract_object *o)
{
    if (o->kind == ABSTRACT_GLOBAL)
        return true;
    if (o->kind != ABSTRACT_HEAP)
        return false;
    uint32_t function = t->calls->function_of[o->index];
    const struct flow *flow = t->calls->flows[function];
    return t->times[function] == 1 && !flow->cyclic[flow_node_at(flow, o->index)];
}

// The lock that the first argument of a call surely points to; NULL: that is not known.
static struct lock *lock_of(struct locks_held *h, uint32_t code)
{
    const struct place_set *places = points_to_argument(h->threads->calls->points_to, code, 0);
    if (places->size != 1 || places->data[0].stride != 0)
        return NULL;
    for (uint32_t k = 0; k < h->count; k++)
        if (h->locks[k].place.object == places->data[0].object &&
            h->locks[k].place.offset == places->data[0].offset)
            return &h->locks[k];
    return NULL;
}

// The locks that the first argument may point to.
static lock_set locks_of(const struct locks_held *h, uint32_t code)
{
    const struct place_set *places = points_to_argument(h->threads->calls->points_to, code, 0);
    lock_set set = 0;
    for (uint32_t p = 0; p < places->size; p++)
        for (uint32_t k = 0; k < h->count; k++)
            if (places_overlap(&places->data[p], 1, &h->locks[k].place, h->locks[k].size))
                set |= BOTH(k);
    return set;
}

static bool may_wait(const struct call_site *s)
{
    return s->waits || (s->facts & (FACT_WAITS | FACT_LOCKS | FACT_JOINS) && !(s->facts & FACT_TRIES));
}

static struct effect effect_of_native(struct locks_held *h, const struct call_site *s)
{
    const struct lock *lock;
    switch (deed_of(s->native)) {
    case DEED_TAKES:
        lock = lock_of(h, s->code);
        return lock ? (struct effect){BOTH(lock - h->locks), 0} : nothing;
    case DEED_TAKES_FOR_READING:
        lock = lock_of(h, s->code);
        return lock ? (struct effect){READS(lock - h->locks), 0} : nothing;
    case DEED_RELEASES: return (struct effect){0, locks_of(h, s->code)};
    case DEED_BEGINS: return (struct effect){IN_SECTION, 0};
    case DEED_ENDS: return (struct effect){0, IN_SECTION};
    case DEED_TRIES:
    case DEED_WAITS:
    case DEED_NONE: break;
    }
    return nothing;
}

static struct effect effect_of_call(struct locks_held *h, const struct call_site *s)
{
    struct effect e = s->native != NATIVE_COUNT ? effect_of_native(h, s) : unreached;
    if (s->native == NATIVE_COUNT && s->facts) // natives through a pointer
        e = nothing;
    for (uint32_t k = 0; k < s->entered_count; k++)
        e = either(e, h->functions[h->threads->calls->functions[s->first_entered + k]]);
    return e;
}

// ---- effects

// From the first instruction of a node to `end`, before it.
static struct effect effect_within(struct locks_held *h, uint32_t first, uint32_t end)
{
    struct effect e = nothing;
    for (uint32_t code = first; code < end; code = code_next(h->threads->program, code)) {
        const struct call_site *s = calls_at(h->threads->calls, code);
        if (s)
            e = then(e, effect_of_call(h, s));
    }
    return e;
}

static bool meet(struct effect *to, struct effect e)
{
    struct effect met = either(*to, e);
    bool changed = met.gains != to->gains || met.loses != to->loses;
    *to = met;
    return changed;
}

// Whether anything changed.
static bool pass_function(struct locks_held *h, uint32_t function)
{
    const struct program *p = h->threads->program;
    const struct flow *flow = h->threads->calls->flows[function];
    struct effect *nodes = h->nodes + h->threads->calls->node_base[function];
    bool changed = meet(&nodes[0], nothing);
    for (uint32_t n = 0; n < flow->count; n++) {
        struct effect end = then(nodes[n], effect_within(h, flow->nodes[n].first, flow->nodes[n].end));
        for (uint32_t k = flow->next.starts[n]; k < flow->next.starts[n + 1]; k++)
            if (flow->next.targets[k] != flow->exit)
                changed |= meet(&nodes[flow->next.targets[k]], end);
        if (p->code[flow_last(p, flow, n)].op == OP_RETURN && flow->reachable[n])
            changed |= meet(&h->functions[function], end);
    }
    return changed;
}

static void find_effects(struct locks_held *h)
{
    const struct threads *t = h->threads;
    uint32_t functions = t->program->functions_count, nodes = t->calls->node_base[functions];
    h->functions = memory_alloc(((size_t)functions + 1) * sizeof *h->functions);
    h->nodes = memory_alloc(((size_t)nodes + 1) * sizeof *h->nodes);
    for (uint32_t f = 0; f < functions; f++)
        h->functions[f] = unreached;
    for (uint32_t n = 0; n < nodes; n++)
        h->nodes[n] = unreached;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t f = 0; f < functions; f++)
            if (t->times[f] && t->calls->flows[f])
                changed |= pass_function(h, f);
    }
}

// ---- what is held at the entries of functions

static lock_set entry_of(const struct locks_held *h, uint32_t function)
{
    bool atomic = h->threads->program->functions[function].flags & FUNCTION_ATOMIC;
    return h->entries[function] | (atomic ? IN_SECTION : 0);
}

static lock_set held_at(const struct locks_held *h, uint32_t code)
{
    const struct calls *calls = h->threads->calls;
    uint32_t function = calls->function_of[code], node = flow_node_at(calls->flows[function], code);
    struct effect within =
        effect_within((struct locks_held *)h, calls->flows[function]->nodes[node].first, code);
    return apply(then(h->nodes[calls->node_base[function] + node], within), entry_of(h, function));
}

static void find_entries(struct locks_held *h)
{
    const struct threads *t = h->threads;
    uint32_t functions = t->program->functions_count, count;
    const uint32_t *destructors = points_to_key_destructors(t->calls->points_to, &count);
    h->entries = memory_alloc(((size_t)functions + 1) * sizeof *h->entries);
    for (uint32_t f = 0; f < functions; f++) // entered from nowhere that is known
        h->entries[f] = t->calls->caller_starts[f] == t->calls->caller_starts[f + 1] ? 0 : ~(lock_set)0;
    for (uint32_t k = 0; k < t->count; k++)
        for (uint32_t r = 0; r < t->threads[k].roots.size; r++)
            h->entries[t->threads[k].roots.data[r]] = 0;
    for (uint32_t k = 0; k < count; k++)
        h->entries[destructors[k]] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < t->calls->site_count; k++) {
            const struct call_site *s = &t->calls->sites[k];
            if (!t->times[s->function])
                continue;
            lock_set held = held_at(h, s->code);
            for (uint32_t e = 0; e < s->entered_count; e++) {
                lock_set *entry = &h->entries[t->calls->functions[s->first_entered + e]];
                changed |= *entry & ~held;
                *entry &= held;
            }
        }
    }
}

// ---- which locks can be trusted

static lock_set all_locks(const struct locks_held *h)
{
    return h->count ? ~(lock_set)0 >> (64 - 2 * h->count) : 0;
}

// Releases by who may not hold the lock; sections that wait, in which other threads may come, or that end
// where none may have begun.
static void distrust_at_call(struct locks_held *h, const struct call_site *s)
{
    lock_set held = held_at(h, s->code), released = 0;
    enum deed deed = s->native != NATIVE_COUNT ? deed_of(s->native) : DEED_NONE;
    const struct lock *lock = deed == DEED_RELEASES ? lock_of(h, s->code) : NULL;
    if (deed == DEED_RELEASES && !(lock && held & READS(lock - h->locks)))
        released = locks_of(h, s->code);
    if (s->native == NATIVE_COUNT && s->facts & (FACT_UNLOCKS | FACT_ENDS | FACT_BEGINS)) // by a pointer
        released = all_locks(h) | IN_SECTION;
    if (deed == DEED_ENDS && !(held & READS(MOST_LOCKS)))
        released |= IN_SECTION;
    if (may_wait(s) && held & READS(MOST_LOCKS))
        released |= IN_SECTION;
    h->trusted &= ~released;
}

// Whether the instruction makes, destroys or overwrites the lock, or may do so.
static bool touches(const struct locks_held *h, uint32_t code, const struct lock *lock)
{
    const struct call_site *s = calls_at(h->threads->calls, code);
    bool uses = s && s->native != NATIVE_COUNT && deed_of(s->native) != DEED_NONE;
    struct access_cursor c = {.list = points_to_accesses(h->threads->calls->points_to, code)};
    for (const struct points_to_access *a; (a = access_next(&c));)
        if ((a->write || a->kind != ACCESS_MEMORY) && !(uses && a->kind == ACCESS_SYNC) &&
            places_overlap(&a->place, a->size, &lock->place, lock->size))
            return true;
    return false;
}

static void distrust_what_is_touched(struct locks_held *h)
{
    const struct threads *t = h->threads;
    const struct program *p = t->program;
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        for (uint32_t k = 0; t->times[t->calls->function_of[code]] && k < h->count; k++) {
            if (!(h->trusted & READS(k)) || !touches(h, code, &h->locks[k]))
                continue;
            for (uint32_t i = 0; i < t->calls->site_count; i++) {
                const struct call_site *s = &t->calls->sites[i];
                bool takes = t->times[s->function] && s->native != NATIVE_COUNT &&
                             deed_of(s->native) != DEED_NONE && locks_of(h, s->code) & READS(k);
                if (takes && threads_may_run_in_parallel(h->threads, code, s->code))
                    h->trusted &= ~BOTH(k);
            }
        }
    }
}

// ---- the whole

static void add_lock(struct locks_held *h, const struct call_site *s)
{
    struct points_to *pt = h->threads->calls->points_to;
    enum deed deed = s->native != NATIVE_COUNT ? deed_of(s->native) : DEED_NONE;
    if (deed != DEED_TAKES && deed != DEED_TAKES_FOR_READING)
        return;
    const struct place_set *places = points_to_argument(pt, s->code, 0);
    if (places->size != 1 || places->data[0].stride != 0 || lock_of(h, s->code) || h->count == MOST_LOCKS ||
        !is_alone(h->threads, points_to_object(pt, places->data[0].object)))
        return;
    struct lock *lock = &h->locks[h->count++];
    *lock = (struct lock){.place = places->data[0], .size = 1};
    struct access_cursor c = {.list = points_to_accesses(pt, s->code)};
    for (const struct points_to_access *a; (a = access_next(&c));)
        if (a->kind == ACCESS_SYNC)
            lock->size = a->size;
}

struct locks_held *locks_held_compute(struct threads *threads)
{
    struct locks_held *h = memory_zalloc(1, sizeof *h);
    const struct calls *calls = threads->calls;
    h->threads = threads;
    for (uint32_t k = 0; k < calls->site_count; k++)
        if (threads->times[calls->sites[k].function])
            add_lock(h, &calls->sites[k]);
    find_effects(h);
    find_entries(h);
    h->trusted = all_locks(h) | IN_SECTION;
    for (uint32_t k = 0; k < calls->site_count; k++)
        if (threads->times[calls->sites[k].function])
            distrust_at_call(h, &calls->sites[k]);
    distrust_what_is_touched(h);
    return h;
}

void locks_held_free(struct locks_held *h)
{
    memory_free(h->functions);
    memory_free(h->nodes);
    memory_free(h->entries);
    memory_free(h);
}

lock_set locks_held_at(const struct locks_held *h, uint32_t code)
{
    return held_at(h, code) & h->trusted;
}

bool locks_exclude(lock_set a, lock_set b)
{
    lock_set reads = a & b & UINT64_C(0x5555555555555555), writes = (a | b) >> 1;
    return (reads & writes) != 0;
}
