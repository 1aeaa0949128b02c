#include "summary/entail.h"

#include "machine/questions.h"
#include "machine/recorded.h"
#include "smt/smt.h"
#include "summary/content.h"

#define MOST_EFFORT 200u // of one question to the solver (smt_effort): to explore is no more than that

void entail_free(struct entailment *e)
{
    vector_free(&e->model);
    vector_free(&e->related);
    vector_free(&e->taken);
    vector_free(&e->path);
}

// Whether inputs of the term are related to some that are. `mark`: then all of them are.
static bool touches_related(struct entailment *e, term t, bool mark)
{
    uint32_t count;
    const uint32_t *inputs = term_inputs(e->terms, t, &count);
    bool related = false;
    for (uint32_t k = 0; k < count && !related; k++)
        related = e->related.data[inputs[k]];
    for (uint32_t k = 0; k < count && mark; k++)
        e->related.data[inputs[k]] = true;
    return related;
}

void entail_related(struct entailment *e, const term *terms, uint32_t count)
{
    uint32_t path_count, inputs = term_input_count(e->terms);
    const term *path = machine_path_condition(e->machine, &path_count);
    e->related.size = e->taken.size = e->path.size = 0;
    while (e->related.size < inputs)
        vector_push(&e->related, false);
    while (e->taken.size < path_count)
        vector_push(&e->taken, false);
    for (uint32_t k = 0; k < count; k++)
        if (terms[k])
            touches_related(e, terms[k], true);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < path_count; k++)
            if (!e->taken.data[k] && touches_related(e, path[k], false)) {
                touches_related(e, path[k], true);
                e->taken.data[k] = changed = true;
            }
    }
    for (uint32_t k = 0; k < path_count; k++)
        if (e->taken.data[k])
            vector_push(&e->path, path[k]);
}

bool entail_has(const struct entailment *e, term condition)
{
    uint32_t count;
    const term *path = machine_path_condition(e->machine, &count);
    for (uint32_t k = 0; k < count; k++)
        if (path[k] == condition)
            return true;
    return false;
}

// A number as a term, of at most 128 bits.
static term number_term(struct terms *terms, unsigned width, int64_t number)
{
    return term_constant_wide(terms, width, number < 0 ? ~(uint64_t)0 : 0, (uint64_t)number);
}

// The sum as a term of that many bits. TERM_NONE: some place has no value.
static term sum_term(const struct entailment *e, const struct literal *l, unsigned width)
{
    struct terms *terms = e->terms;
    term sum = number_term(terms, width, 0);
    for (uint32_t k = 0; k < l->count; k++) {
        const struct literal_place *place = &l->part[k].place;
        struct machine_content c = content_of(e->machine, place);
        if (!c.known)
            return TERM_NONE;
        term v = c.t ? c.t : term_constant(terms, place->width, c.bits);
        if (term_width(terms, v) > place->width)
            v = term_extract(terms, v, 0, place->width);
        if (term_width(terms, v) < place->width)
            v = term_zext(terms, v, place->width);
        if (width < place->width)
            v = term_extract(terms, v, 0, width);
        else if (width > place->width)
            v = place->width == 1 ? term_zext(terms, v, width) : term_sext(terms, v, width);
        term product = term_binary(terms, TERM_MUL, v, number_term(terms, width, l->part[k].factor));
        sum = term_binary(terms, TERM_ADD, sum, product);
    }
    return sum;
}

static term literal_term(const struct entailment *e, const struct literal *l)
{
    enum { ENOUGH = 112 }; // for eight products of 40 and 64 bits
    unsigned width = l->relation == RELATION_AT_MOST ? ENOUGH : l->width;
    term sum = sum_term(e, l, width);
    if (!sum)
        return TERM_NONE;
    term k = number_term(e->terms, width, l->constant);
    if (l->relation == RELATION_AT_MOST)
        return term_binary(e->terms, TERM_SLE, sum, k);
    term equal = term_eq(e->terms, sum, k);
    return l->relation == RELATION_EQUAL ? equal : term_not(e->terms, equal);
}

// The literal's places as numbers. False: one depends on inputs.
static bool numbers_of_places(const struct entailment *e, const struct literal *l, int64_t *numbers)
{
    for (uint32_t k = 0; k < l->count; k++)
        if (!content_number(e->machine, &l->part[k].place, &numbers[k]))
            return false;
    return true;
}

bool entail_literal(struct entailment *e, const struct literal *l, term *condition)
{
    int64_t numbers[LITERAL_PARTS];
    if (numbers_of_places(e, l, numbers))
        return literal_holds(l, numbers);
    term t = literal_term(e, l);
    if (!t)
        return false;
    entail_conjoin(e, condition, t);
    return true;
}

void entail_conjoin(struct entailment *e, term *condition, term with)
{
    *condition = *condition ? term_and(e->terms, *condition, with) : with;
}

bool entail_holds(struct entailment *e, term condition)
{
    uint32_t count, inputs = term_input_count(e->terms);
    if (!condition)
        return true;
    const term *path = machine_path_condition(e->machine, &count);
    if (!e->has_model) {
        vector_reserve(&e->model, (uint64_t)inputs + 1);
        machine_model(e->machine, e->model.data, inputs);
        e->has_model = true;
    }
    unsigned effort = smt_effort(e->smt, MOST_EFFORT);
    enum smt_answer answer =
        smt_check(e->smt, path, count, term_not(e->terms, condition), e->model.data, NULL, 0);
    smt_effort(e->smt, effort);
    return answer == SMT_UNSAT;
}
