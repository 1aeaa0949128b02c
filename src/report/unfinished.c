#include "report/unfinished.h"

#include "analysis/code_numbering.h"
#include "base/bit_array.h"
#include "base/memory.h"
#include "report/loop_bounds.h"
#include "report/place.h"

struct unfinished {
    struct store *store;
    struct store_key key;
    const char *title;
    struct checkpoint checkpoint; // found; data NULL: none
    bool kept;                    // one is in the store
};

// The loops themselves: the same line may be that of another one by now.
static void add_loop_bounds(byte_vector *what, const struct settings *s, const struct program *program)
{
    loop_bound_list bounds = {0};
    struct error error = {0}; // they were found before
    loop_bounds_resolve(&s->loop_bounds, program, &bounds, &error);
    for (uint32_t k = 0; k < bounds.size; k++) {
        bytes_add_number(what, bounds.data[k].code);
        bytes_add_number(what, bounds.data[k].rounds);
    }
    vector_free(&bounds);
    error_free(&error);
}

// All that decides what a search does, beside what earlier_key covers.
static byte_vector what_decides_search(const struct settings *s, const struct program *program,
                                       const struct affected_places *places,
                                       const struct code_numbering *numbering)
{
    size_t bytes = bit_array_words(program->code_count) * sizeof(uint64_t);
    byte_vector what = {0};
    earlier_add_search(s, &what);
    add_loop_bounds(&what, s, program);
    bytes_add_number(&what, places ? places->properties : s->properties);
    if (places) {
        bytes_add(&what, places->places, bytes);
        bytes_add(&what, places->unreached, bytes);
    }
    code_numbering_write(numbering, program, &what);
    return what;
}

struct unfinished *unfinished_begin(struct earlier *earlier, const struct settings *settings,
                                    const struct program *program, const struct affected_places *places,
                                    const struct code_numbering *numbering)
{
    struct store *store = earlier_store(earlier);
    if (store_is_read_only(store))
        return NULL;
    byte_vector what = what_decides_search(settings, program, places, numbering);
    struct unfinished *u = memory_zalloc(1, sizeof *u);
    *u = (struct unfinished){
        .store = store, .key = earlier_key(earlier, &what), .title = path_base(settings->files.data[0])};
    u->key.kind = STORE_CHECKPOINT;
    u->checkpoint.data = store_read(store, &u->key, &u->checkpoint.size);
    u->kept = u->checkpoint.data;
    vector_free(&what);
    return u;
}

const struct checkpoint *unfinished_checkpoint(const struct unfinished *u)
{
    return u->checkpoint.data ? &u->checkpoint : NULL;
}

void unfinished_keep(struct unfinished *u, const struct checkpoint *checkpoint)
{
    const struct store_entry entry = {
        .key = u->key, .title = u->title, .data = checkpoint->data, .size = checkpoint->size};
    struct error error = {0}; // without, the next check begins from the start, or from what was kept before
    u->kept |= store_write(u->store, &entry, 1, &error);
    error_free(&error);
}

void unfinished_end(struct unfinished *u, const struct exploration *e, bool *kept)
{
    struct error error = {0};
    if (!u)
        return;
    if (u->kept && !e->bounded)
        u->kept = !store_remove(u->store, &u->key, &error);
    *kept = u->kept;
    error_free(&error);
    memory_free((void *)u->checkpoint.data);
    memory_free(u);
}
