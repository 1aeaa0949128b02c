#include "machine/follow.h"

#include "machine/describe.h"
#include "machine/memory.h"
#include "machine/operation.h"
#include "machine/symbolic.h"

enum { WORD = 8 };

// A range that the last operation of a native accesses: what it writes is noted when the operation is over
// and memory holds it.
struct followed_range {
    uint64_t address, size;
    bool write;     // as its operation says: false also for a write that commutes (a post of a semaphore)
    uint32_t reads; // its FOLLOWED_READ items begin here
    uint32_t thread;
    bool counts; // it adds a number to the first of these, which is a variable (note_counting)
};

struct follow {
    VECTOR(struct followed_item) items;
    VECTOR(struct access) accesses;
    VECTOR(struct followed_range) written; // by the last operation, not noted yet
    struct model model;
    uint32_t reads;
    bool threads;    // one was created
    term unmodelled; // an input without a model, on which something depends; TERM_NONE: none
};

// ---- observing

void follow_attach(struct machine *m)
{
    m->follow = memory_zalloc(1, sizeof *m->follow);
}

void follow_detach(struct machine *m)
{
    vector_free(&m->follow->items);
    vector_free(&m->follow->accesses);
    vector_free(&m->follow->written);
    memory_free(m->follow->model.values);
    memory_free(m->follow);
}

void follow_restart(struct machine *m)
{
    struct follow *f = m->follow;
    f->items.size = f->accesses.size = f->written.size = f->reads = 0;
    f->threads = false;
    f->unmodelled = TERM_NONE;
}

// ---- the model

static void set_model_value(struct follow *f, uint32_t index, uint64_t value)
{
    if (index >= f->model.count) {
        uint32_t count = 2 * index + 16;
        f->model.values = memory_resize(f->model.values, count * sizeof *f->model.values);
        memset(f->model.values + f->model.count, 0, (count - f->model.count) * sizeof *f->model.values);
        f->model.count = count;
    }
    f->model.values[index] = value;
}

static uint64_t followed_value(struct machine *m, struct value v)
{
    const struct model *model = &m->follow->model;
    return v.t ? term_evaluate(m->terms, v.t, model->values, model->count) : v.bits;
}

uint64_t follow_value(struct machine *m, term t)
{
    return followed_value(m, (struct value){0, t});
}

void follow_input(struct machine *m, term input)
{
    uint32_t index = (uint32_t)term_get(m->terms, input)->value;
    const struct term_input *i = term_input_get(m->terms, index);
    set_model_value(m->follow, index,
                    m->options.input_value(m->options.input_context, i->maker, i->number, i->width) &
                        mask_width(i->width));
}

// ---- the log

// Whether what is executed becomes part of the log: not in a step that is tried.
static bool notes(const struct machine *m)
{
    return m->options.follow && !m->speculating;
}

static struct followed_item *push_followed(struct machine *m, enum followed_kind kind)
{
    vector_push(&m->follow->items, (struct followed_item){.kind = (uint8_t)kind,
                                                          .thread = m->current->number,
                                                          .code = m->current->state.code});
    return &vector_last(&m->follow->items);
}

// Nothing is known of values without a model: an execution that depends on one cannot be followed.
static void note_unmodelled(struct machine *m, term t)
{
    struct follow *f = m->follow;
    if (f->unmodelled || !term_has_input_kind(m->terms, t, INPUT_UNMODELLED))
        return;
    uint32_t count;
    const uint32_t *inputs = term_inputs(m->terms, t, &count);
    for (uint32_t k = 0; k < count && !f->unmodelled; k++)
        if (term_input_get(m->terms, inputs[k])->kind == INPUT_UNMODELLED)
            f->unmodelled = term_input_get(m->terms, inputs[k])->self;
}

char *machine_followed_unmodelled(const struct machine *m)
{
    term t = m->follow->unmodelled;
    if (!t)
        return NULL;
    const struct term_input *i = term_input_get(m->terms, (uint32_t)term_get(m->terms, t)->value);
    return machine_input_name(m, i->maker, i->number);
}

// The content, where what was never written counts as 0, as a term.
static term content(struct machine *m, const struct object *o, uint64_t offset, unsigned size)
{
    return symbolic_term(m, memory_peek(m, o, offset, size), 8 * size);
}

