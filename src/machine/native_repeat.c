#include "machine/native_repeat.h"

#include "base/hash.h"
#include "machine/memory.h"

static uint64_t hash_byte(const struct machine *m, const struct object *o, uint64_t at)
{
    const struct line *l = &o->lines[at / LINE_BYTES];
    unsigned i = at % LINE_BYTES;
    const struct overlay *v = l->overlay ? &m->overlays.data[l->overlay] : NULL;
    if (v && v->t[i])
        return (uint64_t)v->t[i] << 8 | v->index[i];
    return l->uninitialised >> i & 1 ? 0x100 : o->data[at];
}

static uint64_t hash_object(const struct machine *m, const struct object *o)
{
    // The digest itself is not part of the state.
    bool shadow = o->kind == OBJECT_SHADOW && o->size == SHADOW_SIZE;
    uint64_t size = shadow ? SHADOW_REPEAT : o->size, h = hash_combine(o->base, o->size);
    for (uint64_t at = 0; at < size;) {
        const struct line *l = &o->lines[at / LINE_BYTES];
        uint64_t word;
        if (at + 8 <= size && at % 8 == 0 && !l->overlay && !l->uninitialised) {
            memcpy(&word, o->data + at, 8);
            h = hash_combine(h, word);
            at += 8;
        } else {
            h = hash_combine(h, hash_byte(m, o, at));
            at++;
        }
    }
    return h;
}

static uint32_t register_end(const struct machine *m, const struct thread *t)
{
    if (!t->core.depth)
        return 0;
    const struct frame *top = &t->frames.data[t->core.depth - 1];
    const struct function *f = &m->program->functions[top->function];
    uint32_t end = top->base + (f->kind == FUNCTION_NATIVE ? 4 : f->register_count);
    return end < t->registers.size ? end : t->registers.size;
}

static uint64_t hash_thread(const struct machine *m, const struct thread *t)
{
    const struct thread_core *core = &t->core;
    const uint64_t words[] = {t->number,          core->status,      core->code,       core->depth,
                              core->children,     core->inputs,      core->phase,      core->life,
                              core->ticks,        core->life_index,  core->cleanup,    core->joining,
                              core->atomic_depth, core->scratch[0],  core->scratch[1], core->scratch[2],
                              core->scratch[3],   core->result.bits, core->result.t};
    uint64_t h = 0;
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        h = hash_combine(h, words[i]);
    for (uint32_t i = 0; i < core->depth; i++) {
        const struct frame *f = &t->frames.data[i];
        h = hash_combine(hash_combine(h, f->function), (uint64_t)f->return_code << 32 | f->result);
    }
    uint32_t end = register_end(m, t);
    for (uint32_t i = 0; i < end; i++) {
        const struct cell *c = &t->registers.data[i];
        h = hash_combine(h, c->t ? ~(uint64_t)c->t : c->bits);
    }
    return h;
}

uint64_t repeat_digest(const struct machine *m)
{
    uint64_t sum = 0; // a sum, so that the order in which objects were made does not matter
    for (uint32_t k = 1; k < m->objects.size; k++) {
        const struct object *o = &m->objects.data[k];
        if (o->state == OBJECT_LIVE && o->reach != REACH_CONSTANT)
            sum += hash_object(m, o);
    }
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->core.status != THREAD_ABSENT)
            sum += hash_thread(m, m->threads[k]);
    sum = hash_combine(sum, m->path_condition.size);
    return sum ? sum : 1;
}

bool repeat_same(const struct machine *m, uint64_t digest)
{
    return native_peek(m, m->objects.data[m->current->shadow].base + SHADOW_REPEAT, 8) == digest;
}

bool repeat_store(struct machine *m, uint64_t digest)
{
    return native_store(m, m->objects.data[m->current->shadow].base + SHADOW_REPEAT, 8, digest);
}
