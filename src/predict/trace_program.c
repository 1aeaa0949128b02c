#include "predict/trace_program.h"

#include "predict/recorded_calls.h"

// Makers of the variables, beside those of inputs and reads.
#define ORDER_VARIABLES (((uint64_t)1 << 62) + 1)
#define EXECUTED_VARIABLES (((uint64_t)1 << 62) + 2)
#define WAIVED_VARIABLE (((uint64_t)1 << 62) + 3)

// Where a thread stands while the run's items are walked.
struct stand {
    term reached;    // that it has come so far; TERM_NONE: it has not begun
    event_list last; // the newest events before what it does next: its own, or its creator's and those joined
    uint32_t *clock;
};

struct maker {
    struct trace_program *p;
    const struct program *program;
    uint32_t properties;
    unsigned width; // of places in the order
    struct stand *stands;
};

// ---- assertions

// Whether the code from there on does nothing but fail.
static bool only_fails_from(const struct program *program, uint32_t code, unsigned wanted)
{
    enum { MOST = 64 };
    for (uint32_t k = 0; k < MOST; k++) {
        const struct instruction *i = &program->code[code];
        switch (i->op) {
        case OP_CONST:
        case OP_MOVE:
        case OP_EXTRA: code++; break;
        case OP_JUMP: code = i->b; break;
        case OP_CALL: code = program->functions[i->a].first; break;
        case OP_CALL_NATIVE: return native_facts(i->a) & wanted && !(native_facts(i->a) & FACT_CONDITION);
        default: return false;
        }
    }
    return false;
}

static unsigned wanted_facts(uint32_t properties)
{
    return (properties & 1u << PROPERTY_ASSERTION ? FACT_ASSERTS : 0u) |
           (properties & 1u << PROPERTY_ABORT ? FACT_ABORTS : 0u);
}

// Whether an assertion fails if the condition is not decided as it was.
static bool is_assertion(const struct maker *m, const struct followed_item *decided)
{
    uint32_t code = decided->code;
    unsigned wanted = wanted_facts(m->properties);
    if (code >= m->program->code_count)
        return false;
    const struct instruction *i = &m->program->code[code];
    if (i->op == OP_CALL_NATIVE) {
        unsigned facts = native_facts(i->a);
        return facts & wanted && facts & FACT_CONDITION && decided->value == FOLLOWED_TRUE;
    }
    if (i->op != OP_BRANCH || decided->value == FOLLOWED_VALUE)
        return false;
    uint32_t other = decided->value == FOLLOWED_TRUE ? i->d : i->b;
    return only_fails_from(m->program, other, wanted) ||
           (m->p->run->fails_later && recorded_calls_fail_later(m->program, other));
}

static struct trace_assertion claim(struct maker *m, const struct followed_item *i, const struct stand *s,
                                    term condition)
{
    struct trace_program *p = m->p;
    struct trace_assertion a = {.thread = i->thread,
                                .code = i->code,
                                .condition = condition,
                                .reached = s->reached,
                                .item = (uint32_t)(i - p->run->items.data),
                                .after_begin = p->after.size};
    for (uint32_t k = 0; k < s->last.size; k++)
        vector_push(&p->after, s->last.data[k]);
    a.after_end = p->after.size;
    return a;
}

// An address that is read may be null in another order, or lie within an object at null; a divisor may be 0.
static void add_suspect_access(struct maker *m, const struct followed_item *i, const struct stand *s)
{
    enum { NULL_PAGE = 4096 };
    struct trace_program *p = m->p;
    enum opcode op = i->code < m->program->code_count ? m->program->code[i->code].op : OP_BRANCH;
    if (i->value == FOLLOWED_VALUE && i->before) {
        term page = term_constant(p->terms, term_width(p->terms, i->before), NULL_PAGE);
        term beyond = term_not(p->terms, term_binary(p->terms, TERM_ULT, i->before, page));
        vector_push(&p->suspects, claim(m, i, s, beyond));
    } else if (i->value != FOLLOWED_VALUE && op != OP_BRANCH && op != OP_SWITCH && op != OP_CALL_NATIVE) {
        vector_push(&p->suspects, claim(m, i, s, i->t));
    }
}

