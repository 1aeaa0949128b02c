#include "predict/value_encoding.h"

#include <stdlib.h>

// A part of memory that all accesses of it read and write as a whole, with these.
struct cell_access {
    uint32_t access, event;
    unsigned offset; // of the cell in the access, bytes
};
struct encoded_cell {
    uint64_t address;
    unsigned size;
    VECTOR(struct cell_access) reads, writes; // each in the order of the run; of writes one an event
    term initial;
};

struct encoder {
    const struct trace_program *p;
    struct terms *terms;
    term_list *conjuncts;
    VECTOR(uint32_t) sorted; // accesses by address
    VECTOR(uint64_t) bounds; // of cells
};

static void add_conjunct(struct encoder *e, term t)
{
    uint64_t bits;
    if (!term_is_constant(e->terms, t, &bits) || !bits)
        vector_push(e->conjuncts, t);
}

static term implies_term(struct encoder *e, term a, term b)
{
    return term_or(e->terms, term_not(e->terms, a), b);
}

term value_encoding_before(const struct trace_program *p, uint32_t first, uint32_t second)
{
    if (trace_program_before(p, first, second))
        return term_constant(p->terms, 1, 1);
    if (trace_program_before(p, second, first))
        return term_constant(p->terms, 1, 0);
    return term_binary(p->terms, TERM_ULT, p->events.data[first].order, p->events.data[second].order);
}

static term order_term(struct encoder *e, uint32_t first, uint32_t second)
{
    return value_encoding_before(e->p, first, second);
}

// ---- reads: the pi functions

static term part(struct encoder *e, const struct encoded_cell *c, const struct cell_access *a, term t)
{
    return term_extract(e->terms, t, 8 * a->offset, 8 * c->size);
}

// The condition that the write is not executed, or comes before `lower` (NO_EVENT: nothing does), or after
// the read.
static term is_elsewhere(struct encoder *e, uint32_t write, uint32_t lower, uint32_t read)
{
    term outside = order_term(e, read, write);
    if (lower != NO_EVENT)
        outside = term_or(e->terms, outside, order_term(e, write, lower));
    return term_or(e->terms, outside, term_not(e->terms, e->p->events.data[write].executed));
}

// Whether another write comes between the two in every order, or the write after the read.
static bool is_hidden_write(const struct encoder *e, const struct encoded_cell *c, uint32_t write,
                            uint32_t read)
{
    if (trace_program_before(e->p, read, write))
        return true;
    for (uint32_t k = 0; k < c->writes.size; k++) {
        uint32_t other = c->writes.data[k].event;
        if (other != write && other != read && trace_program_before(e->p, other, read) &&
            (write == NO_EVENT || trace_program_before(e->p, write, other)))
            return true;
    }
    return false;
}

// The condition that the read sees this write, or the initial value (NULL).
static term sees(struct encoder *e, const struct encoded_cell *c, const struct cell_access *read, term value,
                 const struct cell_access *write)
{
    uint32_t event = write ? write->event : NO_EVENT;
    term written = write ? part(e, c, write, e->p->accesses.data[write->access].t) : c->initial;
    term t = term_eq(e->terms, value, written);
    if (write) {
        t = term_and(e->terms, t, e->p->events.data[event].executed);
        t = term_and(e->terms, t, order_term(e, event, read->event));
    }
    for (uint32_t k = 0; k < c->writes.size && !term_is_false(e->terms, t); k++) {
        uint32_t other = c->writes.data[k].event;
        if (other != event && other != read->event)
            t = term_and(e->terms, t, is_elsewhere(e, other, event, read->event));
    }
    return t;
}

static void encode_read_value(struct encoder *e, const struct encoded_cell *c, const struct cell_access *read)
{
    const struct trace_access *a = &e->p->accesses.data[read->access];
    term value = part(e, c, read, a->t), any = term_constant(e->terms, 1, 0);
    bool initial = true;
    for (uint32_t k = 0; k < c->writes.size; k++)
        initial &= !trace_program_before(e->p, c->writes.data[k].event, read->event) ||
                   c->writes.data[k].event == read->event;
    if (initial)
        any = sees(e, c, read, value, NULL);
    for (uint32_t k = 0; k < c->writes.size; k++)
        if (c->writes.data[k].event != read->event &&
            !is_hidden_write(e, c, c->writes.data[k].event, read->event))
            any = term_or(e->terms, any, sees(e, c, read, value, &c->writes.data[k]));
    add_conjunct(e, implies_term(e, e->p->events.data[read->event].executed, any));
}

