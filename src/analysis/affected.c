#include "analysis/affected.h"

#include "analysis/analyses.h"
#include "analysis/counted_loops.h"
#include "analysis/criteria.h"
#include "analysis/slicing_criteria.h"
#include "analysis/stack_depth.h"
#include "base/bit_array.h"
#include "base/rules.h"

// ---- state

// One version of the two.
struct impact {
    const struct program *program;
    struct dependence *dependence;
    struct slice *slice;   // forward: what is affected
    uint32_t looked_at;    // members of the slice, as they came, that rules were applied to
    uint32_t carried;      // and that were carried over to the other version
    uint64_t *changed;     // instructions that have changed, or access what has
    uint64_t *endless;     // functions that may not come back any more
    bool joins, addresses; // all joins, all comparisons of heap addresses are affected
};

struct affected {
    const struct counterparts *counterparts;
    struct impact impacts[2]; // by enum version
    const char *unknown;
};

static const struct calls *calls_of(const struct impact *m)
{
    return m->dependence->calls;
}

static void add(struct impact *m, uint32_t node)
{
    slice_add_node(m->slice, node, NO_NODE, DEPENDENCE_DATA);
}

static bool has(const struct impact *m, uint32_t node)
{
    return bit_array_has(m->slice->members, node);
}

static uint32_t flow_number(const struct impact *m, uint32_t code)
{
    const struct calls *calls = calls_of(m);
    return calls->node_base[calls->function_of[code]] + flow_node_at(calls_flow_at(calls, code), code);
}

// ---- what has changed

// The instruction, and of a call what comes of it.
static void add_code(struct impact *m, uint32_t code)
{
    const struct dependence_nodes *n = &m->dependence->nodes;
    uint32_t site = calls_of(m)->site_of[code];
    add(m, code);
    if (site != NO_CODE) {
        add(m, n->result + site);
        add(m, n->continues + site);
    }
}

static void add_whole_function(struct impact *m, uint32_t function)
{
    const struct calls *calls = calls_of(m);
    const struct flow *flow = calls->flows[function];
    for (uint32_t k = 0; flow && k < flow->count; k++) {
        add(m, m->dependence->nodes.reached + calls->node_base[function] + k);
        add(m, m->dependence->nodes.waited + calls->node_base[function] + k);
    }
    add(m, m->dependence->nodes.comes_back + function);
}

static bool touches_changed(const struct affected *a, enum version version, uint32_t code)
{
    struct points_to *pt = calls_of(&a->impacts[version])->points_to;
    struct access_cursor c = {.list = points_to_accesses(pt, code)};
    if (counterpart_reports(&a->impacts[version].program->code[code]))
        return false;
    for (const struct points_to_access *access; (access = access_next(&c));) {
        const struct abstract_object *o = points_to_object(pt, access->place.object);
        if (!access->place.object || ((o->kind == ABSTRACT_GLOBAL || o->kind == ABSTRACT_THREAD_LOCAL) &&
                                      bit_array_has(a->counterparts->changed_globals[version], o->index)))
            return true;
    }
    return false;
}

static bool any_global_changed(const struct affected *a)
{
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++)
        for (size_t k = 0; k < bit_array_words(a->impacts[v].program->globals_count); k++)
            if (a->counterparts->changed_globals[v][k])
                return true;
    return false;
}

static void add_changes(struct affected *a, enum version version, bool data)
{
    struct impact *m = &a->impacts[version];
    for (uint32_t f = 0; f < m->program->functions_count; f++) {
        const struct function *function = &m->program->functions[f];
        if (!points_to_reachable(calls_of(m)->points_to, f) || function->kind != FUNCTION_DEFINED)
            continue;
        for (uint32_t code = function->first; code < function->end; code = code_next(m->program, code))
            if (a->counterparts->code[version][code] == NO_CODE ||
                (data && touches_changed(a, version, code))) {
                bit_array_add(m->changed, code);
                add_code(m, code);
            }
        if (bit_array_has(a->counterparts->changed_functions[version], f))
            add_whole_function(m, f);
    }
}

