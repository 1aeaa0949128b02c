#include "analysis/relative_locks.h"

#include "analysis/held_state.h"
#include "analysis/objects.h"
#include "base/bit_array.h"
#include "base/rules.h"

#include <string.h>

// Locks that are taken, at most; those beyond are not followed.
enum { MOST_TAKINGS = 128, TAKING_WORDS = MOST_TAKINGS / 64 };

struct taking_set {
    uint64_t words[TAKING_WORDS];
};

// A lock that is taken, at one address, in one function.
struct taking {
    uint32_t function;
    struct form address;
    uint64_t size; // bytes of the lock
    enum lock_family family;
    bool alone, sound;
};

// A call that takes one.
struct taking_call {
    uint32_t code, taking;
    const struct place_set *places; // that it may mean
    bool tries;
};

// What may give back, set up or write over the locks that are taken.
struct disturbance {
    uint32_t code;
    struct taking_set takings;
};

struct relative_locks {
    struct threads *threads;
    const struct program *program;
    struct points_to *points_to;
    struct forms *forms;
    const struct held_locks *held;
    VECTOR(struct taking) takings;
    VECTOR(struct taking_call) calls;
    VECTOR(struct disturbance) disturbances; // ascending by code
    uint64_t *disturbing;                    // a set of instructions: those with a disturbance
    struct taking_set *functions;            // by function: disturbed by it, or what it calls
    struct taking_set *nodes;                // by flow node of the program: held where it begins
    struct taking_set *own;                  // by function: its takings
};

// ---- sets

static struct taking_set all_takings(void)
{
    struct taking_set set;
    memset(&set, 0xff, sizeof set);
    return set;
}

static bool set_unite(struct taking_set *set, const struct taking_set *other)
{
    struct taking_set before = *set;
    for (unsigned k = 0; k < TAKING_WORDS; k++)
        set->words[k] |= other->words[k];
    return memcmp(&before, set, sizeof before) != 0;
}

static bool set_intersect(struct taking_set *set, const struct taking_set *other)
{
    struct taking_set before = *set;
    for (unsigned k = 0; k < TAKING_WORDS; k++)
        set->words[k] &= other->words[k];
    return memcmp(&before, set, sizeof before) != 0;
}

static void set_subtract(struct taking_set *set, const struct taking_set *other)
{
    for (unsigned k = 0; k < TAKING_WORDS; k++)
        set->words[k] &= ~other->words[k];
}

static bool set_is_empty(const struct taking_set *set)
{
    struct taking_set none = {0};
    return !memcmp(set, &none, sizeof none);
}

// ---- places

// Whether `by` is the only difference that an address of `a` minus one of `b` can have where so many bytes
// from them on overlap.
static bool differ_only_by(const struct place *a, uint64_t size_a, const struct place *b, uint64_t size_b,
                           int64_t by)
{
    enum { LARGEST = 1 << 20 };
    if (a->object != b->object || a->object == 0 || size_a > LARGEST || size_b > LARGEST)
        return false;
    int64_t difference = a->offset - b->offset, step = (int64_t)greatest_common_divisor(a->stride, b->stride);
    int64_t lowest = 1 - (int64_t)size_a, end = (int64_t)size_b;
    if (!step)
        return difference == by || difference < lowest || difference >= end;
    int64_t rest = (difference - lowest) % step;
    int64_t first = lowest + (rest < 0 ? rest + step : rest);
    return first >= end || (first == by && first + step >= end);
}

// Whether an access may change the lock that a call takes.
static bool may_touch(const struct relative_locks *r, const struct taking_call *call,
                      const struct points_to_access *a)
{
    uint64_t size = r->takings.data[call->taking].size;
    for (uint32_t k = 0; k < call->places->size && (a->write || a->kind != ACCESS_MEMORY); k++)
        if (places_overlap(&call->places->data[k], size, &a->place, a->size))
            return true;
    return false;
}

// ---- what takes locks

static bool is_known_place(const struct relative_locks *r, const struct place *place)
{
    return place->object != 0 && points_to_object(r->points_to, place->object)->kind != ABSTRACT_FUNCTION;
}

