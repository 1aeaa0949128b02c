// The table of summaries as bytes: the groups of the entries that are kept, with their locations, then these
// entries with their footprints, the oldest first.
#include "summary/table_state.h"

#include "base/bit_array.h"
#include "base/rules.h"

#include <stdlib.h>

// ---- writing

static int newest_first(const void *left, const void *right)
{
    uint64_t a = (*(const struct summary_entry *const *)left)->made,
             b = (*(const struct summary_entry *const *)right)->made;
    return a > b ? -1 : a < b;
}

typedef VECTOR(const struct summary_entry *) entry_list;

// The entries in use, the newest first, as many as fit. What was made last stands for most of what was
// explored: a choice point gets its entry after all those below it.
static entry_list entries_to_keep(const struct table *t, uint64_t most_bytes)
{
    entry_list list = {0};
    uint64_t bytes = 0;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < t->entries.size; k++)
        if (t->entries.data[k].used)
            vector_push(&list, &t->entries.data[k]);
    if (list.size)
        qsort(list.data, list.size, sizeof *list.data, newest_first);
    for (; kept < list.size && bytes < most_bytes; kept++)
        bytes += sizeof *list.data[kept] + list.data[kept]->bytes;
    list.size = kept;
    return list;
}

static void write_group(const struct group *g, const struct machine_location *location, byte_vector *to)
{
    bytes_add(to, location, sizeof *location);
    bytes_add_number(to, g->count);
    for (uint32_t k = 0; k < g->count; k++) {
        bytes_add_number(to, g->places[k].where);
        bytes_add_number(to, g->places[k].kind);
        bytes_add_number(to, g->places[k].width);
    }
}

// Writes the groups that are marked in `numbers`, and puts their numbers there, counted from 1.
static void write_groups(const struct table *t, uint32_t *numbers, byte_vector *to)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < t->groups.size; k++)
        count += numbers[k];
    bytes_add_number(to, count);
    count = 0;
    for (uint32_t k = 0; k < t->locations.size; k++) {
        const struct location_groups *l = &t->locations.data[k];
        for (uint32_t g = l->group; g; g = t->groups.data[g - 1].next)
            if (numbers[g - 1]) {
                write_group(&t->groups.data[g - 1], &l->location, to);
                numbers[g - 1] = ++count;
            }
    }
}

static void write_literals(const struct summary_entry *e, byte_vector *to)
{
    const uint64_t *packed = e->literals;
    bytes_add_number(to, e->literal_count);
    for (uint32_t k = 0; k < e->literal_count; k++) {
        struct literal l;
        packed = literal_unpack(packed, &l);
        bytes_add_number(to, l.relation);
        bytes_add_number(to, l.width);
        bytes_add_number(to, l.count);
        bytes_add_number(to, (uint64_t)l.constant);
        for (uint32_t i = 0; i < l.count; i++) {
            bytes_add_number(to, l.part[i].place.where);
            bytes_add_number(to, l.part[i].place.kind);
            bytes_add_number(to, l.part[i].place.width);
            bytes_add_number(to, (uint64_t)l.part[i].factor);
        }
    }
}

static void write_footprints(const struct footprints *footprints, byte_vector *to)
{
    bytes_add_number(to, footprints->all.size);
    for (uint32_t k = 0; k < footprints->all.size; k++) {
        const struct footprint *f = footprint_get(footprints, k);
        bytes_add_number(to, f->words.size);
        for (uint32_t i = 0; i < f->words.size; i++)
            bytes_add_number(to, f->words.data[i]);
    }
}

static void write_kept_entry(const struct summary_entry *e, uint32_t group, byte_vector *to)
{
    bytes_add_number(to, group);
    bytes_add_number(to, e->made_exact);
    bytes_add_number(to, e->footprint == FOOTPRINT_UNKNOWN ? 0 : (uint64_t)e->footprint + 1);
    for (uint32_t k = 0; k < e->content_count; k++) {
        bytes_add_number(to, e->contents[k].bits);
        bytes_add_number(to, e->contents[k].t);
        bytes_add_number(to, e->contents[k].known);
    }
    write_literals(e, to);
    bytes_add_number(to, e->pending_words);
    for (uint32_t k = 0; k < e->pending_words; k++)
        bytes_add_number(to, e->pending[k]);
    bytes_add_number(to, e->sleep_count);
    for (uint32_t k = 0; k < e->sleep_count; k++)
        bytes_add_number(to, e->sleep_set[k]);
    bytes_add_number(to, e->path_count);
    for (uint32_t k = 0; k < e->path_count; k++)
        bytes_add_number(to, e->path[k]);
}

