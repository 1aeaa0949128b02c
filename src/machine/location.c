#include "machine/location.h"

#include "analysis/code_numbering.h"
#include "machine/journal.h"
#include "machine/memory.h"
#include "machine/pages.h"

#include <xxhash.h>

// ---- numbers

static uint64_t code_number(const struct machine *m, uint32_t code)
{
    const struct code_numbering *n = m->options.numbering;
    if (!n || code == NO_CODE)
        return code;
    return code < m->program->code_count ? n->code[code]
                                         : (uint64_t)n->beyond + (code - m->program->code_count);
}

static uint64_t function_number(const struct machine *m, uint32_t function)
{
    const struct code_numbering *n = m->options.numbering;
    return n && function < m->program->functions_count ? n->functions[function] : function;
}

// Of the function that a thread goes round a loop of.
static uint64_t loops_number(const struct machine *m, uint32_t function)
{
    const struct code_numbering *n = m->options.numbering;
    return n && function < m->program->functions_count ? n->loops[function] : function;
}

// ---- what changes by and by

// Without its content. Who has protected pages is told where an access to them fails.
static struct digest object_digest(const struct machine *m, const struct object *o)
{
    struct digest d = digest_add((struct digest){0, 0},
                                 (uint64_t[]){o->base, o->size,
                                              (uint64_t)o->mapped << 48 | (uint64_t)o->state << 40 |
                                                  (uint64_t)o->kind << 32 | o->reach},
                                 3);
    return pages_are_protected(o) ? digest_add(d, (uint64_t[]){code_number(m, o->freed_code)}, 1) : d;
}

void location_add_object(struct machine *m, const struct object *o)
{
    if (!m->options.journal)
        return;
    struct digest d = object_digest(m, o);
    m->state.shape.low += d.low;
    m->state.shape.high += d.high;
}

void location_remove_object(struct machine *m, const struct object *o)
{
    if (!m->options.journal)
        return;
    struct digest d = object_digest(m, o);
    m->state.shape.low -= d.low;
    m->state.shape.high -= d.high;
}

// What the thread had on its stack when it entered the function is part of it: that decides which objects end
// where the function returns. So are the numbers of its registers, which preconditions name: in another
// version of the program the functions below may have more or fewer.
void location_set_frame(const struct machine *m, const struct frame *below, struct frame *f)
{
    if (m->options.journal)
        f->location = digest_add(below ? below->location : (struct digest){1, 0},
                                 (uint64_t[]){function_number(m, f->function), code_number(m, f->return_code),
                                              (uint64_t)f->base << 32 | f->result,
                                              object_stack_place(m, f->stack_top), f->stack_used},
                                 5);
}

void location_set_native_frame(const struct machine *m, struct frame *f)
{
    const uint64_t *scratch = f->native_scratch;
    if (m->options.journal)
        f->location =
            digest_add(f->location,
                       (uint64_t[]){f->native_phase + 1, scratch[0], scratch[1], scratch[2], scratch[3]}, 5);
}

// ---- the location

static struct machine_location hash_words(const uint64_t *words, size_t count)
{
    XXH128_hash_t hash = XXH3_128bits(words, count * sizeof *words);
    return (struct machine_location){{hash.low64, hash.high64}};
}