// The size of the largest aligned word that begins at the address and ends by `end`.
static unsigned aligned_word_size(uint64_t address, uint64_t end)
{
    unsigned size = WORD - (unsigned)(address % WORD);
    while (address + size > end || address % size)
        size = size > end - address ? (unsigned)(end - address) : size - 1;
    return size;
}

static void note_followed_write(struct machine *m, const struct object *o, uint64_t offset, unsigned size,
                                term t, term before)
{
    note_unmodelled(m, t);
    struct followed_item *i = push_followed(m, FOLLOWED_WRITE);
    i->address = o->base + offset;
    i->size = (uint8_t)size;
    i->t = t;
    i->before = before;
}

// What a counting operation leaves in memory: the variable that it has read, plus the number that it has
// added.
static term counted(struct machine *m, const struct followed_item *read, term now)
{
    uint64_t bits = followed_value(m, (struct value){0, now});
    return term_binary(m->terms, TERM_ADD, read->t,
                       term_constant(m->terms, 8u * read->size, bits - read->value));
}

// Notes what the last operation, of a native, has written.
static void finish_native(struct machine *m)
{
    struct follow *f = m->follow;
    for (uint32_t k = 0; k < f->written.size; k++) {
        uint64_t end = f->written.data[k].address + f->written.data[k].size;
        uint32_t read = f->written.data[k].reads;
        for (uint64_t at = f->written.data[k].address; at < end;) {
            unsigned size = aligned_word_size(at, end);
            struct object *o = memory_find(m, at);
            if (o && o->data) {
                term t = content(m, o, at - o->base, size);
                uint64_t bits;
                if (f->written.data[k].counts && read == f->written.data[k].reads)
                    t = counted(m, &f->items.data[read], t);
                if (f->written.data[k].write || t != f->items.data[read].t) {
                    note_followed_write(m, o, at - o->base, size, t, content(m, o, at - o->base, size));
                    vector_last(&f->items).thread = f->written.data[k].thread; // another one may run now
                }
                read++;
                if (!f->written.data[k].counts && !term_is_constant(m->terms, t, &bits))
                    memory_store(m, o, at - o->base, size,
                                 (struct value){followed_value(m, (struct value){0, t}), TERM_NONE});
            }
            at += size;
        }
    }
    f->written.size = 0;
}

const struct followed_item *machine_followed(struct machine *m, uint32_t *count)
{
    finish_native(m);
    *count = m->follow->items.size;
    return m->follow->items.data;
}

const struct access *machine_followed_accesses(const struct machine *m)
{
    return m->follow->accesses.data;
}

void machine_followed_model(const struct machine *m, uint64_t *values, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        values[k] = k < m->follow->model.count ? m->follow->model.values[k] : 0;
}

// ---- decisions

static void note_condition(struct machine *m, term condition, enum followed_side side)
{
    uint64_t bits;
    if (m->options.follow)
        note_unmodelled(m, condition);
    if (notes(m) && !term_is_constant(m->terms, condition, &bits)) {
        struct followed_item *i = push_followed(m, FOLLOWED_CONDITION);
        i->t = condition;
        i->value = side;
    }
}

bool follow_decide(struct machine *m, term condition)
{
    bool truth = followed_value(m, (struct value){0, condition}) & 1;
    note_condition(m, truth ? condition : term_not(m->terms, condition),
                   truth ? FOLLOWED_TRUE : FOLLOWED_FALSE);
    return truth;
}

uint64_t follow_concretise(struct machine *m, struct value v)
{
    uint64_t bits = followed_value(m, v);
    uint32_t count = m->follow->items.size;
    if (v.t)
        note_condition(m, term_eq(m->terms, v.t, term_constant(m->terms, term_width(m->terms, v.t), bits)),
                       FOLLOWED_VALUE);
    if (m->follow->items.size > count)
        vector_last(&m->follow->items).before = v.t;
    return bits;
}

// ---- accesses

// Whether nothing is known of the operation but its place in the execution, whatever its memory holds: a
// release, or one that protects pages and leaves what they hold.
static bool stays(const struct operation *op)
{
    return op->kind == OPERATION_FREE || (op->kind == OPERATION_PROTECT && op->access[0].atomic);
}

