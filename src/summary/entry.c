#include "summary/entry.h"

#include "machine/recorded.h"

// Copies so many bytes to where the block goes on.
static void *append_to_block(char **to, const void *data, size_t bytes)
{
    void *result = *to;
    if (bytes)
        memcpy(result, data, bytes);
    *to += bytes;
    return result;
}

void entry_make(struct summary_entry *e, const struct entry_parts *parts)
{
    const struct precondition *p = parts->precondition;
    size_t words = 0;
    for (uint32_t k = 0; k < p->literals.size; k++)
        words += literal_packed_words(&p->literals.data[k]);
    size_t contents = parts->content_count * sizeof *parts->contents, literals = words * sizeof(uint64_t),
           pending = parts->pending_words * sizeof *parts->pending,
           sleep_set = parts->sleep_count * sizeof *parts->sleep_set,
           path = parts->path_count * sizeof *parts->path;
    *e = (struct summary_entry){.content_count = parts->content_count,
                                .literal_count = p->literals.size,
                                .pending_words = parts->pending_words,
                                .sleep_count = parts->sleep_count,
                                .path_count = parts->path_count,
                                .bytes = (uint32_t)(contents + literals + pending + sleep_set + path),
                                .footprint = parts->footprint,
                                .made_exact = p->made_exact,
                                .carried = parts->carried,
                                .used = true};
    char *to = memory_alloc(e->bytes + 1);
    e->contents = append_to_block(&to, parts->contents, contents);
    e->literals = (uint64_t *)to;
    uint64_t *packed = e->literals;
    for (uint32_t k = 0; k < p->literals.size; k++)
        packed = literal_pack(packed, &p->literals.data[k]);
    to = (char *)packed;
    e->pending = append_to_block(&to, parts->pending, pending);
    e->sleep_set = append_to_block(&to, parts->sleep_set, sleep_set);
    e->path = append_to_block(&to, parts->path, path);
}

void entry_release(struct summary_entry *e)
{
    memory_free(e->contents);
    *e = (struct summary_entry){.used = false};
}

bool entry_has_contents(const struct summary_entry *e, const struct machine_content *contents, uint32_t count)
{
    const struct machine_content *own = e->contents;
    for (uint32_t k = 0; k < count; k++)
        if (own[k].bits != contents[k].bits || own[k].t != contents[k].t || own[k].known != contents[k].known)
            return false;
    return count == e->content_count;
}

uint32_t entry_lacks(const struct summary_entry *e, const uint32_t *sleep_set, uint32_t count)
{
    uint32_t lacks = 0;
    for (uint32_t k = 0, i = 0; k < e->sleep_count; k++) {
        while (i < count && sleep_set[i] < e->sleep_set[k])
            i++;
        lacks += i == count || sleep_set[i] != e->sleep_set[k];
    }
    return lacks;
}

static bool has_condition(const struct summary_entry *e, term condition)
{
    for (uint32_t k = 0; k < e->path_count; k++)
        if (e->path[k] == condition)
            return true;
    return false;
}

static bool entry_has_literal(const struct summary_entry *e, const uint64_t *literal)
{
    const uint64_t *own = e->literals;
    for (uint32_t k = 0; k < e->literal_count; k++, own += packed_words(own))
        if (packed_implies(own, literal))
            return true;
    return false;
}

bool entry_is_covered(const struct summary_entry *e, const struct summary_entry *by)
{
    if (entry_lacks(by, e->sleep_set, e->sleep_count) || by->literal_count > e->literal_count ||
        by->path_count > e->path_count)
        return false;
    for (uint32_t k = 0; k < by->path_count; k++)
        if (!has_condition(e, by->path[k]))
            return false;
    const uint64_t *literal = by->literals;
    for (uint32_t k = 0; k < by->literal_count; k++, literal += packed_words(literal))
        if (!entry_has_literal(e, literal))
            return false;
    return entry_has_contents(e, by->contents, by->content_count);
}
