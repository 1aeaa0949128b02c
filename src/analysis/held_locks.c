#include "analysis/held_state.h"

#include "base/bit_array.h"
#include "base/rules.h"

#include <string.h>

// ---- sets

struct lock_set lock_set_none(void)
{
    return (struct lock_set){0};
}

static struct lock_set lock_set_all(void)
{
    struct lock_set set;
    memset(&set, 0xff, sizeof set);
    return set;
}

void lock_set_add(struct lock_set *set, uint32_t lock, bool alone)
{
    bit_array_add(set->held, lock);
    if (alone)
        bit_array_add(set->alone, lock);
}

static void lock_set_remove(struct lock_set *set, uint32_t lock)
{
    bit_array_remove(set->held, lock);
    bit_array_remove(set->alone, lock);
}

bool lock_set_has(const struct lock_set *set, uint32_t lock)
{
    return bit_array_has(set->held, lock);
}

static void lock_set_intersect(struct lock_set *set, const struct lock_set *other)
{
    for (unsigned k = 0; k < LOCK_WORDS; k++) {
        set->held[k] &= other->held[k];
        set->alone[k] &= other->alone[k];
    }
}

static void lock_set_unite(struct lock_set *set, const struct lock_set *other)
{
    for (unsigned k = 0; k < LOCK_WORDS; k++) {
        set->held[k] |= other->held[k];
        set->alone[k] |= other->alone[k];
    }
}

static void lock_set_subtract(struct lock_set *set, const struct lock_set *other)
{
    for (unsigned k = 0; k < LOCK_WORDS; k++) {
        set->held[k] &= ~other->held[k];
        set->alone[k] &= ~other->alone[k];
    }
}

bool lock_sets_exclude(const struct lock_set *a, const struct lock_set *b, uint64_t *common)
{
    bool exclude = false;
    for (unsigned k = 0; k < LOCK_WORDS; k++) {
        uint64_t both = (a->alone[k] & b->held[k]) | (a->held[k] & b->alone[k]);
        if (!rule_holds(RULE_PROOF_SHARED))
            both |= a->held[k] & b->held[k];
        exclude |= both != 0;
        if (common)
            common[k] |= both;
    }
    return exclude;
}

// ---- changes

static struct lock_change change_nothing(void)
{
    return (struct lock_change){lock_set_all(), lock_set_none()};
}

static struct lock_change change_never(void)
{
    return (struct lock_change){lock_set_all(), lock_set_all()};
}

static bool is_never(const struct lock_change *change)
{
    struct lock_set all = lock_set_all();
    return !memcmp(&change->gain, &all, sizeof all);
}

static void change_gain(struct lock_change *change, uint32_t lock, bool alone)
{
    lock_set_add(&change->keep, lock, alone);
    lock_set_add(&change->gain, lock, alone);
}

static void change_lose(struct lock_change *change, const struct lock_set *locks)
{
    lock_set_subtract(&change->keep, locks);
    lock_set_subtract(&change->gain, locks);
}

// What both do for certain.
static void change_meet(struct lock_change *change, const struct lock_change *other)
{
    lock_set_intersect(&change->keep, &other->keep);
    lock_set_intersect(&change->gain, &other->gain);
}

static void change_apply(const struct lock_change *change, struct lock_set *set)
{
    lock_set_intersect(set, &change->keep);
    lock_set_unite(set, &change->gain);
}

// First `change`, then `next`.
static void change_compose(struct lock_change *change, const struct lock_change *next)
{
    lock_set_intersect(&change->keep, &next->keep);
    lock_set_intersect(&change->gain, &next->keep);
    lock_set_unite(&change->keep, &next->gain);
    lock_set_unite(&change->gain, &next->gain);
}

// ---- what instructions do

static struct lock_set section_only(void)
{
    struct lock_set set = lock_set_none();
    lock_set_add(&set, LOCK_ATOMIC_SECTION, true);
    return set;
}

static struct lock_set meant(const struct held_locks *held, uint32_t code, struct lock_operation operation)
{
    struct lock_set set = lock_set_none();
    held_locks_meant(held, code, operation.argument, &set);
    return set;
}

