#include "explore/origins.h"

#include "machine/describe.h"
#include "machine/questions.h"

#include <stdlib.h>

enum { MOST_ORIGINS = 100000 };

// Finds an origin by its key.
struct origin_index {
    uint64_t key;
    uint32_t origin; // in the result
};

// The origin of that kind, memory and place; NULL: there are too many.
static struct execution_origin *find_origin(struct search *s, enum origin_kind kind, uint64_t address,
                                            uint32_t code)
{
    struct exploration *e = s->result;
    uint64_t key = hash_combine(hash_combine(kind + 1, address), code) | 1;
    struct origin_index *index = keyed_find(&s->origins, sizeof *index, key);
    if (index)
        return &e->origins.data[index->origin];
    if (e->origins.size >= MOST_ORIGINS)
        return NULL;
    index = keyed_add(&s->origins, sizeof *index, key);
    index->origin = e->origins.size;
    vector_push(&e->origins, (struct execution_origin){.kind = kind, .code = code});
    return &vector_last(&e->origins);
}

// The memory for which the event depends on what touches that of the label.
static const struct access *shared_access(const struct search *s, uint32_t mine, uint32_t other)
{
    if (mine == LABEL_ALL || other == LABEL_ALL)
        return NULL;
    uint32_t count, others;
    const struct access *a = label_get(&s->labels, mine, &count), *b = label_get(&s->labels, other, &others);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < others; k++)
            if (access_conflict(&a[i], &b[k]))
                return &a[i];
    return NULL;
}

void origins_add_order(struct search *s, uint32_t event, uint32_t label)
{
    if (!s->options->explain)
        return;
    const struct event *e = &s->trace.events.data[event];
    const struct access *a = shared_access(s, e->label, label);
    struct execution_origin *origin = find_origin(s, ORIGIN_ORDER, a ? a->address : 0, e->code);
    if (!origin)
        return;
    char text[300] = "";
    if (a && !origin->name) {
        machine_describe_access(s->machine, a->address, a->size, text, sizeof text);
        origin->name = memory_copy_string(text);
    }
    origin->operation = e->kind;
    origin->count++;
}

void origins_add_choice(struct search *s)
{
    if (!s->options->explain)
        return;
    const struct machine_choice *choice = machine_choice(s->machine);
    struct execution_origin *origin = find_origin(s, choice->branch ? ORIGIN_INPUT : ORIGIN_CHOICE, 0,
                                                  machine_user_position(s->machine, choice->thread));
    if (origin)
        origin->count++;
}

void origins_restart(struct search *s)
{
    keyed_free(&s->origins);
    for (uint32_t k = 0; k < s->result->origins.size; k++)
        memory_free(s->result->origins.data[k].name);
    s->result->origins.size = 0;
}

static int by_count(const void *a, const void *b)
{
    const struct execution_origin *x = a, *y = b;
    return x->count != y->count ? (x->count < y->count ? 1 : -1) : (x->code > y->code) - (x->code < y->code);
}

void origins_end(struct search *s)
{
    keyed_free(&s->origins);
    origin_vector *origins = &s->result->origins;
    if (origins->size)
        qsort(origins->data, origins->size, sizeof *origins->data, by_count);
}