// ---- events

static void add_trace_event(struct maker *m, uint32_t item)
{
    struct trace_program *p = m->p;
    struct terms *terms = p->terms;
    const struct followed_item *i = &p->run->items.data[item];
    struct stand *s = &m->stands[i->thread];
    uint32_t number = p->events.size;
    struct trace_event e = {
        .thread = i->thread,
        .number = ++s->clock[i->thread],
        .item = item,
        .step = p->run->step_of_item.data[item],
        .access_begin = p->accesses.size,
        .access_end = p->accesses.size,
        .after_begin = p->after.size,
        .silent = i->kind == FOLLOWED_SILENT,
        .ordered = i->ordered,
        .region = i->region,
        .last = number,
        .reached = s->reached,
        .order = term_input(terms, ORDER_VARIABLES, number, m->width, INPUT_NONDET),
    };
    e.executed = e.silent ? e.reached : term_input(terms, EXECUTED_VARIABLES, number, 1, INPUT_NONDET);
    for (uint32_t k = 0; k < s->last.size; k++)
        vector_push(&p->after, s->last.data[k]);
    e.after_end = p->after.size;
    for (uint32_t k = 0; k < s->last.size; k++)
        vector_push(&p->order, term_binary(terms, TERM_ULT,
                                           vector_at(&p->events, vector_at(&s->last, k)).order, e.order));
    for (uint32_t t = 0; t < p->threads; t++)
        vector_push(&p->clocks, s->clock[t]);
    s->last.size = 0;
    vector_push(&s->last, number);
    s->reached = e.executed;
    vector_push(&p->events, e);
}

static void add_trace_access(struct maker *m, const struct followed_item *i)
{
    struct trace_program *p = m->p;
    if (!p->events.size || vector_last(&p->events).thread != i->thread)
        return; // before the thread's first event: only it knows the memory
    vector_push(&p->accesses, (struct trace_access){.event = p->events.size - 1,
                                                    .address = i->address,
                                                    .size = i->size,
                                                    .write = i->kind == FOLLOWED_WRITE,
                                                    .fixed = i->fixed,
                                                    .t = i->t,
                                                    .before = i->before,
                                                    .value = i->value});
    vector_last(&p->events).access_end = p->accesses.size;
}

static void add_condition(struct maker *m, const struct followed_item *i)
{
    struct trace_program *p = m->p;
    struct stand *s = &m->stands[i->thread];
    term holds = i->t;
    if (is_assertion(m, i)) {
        vector_push(&p->assertions, claim(m, i, s, i->t));
        holds = term_or(p->terms, holds,
                        term_eq(p->terms, p->waived, term_constant(p->terms, m->width, p->assertions.size)));
    }
    add_suspect_access(m, i, s);
    s->reached = term_and(p->terms, s->reached, holds);
}

// ---- threads

static void add_last(event_list *to, const event_list *from)
{
    for (uint32_t k = 0; k < from->size; k++) {
        bool known = false;
        for (uint32_t n = 0; n < to->size; n++)
            known |= to->data[n] == from->data[k];
        if (!known)
            vector_push(to, from->data[k]);
    }
}

// What `thread` does next comes after what `other` has done.
static void put_thread_after(struct maker *m, uint32_t thread, uint32_t other)
{
    struct stand *s = &m->stands[thread], *o = &m->stands[other];
    s->reached = s->reached ? term_and(m->p->terms, s->reached, o->reached) : o->reached;
    add_last(&s->last, &o->last);
    for (uint32_t t = 0; t < m->p->threads; t++)
        if (o->clock[t] > s->clock[t])
            s->clock[t] = o->clock[t];
}

// ---- atomic sections

