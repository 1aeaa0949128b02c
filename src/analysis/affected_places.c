#include "analysis/affected_state.h"

#include "analysis/criteria.h"
#include "base/rules.h"

// The criteria of instructions, one at a time.
struct criteria {
    const struct affected_version *impact;
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
static bool ends_with_own_thread(const struct affected_version *m, uint32_t object)
{
    enum abstract_kind kind = points_to_object(affected_calls(m)->points_to, object)->kind;
    return (kind == ABSTRACT_STACK || kind == ABSTRACT_VARARGS || kind == ABSTRACT_THREAD_LOCAL) &&
           !threads_shared(m->dependence->threads, object);
}

// The objects, 0 for any, that an affected instruction may release.
static uint64_t *released_objects(const struct affected_version *m)
{
    struct points_to *pt = affected_calls(m)->points_to;
    uint64_t *released = bit_array_new(points_to_object_count(pt));
    for (uint32_t code = 0; code < m->program->code_count && rule_holds(RULE_EDIT_RELEASE);
         code = code_next(m->program, code)) {
        if (!affected_node(m, code))
            continue;
        struct access_cursor c = {.list = points_to_accesses(pt, code)};
        for (const struct points_to_access *a; (a = access_next(&c));)
            if (a->kind == ACCESS_FREE &&
                (bit_array_has(m->changed, code) || !ends_with_own_thread(m, a->place.object)))
                bit_array_add(released, a->place.object);
    }
    return released;
}

static bool accesses_released(const struct criteria *c, uint32_t code)
{
    struct access_cursor cursor = {.list = points_to_accesses(affected_calls(c->impact)->points_to, code)};
    for (const struct points_to_access *a; (a = access_next(&cursor));)
        if (c->any_released && (!a->place.object || bit_array_has(c->released, 0) ||
                                bit_array_has(c->released, a->place.object)))
            return true;
    return false;
}

static struct criteria criteria_new(const struct affected_version *m)
{
    struct criteria c = {.impact = m, .slice = slice_new(m->dependence), .released = released_objects(m)};
    for (size_t k = 0; k < bit_array_words(points_to_object_count(affected_calls(m)->points_to)); k++)
        c.any_released |= c.released[k] != 0;
    return c;
}

enum criterion { CRITERION_NONE, CRITERION_UNAFFECTED, CRITERION_AFFECTED };

static enum criterion criterion_at(struct criteria *c, uint32_t property, uint32_t code)
{
    if (!criteria_add_at(c->slice, 1u << property, code))
        return CRITERION_NONE;
    bool affected = bit_array_has(c->impact->changed, code) ||
                    (property == PROPERTY_MEMORY && accesses_released(c, code));
    for (uint32_t k = 0; k < c->slice->order.size; k++)
        affected |= affected_node(c->impact, c->slice->order.data[k]);
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
    enum criterion now = criterion_at(&s->criteria[VERSION_NEW], property, code);
    uint32_t before = s->affected->counterparts->code[VERSION_NEW][code];
    if (now != CRITERION_UNAFFECTED)
        return now;
    if (before == NO_CODE ||
        criterion_at(&s->criteria[VERSION_OLD], property, before) != CRITERION_UNAFFECTED)
        return CRITERION_AFFECTED;
    return CRITERION_UNAFFECTED;
}

// What was about waiting or threads in the old version and is not there any more.
static bool synchronisation_changed(const struct affected *a)
{
    const unsigned facts = FACT_WAITS | FACT_LOCKS | FACT_UNLOCKS | FACT_SYNCHRONISES | FACT_CREATES |
                           FACT_JOINS | FACT_ENDS_THREAD | FACT_BEGINS | FACT_ENDS;
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        const struct calls *calls = affected_calls(&a->impacts[v]);
        for (uint32_t k = 0; k < calls->site_count; k++)
            if (calls->sites[k].facts & facts && a->counterparts->code[v][calls->sites[k].code] == NO_CODE &&
                points_to_reachable(calls->points_to, calls->sites[k].function))
                return true;
    }
    return false;
}

// The properties that a thread violates where it stands, and stops there for good where they are not asked.
static bool ends_threads(uint32_t property)
{
    return property == PROPERTY_ASSERTION || property == PROPERTY_ABORT || property == PROPERTY_MEMORY ||
           property == PROPERTY_LOCK || property == PROPERTY_ARITHMETIC;
}

// Whether a call after which a thread may stop for good, other than by failing, is affected.
static bool stops_affected(const struct affected_version *m, const struct call_site *site)
{
    unsigned facts = site->facts;
    return facts & FACT_STOPS && !(facts & (FACT_ASSERTS | FACT_ABORTS)) &&
           (bit_array_has(m->changed, site->code) || affected_node(m, site->code) ||
            affected_node(m, m->dependence->nodes.continues + affected_calls(m)->site_of[site->code]));
}

// Whether threads may stop for good in one version and not in the other: others that wait beside one that has
// stopped are no deadlock. Of properties that are asked, the old version violates none, and the new one is
// checked.
static bool stops_changed(struct place_search *s, uint32_t properties)
{
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        const struct affected_version *m = &s->affected->impacts[v];
        const struct calls *calls = affected_calls(m);
        for (uint32_t code = 0; code < m->program->code_count; code = code_next(m->program, code)) {
            const struct call_site *site = calls_at(calls, code);
            if (!points_to_reachable(calls->points_to, calls->function_of[code]))
                continue;
            if (site && stops_affected(m, site))
                return true;
            for (uint32_t property = 0; property < PROPERTY_COUNT; property++)
                if (ends_threads(property) && !(properties & 1u << property) &&
                    criterion_at(&s->criteria[v], property, code) == CRITERION_AFFECTED)
                    return true;
        }
    }
    return false;
}

// Whether being executed is what violates the property there.
static bool is_a_failure(const struct affected_version *m, uint32_t property, uint32_t code)
{
    const struct call_site *site = calls_at(affected_calls(m), code);
    unsigned fact = property == PROPERTY_ASSERTION ? FACT_ASSERTS
                    : property == PROPERTY_ABORT   ? FACT_ABORTS
                                                   : 0;
    return site && site->native != NATIVE_COUNT && native_facts(site->native) & fact &&
           !(native_facts(site->native) & FACT_CONDITION);
}

static void search_property(struct place_search *s, uint32_t property, uint32_t properties)
{
    const struct affected_version *m = &s->affected->impacts[VERSION_NEW];
    bool together = property == PROPERTY_DEADLOCK || property == PROPERTY_LIVELOCK ||
                    property == PROPERTY_THREAD_LEAK,
         any = together && (synchronisation_changed(s->affected) || stops_changed(s, properties));
    VECTOR(uint32_t) others = {0};
    for (uint32_t code = 0; code < m->program->code_count; code = code_next(m->program, code)) {
        if (!points_to_reachable(affected_calls(m)->points_to, affected_calls(m)->function_of[code]))
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
            search_property(&s, property, properties);
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        slice_free(s.criteria[v].slice);
        memory_free(s.criteria[v].released);
    }
    return result;
}
