#include "report/earlier_summaries.h"

#include "analysis/slicing.h"
#include "base/memory.h"

void earlier_add_search(const struct settings *s, byte_vector *what)
{
    bytes_add_number(what, s->por);
    bytes_add_number(what, s->slice);
    bytes_add_number(what, s->prune);
    bytes_add_number(what, s->preemptions);
    bytes_add_number(what, s->iterative);
    bytes_add_number(what, s->independence);
    bytes_add_number(what, s->unwind);
}

struct earlier_summaries *earlier_summaries_find(struct store *store, const struct store_key *key,
                                                 struct program *old_version,
                                                 struct counterparts *counterparts, const char **why)
{
    size_t size;
    struct earlier_summaries *s = memory_zalloc(1, sizeof *s);
    *s = (struct earlier_summaries){.old_version = old_version, .counterparts = counterparts};
    *why = NULL;
    s->data = store_read(store, key, &size);
    if (s->data && carried_open(&s->carried, counterparts, s->data, size, why))
        return s;
    earlier_summaries_free(s);
    return NULL;
}

// How many instructions matter.
static uint32_t relevant_instructions(const struct program *p, uint32_t properties, uint64_t stack_size,
                                      const struct slicing_known *known)
{
    struct slicing *slicing = slicing_new(p, properties, stack_size, false, known);
    const uint8_t *relevance = slicing_relevance(slicing);
    uint32_t count = 0;
    for (uint32_t code = 0; code < p->code_count; code++)
        count += relevance[code] ? 1 : 0;
    slicing_free(slicing);
    return count;
}

bool earlier_summaries_place_slice(const struct settings *settings, const struct program *program,
                                   const struct affected_places *places)
{
    const struct slicing_known known = {places->places, places->unreached};
    uint32_t all = relevant_instructions(program, settings->properties, settings->stack_size, NULL),
             some = relevant_instructions(program, places->properties, settings->stack_size, &known);
    return some < all - all / 4;
}

void earlier_summaries_free(struct earlier_summaries *s)
{
    if (!s)
        return;
    carried_close(&s->carried);
    counterparts_free(s->counterparts);
    program_free(s->old_version);
    memory_free(s->data);
    memory_free(s);
}

void earlier_summaries_keep(struct store *store, const struct store_key *key, const char *title,
                            const struct checkpoint *summaries)
{
    const struct store_entry entry = {
        .key = *key, .title = title, .data = summaries->data, .size = summaries->size};
    struct error error = {0};
    if (!store_is_read_only(store))
        store_write(store, &entry, 1, &error);
    error_free(&error);
}