// ---- what may not end

static void add_behind(struct impact *m, uint32_t code);

static void join_all(struct impact *m)
{
    const struct calls *calls = calls_of(m);
    if (m->joins)
        return;
    m->joins = true;
    for (uint32_t k = 0; k < calls->site_count; k++)
        if (calls->sites[k].facts & FACT_JOINS) {
            add_code(m, calls->sites[k].code);
            add_behind(m, calls->sites[k].code);
        }
}

// Callers, and who joins the thread, may not go on any more.
static void may_not_come_back(struct impact *m, uint32_t function)
{
    const struct calls *calls = calls_of(m);
    if (!bit_array_add(m->endless, function))
        return;
    for (uint32_t k = calls->caller_starts[function]; k < calls->caller_starts[function + 1]; k++)
        add_behind(m, calls->sites[calls->callers[k]].code);
    for (uint32_t k = 0; k < m->program->constructors_count; k++)
        if (m->program->constructors[k] == function)
            add(m, m->dependence->nodes.called + m->program->main);
    join_all(m);
}

// All that may be executed after an instruction in a call of its function, and that may not be any more.
static void add_behind(struct impact *m, uint32_t code)
{
    const struct calls *calls = calls_of(m);
    const struct flow *flow = calls_flow_at(calls, code);
    uint32_t node = flow_node_at(flow, code), base = calls->node_base[flow->function];
    uint64_t *behind = bit_array_new(flow->count);
    for (uint32_t next = code_next(m->program, code); next < flow->nodes[node].end;
         next = code_next(m->program, next))
        add_code(m, next);
    flow_reach(flow, node, behind);
    for (uint32_t k = 0; k < flow->count; k++)
        if (bit_array_has(behind, k))
            add(m, m->dependence->nodes.reached + base + k);
    memory_free(behind);
    may_not_come_back(m, flow->function);
}

// Whether each loop that the node may leave goes round only so often.
static bool loops_end(const struct impact *m, const struct flow *flow, uint32_t node)
{
    const struct registers *registers = m->dependence->registers[flow->function];
    for (uint32_t head = 0; head < flow->count; head++)
        if (flow->cyclic[head] && flow->components[head] == flow->components[node] &&
            flow_dominates(flow, head, node))
            for (uint32_t k = flow->before.starts[head]; k < flow->before.starts[head + 1]; k++)
                if (flow_dominates(flow, head, flow->before.targets[k]) &&
                    !counted_loop_ends(m->program, flow, registers, head))
                    return false;
    return true;
}

// Whether the instruction decides about the going on of a loop that may go on for ever.
static bool decides_endless_loop(const struct impact *m, uint32_t code)
{
    const struct flow *flow = calls_flow_at(calls_of(m), code);
    uint32_t node = flow_node_at(flow, code);
    return flow->leaves_loop[node] && code == flow_last(m->program, flow, node) && !loops_end(m, flow, node);
}

// ---- heap addresses

static bool points_to_heap(const struct impact *m, uint32_t code, uint32_t register_number)
{
    struct points_to *pt = calls_of(m)->points_to;
    const struct place_set *places = points_to_operand(pt, code, register_number);
    for (uint32_t k = 0; k < places->size; k++)
        if (!places->data[k].object || points_to_object(pt, places->data[k].object)->kind == ABSTRACT_HEAP)
            return true;
    return false;
}

// With something else than null.
static bool compares(const struct impact *m, uint32_t code)
{
    const struct instruction *i = &m->program->code[code];
    if (i->op == OP_CMPXCHG)
        return true;
    if (i->op < OP_EQ || i->op > OP_SGE_I)
        return false;
    bool immediate = opcode_format(i->op)[2] == 'i';
    if ((i->op == OP_EQ_I || i->op == OP_NE_I) && i->b == 0)
        return false;
    return points_to_heap(m, code, i->a) || (!immediate && points_to_heap(m, code, i->b));
}