static bool same_taking(const struct taking *a, const struct taking *b)
{
    return a->function == b->function && a->family == b->family && a->alone == b->alone &&
           form_same_terms(&a->address, &b->address) && a->address.constant == b->address.constant;
}

// Its number.
static uint32_t add_taking(struct relative_locks *r, struct taking taking)
{
    for (uint32_t k = 0; k < r->takings.size; k++)
        if (same_taking(&r->takings.data[k], &taking))
            return k;
    bit_array_add(r->own[taking.function].words, r->takings.size);
    vector_push(&r->takings, taking);
    return r->takings.size - 1;
}

// Whether an address that is a number may be that of a lock that is followed anyway; else held_locks.h knows
// as much.
static bool may_be_followed(const struct relative_locks *r, const struct place_set *places)
{
    for (uint32_t k = 0; k < r->calls.size; k++)
        for (uint32_t i = 0; i < r->calls.data[k].places->size; i++)
            for (uint32_t n = 0; n < places->size; n++)
                if (r->calls.data[k].places->data[i].object == places->data[n].object)
                    return true;
    return false;
}

static void add_taking_call(struct relative_locks *r, const struct call_site *site, bool constant)
{
    struct lock_operation operation = lock_operation_of(site->native);
    bool tries = lock_action_tries(operation.action);
    bool takes = tries || operation.action == LOCK_TAKE || operation.action == LOCK_SHARE;
    struct taking taking = {.function = site->function, .family = operation.family, .sound = true};
    if (!takes || operation.family == LOCK_SEMAPHORE || site->entered_count ||
        r->takings.size == MOST_TAKINGS ||
        !forms_argument(r->forms, site->code, operation.argument, &taking.address) ||
        (taking.address.count == 0) != constant)
        return;
    struct taking_call call = {.code = site->code, .tries = tries};
    call.places = points_to_argument(r->points_to, site->code, operation.argument);
    for (uint32_t k = 0; k < call.places->size; k++)
        if (!is_known_place(r, &call.places->data[k]))
            return;
    taking.size = lock_family_size(r->program, operation.family);
    taking.alone = operation.action == LOCK_TAKE || operation.action == LOCK_TRY;
    if (!call.places->size || (constant && !may_be_followed(r, call.places)))
        return;
    call.taking = add_taking(r, taking);
    vector_push(&r->calls, call);
}

static void find_takings(struct relative_locks *r)
{
    const struct calls *calls = r->threads->calls;
    for (unsigned constant = 0; constant < 2; constant++)
        for (uint32_t k = 0; k < calls->site_count; k++)
            if (r->threads->times[calls->sites[k].function])
                add_taking_call(r, &calls->sites[k], constant);
}

// ---- what disturbs them

static bool only_takes(const struct call_site *site)
{
    uint8_t action = lock_operation_of(site ? site->native : NATIVE_COUNT).action;
    return action == LOCK_TAKE || action == LOCK_SHARE || lock_action_tries(action);
}

// A call of something that is not known for certain may give back any lock.
static bool may_give_back_any(const struct call_site *site)
{
    return site && site->native == NATIVE_COUNT && site->facts & FACT_UNLOCKS;
}

static void find_disturbance(struct relative_locks *r, uint32_t code)
{
    const struct call_site *site = calls_at(r->threads->calls, code);
    struct disturbance found = {.code = code};
    if (may_give_back_any(site))
        found.takings = all_takings();
    struct access_cursor c = {.list = points_to_accesses(r->points_to, code)};
    for (const struct points_to_access *a; !only_takes(site) && (a = access_next(&c));)
        for (uint32_t k = 0; k < r->calls.size; k++)
            if (may_touch(r, &r->calls.data[k], a))
                bit_array_add(found.takings.words, r->calls.data[k].taking);
    if (set_is_empty(&found.takings))
        return;
    vector_push(&r->disturbances, found);
    bit_array_add(r->disturbing, code);
    set_unite(&r->functions[r->threads->calls->function_of[code]], &found.takings);
}

