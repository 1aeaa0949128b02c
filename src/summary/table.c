#include "summary/table.h"

#include "base/hash.h"
#include "machine/questions.h"
#include "machine/recorded.h"
#include "summary/content.h"
#include "summary/table_state.h"

#include <stdlib.h>

#define MOST_BYTES ((uint64_t)1 << 29) // of all entries; of all groups
#define MOST_GROUPS 8u                 // of a location, that are looked through
#define MOST_ALIKE 64u                 // entries of a group with the same contents, that are looked at

struct table *table_new(struct machine *machine, struct terms *terms, struct smt *smt, uint64_t entries)
{
    struct table *t = memory_zalloc(1, sizeof *t);
    t->machine = machine;
    t->terms = terms;
    t->entailment = (struct entailment){.machine = machine, .terms = terms, .smt = smt};
    t->limit = entries;
    t->unused = NO_INDEX;
    return t;
}

void table_clear(struct table *t)
{
    for (uint32_t k = 0; k < t->entries.size; k++)
        entry_release(&t->entries.data[k]);
    for (uint32_t k = 0; k < t->groups.size; k++)
        memory_free(t->groups.data[k].places);
    vector_free(&t->entries);
    vector_free(&t->groups);
    vector_free(&t->locations);
    index_free(&t->location_index);
    footprints_free(&t->footprints);
    memory_free(t->heads);
    t->heads = NULL;
    t->head_count = t->used = t->hand = 0;
    t->bytes = t->group_bytes = 0;
    t->unused = NO_INDEX;
}

void table_free(struct table *t)
{
    if (!t)
        return;
    table_clear(t);
    vector_free(&t->contents);
    vector_free(&t->inputs);
    vector_free(&t->places);
    entail_free(&t->entailment);
    memory_free(t);
}

void table_count(const struct table *t, struct summary_statistics *statistics)
{
    statistics->entries = t->used;
    statistics->dropped += t->dropped;
    statistics->carried = t->carried;
    statistics->not_carried = t->not_carried;
    statistics->carried_hits = t->carried_hits;
}

// ---- locations and groups

// NULL: nothing is known of it.
static struct location_groups *find_location(const struct table *t, const struct machine_location *l)
{
    uint64_t hash = l->words[0];
    for (uint32_t at = index_begin(hash), n; (n = index_next(&t->location_index, hash, &at)) != INDEX_NONE;)
        if (memcmp(&t->locations.data[n].location, l, sizeof *l) == 0)
            return &t->locations.data[n];
    return NULL;
}

static struct location_groups *make_location(struct table *t, const struct machine_location *l)
{
    struct location_groups *known = find_location(t, l);
    if (known)
        return known;
    vector_push(&t->locations, (struct location_groups){*l, 0});
    index_add(&t->location_index, l->words[0], t->locations.size - 1);
    return &vector_last(&t->locations);
}

static uint64_t places_signature(const struct literal_place *places, uint32_t count)
{
    uint64_t h = count;
    for (uint32_t k = 0; k < count; k++)
        h = hash_combine(hash_combine(h, places[k].where), (uint64_t)places[k].kind << 8 | places[k].width);
    return h;
}

static bool group_has_places(const struct group *g, const struct literal_place *places, uint32_t count)
{
    if (g->count != count)
        return false;
    for (uint32_t k = 0; k < count; k++)
        if (!place_equal(&g->places[k], &places[k]))
            return false;
    return true;
}

static struct machine_location present_location(const struct table *t, bool in_step)
{
    return in_step ? machine_location_in_step(t->machine) : machine_location(t->machine);
}

// `places` becomes the table's.
static uint32_t add_group(struct table *t, struct location_groups *of, struct literal_place *places,
                          uint32_t count)
{
    struct group group = {.places = places, .count = count, .next = of->group};
    group.signature = places_signature(places, count);
    vector_push(&t->groups, group);
    t->group_bytes += sizeof group + count * sizeof *places;
    of->group = t->groups.size;
    return t->groups.size - 1;
}

void table_add_group(struct table *t, const struct machine_location *location, struct literal_place *places,
                     uint32_t count)
{
    add_group(t, make_location(t, location), places, count);
}