// The room on its stack is part of it: a thread's attributes may have decided how much there is. So are the
// loop that a thread goes round for ever, which its registers have decided (whether it leads out says whether
// the thread waits), and the barriers where the thread has arrived: how many threads have used one decides
// whether the order of arrivals matters; and which threads it is alike (interchangeable.h). How many
// conditions the thread has met that depend on inputs (`decided`) is no part: it only decides how soon
// --unwind cuts an execution, and a summary is of executions that nothing has cut.
static struct machine_location thread_location(const struct machine *m, const struct thread *t)
{
    enum { SCRATCH = sizeof t->state.scratch / sizeof *t->state.scratch, OTHERS = 24 };
    const struct thread_state *c = &t->state;
    struct digest stack = c->depth ? t->frames.data[c->depth - 1].location : (struct digest){0, 0};
    uint64_t words[] = {
        (uint64_t)t->number << 32 | c->last << 16 | c->status,
        code_number(m, c->code),
        c->depth,
        stack.low,
        stack.high,
        (uint64_t)c->objects << 32 | c->inputs,
        (uint64_t)c->objects_apart << 32 | c->inputs_apart,
        c->cursor,
        c->cursor_apart,
        (uint64_t)c->children << 32 | c->phase,
        (uint64_t)c->life << 32 | c->life_index,
        (uint64_t)c->joining << 32 | c->atomic_depth,
        c->failed_at ? code_number(m, c->failed_at - 1) + 1 : 0,
        (uint64_t)c->end_status << 1 | c->next.await,
        c->result.t,
        c->result.t ? 0 : c->result.bits,
        c->stack_used,
        c->stack_size,
        loops_number(m, c->loop.function),
        c->loop.loop,
        c->barriers,
        c->interchange.routine,
        c->interchange.argument,
        (uint64_t)c->interchange.group << 48 | (uint64_t)c->interchange.before << 32 |
            (uint64_t)c->interchange.joining << 16 | (uint64_t)c->interchange.started << 2 |
            (uint64_t)c->interchange.named << 1 | c->interchange.joined,
        [OTHERS + SCRATCH - 1] = 0,
    };
    for (unsigned k = 0; k < SCRATCH; k++)
        words[OTHERS + k] = c->scratch[k];
    return hash_words(words, sizeof words / sizeof *words);
}

struct machine_location machine_location(const struct machine *m)
{
    enum { FEW = 256 };
    uint64_t few[2 * FEW + 4], *words = few;
    uint32_t count = 0;
    if (m->thread_limit > FEW)
        words = memory_alloc((2 * (size_t)m->thread_limit + 4) * sizeof *words);
    words[count++] = (uint64_t)m->state.unjoined << 32 | m->state.keys;
    words[count++] = m->state.frozen;
    words[count++] = m->state.shape.low;
    words[count++] = m->state.shape.high;
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->state.status != THREAD_ABSENT) {
            struct machine_location l = thread_location(m, m->threads[k]);
            memcpy(words + count, l.words, sizeof l.words);
            count += 2;
        }
    struct machine_location location = hash_words(words, count);
    if (words != few)
        memory_free(words);
    return location;
}

struct machine_location machine_location_in_step(const struct machine *m)
{
    struct machine_location l = machine_location(m);
    const uint64_t words[] = {l.words[0], l.words[1], (uint64_t)m->state.running + 1};
    return hash_words(words, 3);
}

bool machine_at_branch(const struct machine *m)
{
    const struct thread_state *c = &m->threads[m->state.running]->state;
    return m->state.choice.branch && !m->state.permitted && !m->state.frozen && m->journal->words.size > 0 &&
           c->atomic_depth == 0 && c->depth > 0 && c->code < m->program->code_count &&
           m->code[c->code].op == OP_BRANCH;
}

bool machine_location_has_inputs(const struct machine *m)
{
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->state.status != THREAD_ABSENT && m->threads[k]->state.result.t)
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

struct machine_content machine_memory(const struct machine *m, uint64_t address, uint32_t size)
{
    const struct object *o = memory_holding(m, address, size);
    struct machine_content c = {0, TERM_NONE, true};
    if (!o || !size)
        return (struct machine_content){0, TERM_NONE, false};
    uint64_t offset = address - o->base;
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
        const struct overlay *v = l->overlay ? &m->memory.overlays.data[l->overlay] : NULL;
        term own = v ? v->t[i] : TERM_NONE;
        bool plain = !own && !(l->uninitialised >> i & 1);
        if (k == 0 && own && v->index[i] == 0 && term_width(m->terms, own) == 8 * size)
            t = own;
        if (t ? own != t || v->index[i] != k : !plain)
            c.known = false;
        c.bits |= (uint64_t)o->data[offset + k] << (8 * k);
    }
    c.t = c.known ? t : TERM_NONE;
    if (!c.known)
        c.bits = content_at(m, address, size).odd;
    return c;
}
