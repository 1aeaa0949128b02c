#include "machine/location.h"

#include "machine/memory.h"

#include <xxhash.h>

static struct machine_location hash_words(const uint64_t *words, size_t count)
{
    XXH128_hash_t hash = XXH3_128bits(words, count * sizeof *words);
    return (struct machine_location){{hash.low64, hash.high64}};
}

static struct machine_location thread_location(const struct thread *t)
{
    enum { SCRATCH = sizeof t->core.scratch / sizeof *t->core.scratch };
    const struct thread_core *c = &t->core;
    uint64_t words[] = {
        (uint64_t)t->number << 32 | c->status,
        (uint64_t)c->code << 32 | c->depth,
        c->depth ? t->frames.data[c->depth - 1].location : 0,
        (uint64_t)c->objects << 32 | c->inputs,
        (uint64_t)c->objects_apart << 32 | c->inputs_apart,
        c->cursor,
        c->cursor_apart,
        (uint64_t)c->children << 32 | c->phase,
        (uint64_t)c->life << 32 | c->life_index,
        (uint64_t)c->joining << 32 | c->atomic_depth,
        (uint64_t)c->cleanup << 32 | c->next.await,
        c->ticks,
        c->result.t,
        c->result.t ? 0 : c->result.bits,
        [14 + SCRATCH - 1] = 0,
    };
    for (unsigned k = 0; k < SCRATCH; k++)
        words[14 + k] = c->scratch[k];
    return hash_words(words, sizeof words / sizeof *words);
}

struct machine_location machine_location(const struct machine *m)
{
    uint64_t words[2 * MACHINE_MAX_THREADS + 3];
    uint32_t count = 0;
    words[count++] = (uint64_t)m->core.unjoined << 32 | m->core.keys;
    words[count++] = m->core.frozen;
    words[count++] = m->core.shape;
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->core.status != THREAD_ABSENT) {
            struct machine_location l = thread_location(m->threads[k]);
            memcpy(words + count, l.words, sizeof l.words);
            count += 2;
        }
    return hash_words(words, count);
}

struct machine_location machine_location_in_step(const struct machine *m)
{
    struct machine_location l = machine_location(m);
    const uint64_t words[] = {l.words[0], l.words[1], (uint64_t)m->core.running + 1};
    return hash_words(words, 3);
}

bool machine_at_branch(const struct machine *m)
{
    const struct thread_core *c = &m->threads[m->core.running]->core;
    return m->core.choice.branch && !m->core.permitted && !m->core.frozen && m->journal.size > 0 &&
           c->atomic_depth == 0 && c->depth > 0 && c->code < m->program->code_count &&
           m->code[c->code].op == OP_BRANCH;
}

bool machine_location_has_inputs(const struct machine *m)
{
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->core.status != THREAD_ABSENT && m->threads[k]->core.result.t)
            return true;
    return false;
}

// ---- content

struct machine_content machine_register(const struct machine *m, uint32_t thread, uint32_t number)
{
    const struct thread *t = m->threads[thread];
    if (number >= t->registers.size)
        return (struct machine_content){0, TERM_NONE, false};
    const struct cell *c = &t->registers.data[number];
    return (struct machine_content){c->bits, c->t, true};
}

// What a byte is that is not simply known.
static uint64_t odd_byte(const struct machine *m, const struct object *o, uint64_t at)
{
    const struct line *l = &o->lines[at / LINE_BYTES];
    unsigned i = at % LINE_BYTES;
    if (l->uninitialised >> i & 1)
        return 1;
    const struct overlay *v = l->overlay ? &m->overlays.data[l->overlay] : NULL;
    return v && v->t[i] ? hash_combine(v->t[i], v->index[i]) : 2 + (uint64_t)o->data[at];
}

struct machine_content machine_memory(const struct machine *m, uint64_t address, uint32_t size)
{
    const struct object *o = memory_at((struct machine *)m, address, size);
    struct machine_content c = {0, TERM_NONE, true};
    if (!o || !size)
        return (struct machine_content){0, TERM_NONE, false};
    uint64_t offset = address - o->base, digest = size;
    const struct line *line = &o->lines[offset / LINE_BYTES];
    uint64_t unset = line->uninitialised >> offset % LINE_BYTES & ~(uint64_t)0 >> (64 - size);
    if (offset % LINE_BYTES + size <= LINE_BYTES && !line->overlay && !unset) {
        memcpy(&c.bits, o->data + offset, size);
        return c;
    }
    term t = TERM_NONE;
    for (uint32_t k = 0; k < size; k++) {
        const struct line *l = &o->lines[(offset + k) / LINE_BYTES];
        unsigned i = (offset + k) % LINE_BYTES;
        const struct overlay *v = l->overlay ? &m->overlays.data[l->overlay] : NULL;
        term own = v ? v->t[i] : TERM_NONE;
        bool plain = !own && !(l->uninitialised >> i & 1);
        if (k == 0 && own && v->index[i] == 0 && term_width(m->terms, own) == 8 * size)
            t = own;
        if (t ? own != t || v->index[i] != k : !plain)
            c.known = false;
        c.bits |= (uint64_t)o->data[offset + k] << (8 * k);
        digest = hash_combine(digest, odd_byte(m, o, offset + k));
    }
    c.t = c.known ? t : TERM_NONE;
    if (!c.known)
        c.bits = digest;
    return c;
}
