#include "explore/carried.h"

#include "base/bit_array.h"
#include "explore/search.h"
#include "machine/describe.h"
#include "machine/questions.h"

enum { MOST_CARRIED_BYTES = 16 << 20 }; // of summaries

// ---- keeping

// Whether something in it may be of use for another version: what it found holds without any bound.
static bool may_be_carried(const struct search *s)
{
    const struct exploration *e = s->result;
    return s->options->keep_summaries && s->pruning && !pruning_has_stopped(s) && !pruning_verifies(s) &&
           !machine_bounds_loops(&s->options->machine) && !s->stop && !e->bounded && !e->violations.size &&
           !e->warnings.size && !e->reasons.size && !e->stopped && !e->internal_error &&
           pruning_statistics(s->pruning).entries > 0;
}

// What the search looks at.
static struct code_checked checked_by(const struct search *s)
{
    const struct slicing_known *known = s->slicing ? s->options->known : NULL;
    return (struct code_checked){s->slicing ? slicing_relevance(s->slicing) : NULL,
                                 known ? known->places : NULL};
}

static size_t bytes_of_places(uint32_t code_count)
{
    return bit_array_words(code_count) * sizeof(uint64_t);
}

static void write_checked(const struct search *s, byte_vector *to)
{
    struct code_checked checked = checked_by(s);
    bytes_add_number(to, s->options->machine.properties);
    bytes_add_number(to, checked.relevance != NULL);
    if (checked.relevance)
        bytes_add(to, checked.relevance, s->program->code_count);
    bytes_add_number(to, checked.places != NULL);
    if (checked.places)
        bytes_add(to, checked.places, bytes_of_places(s->program->code_count));
}

void carried_keep(const struct search *s)
{
    if (!may_be_carried(s))
        return;
    byte_vector bytes = {0};
    code_numbering_write(s->options->machine.numbering, s->program, &bytes);
    write_checked(s, &bytes);
    checkpoint_write_threads(s->machine, &bytes);
    checkpoint_write_facts(s->machine, &bytes);
    machine_keep_seen(s->machine, &bytes);
    checkpoint_write_numbers(s, &bytes);
    pruning_write(s->pruning, MOST_CARRIED_BYTES, &bytes);
    s->options->keep_summaries(s->options->context, &(struct checkpoint){bytes.data, bytes.size});
    vector_free(&bytes);
}

// ---- taking

bool carried_open(struct carried *c, const struct counterparts *counterparts, const void *data, size_t size,
                  const char **why)
{
    const unsigned char *bytes = data;
    struct byte_reader from = {bytes, bytes + size, false};
    *c = (struct carried){.old_version = counterparts->programs[VERSION_OLD]};
    c->numbered = code_numbering_read(&c->before, c->old_version, &from);
    c->data = from.at;
    c->size = (size_t)(from.end - from.at);
    *why = from.damaged ? "the summaries in the store are damaged" : NULL;
    return !from.damaged && code_carried_find(counterparts, c->numbered ? &c->before : NULL, &c->code, why);
}

void carried_close(struct carried *c)
{
    code_carried_free(&c->code);
    code_numbering_free(&c->before);
}

// So many bytes, owned by the caller; NULL: there are none.
static void *read_bytes_if_any(struct byte_reader *from, size_t size)
{
    if (!bytes_number_below(from, 2))
        return NULL;
    void *bytes = memory_zalloc(size + 1, 1);
    bytes_copy(from, bytes, size);
    return bytes;
}

// What the old search has learnt, and the new one then knows as well.
static bool take_what_was_learnt(struct search *s, const struct carried *c, struct byte_reader *from)
{
    checkpoint_read_threads(s, from);
    learnt_read(s->machine, from, &c->code);
    if (from->damaged)
        return false;
    search_restart(s); // with these facts
    uint32_t before, after;
    machine_facts(s->machine, &before);
    machine_take_seen(s->machine, from, &c->code);
    machine_facts(s->machine, &after);
    return !from->damaged && before == after && learnt_holds(s->machine);
}

bool carried_take(struct search *s, const struct carried *c)
{
    struct byte_reader from = {c->data, c->data + c->size, false};
    uint64_t properties = bytes_number(&from);
    uint8_t *relevance = read_bytes_if_any(&from, c->code.old_code_count);
    uint64_t *places = read_bytes_if_any(&from, bytes_of_places(c->code.old_code_count));
    bool taken = !(s->options->machine.properties & ~properties) && take_what_was_learnt(s, c, &from) &&
                 checkpoint_read_numbers(s, &from);
    if (taken) {
        const struct code_checked before = {relevance, places}, now = checked_by(s);
        uint64_t *changed = code_carried_changed(&c->code, c->old_version, &before, &now);
        const struct summary_carried summaries = {c->old_version->blocks_count, changed, c->code.first,
                                                  c->code.list};
        taken = pruning_read(s, &summaries, &from) && from.at == from.end;
        memory_free(changed);
    }
    memory_free(relevance);
    memory_free(places);
    return taken;
}