static void compare_all(struct impact *m)
{
    if (m->addresses)
        return;
    m->addresses = true;
    for (uint32_t code = 0; code < m->program->code_count; code = code_next(m->program, code))
        if (points_to_reachable(calls_of(m)->points_to, calls_of(m)->function_of[code]) && compares(m, code))
            add_code(m, code);
}

// ---- closing

static void apply_rules(struct impact *m, uint32_t node)
{
    if (node >= m->program->code_count)
        return;
    const struct call_site *site = calls_at(calls_of(m), node);
    if (site && site->facts & (FACT_WAITS | FACT_LOCKS) && rule_holds(RULE_EDIT_JOINS))
        join_all(m);
    if (site && site->facts & (FACT_ALLOCATES | FACT_FREES) && rule_holds(RULE_EDIT_HEAP))
        compare_all(m);
    if (rule_holds(RULE_EDIT_LOOPS) && decides_endless_loop(m, node))
        add_behind(m, node);
}

// Closes the slice of a version. Whether it has grown.
static bool close(struct impact *m)
{
    uint32_t before = m->slice->order.size;
    do {
        slice_close(m->slice, SLICE_FORWARD);
        while (m->looked_at < m->slice->order.size)
            apply_rules(m, m->slice->order.data[m->looked_at++]);
    } while (m->slice->closed[SLICE_FORWARD] < m->slice->order.size);
    return m->slice->order.size > before;
}

// ---- from one version to the other

struct carrying {
    struct impact *to;
    const struct impact *from;
    const struct counterparts *counterparts;
    enum version version; // of `from`
};

static void carry_function(const struct carrying *c, uint32_t function, uint32_t to_base)
{
    uint32_t other = c->counterparts->functions[c->version][function];
    if (other != NO_FUNCTION)
        add(c->to, to_base + other);
}