static const struct disturbance *disturbance_at(const struct relative_locks *r, uint32_t code)
{
    if (!bit_array_has(r->disturbing, code))
        return NULL;
    uint32_t low = 0, high = r->disturbances.size;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (r->disturbances.data[middle].code <= code)
            low = middle;
        else
            high = middle;
    }
    return &r->disturbances.data[low];
}

static void find_disturbances(struct relative_locks *r)
{
    const struct calls *calls = r->threads->calls;
    for (uint32_t code = 0; code < r->program->code_count; code = code_next(r->program, code))
        if (r->threads->times[calls->function_of[code]])
            find_disturbance(r, code);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < calls->site_count; k++) {
            const struct call_site *site = &calls->sites[k];
            for (uint32_t e = 0; e < site->entered_count; e++)
                changed |= set_unite(&r->functions[site->function],
                                     &r->functions[calls->functions[site->first_entered + e]]);
        }
    }
}

// ---- what is held

static void gain(struct relative_locks *r, struct taking_set *set, uint32_t code, bool tried)
{
    for (uint32_t k = 0; k < r->calls.size; k++)
        if (r->calls.data[k].code == code && (tried || !r->calls.data[k].tries))
            bit_array_add(set->words, r->calls.data[k].taking);
}

static void step_takings(struct relative_locks *r, uint32_t code, struct taking_set *set)
{
    const struct calls *calls = r->threads->calls;
    const struct call_site *site = calls_at(calls, code);
    const struct disturbance *disturbance = disturbance_at(r, code);
    if (disturbance && rule_holds(RULE_PROOF_RELATIVE_UNLOCK))
        set_subtract(set, &disturbance->takings);
    for (uint32_t e = 0; site && e < site->entered_count; e++)
        set_subtract(set, &r->functions[calls->functions[site->first_entered + e]]);
    if (site)
        gain(r, set, code, false);
}

static bool flow_takings_on(struct relative_locks *r, const struct flow *flow, uint32_t node,
                            const struct taking_set *end)
{
    struct taking_set *nodes = &r->nodes[r->threads->calls->node_base[flow->function]];
    const struct registers *registers = forms_registers(r->forms, flow->function);
    bool changed = false;
    for (uint32_t e = flow->next.starts[node]; e < flow->next.starts[node + 1]; e++) {
        uint32_t to = flow->next.targets[e];
        struct taking_set arriving = *end;
        if (to == flow->exit)
            continue;
        uint32_t tried = held_call_tried(r->held, flow, registers, node, to);
        if (tried != NO_CODE)
            gain(r, &arriving, tried, true);
        changed |= set_intersect(&nodes[to], &arriving);
    }
    return changed;
}

static void find_held_in_function(struct relative_locks *r, uint32_t function)
{
    const struct flow *flow = r->threads->calls->flows[function];
    struct taking_set *nodes = &r->nodes[r->threads->calls->node_base[function]];
    for (uint32_t n = 0; n < flow->count; n++)
        nodes[n] = r->own[function];
    nodes[0] = (struct taking_set){0};
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < flow->count; n++) {
            struct taking_set set = nodes[n];
            if (!flow->reachable[n])
                continue;
            for (uint32_t code = flow->nodes[n].first; code < flow->nodes[n].end;
                 code = code_next(r->program, code))
                step_takings(r, code, &set);
            changed |= flow_takings_on(r, flow, n, &set);
        }
    }
}

static void find_held_takings(struct relative_locks *r)
{
    for (uint32_t f = 0; f < r->program->functions_count; f++)
        if (r->threads->calls->flows[f] && !set_is_empty(&r->own[f]))
            find_held_in_function(r, f);
}

static struct taking_set held_at(struct relative_locks *r, uint32_t code)
{
    const struct flow *flow = calls_flow_at(r->threads->calls, code);
    struct taking_set set = {0};
    uint32_t node = flow_node_at(flow, code);
    if (set_is_empty(&r->own[flow->function]) || !flow->reachable[node])
        return set;
    set = r->nodes[r->threads->calls->node_base[flow->function] + node];
    for (uint32_t at = flow->nodes[node].first; at < code; at = code_next(r->program, at))
        step_takings(r, at, &set);
    return set;
}

