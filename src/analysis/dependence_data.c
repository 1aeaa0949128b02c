// Data dependence through registers, parameters and results.
#include "analysis/dependence_build.h"
#include "program/registers.h"

// ---- operands

static void add_operand_edge(struct dependence_build *b, uint32_t from, uint32_t code, uint32_t operand,
                             enum dependence_kind kind)
{
    if (!(operand & OPERAND_CONSTANT))
        dependence_add(b, from, dependence_operand(b->d, code, operand), kind);
}

static void add_variadic(struct dependence_build *b, uint32_t code, const uint32_t *list)
{
    const uint32_t *pair = list + 2 + list[0];
    for (uint32_t k = 0; k < list[1]; k++, pair += 2) {
        uint32_t words = pair[1] & OPERAND_BYVAL ? 1 : (OPERAND_SIZE(pair[1]) + 7) / 8;
        for (uint32_t w = 0; w < words && !(pair[0] & OPERAND_CONSTANT); w++)
            add_operand_edge(b, code, code, pair[0] + w, DEPENDENCE_DATA);
    }
}

// A call as an instruction depends on the arguments that it uses itself: those of natives, but not what is
// only passed on to a function or a new thread.
static void add_call_operands(struct dependence_build *b, const struct call_site *s)
{
    const struct program *p = b->d->program;
    const struct instruction *i = &p->code[s->code];
    const uint32_t *list = p->operands + i->b;
    uint32_t targets = 1;
    if (i->op == OP_CALL_INDIRECT) // one without any never gets as far as its arguments
        points_to_callees(b->d->calls->points_to, s->code, &targets);
    bool native = i->op == OP_CALL_NATIVE || (targets && (s->facts || !s->entered_count));
    uint32_t used = native ? list[0] : 0;
    if (native && s->native != NATIVE_COUNT && s->facts & FACT_CREATES && used)
        used--; // the thread's argument
    if (i->op == OP_CALL_NATIVE && native_facts(i->a) & FACT_CONSTANT)
        used = 0;
    for (uint32_t k = 0; k < used; k++)
        add_operand_edge(b, s->code, s->code, list[2 + k], DEPENDENCE_DATA);
    if (i->op == OP_CALL_INDIRECT)
        add_operand_edge(b, s->code, s->code, i->a, DEPENDENCE_DATA);
    add_variadic(b, s->code, list);
}

static void add_function_data(struct dependence_build *b, uint32_t function)
{
    const struct dependence *d = b->d;
    const struct program *p = d->program;
    const struct registers *registers = d->registers[function];
    const struct function *f = &p->functions[function];
    for (uint32_t code = f->first; code < f->end; code = code_next(p, code)) {
        const struct call_site *s = calls_at(d->calls, code);
        if (s) {
            add_call_operands(b, s);
            continue;
        }
        uint32_t count;
        const struct register_use *uses = registers_uses(registers, code, &count);
        for (uint32_t k = 0; k < count; k++)
            dependence_add(b, code, dependence_operand(d, code, uses[k].number), DEPENDENCE_DATA);
    }
}

static void add_merges(struct dependence_build *b, uint32_t function)
{
    const struct dependence *d = b->d;
    const struct registers *r = d->registers[function];
    for (uint32_t m = 0; m < r->merge_count; m++)
        for (uint32_t k = r->merge_starts[m]; k < r->merge_starts[m + 1]; k++)
            dependence_add(b, d->nodes.merge + d->merge_base[function] + m,
                           dependence_value(d, function, r->operands[k]), DEPENDENCE_DATA);
}

// ---- parameters

static void add_argument_edges(struct dependence_build *b, const struct call_site *s, uint32_t function)
{
    const struct dependence *d = b->d;
    const uint32_t *list = d->program->operands + d->program->code[s->code].b;
    uint32_t parameter = d->nodes.parameter + d->parameter_base[function];
    uint32_t words = d->program->functions[function].parameter_words;
    for (uint32_t k = 0; k < words && k < list[0]; k++)
        add_operand_edge(b, parameter + k, s->code, list[2 + k], DEPENDENCE_PARAMETER);
}