static void native_change(const struct held_locks *held, const struct call_site *site,
                          struct lock_change *change)
{
    struct lock_operation operation = lock_operation_of(site->native);
    bool shared = operation.action == LOCK_SHARE;
    if (operation.action == LOCK_GIVE_BACK && rule_holds(RULE_PROOF_UNLOCK)) {
        struct lock_set given = meant(held, site->code, operation);
        change_lose(change, &given);
    }
    uint32_t lock =
        operation.action == LOCK_TAKE || shared ? held_lock_meant(held, site->code, operation) : MOST_LOCKS;
    if (lock != MOST_LOCKS)
        change_gain(change, lock, !shared);
    struct lock_set section = section_only();
    if (site->facts & FACT_ENDS && rule_holds(RULE_PROOF_SECTION))
        change_lose(change, &section);
    else if (site->facts & FACT_BEGINS)
        change_gain(change, LOCK_ATOMIC_SECTION, true);
}

// A call whose target is not known for certain, and may be a native that has to do with locks.
static void doubtful_change(const struct call_site *site, struct lock_change *change)
{
    struct lock_set all = lock_set_all();
    if (site->facts & (FACT_UNLOCKS | FACT_ENDS))
        change_lose(change, &all);
}

static void callees_change(const struct held_locks *held, const struct call_site *site,
                           struct lock_change *change)
{
    const struct function *functions = held->program->functions;
    struct lock_change callees = change_never();
    for (uint32_t e = 0; e < site->entered_count; e++) {
        uint32_t callee = held->threads->calls->functions[site->first_entered + e];
        struct lock_change one = held->function[callee];
        struct lock_set section = section_only();
        if (functions[callee].flags & FUNCTION_ATOMIC && !is_never(&one))
            change_lose(&one, &section);
        change_meet(&callees, &one);
    }
    // A native calls back, or not; a function may be one of several, some of them natives.
    struct lock_change nothing = change_nothing();
    if (site->native != NATIVE_COUNT || site->facts)
        change_meet(&callees, &nothing);
    if (rule_holds(RULE_PROOF_CALLS))
        change_compose(change, &callees);
}

static void instruction_change(const struct held_locks *held, uint32_t code, struct lock_change *change)
{
    const struct call_site *site = calls_at(held->threads->calls, code);
    if (bit_array_has(held->overwriting, code) && rule_holds(RULE_PROOF_OVERWRITE))
        for (uint32_t k = 0; k < held->overwrites.size; k++)
            if (held->overwrites.data[k].code == code)
                change_lose(change, &held->overwrites.data[k].locks);
    if (!site)
        return;
    if (site->native == NATIVE_COUNT)
        doubtful_change(site, change);
    else
        native_change(held, site, change);
    if (site->entered_count)
        callees_change(held, site, change);
}

// ---- in a function: from its beginning to the beginnings of its nodes

static void node_change(const struct held_locks *held, const struct flow *flow, uint32_t node,
                        struct lock_change *change)
{
    for (uint32_t code = flow->nodes[node].first; code < flow->nodes[node].end;
         code = code_next(held->program, code))
        instruction_change(held, code, change);
}

// Where control goes on from the end of a node.
static bool flow_change_on(struct held_locks *held, const struct flow *flow, uint32_t node,
                           const struct lock_change *end)
{
    struct lock_change *nodes = &held->nodes[held->threads->calls->node_base[flow->function]];
    bool changed = false;
    for (uint32_t e = flow->next.starts[node]; e < flow->next.starts[node + 1]; e++) {
        uint32_t to = flow->next.targets[e];
        struct lock_change arriving = *end;
        bool shared = false;
        uint32_t lock = to == flow->exit ? MOST_LOCKS : held_lock_tried(held, flow, node, to, &shared);
        if (lock != MOST_LOCKS)
            change_gain(&arriving, lock, !shared);
        if (to == flow->exit)
            continue;
        struct lock_change before = nodes[to];
        change_meet(&nodes[to], &arriving);
        changed |= memcmp(&before, &nodes[to], sizeof before) != 0;
    }
    return changed;
}

// Whether what a call of the function does is known better than before.
static bool refine_function_change(struct held_locks *held, uint32_t function)
{
    const struct flow *flow = held->threads->calls->flows[function];
    struct lock_change *nodes = &held->nodes[held->threads->calls->node_base[function]];
    struct lock_change whole = change_never(), nothing = change_nothing();
    change_meet(&nodes[0], &nothing);
    for (bool changed = true; changed;) {
        changed = false;
        whole = change_never();
        for (uint32_t node = 0; node < flow->count; node++) {
            struct lock_change end = nodes[node];
            if (is_never(&end))
                continue;
            node_change(held, flow, node, &end);
            if (held->program->code[flow_last(held->program, flow, node)].op == OP_RETURN)
                change_meet(&whole, &end);
            if (!is_never(&end))
                changed |= flow_change_on(held, flow, node, &end);
        }
    }
    bool changed = memcmp(&whole, &held->function[function], sizeof whole) != 0;
    held->function[function] = whole;
    return changed;
}