// ---- what counts

// Whether the thread holds, for certain, the lock that the operation gives back.
static bool gives_back_its_own(struct relative_locks *r, uint32_t code, struct lock_operation operation)
{
    struct lock_set before;
    uint32_t lock = held_lock_meant(r->held, code, operation);
    if (!held_before(r->held, code, &before) || (lock != MOST_LOCKS && lock_set_has(&before, lock)))
        return true;
    struct form address;
    if (!forms_argument(r->forms, code, operation.argument, &address))
        return false;
    struct taking_set set = held_at(r, code);
    for (uint32_t k = 0; k < r->takings.size; k++) {
        const struct taking *taking = &r->takings.data[k];
        if (bit_array_has(set.words, k) && taking->family == operation.family &&
            form_same_terms(&taking->address, &address) && taking->address.constant == address.constant)
            return true;
    }
    return false;
}

// Whether an access to a lock's memory is by an operation on such a lock, and just there or beside it.
static bool is_own_taking_access(const struct relative_locks *r, const struct taking_call *call,
                                 struct lock_operation operation, const struct points_to_access *a)
{
    const struct taking *taking = &r->takings.data[call->taking];
    if (operation.action == LOCK_NOTHING || operation.family != taking->family || a->size != taking->size)
        return false;
    for (uint32_t k = 0; k < call->places->size; k++) {
        const struct place *place = &call->places->data[k];
        if (places_overlap(place, taking->size, &a->place, a->size) &&
            !differ_only_by(place, taking->size, &a->place, a->size, 0))
            return false;
    }
    return true;
}

static bool leaves_taking_sound(const struct relative_locks *r, const struct taking_call *call, uint32_t code,
                                const struct points_to_access *a)
{
    const struct call_site *site = calls_at(r->threads->calls, code);
    if (a->kind == ACCESS_SYNC)
        return is_own_taking_access(r, call, lock_operation_of(site ? site->native : NATIVE_COUNT), a);
    if (a->kind == ACCESS_FREE && r->program->code[code].op != OP_SCOPE_BEGIN)
        return true;
    return a->kind != ACCESS_ESCAPE && threads_before_others(r->threads, code);
}

static void judge_taking_access(struct relative_locks *r, uint32_t code, const struct points_to_access *a)
{
    for (uint32_t k = 0; k < r->calls.size; k++) {
        const struct taking_call *call = &r->calls.data[k];
        bool *sound = &r->takings.data[call->taking].sound;
        if (*sound && may_touch(r, call, a) && !leaves_taking_sound(r, call, code, a) &&
            rule_holds(RULE_PROOF_RELATIVE_MEMORY))
            *sound = false;
    }
}

static void judge_operation(struct relative_locks *r, const struct call_site *site)
{
    struct lock_operation operation = lock_operation_of(site->native);
    bool gives_back = operation.action == LOCK_GIVE_BACK || operation.action == LOCK_WAIT;
    const struct disturbance *disturbance = disturbance_at(r, site->code);
    bool own = !disturbance ||
               (gives_back ? gives_back_its_own(r, site->code, operation) : !may_give_back_any(site));
    for (uint32_t k = 0; !own && k < r->takings.size; k++)
        if (bit_array_has(disturbance->takings.words, k) && rule_holds(RULE_PROOF_RELATIVE_OWNER))
            r->takings.data[k].sound = false;
}

// Whether a lock may be robust by its initial content, or overlap the next one.
static bool is_odd(const struct relative_locks *r, const struct place *place, uint64_t size)
{
    const struct abstract_object *o = points_to_object(r->points_to, place->object);
    int64_t step = place->stride ? place->stride : (int64_t)size;
    bool odd = place->stride && place->stride < size;
    int64_t end = !place->stride ? place->offset + 1 : o->kind == ABSTRACT_GLOBAL ? (int64_t)o->size : 0;
    for (int64_t at = place->offset; !odd && at < end; at += step)
        odd = held_begins_as_other(r->held, place->object, at);
    return odd;
}