// The last argument of a native that creates a thread is the parameter of its start routine.
static void add_thread_argument(struct dependence_build *b, const struct call_site *s, uint32_t function)
{
    const struct dependence *d = b->d;
    const uint32_t *list = d->program->operands + d->program->code[s->code].b;
    if (d->program->functions[function].parameter_words && list[0])
        add_operand_edge(b, d->nodes.parameter + d->parameter_base[function], s->code, list[1 + list[0]],
                         DEPENDENCE_PARAMETER);
}

static void add_parameters(struct dependence_build *b)
{
    const struct dependence *d = b->d;
    const struct calls *calls = d->calls;
    uint32_t count;
    const uint32_t *destructors = points_to_key_destructors(calls->points_to, &count);
    for (uint32_t k = 0; k < calls->site_count; k++) {
        const struct call_site *s = &calls->sites[k];
        for (uint32_t e = 0; e < s->entered_count; e++)
            add_argument_edges(b, s, calls->functions[s->first_entered + e]);
        for (uint32_t e = 0; e < s->started_count; e++)
            add_thread_argument(b, s, calls->functions[s->first_started + e]);
        for (uint32_t e = 0; s->facts & FACT_KEY && e < count; e++)
            if (d->program->functions[destructors[e]].parameter_words)
                dependence_add(b, d->nodes.parameter + d->parameter_base[destructors[e]], s->code,
                               DEPENDENCE_PARAMETER);
    }
}

// ---- results

// From the node to what the function returns.
static void add_returns(struct dependence_build *b, uint32_t node, uint32_t function)
{
    const struct program *p = b->d->program;
    const struct function *f = &p->functions[function];
    for (uint32_t code = f->first; code < f->end; code = code_next(p, code))
        if (p->code[code].op == OP_RETURN && p->code[code].aux)
            dependence_add(b, node, code, DEPENDENCE_RETURN);
}

// A join that stores a result reads what some thread returned or passed to pthread_exit.
static void add_joined_result(struct dependence_build *b, const struct call_site *join)
{
    const struct dependence *d = b->d;
    const struct calls *calls = d->calls;
    uint32_t operand;
    bool stored = !call_operand(d->program, join->code, 1, &operand) || !(operand & OPERAND_CONSTANT) ||
                  d->program->constants[operand & ~OPERAND_CONSTANT] != 0;
    for (uint32_t k = 0; stored && k < calls->site_count; k++) {
        const struct call_site *s = &calls->sites[k];
        for (uint32_t e = 0; e < s->started_count; e++)
            add_returns(b, join->code, calls->functions[s->first_started + e]);
        if (s->facts & FACT_ENDS_THREAD)
            dependence_add(b, join->code, s->code, DEPENDENCE_RETURN);
    }
}

static void add_results(struct dependence_build *b)
{
    const struct dependence *d = b->d;
    for (uint32_t k = 0; k < d->calls->site_count; k++) {
        const struct call_site *s = &d->calls->sites[k];
        for (uint32_t e = 0; e < s->entered_count; e++)
            add_returns(b, d->nodes.result + k, d->calls->functions[s->first_entered + e]);
        if (s->entered_count)
            dependence_add(b, d->nodes.result + k, s->code, DEPENDENCE_DATA);
        if (s->facts & FACT_JOINS)
            add_joined_result(b, s);
    }
    uint32_t exit_function = d->calls->exit_function;
    if (exit_function != NO_FUNCTION && d->program->functions[exit_function].parameter_words &&
        d->program->main != NO_FUNCTION)
        add_returns(b, d->nodes.parameter + d->parameter_base[exit_function], d->program->main);
}

void dependence_build_data(struct dependence_build *b)
{
    for (uint32_t f = 0; f < b->d->program->functions_count; f++) {
        if (!b->d->registers[f])
            continue;
        add_function_data(b, f);
        add_merges(b, f);
    }
    add_parameters(b);
    add_results(b);
}