static uint32_t make_group(struct table *t, bool in_step)
{
    struct machine_location l = present_location(t, in_step);
    struct location_groups *of = make_location(t, &l);
    uint64_t signature = places_signature(t->places.data, t->places.size);
    for (uint32_t g = of->group; g && g <= t->groups.size; g = t->groups.data[g - 1].next)
        if (t->groups.data[g - 1].signature == signature &&
            group_has_places(&t->groups.data[g - 1], t->places.data, t->places.size))
            return g - 1;
    struct literal_place *places = memory_alloc((t->places.size + 1) * sizeof *places);
    if (t->places.size)
        memcpy(places, t->places.data, t->places.size * sizeof *places);
    return add_group(t, of, places, t->places.size);
}

// ---- contents

// What entries of the group with these contents are found by.
static uint64_t table_hash(uint32_t group, const struct machine_content *contents, uint32_t count)
{
    uint64_t h = group;
    for (uint32_t k = 0; k < count; k++)
        h = hash_combine(h, contents[k].bits + ((uint64_t)contents[k].t << 1) + contents[k].known);
    return h;
}

static uint64_t read_group_contents(struct table *t, uint32_t group)
{
    const struct group *g = &t->groups.data[group];
    t->contents.size = 0;
    for (uint32_t k = 0; k < g->count; k++) {
        struct machine_content c = content_of(t->machine, &g->places[k]);
        if (c.t)
            c.bits = 0;
        vector_push(&t->contents, c);
    }
    return table_hash(group, t->contents.data, t->contents.size);
}

// ---- what holds

// What has to hold of the inputs besides what the path condition says, TERM_NONE: nothing. False: it does not
// cover the state, whatever they are.
static bool condition_of(struct table *t, const struct summary_entry *e, term *condition)
{
    const uint64_t *packed = e->literals;
    *condition = TERM_NONE;
    for (uint32_t k = 0; k < e->literal_count; k++) {
        struct literal literal;
        packed = literal_unpack(packed, &literal);
        if (!entail_literal(&t->entailment, &literal, condition))
            return false;
    }
    for (uint32_t k = 0; k < e->path_count; k++)
        if (!entail_has(&t->entailment, e->path[k]))
            entail_conjoin(&t->entailment, condition, e->path[k]);
    return true;
}

// Entries that cover the state for some inputs each; and one that covers it but for fewer sleepers than
// `lacks` (how many were allowed, and one; or how many it lacks).
struct partial {
    struct table_cover cover;
    term conditions[TABLE_TOGETHER];
    uint32_t lacking, lacks;
};

// An entry of the group that covers the state alone, NO_INDEX: there is none.
static uint32_t find_in_group(struct table *t, uint32_t group, const uint32_t *sleep_set,
                              uint32_t sleep_count, struct partial *partial)
{
    uint64_t hash = read_group_contents(t, group);
    uint32_t k = t->heads[hash & (t->head_count - 1)];
    for (uint32_t looked = 0; k != NO_INDEX && looked < MOST_ALIKE; k = t->entries.data[k].next) {
        const struct summary_entry *e = &t->entries.data[k];
        term condition;
        looked += e->hash == hash;
        if (e->hash != hash || e->group != group ||
            !entry_has_contents(e, t->contents.data, t->contents.size))
            continue;
        uint32_t lacks = entry_lacks(e, sleep_set, sleep_count);
        if ((lacks && lacks >= partial->lacks) || !condition_of(t, e, &condition))
            continue;
        if (entail_holds(&t->entailment, condition)) {
            if (!lacks)
                return k;
            partial->lacking = k;
            partial->lacks = lacks;
        } else if (!lacks && partial->cover.count < TABLE_TOGETHER) {
            partial->conditions[partial->cover.count] = condition;
            partial->cover.by[partial->cover.count++] = k;
        }
    }
    return NO_INDEX;
}

// Whether for all inputs one of them covers the state.
static bool cover_together(struct table *t, const struct partial *partial)
{
    if (partial->cover.count < 2)
        return false;
    term any = partial->conditions[0];
    for (uint32_t k = 1; k < partial->cover.count; k++)
        any = term_or(t->terms, any, partial->conditions[k]);
    return entail_holds(&t->entailment, any);
}

static void count_hit(struct table *t, uint32_t entry)
{
    t->entries.data[entry].hits++;
    t->carried_hits += t->entries.data[entry].carried;
}