// ---- cells

static int compare_access_addresses(const void *a, const void *b, void *context)
{
    const struct trace_access *accesses = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (accesses[x].address != accesses[y].address)
        return accesses[x].address < accesses[y].address ? -1 : 1;
    return x < y ? -1 : x > y;
}

static int compare_bounds(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void encode_cell(struct encoder *e, struct encoded_cell *c, const uint32_t *accesses, uint32_t count)
{
    uint32_t first = NO_EVENT;
    for (uint32_t k = 0; k < count; k++) {
        const struct trace_access *a = &e->p->accesses.data[accesses[k]];
        if (a->address > c->address || a->address + a->size <= c->address)
            continue;
        struct cell_access in = {accesses[k], a->event, (unsigned)(c->address - a->address)};
        if (first == NO_EVENT || accesses[k] < first) {
            first = accesses[k];
            c->initial = part(e, c, &in, a->before);
        }
        if (!a->write)
            vector_push(&c->reads, in);
        else if (c->writes.size && vector_last(&c->writes).event == a->event)
            vector_last(&c->writes) = in;
        else
            vector_push(&c->writes, in);
    }
    bool constant = true; // whatever is written is what was there
    for (uint32_t k = 0; k < c->writes.size; k++)
        constant &=
            part(e, c, &c->writes.data[k], e->p->accesses.data[c->writes.data[k].access].t) == c->initial;
    if (constant)
        c->writes.size = 0;
    for (uint32_t k = 0; k < c->reads.size; k++)
        encode_read_value(e, c, &c->reads.data[k]);
    vector_free(&c->reads);
    vector_free(&c->writes);
}

static int compare_event_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

// Accesses that overlap, directly or not: all bounds of one are bounds of cells.
static void encode_group(struct encoder *e, uint32_t begin, uint32_t end)
{
    e->bounds.size = 0;
    for (uint32_t k = begin; k < end; k++) {
        const struct trace_access *a = &e->p->accesses.data[e->sorted.data[k]];
        vector_push(&e->bounds, a->address);
        vector_push(&e->bounds, a->address + a->size);
    }
    qsort(e->bounds.data, e->bounds.size, sizeof *e->bounds.data, compare_bounds);
    qsort(e->sorted.data + begin, end - begin, sizeof *e->sorted.data, compare_event_numbers);
    for (uint32_t k = 0; k + 1 < e->bounds.size; k++) {
        uint64_t from = e->bounds.data[k], to = e->bounds.data[k + 1];
        if (from == to)
            continue;
        struct encoded_cell c = {.address = from, .size = (unsigned)(to - from)};
        encode_cell(e, &c, e->sorted.data + begin, end - begin);
    }
}

static void encode_memory(struct encoder *e)
{
    const struct trace_program *p = e->p;
    for (uint32_t k = 0; k < p->accesses.size; k++)
        vector_push(&e->sorted, k);
    if (e->sorted.size)
        qsort_r(e->sorted.data, e->sorted.size, sizeof *e->sorted.data, compare_access_addresses,
                p->accesses.data);
    for (uint32_t begin = 0, k = 0; begin < e->sorted.size; begin = k) {
        uint64_t reach = 0;
        for (k = begin; k < e->sorted.size; k++) {
            const struct trace_access *a = &p->accesses.data[e->sorted.data[k]];
            if (k > begin && a->address >= reach)
                break;
            if (a->address + a->size > reach)
                reach = a->address + a->size;
        }
        encode_group(e, begin, k);
    }
}

// ---- operations that stay where they are

static bool ranges_overlap(uint64_t a, uint64_t a_size, uint64_t b, uint64_t b_size)
{
    return a < b + b_size && b < a + a_size;
}

static bool touches_range(const struct trace_program *p, const struct trace_event *e,
                          const struct access *range)
{
    const struct followed_item *i = &p->run->items.data[e->item];
    for (uint32_t k = e->access_begin; k < e->access_end; k++) {
        const struct trace_access *a = &p->accesses.data[k];
        if ((a->write || range->write) && ranges_overlap(a->address, a->size, range->address, range->size))
            return true;
    }
    for (uint32_t k = 0; e->ordered && k < i->access_count; k++) {
        const struct access *a = &p->run->accesses.data[i->access_begin + k];
        if ((a->write || range->write) && ranges_overlap(a->address, a->size, range->address, range->size))
            return true;
    }
    return false;
}

static bool conflicts_with_ordered(const struct trace_program *p, const struct trace_event *ordered,
                                   const struct trace_event *other)
{
    const struct followed_item *i = &p->run->items.data[ordered->item];
    for (uint32_t k = 0; k < i->access_count; k++)
        if (touches_range(p, other, &p->run->accesses.data[i->access_begin + k]))
            return true;
    return false;
}

// Two events stay in the order of the run. What ends an object does not need the uses before it: it only has
// to come behind those that are executed.
static void keep_order(struct encoder *e, uint32_t first, uint32_t second)
{
    const struct trace_event *a = &e->p->events.data[first], *b = &e->p->events.data[second];
    term both = term_and(e->terms, a->executed, b->executed);
    add_conjunct(e, implies_term(e, both, order_term(e, first, second)));
    if (!trace_program_ends_object(e->p, second))
        add_conjunct(e, implies_term(e, b->executed, a->executed));
}

static void encode_ordered(struct encoder *e)
{
    const struct trace_program *p = e->p;
    for (uint32_t k = 0; k < p->events.size; k++) {
        const struct trace_event *ordered = &p->events.data[k];
        for (uint32_t n = 0; ordered->ordered && n < p->events.size; n++)
            if (n != k && p->events.data[n].thread != ordered->thread &&
                conflicts_with_ordered(p, ordered, &p->events.data[n]))
                keep_order(e, n < k ? n : k, n < k ? k : n);
    }
}

// ---- atomic sections

static void encode_section(struct encoder *e, uint32_t first)
{
    const struct trace_program *p = e->p;
    const struct trace_event *section = &p->events.data[first];
    if (section->last == first)
        return;
    add_conjunct(e, implies_term(e, section->executed, section->section_ended));
    for (uint32_t k = 0; k < p->events.size; k++) {
        if (p->events.data[k].thread == section->thread)
            continue;
        term outside = term_or(e->terms, order_term(e, k, first), order_term(e, section->last, k));
        add_conjunct(e, term_or(e->terms, outside, term_not(e->terms, p->events.data[k].executed)));
    }
}

// ---- all

void value_encoding_make(const struct trace_program *p, term_list *conjuncts)
{
    struct encoder e = {.p = p, .terms = p->terms, .conjuncts = conjuncts};
    for (uint32_t k = 0; k < p->order.size; k++)
        add_conjunct(&e, p->order.data[k]);
    for (uint32_t k = 0; k < p->events.size; k++)
        add_conjunct(&e, implies_term(&e, p->events.data[k].executed, p->events.data[k].reached));
    encode_memory(&e);
    encode_ordered(&e);
    for (uint32_t k = 0; k < p->events.size; k++)
        encode_section(&e, k);
    vector_free(&e.sorted);
    vector_free(&e.bounds);
}

uint64_t *value_encoding_model(const struct trace_program *p, uint32_t *count)
{
    *count = term_input_count(p->terms);
    uint64_t *values = memory_zalloc(*count + 1, sizeof *values);
    if (p->run->values.size)
        memcpy(values, p->run->values.data, p->run->values.size * sizeof *values);
    for (uint32_t k = 0; k < p->events.size; k++) {
        const struct trace_event *e = &p->events.data[k];
        values[term_get(p->terms, e->order)->value] = k;
        if (!e->silent)
            values[term_get(p->terms, e->executed)->value] = 1;
    }
    return values;
}
