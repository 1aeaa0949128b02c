#include "machine/faint.h"

#include "analysis/analyses.h"
#include "base/hash.h"
#include "machine/analysed.h"
#include "machine/expected.h"
#include "machine/learnt.h"
#include "machine/memory.h"
#include "machine/pages.h"

#ifndef HEDDLE_FAINT_LOOKS
#define HEDDLE_FAINT_LOOKS 1000u // test builds make these small
#endif
#ifndef HEDDLE_FAINT_INSTRUCTIONS
#define HEDDLE_FAINT_INSTRUCTIONS (1u << 22)
#endif

enum {
    CODE_FOR_A_LOOK = 16, // instructions of the program that are analysed while it does a visible operation
    INSTRUCTIONS_FOR_CODE = 256, // that are executed while one is analysed
};

void faint_attach(struct machine *m)
{
    m->faint = memory_zalloc(1, sizeof *m->faint);
}

void faint_detach(struct machine *m)
{
    live_free(m->faint->live);
    memory_free(m->faint);
}

void faint_learnt(struct machine *m, const struct learnt_fact *fact)
{
    struct faint *f = m->faint;
    if (fact->kind == LEARNT_UNFORESEEN) {
        f->computed = true;
        f->values = NULL;
    }
    f->used = (f->used || fact->kind == LEARNT_FAINT) && !m->learnt.unforeseen;
}

// ---- when

static bool looks_at_values(const struct machine *m)
{
    return m->options.properties & (1u << PROPERTY_UNINITIALISED | 1u << PROPERTY_LEAK);
}

static struct faint *find_faint(const struct machine *m)
{
    struct faint *f = m->faint;
    if (!f->computed) {
        f->computed = true;
        f->values = looks_at_values(m) ? NULL : analyses_faint_values(m->program, m->options.properties);
        f->live = f->values ? live_new(m->program, f->values) : NULL;
    }
    return f;
}

bool faint_begin(struct machine *m)
{
    if (!find_faint(m)->values)
        return false;
    expected_begin(m);
    return true;
}

bool faint_learn(struct machine *m)
{
    if (m->faint->used || m->speculating || m->options.concrete || !faint_begin(m))
        return false;
    return machine_learn(m, (struct learnt_fact){.kind = LEARNT_FAINT});
}

bool faint_is_time(const struct machine *m, uint32_t looks)
{
    return looks >= HEDDLE_FAINT_LOOKS && looks >= m->program->code_count / CODE_FOR_A_LOOK &&
           !m->faint->used;
}

bool faint_is_time_alone(const struct machine *m, uint64_t instructions)
{
    return instructions >= HEDDLE_FAINT_INSTRUCTIONS &&
           instructions >= (uint64_t)m->program->code_count * INSTRUCTIONS_FOR_CODE;
}

// ---- what

struct live *faint_registers(const struct machine *m)
{
    const struct faint *f = find_faint(m);
    return f->values ? f->live : m->live;
}

bool faint_may_choose(const struct machine *m, uint32_t code)
{
    const struct faint *f = find_faint(m);
    return f->values && code < m->program->code_count && faint_choose(f->values, code);
}

bool faint_passes_time(const struct machine *m, const struct thread *t)
{
    bool passes = faint_may_choose(m, t->state.code);
    for (uint32_t k = 1; k < t->state.depth && !passes; k++)
        passes = faint_may_choose(m, t->frames.data[k].return_code);
    return passes;
}

// Whether the runtime library has allocated the block: that is noted as made in the program's code.
static bool is_of_library(const struct object *o)
{
    return o->kind == OBJECT_HEAP && o->code != o->analysed;
}

uint64_t faint_bytes_in(const struct machine *m, const struct object *o, uint64_t line)
{
    struct faint *f = find_faint(m);
    enum abstract_kind kind;
    if (!f->values || !analysed_has_number(o) || o->analysed == NO_CODE || is_of_library(o) ||
        pages_is_part(o) || !analysed_kind(o, &kind))
        return 0;
    uint64_t name = (uint64_t)(kind + 1) << 32 | o->analysed;
    struct faint_line *c = &f->cache[hash_combine(name, line) % FAINT_CACHE_SIZE];
    if (c->name != name || c->line != line)
        *c = (struct faint_line){name, line, faint_line(f->values, kind, o->analysed, line)};
    return c->bytes;
}

bool faint_range(const struct machine *m, uint64_t address, uint64_t size)
{
    const struct object *o = memory_at((struct machine *)m, address, size);
    if (!o || !size)
        return false;
    uint64_t first = address - o->base, end = first + size;
    for (uint64_t at = first; at < end; at = (at / LINE_BYTES + 1) * LINE_BYTES) {
        uint64_t line = at / LINE_BYTES, last = end - line * LINE_BYTES;
        uint64_t wanted = ~(uint64_t)0 << at % LINE_BYTES;
        if (last < LINE_BYTES)
            wanted &= ((uint64_t)1 << last) - 1;
        if (wanted & ~faint_bytes_in(m, o, line))
            return false;
    }
    return true;
}
