#include "machine/content.h"

#include "base/hash.h"
#include "base/index.h"
#include "machine/memory.h"

#include <xxhash.h>

enum { BYTES = 8 };

// What each byte is: a value below 256; one of these; or which byte of which term.
#define BYTE_UNWRITTEN 256u
#define BYTE_NO_MEMORY 257u // the same for all bytes, those beyond the size included
#define BYTE_BEYOND 258u
#define BYTE_TERM 512u
#define BYTE_FORBIDDEN 0x10000u // beside one of these: the byte may not be accessed

struct record {
    uint64_t byte[BYTES];
};

struct content_records {
    VECTOR(struct record) all;
    struct index index;
};

struct content_records *content_records_new(void)
{
    return memory_zalloc(1, sizeof(struct content_records));
}

void content_records_free(struct content_records *records)
{
    vector_free(&records->all);
    index_free(&records->index);
    memory_free(records);
}

static struct content record_content(struct content_records *records, const struct record *r)
{
    uint64_t hash = 0;
    for (unsigned k = 0; k < BYTES; k++)
        hash = hash_combine(hash, r->byte[k]);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&records->index, hash, &at)) != INDEX_NONE;)
        if (!memcmp(&records->all.data[n], r, sizeof *r))
            return (struct content){0, n + 1};
    vector_push(&records->all, *r);
    index_add(&records->index, hash, records->all.size - 1);
    return (struct content){0, records->all.size};
}

struct content content_at(const struct machine *m, uint64_t address, uint32_t size)
{
    const struct object *o = memory_holding(m, address, size);
    struct record r;
    for (unsigned k = 0; k < BYTES; k++)
        r.byte[k] = o ? BYTE_BEYOND : BYTE_NO_MEMORY;
    bool odd = !o;
    uint64_t bits = 0;
    for (uint32_t k = 0; o && k < size; k++) {
        uint64_t at = address - o->base + k;
        const struct line *l = &o->lines[at / LINE_BYTES];
        unsigned i = at % LINE_BYTES;
        const struct overlay *v = l->overlay ? &m->memory.overlays.data[l->overlay] : NULL;
        r.byte[k] = o->data[at];
        if (v && v->t[i])
            r.byte[k] = BYTE_TERM | (uint64_t)v->t[i] << 32 | v->index[i];
        else if (l->uninitialised >> i & 1 && !(v && v->index[i] == BYTE_COPIED))
            r.byte[k] = BYTE_UNWRITTEN;
        if (o->state == OBJECT_FORBIDDEN)
            r.byte[k] |= BYTE_FORBIDDEN;
        odd |= r.byte[k] > 255;
        bits |= (r.byte[k] & 255) << (8 * k);
    }
    return odd ? record_content(m->content_records, &r) : (struct content){bits, 0};
}

struct digest digest_add(struct digest before, const uint64_t *words, uint32_t count)
{
    uint64_t all[10] = {before.low, before.high};
    memcpy(all + 2, words, count * sizeof *words);
    XXH128_hash_t hash = XXH3_128bits(all, (count + 2) * sizeof *all);
    return (struct digest){hash.low64, hash.high64};
}
