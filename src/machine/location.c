#include "machine/location.h"

#include "machine/memory.h"

// Two hashes with nothing in common but what goes in.
static void add(struct machine_location *l, uint64_t x)
{
    l->words[0] = hash_combine(l->words[0], x);
    l->words[1] = hash_combine(l->words[1] ^ 0x5851f42d4c957f2du, x * 0xda942042e4dd58b5u + 1);
}

static void add_thread(struct machine_location *l, const struct thread *t)
{
    const struct thread_core *c = &t->core;
    add(l, (uint64_t)t->number << 32 | c->status);
    if (c->status == THREAD_ABSENT)
        return;
    add(l, (uint64_t)c->code << 32 | c->depth);
    add(l, c->depth ? t->frames.data[c->depth - 1].location : 0);
    add(l, (uint64_t)c->objects << 32 | c->inputs);
    add(l, (uint64_t)c->objects_apart << 32 | c->inputs_apart);
    add(l, c->cursor);
    add(l, c->cursor_apart);
    add(l, (uint64_t)c->children << 32 | c->phase);
    add(l, (uint64_t)c->life << 32 | c->life_index);
    for (unsigned k = 0; k < sizeof c->scratch / sizeof *c->scratch; k++)
        add(l, c->scratch[k]);
    add(l, (uint64_t)c->joining << 32 | c->atomic_depth);
    add(l, (uint64_t)c->cleanup << 32 | c->next.await);
    add(l, c->ticks);
    add(l, c->result.t ? ~(uint64_t)c->result.t : c->result.bits);
}

struct machine_location machine_location(const struct machine *m)
{
    struct machine_location l = {{1, 2}};
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->core.status != THREAD_ABSENT)
            add_thread(&l, m->threads[k]);
    add(&l, (uint64_t)m->core.unjoined << 32 | m->core.keys);
    add(&l, (uint64_t)m->core.frozen);
    add(&l, m->core.shape);
    return l;
}

struct machine_location machine_location_in_step(const struct machine *m)
{
    struct machine_location l = machine_location(m);
    add(&l, m->core.running + 1);
    return l;
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