enum summary_found table_find(struct table *t, bool in_step, const uint32_t *sleep_set, uint32_t sleep_count,
                              uint32_t most_lacking, struct table_cover *cover)
{
    struct partial partial = {.cover = {.count = 0}, .lacking = NO_INDEX, .lacks = most_lacking + 1};
    if (!t->head_count)
        return SUMMARY_NONE;
    entail_restart(&t->entailment);
    struct machine_location l = present_location(t, in_step);
    struct location_groups *of = find_location(t, &l);
    if (!of)
        return SUMMARY_NONE;
    uint32_t *link = &of->group;
    for (uint32_t tried = 0; *link && tried < MOST_GROUPS; tried++) {
        uint32_t g = *link, found = find_in_group(t, g - 1, sleep_set, sleep_count, &partial);
        if (found != NO_INDEX) { // what has helped is tried first
            *link = t->groups.data[g - 1].next;
            t->groups.data[g - 1].next = of->group;
            of->group = g;
            count_hit(t, found);
            *cover = (struct table_cover){.count = 1, .by = {found}};
            return SUMMARY_COVERS;
        }
        link = &t->groups.data[g - 1].next;
    }
    enum summary_found result = SUMMARY_COVERS;
    *cover = partial.cover;
    if (!cover_together(t, &partial)) {
        result = partial.lacking == NO_INDEX ? SUMMARY_NONE : SUMMARY_LACKS_SLEEPERS;
        *cover = (struct table_cover){.count = partial.lacking != NO_INDEX, .by = {partial.lacking}};
    }
    for (uint32_t k = 0; k < cover->count; k++)
        count_hit(t, cover->by[k]);
    return result;
}

// ---- adding

static int compare_literal_places(const void *a, const void *b)
{
    return place_compare(a, b);
}

static void make_places(struct table *t, const struct precondition *p)
{
    t->places.size = 0;
    for (uint32_t k = 0; k < p->registers.size; k++)
        vector_push(&t->places, (struct literal_place){p->registers.data[k], PLACE_REGISTER, 64});
    for (uint32_t k = 0; k < p->bytes.size; k++) {
        uint8_t mask = p->bytes.data[k].mask;
        for (unsigned first = 0; first < 8;) {
            unsigned run = 0;
            while (first + run < 8 && mask >> (first + run) & 1)
                run++;
            uint64_t address = p->bytes.data[k].granule * 8 + first;
            if (run)
                vector_push(&t->places, (struct literal_place){address, PLACE_MEMORY, (uint8_t)(8 * run)});
            first += run ? run : 1;
        }
    }
    if (t->places.size)
        qsort(t->places.data, t->places.size, sizeof *t->places.data, compare_literal_places);
}

static uint64_t bytes_of_entry(const struct summary_entry *e)
{
    return sizeof *e + e->bytes;
}

static void drop(struct table *t, uint32_t index)
{
    struct summary_entry *e = &t->entries.data[index];
    t->bytes -= bytes_of_entry(e);
    uint32_t *at = &t->heads[e->hash & (t->head_count - 1)];
    while (*at != index)
        at = &t->entries.data[*at].next;
    *at = e->next;
    entry_release(e);
    e->next = t->unused;
    t->unused = index;
    t->used--;
}

// Makes room: those go first that have not cut anything since the hand last came by.
static void evict(struct table *t)
{
    for (;;) {
        t->hand = t->hand + 1 < t->entries.size ? t->hand + 1 : 0;
        struct summary_entry *e = &t->entries.data[t->hand];
        if (e->used && e->hits == 0)
            break;
        e->hits /= 2;
    }
    drop(t, t->hand);
    t->dropped++;
}

static void grow_heads(struct table *t)
{
    if (t->used < t->head_count)
        return;
    uint32_t count = t->head_count ? memory_doubled(t->head_count) : 256;
    uint32_t *heads = memory_alloc(count * sizeof *heads); // may fail: the old ones still stand then
    memory_free(t->heads);
    t->heads = heads;
    t->head_count = count;
    memset(t->heads, 0xff, t->head_count * sizeof *t->heads);
    for (uint32_t k = 0; k < t->entries.size; k++) {
        struct summary_entry *e = &t->entries.data[k];
        if (!e->used)
            continue;
        uint32_t *head = &t->heads[e->hash & (t->head_count - 1)];
        e->next = *head;
        *head = k;
    }
}