void table_write(const struct table *t, uint64_t most_bytes, byte_vector *to)
{
    entry_list list = entries_to_keep(t, most_bytes);
    uint32_t *numbers = memory_zalloc(t->groups.size + 1, sizeof *numbers);
    for (uint32_t k = 0; k < list.size; k++)
        numbers[list.data[k]->group] = 1;
    write_groups(t, numbers, to);
    write_footprints(&t->footprints, to);
    bytes_add_number(to, list.size);
    while (list.size) {
        const struct summary_entry *e = vector_pop(&list);
        write_kept_entry(e, numbers[e->group] - 1, to);
    }
    memory_free(numbers);
    vector_free(&list);
}

// ---- reading

// Everything that an entry is made of, and where it comes from.
struct table_kept_reading {
    struct table *table;
    const struct summary_bounds *bounds;
    struct byte_reader *from;
    struct precondition precondition;
    VECTOR(uint32_t) footprints; // by their numbers in the bytes: the table's; FOOTPRINT_UNKNOWN: none
    VECTOR(struct machine_content) contents;
    VECTOR(uint64_t) pending;
    VECTOR(uint32_t) sleep_set;
    VECTOR(term) path;
};

static struct literal_place read_kept_place(struct table_kept_reading *r)
{
    struct literal_place place = {.where = bytes_number(r->from)};
    place.kind = (uint8_t)bytes_number_below(r->from, PLACE_HELD);
    place.width = (uint8_t)bytes_number_below(r->from, 65);
    bool good =
        place.width > 0 &&
        (place.kind == PLACE_MEMORY ? place.width % 8 == 0 : where_thread(place.where) < r->bounds->threads);
    r->from->damaged |= !good;
    return place;
}

static void read_group(struct table_kept_reading *r)
{
    struct machine_location location;
    bytes_copy(r->from, &location, sizeof location);
    uint32_t count = bytes_count(r->from, 3);
    struct literal_place *places = memory_alloc(((size_t)count + 1) * sizeof *places);
    for (uint32_t k = 0; k < count; k++)
        places[k] = read_kept_place(r);
    table_add_group(r->table, &location, places, count);
}

// The blocks of this version that have the code of a footprint of another one. False: some of that has
// changed.
static bool translate_footprint(const struct summary_carried *carried, const struct footprint *of,
                                struct footprint *to)
{
    for (uint32_t b = 0; b < carried->blocks && b < 64 * of->words.size; b++) {
        if (!(of->words.data[b / 64] >> b % 64 & 1))
            continue;
        if (bit_array_has(carried->changed, b) && rule_holds(RULE_EDIT_FOOTPRINTS))
            return false;
        for (uint32_t k = carried->first[b]; k < carried->first[b + 1]; k++)
            footprint_add(to, carried->list[k]);
    }
    return true;
}

static void read_footprint(struct table_kept_reading *r)
{
    struct footprint read = {0}, translated = {0};
    uint32_t words = bytes_count(r->from, 1);
    for (uint32_t k = 0; k < words && !r->from->damaged; k++)
        vector_push(&read.words, bytes_number(r->from));
    const struct summary_carried *carried = r->bounds->carried;
    uint32_t number = FOOTPRINT_UNKNOWN;
    if (!carried)
        number = footprint_number(&r->table->footprints, &read);
    else if (translate_footprint(carried, &read, &translated))
        number = footprint_number(&r->table->footprints, &translated);
    vector_push(&r->footprints, number);
    footprint_free(&read);
    footprint_free(&translated);
}

static void read_literal(struct table_kept_reading *r)
{
    struct literal l = {.relation = (uint8_t)bytes_number_below(r->from, RELATION_UNEQUAL + 1)};
    l.width = (uint8_t)bytes_number_below(r->from, 65);
    l.count = (uint8_t)bytes_number_below(r->from, LITERAL_PARTS + 1);
    l.constant = (int64_t)bytes_number(r->from);
    for (uint32_t k = 0; k < l.count; k++) {
        l.part[k].place = read_kept_place(r);
        l.part[k].factor = (int64_t)bytes_number(r->from);
    }
    // A literal has 1 to 64 bits. In normal form it is left as it is, and what is computed from its parts is
    // computed again.
    r->from->damaged = r->from->damaged || l.width == 0 || literal_normalise(&l) != LITERAL_OPEN;
    vector_push(&r->precondition.literals, l);
}