// `base`: of the nodes that stand for the flow nodes of `from`, `to_base` of those of `to`. Where calls cut
// the code differently there may be several.
static void carry_flow_node(const struct carrying *c, uint32_t number, uint32_t to_base)
{
    const struct calls *calls = calls_of(c->from);
    uint32_t low = 0, high = c->from->program->functions_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (calls->node_base[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    const struct flow_node *node = &calls->flows[low]->nodes[number - calls->node_base[low]];
    for (uint32_t code = node->first; code < node->end; code = code_next(c->from->program, code)) {
        uint32_t other = c->counterparts->code[c->version][code];
        if (other != NO_CODE)
            add(c->to, to_base + flow_number(c->to, other));
    }
}

static void carry_site(const struct carrying *c, uint32_t site, uint32_t to_base)
{
    uint32_t other = c->counterparts->code[c->version][calls_of(c->from)->sites[site].code];
    if (other != NO_CODE && calls_of(c->to)->site_of[other] != NO_CODE)
        add(c->to, to_base + calls_of(c->to)->site_of[other]);
}

static void carry_parameter(const struct carrying *c, uint32_t number)
{
    const struct dependence *from = c->from->dependence, *to = c->to->dependence;
    uint32_t function = 0;
    while (from->parameter_base[function + 1] <= number)
        function++;
    uint32_t other = c->counterparts->functions[c->version][function];
    if (other != NO_FUNCTION && to->parameter_base[other] < to->parameter_base[other + 1])
        add(c->to,
            to->nodes.parameter + to->parameter_base[other] + (number - from->parameter_base[function]));
}

// Merges of registers and ranges of memory are not carried over, but all that reads them is.
static void carry(const struct carrying *c, uint32_t node)
{
    const struct dependence_nodes *f = &c->from->dependence->nodes, *t = &c->to->dependence->nodes;
    if (node < f->reached) {
        uint32_t other = c->counterparts->code[c->version][node];
        if (other != NO_CODE)
            add(c->to, other);
    } else if (node < f->called) {
        carry_flow_node(c, node - f->reached, t->reached);
    } else if (node < f->comes_back) {
        carry_function(c, node - f->called, t->called);
    } else if (node < f->parameter) {
        carry_function(c, node - f->comes_back, t->comes_back);
    } else if (node < f->merge) {
        carry_parameter(c, node - f->parameter);
    } else if (node >= f->result && node < f->continues) {
        carry_site(c, node - f->result, t->result);
    } else if (node >= f->continues && node < f->waited) {
        carry_site(c, node - f->continues, t->continues);
    } else if (node >= f->waited && node < f->cell) {
        carry_flow_node(c, node - f->waited, t->waited);
    }
}

static void carry_all(struct affected *a, enum version version)
{
    struct impact *from = &a->impacts[version], *to = &a->impacts[version_other(version)];
    const struct carrying c = {to, from, a->counterparts, version};
    while (from->carried < from->slice->order.size)
        carry(&c, from->slice->order.data[from->carried++]);
}

static void close_both(struct affected *a)
{
    bool grown;
    do {
        grown = close(&a->impacts[VERSION_OLD]);
        carry_all(a, VERSION_OLD);
        grown |= close(&a->impacts[VERSION_NEW]);
        carry_all(a, VERSION_NEW);
    } while (grown);
}

// ---- what is not known

static bool leaves_nothing_out(const struct impact *m)
{
    struct slice *slice = slice_new(m->dependence);
    bool all = !slicing_criteria_add(slice);
    slice_free(slice);
    return all;
}

// Whether something has changed that takes stack: variables, or calls.
static bool stack_changes(const struct affected *a)
{
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        const struct impact *m = &a->impacts[v];
        for (uint32_t k = 0; k < calls_of(m)->site_count; k++)
            if (a->counterparts->code[v][calls_of(m)->sites[k].code] == NO_CODE ||
                has(m, calls_of(m)->sites[k].code))
                return true;
        for (uint32_t f = 0; f < m->program->functions_count; f++) {
            uint32_t other = a->counterparts->functions[v][f];
            if (other != NO_FUNCTION &&
                m->program->functions[f].frame_bytes !=
                    a->impacts[version_other(v)].program->functions[other].frame_bytes)
                return true;
        }
    }
    return false;
}

static const char *why_unknown(const struct affected *a, uint64_t stack_size)
{
    bool alone;
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        const struct impact *m = &a->impacts[v];
        if (leaves_nothing_out(m))
            return "threads are cancelled, get signals, or are waited for in atomic sections";
        if (program_time_passed(m->program, &alone) != NO_GLOBAL)
            return "the program looks at clocks";
        if (stack_size && stack_depth(calls_of(m)) > stack_size && stack_changes(a))
            return "calls changed, and stacks may overflow";
    }
    return NULL;
}

// ---- the result

static void impact_make(struct impact *m, const struct program *program)
{
    m->program = program;
    m->dependence = dependence_compute_ordered(analyses_threads(program));
    m->slice = slice_new(m->dependence);
    m->changed = bit_array_new(program->code_count);
    m->endless = bit_array_new(program->functions_count);
    uint32_t kinds = rule_holds(RULE_EDIT_ORDERED) ? DEPENDENCE_ORDERED : DEPENDENCE_PLAIN;
    slice_follow(m->slice, kinds | 1u << DEPENDENCE_RELEASE);
}

struct affected *affected_find(const struct counterparts *counterparts, uint64_t stack_size)
{
    struct affected *a = memory_zalloc(1, sizeof *a);
    a->counterparts = counterparts;
    if (!counterparts->same_frame) {
        a->unknown = "main, constructors or the width of pointers changed";
        return a;
    }
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++)
        impact_make(&a->impacts[v], counterparts->programs[v]);
    bool data = any_global_changed(a) && rule_holds(RULE_EDIT_DATA);
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++)
        add_changes(a, v, data);
    close_both(a);
    a->unknown = why_unknown(a, stack_size);
    return a;
}