// An operation is `ordered` until follow_access or follow_native says what it reads and writes.
void follow_executed(struct machine *m, const struct operation *op)
{
    struct follow *f = m->follow;
    if (!notes(m))
        return;
    finish_native(m);
    struct followed_item *i = push_followed(m, FOLLOWED_OPERATION);
    i->operation = (uint8_t)op->kind;
    i->region = machine_region(m, m->current->number);
    i->place = machine_user_position(m, m->current->number);
    i->ordered = true;
    i->access_begin = f->accesses.size;
    i->access_count = op->access_count;
    for (uint32_t k = 0; k < op->access_count; k++) {
        const struct access *a = &op->access[k];
        vector_push(&f->accesses, *a);
        if (a->write && !stays(op))
            vector_push(&f->written,
                        (struct followed_range){a->address, a->size, true, 0, m->current->number, false});
    }
}

static bool is_followed_object(const struct machine *m, const struct object *o)
{
    return notes(m) && m->follow->threads && o->reach == REACH_SHARED;
}

static void begin_silent(struct machine *m)
{
    finish_native(m);
    push_followed(m, FOLLOWED_SILENT);
}

bool follow_access(struct machine *m, const struct object *o, bool visible)
{
    if (!visible && !is_followed_object(m, o))
        return false;
    if (!notes(m))
        return false;
    if (visible)
        vector_last(&m->follow->items).ordered = false;
    else
        begin_silent(m);
    m->follow->written.size = 0;
    return true;
}

struct value follow_read(struct machine *m, struct object *o, uint64_t offset, unsigned size, unsigned width)
{
    // What was never written is an input, which is what memory held.
    term before = symbolic_term(m, memory_load(m, o, offset, size, 8 * size), 8 * size);
    term variable = term_input(m->terms, FOLLOWED_READS, m->follow->reads++, 8 * size, INPUT_NONDET);
    uint64_t bits = followed_value(m, (struct value){0, before});
    note_unmodelled(m, before);
    set_model_value(m->follow, (uint32_t)term_get(m->terms, variable)->value, bits);
    struct followed_item *i = push_followed(m, FOLLOWED_READ);
    i->address = o->base + offset;
    i->size = (uint8_t)size;
    i->value = bits;
    i->t = variable;
    i->before = before;
    return symbolic_value(m, width < 8 * size ? term_extract(m->terms, variable, 0, width) : variable);
}

struct value follow_write(struct machine *m, struct object *o, uint64_t offset, unsigned size, struct value v)
{
    term t = symbolic_term(m, v, 8 * size);
    if (term_width(m->terms, t) < 8 * size)
        t = term_zext(m->terms, t, 8 * size);
    else if (term_width(m->terms, t) > 8 * size)
        t = term_extract(m->terms, t, 0, 8 * size);
    note_followed_write(m, o, offset, size, t, content(m, o, offset, size));
    return (struct value){followed_value(m, v), TERM_NONE};
}

// Notes what a native reads as numbers: what it does is known for these only.
static void note_fixed(struct machine *m, uint64_t address, uint64_t size)
{
    for (uint64_t at = address; at < address + size;) {
        unsigned part = aligned_word_size(at, address + size);
        struct object *o = memory_find(m, at);
        if (o && o->data) {
            term before = content(m, o, at - o->base, part);
            uint64_t bits = followed_value(m, (struct value){0, before}), known;
            note_unmodelled(m, before);
            if (!term_is_constant(m->terms, before, &known))
                memory_store(m, o, at - o->base, part, (struct value){bits, TERM_NONE});
            struct followed_item *i = push_followed(m, FOLLOWED_READ);
            i->address = at;
            i->size = (uint8_t)part;
            i->fixed = true;
            i->value = bits;
            i->t = term_constant(m->terms, 8 * part, bits);
            i->before = before;
        }
        at += part;
    }
}

// Notes an access of a native's operation: what it reads now, what it writes when the operation is over.
static void note_native_access(struct machine *m, const struct access *a)
{
    const struct object *o = memory_find(m, a->address);
    if (!o || o->reach != REACH_SHARED)
        return;
    vector_push(&m->follow->written,
                (struct followed_range){a->address, a->size, a->write, m->follow->items.size,
                                        m->current->number, false});
    note_fixed(m, a->address, a->size);
}