static void judge_content(struct relative_locks *r, const struct taking_call *call)
{
    struct taking *taking = &r->takings.data[call->taking];
    bool odd = held_makes_robust(r->held);
    for (uint32_t k = 0; k < call->places->size && !odd; k++)
        odd = is_odd(r, &call->places->data[k], taking->size);
    if (taking->family == LOCK_MUTEX && odd && rule_holds(RULE_PROOF_ROBUST))
        taking->sound = false;
}

static void judge_takings(struct relative_locks *r)
{
    const struct calls *calls = r->threads->calls;
    for (uint32_t k = 0; k < r->calls.size; k++)
        judge_content(r, &r->calls.data[k]);
    for (uint32_t k = 0; k < calls->site_count; k++)
        if (r->threads->times[calls->sites[k].function])
            judge_operation(r, &calls->sites[k]);
    for (uint32_t code = 0; code < r->program->code_count; code = code_next(r->program, code)) {
        struct access_cursor c = {.list = points_to_accesses(r->points_to, code)};
        for (const struct points_to_access *a;
             r->threads->times[calls->function_of[code]] && (a = access_next(&c));)
            judge_taking_access(r, code, a);
    }
}

// ---- all

struct relative_locks *relative_locks_compute(struct threads *threads, struct forms *forms,
                                              const struct held_locks *held)
{
    struct relative_locks *r = memory_zalloc(1, sizeof *r);
    const struct calls *calls = threads->calls;
    size_t functions = (size_t)calls->program->functions_count + 1;
    r->threads = threads;
    r->program = calls->program;
    r->points_to = calls->points_to;
    r->forms = forms;
    r->held = held;
    r->own = memory_zalloc(functions, sizeof *r->own);
    r->functions = memory_zalloc(functions, sizeof *r->functions);
    r->nodes = memory_zalloc((size_t)calls->node_base[functions - 1] + 1, sizeof *r->nodes);
    r->disturbing = bit_array_new(r->program->code_count);
    find_takings(r);
    if (r->takings.size) {
        find_disturbances(r);
        find_held_takings(r);
        judge_takings(r);
    }
    return r;
}

void relative_locks_free(struct relative_locks *relative)
{
    if (!relative)
        return;
    vector_free(&relative->takings);
    vector_free(&relative->calls);
    vector_free(&relative->disturbances);
    memory_free(relative->disturbing);
    memory_free(relative->functions);
    memory_free(relative->nodes);
    memory_free(relative->own);
    memory_free(relative);
}

// ---- questions

void relative_locks_at(struct relative_locks *relative, uint32_t code, struct relative_lock_list *list)
{
    struct taking_set set = held_at(relative, code);
    struct form address;
    list->count = 0;
    if (set_is_empty(&set) || !forms_address(relative->forms, code, &address))
        return;
    for (uint32_t k = 0; k < relative->takings.size && list->count < MOST_RELATIVE_LOCKS; k++) {
        const struct taking *taking = &relative->takings.data[k];
        struct form difference = address;
        if (!bit_array_has(set.words, k) || !taking->sound ||
            !form_add(relative->forms, &difference, &taking->address, -1) || difference.count)
            continue;
        list->locks[list->count++] =
            (struct relative_lock){difference.constant, taking->family, taking->alone};
    }
}

bool relative_locks_exclude(const struct relative_lock_list *a, const struct place *place_a, uint64_t size_a,
                            const struct relative_lock_list *b, const struct place *place_b, uint64_t size_b)
{
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++) {
            const struct relative_lock *x = &a->locks[i], *y = &b->locks[j];
            bool alone = x->alone || y->alone || !rule_holds(RULE_PROOF_SHARED);
            bool same = differ_only_by(place_a, size_a, place_b, size_b, x->distance - y->distance);
            if (alone && x->family == y->family && (same || !rule_holds(RULE_PROOF_RELATIVE_SAME)))
                return true;
        }
    return false;
}
