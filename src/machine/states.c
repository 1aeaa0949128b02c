#include "machine/states.h"

#include "machine/canonical.h"

#include <xxhash.h>

#ifndef HEDDLE_STATES_LIMIT
#define HEDDLE_STATES_LIMIT (1u << 26) // words of 8 bytes that are kept; test builds make it small
#endif
// A search over states keeps more, and a replay more still: what was found to come back must not fail for
// this.
#define ROUNDS_FACTOR 2u
#define REPLAY_FACTOR 4u

struct kept_state {
    uint32_t begin, end; // its words
};

struct states {
    struct canonical form;
    canonical_words kept; // of all states
    VECTOR(struct kept_state) all;
    struct index index;
    uint32_t limit;  // how many words are kept
    uint32_t latest; // number of the one that was added or found last
};

static enum states_found add_present(struct states *s)
{
    const canonical_words *present = &s->form.present;
    uint32_t size = present->size;
    uint64_t hash = XXH3_64bits(present->data, size * sizeof *present->data);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&s->index, hash, &at)) != INDEX_NONE;) {
        const struct kept_state *k = &s->all.data[n];
        if (k->end - k->begin == size &&
            !memcmp(s->kept.data + k->begin, present->data, size * sizeof *present->data)) {
            s->latest = n;
            return STATES_KNOWN;
        }
    }
    if (size > s->limit - s->kept.size)
        return STATES_TOO_MANY;
    uint32_t begin = s->kept.size;
    vector_reserve(&s->kept, begin + size);
    memcpy(s->kept.data + begin, present->data, size * sizeof *present->data);
    s->kept.size += size;
    vector_push(&s->all, (struct kept_state){begin, s->kept.size});
    s->latest = s->all.size - 1;
    index_add(&s->index, hash, s->latest);
    return STATES_NEW;
}

struct states *states_new(struct machine *m, bool search)
{
    struct states *s = memory_zalloc(1, sizeof *s);
    const struct machine_mark now = {.lines = m->undo.lines.size, .changed_objects = m->undo.objects.size};
    s->limit = HEDDLE_STATES_LIMIT * (m->options.concrete ? REPLAY_FACTOR
                                      : m->options.rounds ? ROUNDS_FACTOR
                                                          : 1);
    canonical_init(&s->form, m, search ? CANONICAL_WITHIN_SEARCH : CANONICAL_WITHIN_ATTEMPT);
    canonical_describe(&s->form, &now);
    add_present(s);
    return s;
}

void states_free(struct states *s)
{
    canonical_free(&s->form);
    vector_free(&s->kept);
    vector_free(&s->all);
    index_free(&s->index);
    memory_free(s);
}

enum states_found states_add(struct states *s, const struct machine_mark *since)
{
    canonical_describe(&s->form, since);
    return add_present(s);
}

bool states_at_first(const struct states *s)
{
    return s->latest == 0;
}

bool states_same_memory(const struct states *s, uint32_t thread)
{
    bool same = !s->form.shared_changed;
    for (uint32_t k = 0; k < s->form.private_changed.size; k++)
        same = same && (k == thread || !s->form.private_changed.data[k]);
    return same;
}