// A semaphore's value need not be what it was: a wait needs one that is not 0, a post one that is not the
// largest; what else is in the same word stays. False: it is no operation that counts, or does something
// else.
static bool note_counting(struct machine *m, const struct operation *op)
{
    enum { VALUE_BITS = 32 };
    struct follow *f = m->follow;
    const struct access *a = &op->access[0];
    uint32_t first = f->items.size;
    uint64_t forbidden = op->kind == OPERATION_SEM_WAIT ? 0 : INT32_MAX;
    if (op->kind != OPERATION_SEM_WAIT && op->kind != OPERATION_SEM_POST)
        return false;
    note_native_access(m, a);
    if (first == f->items.size || f->items.data[first].address != a->address)
        return true;
    struct followed_item *read = &f->items.data[first];
    unsigned bits = 8u * read->size;
    if (bits < VALUE_BITS || (read->value & UINT32_MAX) == forbidden)
        return true;
    term v = term_input(m->terms, FOLLOWED_READS, f->reads++, bits, INPUT_NONDET);
    set_model_value(f, (uint32_t)term_get(m->terms, v)->value, read->value);
    read->t = v;
    read->fixed = false;
    term value = term_extract(m->terms, v, 0, VALUE_BITS);
    term may = term_not(m->terms, term_eq(m->terms, value, term_constant(m->terms, VALUE_BITS, forbidden)));
    if (bits > VALUE_BITS)
        may = term_and(m->terms, may,
                       term_eq(m->terms, term_extract(m->terms, v, VALUE_BITS, bits - VALUE_BITS),
                               term_constant(m->terms, bits - VALUE_BITS, read->value >> VALUE_BITS)));
    vector_last(&f->written).counts = true;
    struct followed_item *condition = push_followed(m, FOLLOWED_CONDITION);
    condition->t = may;
    condition->value = FOLLOWED_TRUE;
    return true;
}

void follow_native(struct machine *m, const struct operation *op, bool visible)
{
    struct follow *f = m->follow;
    if (!notes(m) || (!visible && !f->threads))
        return;
    if (!visible)
        begin_silent(m);
    else if (operation_has(op->kind, OPERATION_FOLLOWED))
        vector_last(&f->items).ordered = false;
    f->written.size = 0;
    if (stays(op))
        return;
    bool counts = note_counting(m, op);
    for (uint32_t k = counts; k < op->access_count; k++)
        note_native_access(m, &op->access[k]);
}

void follow_reached(struct machine *m, const struct access *access)
{
    struct follow *f = m->follow;
    if (!notes(m) || !f->threads)
        return;
    note_native_access(m, access);
    for (uint32_t k = f->items.size; k-- > 0;) { // of its operation, where that is a step of a schedule
        struct followed_item *i = &f->items.data[k];
        if (i->kind == FOLLOWED_OPERATION) {
            vector_push(&f->accesses, *access);
            i->access_count++;
        }
        if (i->kind == FOLLOWED_OPERATION || i->kind == FOLLOWED_SILENT)
            break;
    }
}

void follow_retract(struct machine *m)
{
    struct follow *f = m->follow;
    if (!notes(m))
        return;
    f->written.size = 0;
    while (f->items.size && vector_last(&f->items).kind != FOLLOWED_OPERATION)
        f->items.size--;
    if (f->items.size)
        f->items.size--;
}

// ---- threads and memory

void follow_thread(struct machine *m, uint32_t from, uint32_t to, bool join)
{
    struct follow *f = m->follow;
    if (!notes(m))
        return;
    if (join) // a creation has not written the thread's handle yet
        finish_native(m);
    f->threads = true;
    vector_push(&f->items, (struct followed_item){.kind = join ? FOLLOWED_JOIN : FOLLOWED_CREATE,
                                                  .thread = join ? to : from,
                                                  .other = join ? from : to,
                                                  .code = NO_CODE});
}

// Contents that were terms become the numbers that they are in this execution: another thread could read them
// in a schedule in which what they depend on is not decided yet.
void follow_share(struct machine *m, struct object *o)
{
    if (!m->options.follow || !m->follow->threads || !o->data)
        return;
    for (uint64_t at = 0; at < o->size; at++) {
        const struct line *l = &o->lines[at / LINE_BYTES];
        if (!l->overlay || l->uninitialised >> at % LINE_BYTES & 1)
            continue;
        struct value v = memory_peek(m, o, at, 1);
        if (v.t)
            memory_store(m, o, at, 1, (struct value){follow_concretise(m, v), TERM_NONE});
    }
}