static bool has_code(const struct held_locks *held, uint32_t function)
{
    return held->threads->times[function] && held->threads->calls->flows[function];
}

static void find_lock_changes(struct held_locks *held)
{
    uint32_t functions = held->program->functions_count;
    for (uint32_t f = 0; f < functions; f++)
        held->function[f] = change_never();
    uint32_t nodes = held->threads->calls->node_base[functions];
    for (uint32_t n = 0; n < nodes; n++)
        held->nodes[n] = change_never();
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t f = functions; f-- > 0;)
            if (has_code(held, f))
                changed |= refine_function_change(held, f);
    }
}

// ---- what is held where functions are entered

static bool enter_from(struct held_locks *held, uint32_t callee, const struct lock_set *set)
{
    struct lock_set before = held->entry[callee];
    lock_set_intersect(&held->entry[callee], set);
    return memcmp(&before, &held->entry[callee], sizeof before) != 0;
}

static bool enter_callees(struct held_locks *held, uint32_t code, const struct lock_set *set)
{
    const struct call_site *site = calls_at(held->threads->calls, code);
    bool changed = false;
    for (uint32_t e = 0; site && e < site->entered_count; e++)
        changed |= enter_from(held, held->threads->calls->functions[site->first_entered + e], set);
    return changed;
}

static bool is_entered(const struct held_locks *held, uint32_t function)
{
    struct lock_set all = lock_set_all();
    return memcmp(&held->entry[function], &all, sizeof all) != 0;
}

static void enter_thread_roots(struct held_locks *held)
{
    const struct threads *t = held->threads;
    struct lock_set none = lock_set_none();
    uint32_t count;
    const uint32_t *destructors = points_to_key_destructors(held->points_to, &count);
    for (uint32_t k = 0; k < t->count; k++)
        for (uint32_t r = 0; r < t->threads[k].roots.size; r++)
            enter_from(held, t->threads[k].roots.data[r], &none);
    for (uint32_t k = 0; k < count; k++)
        enter_from(held, destructors[k], &none);
}

// Functions are atomic sections where they are called: as start routines, destructors, or called back by
// natives they are functions like others (machine/step_control.c).
static void find_sections(struct held_locks *held)
{
    const struct threads *t = held->threads;
    const struct calls *calls = t->calls;
    uint32_t count;
    const uint32_t *destructors = points_to_key_destructors(held->points_to, &count);
    for (uint32_t f = 0; f < held->program->functions_count; f++)
        if (held->program->functions[f].flags & FUNCTION_ATOMIC)
            bit_array_add(held->sections, f);
    if (!rule_holds(RULE_PROOF_ENTERED))
        return;
    for (uint32_t k = 0; k < t->count; k++)
        for (uint32_t r = 0; r < t->threads[k].roots.size; r++)
            bit_array_remove(held->sections, t->threads[k].roots.data[r]);
    for (uint32_t k = 0; k < count; k++)
        bit_array_remove(held->sections, destructors[k]);
    for (uint32_t k = 0; k < calls->site_count; k++) {
        const struct call_site *site = &calls->sites[k];
        bool called_back = site->native != NATIVE_COUNT || site->facts & FACT_CALLS_BACK;
        for (uint32_t e = 0; called_back && e < site->entered_count; e++)
            bit_array_remove(held->sections, calls->functions[site->first_entered + e]);
    }
}

static bool enter_from_function(struct held_locks *held, uint32_t function)
{
    const struct flow *flow = held->threads->calls->flows[function];
    bool changed = false;
    for (uint32_t node = 0; node < flow->count; node++) {
        const struct lock_change *begin = &held->nodes[held->threads->calls->node_base[function] + node];
        struct lock_set set = held->entry[function];
        if (is_never(begin))
            continue;
        if (bit_array_has(held->sections, function))
            lock_set_add(&set, LOCK_ATOMIC_SECTION, true);
        change_apply(begin, &set);
        for (uint32_t code = flow->nodes[node].first; code < flow->nodes[node].end;
             code = code_next(held->program, code)) {
            changed |= enter_callees(held, code, &set);
            held_locks_step(held, code, &set);
        }
    }
    return changed;
}