static void read_kept_contents(struct table_kept_reading *r, uint32_t count)
{
    r->contents.size = 0;
    for (uint32_t k = 0; k < count && !r->from->damaged; k++) {
        struct machine_content c = {.bits = bytes_number(r->from)};
        c.t = (term)bytes_number_below(r->from, r->bounds->terms);
        c.known = bytes_number_below(r->from, 2);
        vector_push(&r->contents, c);
    }
}

static void read_sleep_set(struct table_kept_reading *r)
{
    uint32_t count = bytes_count(r->from, 1);
    r->sleep_set.size = 0;
    for (uint32_t k = 0; k < count && !r->from->damaged; k++) {
        uint32_t sleeper = (uint32_t)bytes_number_below(r->from, r->bounds->sleepers);
        r->from->damaged |= k && sleeper <= vector_last(&r->sleep_set);
        vector_push(&r->sleep_set, sleeper);
    }
}

// Whether no pending reversal is in the set that there is not.
static bool pending_fits(const struct table_kept_reading *r)
{
    uint32_t words = r->pending.size, most = (r->bounds->pending + 63) / 64, rest = r->bounds->pending % 64;
    return words <= most && (words < most || !rest || !words || vector_last(&r->pending) >> rest == 0);
}

static void read_kept_pending(struct table_kept_reading *r)
{
    uint32_t count = bytes_count(r->from, 1);
    r->pending.size = 0;
    for (uint32_t k = 0; k < count; k++)
        vector_push(&r->pending, bytes_number(r->from));
    r->from->damaged |= !pending_fits(r);
}

static void read_path(struct table_kept_reading *r)
{
    uint32_t count = bytes_count(r->from, 1);
    r->path.size = 0;
    for (uint32_t k = 0; k < count && !r->from->damaged; k++) {
        term t = (term)bytes_number_below(r->from, r->bounds->terms);
        r->from->damaged |= t == TERM_NONE || term_width(r->table->terms, t) != 1;
        vector_push(&r->path, t);
    }
}

static void read_kept_entry(struct table_kept_reading *r)
{
    uint32_t group = (uint32_t)bytes_number_below(r->from, r->table->groups.size);
    r->precondition.made_exact = bytes_number_below(r->from, 2);
    uint32_t footprint = (uint32_t)bytes_number_below(r->from, (uint64_t)r->footprints.size + 1);
    if (r->from->damaged)
        return;
    footprint = footprint ? vector_at(&r->footprints, footprint - 1) : FOOTPRINT_UNKNOWN;
    read_kept_contents(r, r->table->groups.data[group].count);
    uint32_t literals = bytes_count(r->from, 4);
    r->precondition.literals.size = 0;
    for (uint32_t k = 0; k < literals && !r->from->damaged; k++)
        read_literal(r);
    read_kept_pending(r);
    read_sleep_set(r);
    read_path(r);
    const struct entry_parts parts = {.contents = r->contents.data,
                                      .precondition = &r->precondition,
                                      .pending = r->pending.data,
                                      .sleep_set = r->sleep_set.data,
                                      .path = r->path.data,
                                      .content_count = r->contents.size,
                                      .pending_words = r->pending.size,
                                      .sleep_count = r->sleep_set.size,
                                      .path_count = r->path.size,
                                      .footprint = footprint,
                                      .carried = r->bounds->carried};
    if (r->from->damaged)
        return;
    if (parts.carried && footprint == FOOTPRINT_UNKNOWN)
        r->table->not_carried++;
    else
        table_add_entry(r->table, group, &parts);
    r->table->carried += parts.carried && footprint != FOOTPRINT_UNKNOWN;
}

bool table_read(struct table *t, const struct summary_bounds *bounds, struct byte_reader *from)
{
    struct table_kept_reading r = {.table = t, .bounds = bounds, .from = from};
    uint32_t groups = bytes_count(from, sizeof(struct machine_location) + 1);
    for (uint32_t k = 0; k < groups && !from->damaged; k++)
        read_group(&r);
    uint32_t footprints = bytes_count(from, 1);
    for (uint32_t k = 0; k < footprints && !from->damaged; k++)
        read_footprint(&r);
    uint32_t entries = bytes_count(from, 7);
    for (uint32_t k = 0; k < entries && !from->damaged; k++)
        read_kept_entry(&r);
    precondition_free(&r.precondition);
    vector_free(&r.footprints);
    vector_free(&r.contents);
    vector_free(&r.pending);
    vector_free(&r.sleep_set);
    vector_free(&r.path);
    return !from->damaged;
}