void affected_free(struct affected *a)
{
    if (!a)
        return;
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        slice_free(a->impacts[v].slice);
        dependence_free(a->impacts[v].dependence);
        memory_free(a->impacts[v].changed);
        memory_free(a->impacts[v].endless);
    }
    memory_free(a);
}

const char *affected_unknown(const struct affected *a)
{
    return a->unknown;
}

bool affected_has(const struct affected *a, enum version version, uint32_t code)
{
    return has(&a->impacts[version], code);
}

// ---- places

// The criteria of instructions, one at a time.
struct criteria {
    const struct impact *impact;
    struct slice *slice;
    uint64_t *released; // objects that may be released by what is affected; 0: any
    bool any_released;
};

static void criteria_clear(struct criteria *c, uint32_t code)
{
    for (uint32_t k = 0; k < c->slice->order.size; k++)
        bit_array_remove(c->slice->members, c->slice->order.data[k]);
    bit_array_remove(c->slice->touched, code);
    vector_clear(&c->slice->order);
}

// Where a thread leaves what ends with its calls, or with itself, only other threads can tell the difference.
static bool ends_by_itself(const struct impact *m, uint32_t object)
{
    enum abstract_kind kind = points_to_object(calls_of(m)->points_to, object)->kind;
    return (kind == ABSTRACT_STACK || kind == ABSTRACT_VARARGS || kind == ABSTRACT_THREAD_LOCAL) &&
           !threads_shared(m->dependence->threads, object);
}

// The objects, 0 for any, that an affected instruction may release.
static uint64_t *released_objects(const struct impact *m)
{
    struct points_to *pt = calls_of(m)->points_to;
    uint64_t *released = bit_array_new(points_to_object_count(pt));
    for (uint32_t code = 0; code < m->program->code_count && rule_holds(RULE_EDIT_RELEASE);
         code = code_next(m->program, code)) {
        if (!has(m, code))
            continue;
        struct access_cursor c = {.list = points_to_accesses(pt, code)};
        for (const struct points_to_access *a; (a = access_next(&c));)
            if (a->kind == ACCESS_FREE &&
                (bit_array_has(m->changed, code) || !ends_by_itself(m, a->place.object)))
                bit_array_add(released, a->place.object);
    }
    return released;
}

static bool accesses_released(const struct criteria *c, uint32_t code)
{
    struct access_cursor cursor = {.list = points_to_accesses(calls_of(c->impact)->points_to, code)};
    for (const struct points_to_access *a; (a = access_next(&cursor));)
        if (c->any_released && (!a->place.object || bit_array_has(c->released, 0) ||
                                bit_array_has(c->released, a->place.object)))
            return true;
    return false;
}

static struct criteria criteria_new(const struct impact *m)
{
    struct criteria c = {.impact = m, .slice = slice_new(m->dependence), .released = released_objects(m)};
    for (size_t k = 0; k < bit_array_words(points_to_object_count(calls_of(m)->points_to)); k++)
        c.any_released |= c.released[k] != 0;
    return c;
}

enum criterion { CRITERION_NONE, CRITERION_UNAFFECTED, CRITERION_AFFECTED };

static enum criterion look_at(struct criteria *c, uint32_t property, uint32_t code)
{
    if (!criteria_add_at(c->slice, 1u << property, code))
        return CRITERION_NONE;
    bool affected = bit_array_has(c->impact->changed, code) ||
                    (property == PROPERTY_MEMORY && accesses_released(c, code));
    for (uint32_t k = 0; k < c->slice->order.size; k++)
        affected |= has(c->impact, c->slice->order.data[k]);
    criteria_clear(c, code);
    return affected ? CRITERION_AFFECTED : CRITERION_UNAFFECTED;
}