static void find_locks_at_entries(struct held_locks *held)
{
    for (uint32_t f = 0; f < held->program->functions_count; f++)
        held->entry[f] = lock_set_all();
    enter_thread_roots(held);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t f = 0; f < held->program->functions_count; f++)
            if (has_code(held, f) && is_entered(held, f))
                changed |= enter_from_function(held, f);
    }
}

// ---- all

static void find_registers(struct held_locks *held)
{
    const struct calls *calls = held->threads->calls;
    for (uint32_t k = 0; k < calls->site_count; k++) {
        const struct call_site *site = &calls->sites[k];
        if (lock_action_tries(lock_operation_of(site->native).action) && !held->registers[site->function])
            held->registers[site->function] = registers_compute(held->program, calls->flows[site->function]);
    }
}

struct held_locks *held_locks_compute(struct threads *threads)
{
    struct held_locks *held = memory_zalloc(1, sizeof *held);
    size_t functions = (size_t)threads->program->functions_count + 1;
    held->threads = threads;
    held->program = threads->program;
    held->points_to = threads->calls->points_to;
    held->registers = memory_zalloc(functions, sizeof *held->registers);
    held->entry = memory_zalloc(functions, sizeof *held->entry);
    held->function = memory_zalloc(functions, sizeof *held->function);
    held->nodes = memory_zalloc((size_t)threads->calls->node_base[functions - 1] + 1, sizeof *held->nodes);
    held->sections = bit_array_new(threads->program->functions_count);
    held->sound = lock_set_all();
    held_find_locks(held);
    find_registers(held);
    find_lock_changes(held);
    find_sections(held);
    find_locks_at_entries(held);
    held_find_sound(held, threads);
    return held;
}

void held_locks_free(struct held_locks *held)
{
    if (!held)
        return;
    for (uint32_t f = 0; f < held->program->functions_count; f++)
        registers_free(held->registers[f]);
    memory_free(held->registers);
    memory_free(held->entry);
    memory_free(held->function);
    memory_free(held->nodes);
    memory_free(held->overwriting);
    memory_free(held->sections);
    vector_free(&held->overwrites);
    vector_free(&held->locks);
    memory_free(held);
}

// ---- questions

uint32_t held_locks_count(const struct held_locks *held)
{
    return held->locks.size;
}

const struct held_lock *held_locks_lock(const struct held_locks *held, uint32_t lock)
{
    return &held->locks.data[lock];
}

bool held_locks_enter(const struct held_locks *held, uint32_t function, uint32_t node, struct lock_set *set)
{
    const struct lock_change *begin = &held->nodes[held->threads->calls->node_base[function] + node];
    if (!has_code(held, function) || !is_entered(held, function) || is_never(begin))
        return false;
    *set = held->entry[function];
    if (bit_array_has(held->sections, function))
        lock_set_add(set, LOCK_ATOMIC_SECTION, true);
    change_apply(begin, set);
    lock_set_intersect(set, &held->sound);
    return true;
}

void held_locks_step(const struct held_locks *held, uint32_t code, struct lock_set *set)
{
    struct lock_change change = change_nothing();
    instruction_change(held, code, &change);
    change_apply(&change, set);
    lock_set_intersect(set, &held->sound);
}

void held_locks_during(const struct held_locks *held, uint32_t code, struct lock_set *set)
{
    const struct call_site *site = calls_at(held->threads->calls, code);
    struct lock_operation operation = lock_operation_of(site ? site->native : NATIVE_COUNT);
    if (operation.action == LOCK_WAIT) {
        struct lock_set waited = meant(held, code, operation);
        lock_set_subtract(set, &waited);
    }
    if (held->program->code[code].op == OP_RETURN) // the frame ends behind the section
        lock_set_remove(set, LOCK_ATOMIC_SECTION);
}

bool held_before(const struct held_locks *held, uint32_t code, struct lock_set *set)
{
    const struct flow *flow = calls_flow_at(held->threads->calls, code);
    uint32_t node = flow_node_at(flow, code);
    if (!held_locks_enter(held, flow->function, node, set))
        return false;
    for (uint32_t at = flow->nodes[node].first; at < code; at = code_next(held->program, at))
        held_locks_step(held, at, set);
    return true;
}