// Events of one step belong together: nothing comes in between, and the section is executed to its end.
// Silent ones may stand among them: what a native does that nobody can notice.
static void join_sections(struct maker *m, uint32_t step)
{
    struct trace_program *p = m->p;
    uint32_t last = p->events.size;
    while (last > 0 && p->events.data[last - 1].silent)
        last--;
    uint32_t first = last;
    for (uint32_t k = last; k > 0 && p->events.data[k - 1].step == step; k--)
        if (!p->events.data[k - 1].silent)
            first = k - 1;
    for (uint32_t k = first; k < last; k++)
        p->events.data[k].section = last - first > 1;
    if (last - first < 2)
        return;
    p->events.data[first].last = last - 1;
    p->events.data[first].section_ended = m->stands[p->events.data[first].thread].reached;
}

// ---- all

static void walk_items(struct maker *m)
{
    const struct machine_run *run = m->p->run;
    for (uint32_t k = 0; k < run->items.size; k++) {
        const struct followed_item *i = &run->items.data[k];
        if (k && run->step_of_item.data[k] != run->step_of_item.data[k - 1])
            join_sections(m, run->step_of_item.data[k - 1]);
        switch ((enum followed_kind)i->kind) {
        case FOLLOWED_OPERATION:
        case FOLLOWED_SILENT: add_trace_event(m, k); break;
        case FOLLOWED_READ:
        case FOLLOWED_WRITE: add_trace_access(m, i); break;
        case FOLLOWED_CONDITION: add_condition(m, i); break;
        case FOLLOWED_CREATE: put_thread_after(m, i->other, i->thread); break;
        case FOLLOWED_JOIN: put_thread_after(m, i->thread, i->other); break;
        }
    }
    if (run->items.size)
        join_sections(m, vector_last(&run->step_of_item));
}

static unsigned width_for(uint32_t count)
{
    unsigned width = 1;
    while (width < 32 && count >> width)
        width++;
    return width;
}

void trace_program_make(struct trace_program *p, const struct program *program, struct terms *terms,
                        const struct machine_run *run, uint32_t properties)
{
    *p = (struct trace_program){.terms = terms, .run = run, .threads = run->threads};
    struct maker m = {
        .p = p, .program = program, .properties = properties, .width = width_for(run->items.size)};
    p->waived = term_input(terms, WAIVED_VARIABLE, 0, m.width, INPUT_NONDET);
    uint32_t *clocks = memory_zalloc((size_t)p->threads * p->threads + 1, sizeof *clocks);
    m.stands = memory_zalloc(p->threads + 1, sizeof *m.stands);
    for (uint32_t t = 0; t < p->threads; t++)
        m.stands[t].clock = clocks + (size_t)t * p->threads;
    m.stands[0].reached = term_constant(terms, 1, 1); // main
    walk_items(&m);
    for (uint32_t t = 0; t < p->threads; t++) {
        vector_push(&p->completed, m.stands[t].reached);
        vector_free(&m.stands[t].last);
    }
    memory_free(m.stands);
    memory_free(clocks);
}

void trace_program_free(struct trace_program *p)
{
    vector_free(&p->events);
    vector_free(&p->accesses);
    vector_free(&p->assertions);
    vector_free(&p->suspects);
    vector_free(&p->after);
    vector_free(&p->order);
    vector_free(&p->completed);
    vector_free(&p->clocks);
}

bool trace_program_ends_object(const struct trace_program *p, uint32_t event)
{
    switch (p->run->items.data[vector_at(&p->events, event).item].operation) {
    case OPERATION_FREE:
    case OPERATION_PROTECT:
    case OPERATION_MUTEX_DESTROY:
    case OPERATION_COND_DESTROY:
    case OPERATION_RWLOCK_DESTROY:
    case OPERATION_SPIN_DESTROY:
    case OPERATION_BARRIER_DESTROY:
    case OPERATION_SEM_DESTROY: return true;
    default: return false;
    }
}