struct place_search {
    const struct affected *affected;
    struct criteria criteria[2]; // by version
    struct affected_places *result;
};

// Whether an instruction of the new version has to be checked again for a property; CRITERION_NONE: it is not
// about it.
static enum criterion look_at_both(struct place_search *s, uint32_t property, uint32_t code)
{
    enum criterion now = look_at(&s->criteria[VERSION_NEW], property, code);
    uint32_t before = s->affected->counterparts->code[VERSION_NEW][code];
    if (now != CRITERION_UNAFFECTED)
        return now;
    if (before == NO_CODE || look_at(&s->criteria[VERSION_OLD], property, before) != CRITERION_UNAFFECTED)
        return CRITERION_AFFECTED;
    return CRITERION_UNAFFECTED;
}

// What was about waiting or threads in the old version and is not there any more.
static bool synchronisation_changed(const struct affected *a)
{
    const unsigned facts = FACT_WAITS | FACT_LOCKS | FACT_UNLOCKS | FACT_SYNCHRONISES | FACT_CREATES |
                           FACT_JOINS | FACT_ENDS_THREAD | FACT_BEGINS | FACT_ENDS;
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        const struct calls *calls = calls_of(&a->impacts[v]);
        for (uint32_t k = 0; k < calls->site_count; k++)
            if (calls->sites[k].facts & facts && a->counterparts->code[v][calls->sites[k].code] == NO_CODE &&
                points_to_reachable(calls->points_to, calls->sites[k].function))
                return true;
    }
    return false;
}

// Whether being executed is what violates the property there.
static bool is_a_failure(const struct impact *m, uint32_t property, uint32_t code)
{
    const struct call_site *site = calls_at(calls_of(m), code);
    unsigned fact = property == PROPERTY_ASSERTION ? FACT_ASSERTS
                    : property == PROPERTY_ABORT   ? FACT_ABORTS
                                                   : 0;
    return site && site->native != NATIVE_COUNT && native_facts(site->native) & fact &&
           !(native_facts(site->native) & FACT_CONDITION);
}

static void search_property(struct place_search *s, uint32_t property)
{
    const struct impact *m = &s->affected->impacts[VERSION_NEW];
    bool together = property == PROPERTY_DEADLOCK, any = together && synchronisation_changed(s->affected);
    VECTOR(uint32_t) others = {0};
    for (uint32_t code = 0; code < m->program->code_count; code = code_next(m->program, code)) {
        if (!points_to_reachable(calls_of(m)->points_to, calls_of(m)->function_of[code]))
            continue;
        enum criterion c = look_at_both(s, property, code);
        s->result->all += c != CRITERION_NONE;
        any |= c == CRITERION_AFFECTED;
        if (c == CRITERION_UNAFFECTED && is_a_failure(m, property, code))
            bit_array_add(s->result->unreached, code);
        if (c == CRITERION_AFFECTED)
            s->result->count += bit_array_add(s->result->places, code);
        else if (c == CRITERION_UNAFFECTED && together)
            vector_push(&others, code);
    }
    for (uint32_t k = 0; any && k < others.size; k++)
        s->result->count += bit_array_add(s->result->places, others.data[k]);
    s->result->properties |= any ? 1u << property : 0;
    vector_free(&others);
}

struct affected_places affected_places(const struct affected *a, uint32_t properties)
{
    uint32_t count = a->impacts[VERSION_NEW].program->code_count;
    struct affected_places result = {.places = bit_array_new(count), .unreached = bit_array_new(count)};
    struct place_search s = {.affected = a, .result = &result};
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++)
        s.criteria[v] = criteria_new(&a->impacts[v]);
    for (uint32_t property = 0; property < PROPERTY_COUNT; property++)
        if (properties & 1u << property)
            search_property(&s, property);
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        slice_free(s.criteria[v].slice);
        memory_free(s.criteria[v].released);
    }
    return result;
}