// Entries that the new one covers go.
static void drop_covered(struct table *t, uint32_t index)
{
    const struct summary_entry *e = &t->entries.data[index];
    for (uint32_t k = e->next, next; k != NO_INDEX; k = next) {
        const struct summary_entry *other = &t->entries.data[k];
        next = other->next;
        if (other->hash == e->hash && other->group == e->group && entry_is_covered(other, e))
            drop(t, k);
    }
}

// What is known of the inputs that the present contents depend on.
static const term *path_of_contents(struct table *t, uint32_t *count)
{
    bool all = machine_location_has_inputs(t->machine), some = false;
    t->inputs.size = 0;
    for (uint32_t k = 0; k < t->contents.size; k++) {
        some |= t->contents.data[k].t != TERM_NONE;
        all |= !t->contents.data[k].known;
        vector_push(&t->inputs, t->contents.data[k].t);
    }
    *count = 0;
    if (all)
        return machine_path_condition(t->machine, count);
    if (!some)
        return NULL;
    entail_related(&t->entailment, t->inputs.data, t->inputs.size);
    *count = t->entailment.path.size;
    return t->entailment.path.data;
}

// A free place.
static uint32_t take_place(struct table *t)
{
    uint32_t index = t->unused;
    if (index == NO_INDEX) {
        vector_push(&t->entries, (struct summary_entry){.used = false});
        return t->entries.size - 1;
    }
    t->unused = t->entries.data[index].next;
    return index;
}

void table_add(struct table *t, bool in_step, const struct precondition *p, const uint32_t *sleep_set,
               uint32_t sleep_count, const uint64_t *pending, uint32_t pending_words)
{
    struct entry_parts parts = {.precondition = p,
                                .sleep_set = sleep_set,
                                .sleep_count = sleep_count,
                                .pending = pending,
                                .pending_words = pending_words};
    make_places(t, p);
    if (t->group_bytes >= MOST_BYTES) { // groups stay: start anew
        t->dropped += t->used;
        table_clear(t);
    }
    uint32_t group = make_group(t, in_step);
    read_group_contents(t, group);
    parts.contents = t->contents.data;
    parts.content_count = t->contents.size;
    parts.path = path_of_contents(t, &parts.path_count);
    parts.footprint = footprint_number(&t->footprints, &p->footprint);
    table_add_entry(t, group, &parts);
}

void table_add_entry(struct table *t, uint32_t group, const struct entry_parts *parts)
{
    uint64_t hash = table_hash(group, parts->contents, parts->content_count);
    while (t->used > 0 && (t->used >= t->limit || t->bytes >= MOST_BYTES))
        evict(t);
    grow_heads(t);
    uint32_t index = take_place(t), *head = &t->heads[hash & (t->head_count - 1)];
    struct summary_entry *e = &t->entries.data[index];
    entry_make(e, parts);
    e->group = group;
    e->made = t->made++;
    e->hash = hash;
    e->next = *head;
    *head = index;
    t->used++;
    t->bytes += bytes_of_entry(e);
    drop_covered(t, index);
}

// Of several, each holds for some inputs only: then the places of literals are exact.
static void conjoin(const struct table *t, const struct summary_entry *e, bool alone, struct precondition *p)
{
    const struct group *g = &t->groups.data[e->group];
    const uint64_t *packed = e->literals;
    p->made_exact |= e->made_exact || !alone;
    if (e->footprint == FOOTPRINT_UNKNOWN)
        p->footprint.unknown = true;
    else
        footprint_unite(&p->footprint, footprint_get(&t->footprints, e->footprint));
    for (uint32_t k = 0; k < g->count; k++)
        precondition_add_exact(p, &g->places[k]);
    for (uint32_t k = 0; k < e->literal_count; k++) {
        struct literal literal;
        packed = literal_unpack(packed, &literal);
        if (alone)
            precondition_add_literal(p, &literal);
        else
            precondition_add_places(p, &literal);
    }
}

void table_conjoin(const struct table *t, const struct table_cover *cover, struct precondition *p)
{
    for (uint32_t k = 0; k < cover->count; k++)
        conjoin(t, &t->entries.data[cover->by[k]], cover->count == 1, p);
}

const uint64_t *table_pending(const struct table *t, uint32_t summary, uint32_t *words)
{
    *words = t->entries.data[summary].pending_words;
    return t->entries.data[summary].pending;
}

const uint32_t *table_sleep_set(const struct table *t, uint32_t summary, uint32_t *count)
{
    *count = t->entries.data[summary].sleep_count;
    return t->entries.data[summary].sleep_set;
}
