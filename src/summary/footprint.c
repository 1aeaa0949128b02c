#include "summary/footprint.h"

#include "base/hash.h"

#include <string.h>

void footprint_free(struct footprint *f)
{
    vector_free(&f->words);
}

void footprint_clear(struct footprint *f)
{
    f->unknown = false;
    f->words.size = 0;
}

static void reach_word(struct footprint *f, uint32_t word)
{
    while (f->words.size <= word)
        vector_push(&f->words, 0);
}

void footprint_add(struct footprint *f, uint32_t block)
{
    reach_word(f, block / 64);
    f->words.data[block / 64] |= (uint64_t)1 << block % 64;
}

void footprint_unite(struct footprint *f, const struct footprint *with)
{
    f->unknown |= with->unknown;
    if (with->words.size)
        reach_word(f, with->words.size - 1);
    for (uint32_t k = 0; k < with->words.size; k++)
        f->words.data[k] |= with->words.data[k];
}

void footprints_free(struct footprints *footprints)
{
    for (uint32_t k = 0; k < footprints->all.size; k++)
        footprint_free(&footprints->all.data[k]);
    vector_free(&footprints->all);
    index_free(&footprints->index);
}

// Without the words behind the last member.
static uint32_t words_in_use(const struct footprint *f)
{
    uint32_t size = f->words.size;
    while (size && !f->words.data[size - 1])
        size--;
    return size;
}

uint32_t footprint_number(struct footprints *footprints, const struct footprint *f)
{
    uint32_t size = words_in_use(f);
    uint64_t hash = hash_bytes(f->words.data, size * sizeof *f->words.data);
    if (f->unknown)
        return FOOTPRINT_UNKNOWN;
    for (uint32_t at = index_begin(hash), n; (n = index_next(&footprints->index, hash, &at)) != INDEX_NONE;) {
        const struct footprint *other = footprint_get(footprints, n);
        if (other->words.size == size &&
            (size == 0 || memcmp(other->words.data, f->words.data, size * sizeof *f->words.data) == 0))
            return n;
    }
    struct footprint copy = {0};
    for (uint32_t k = 0; k < size; k++)
        vector_push(&copy.words, f->words.data[k]);
    vector_push(&footprints->all, copy);
    index_add(&footprints->index, hash, footprints->all.size - 1);
    return footprints->all.size - 1;
}
