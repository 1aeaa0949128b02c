#include "smt/smt.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"
#include "smt/backend.h"
#include "smt/grouping.h"
#include "smt/models.h"
#include "smt/ranges.h"
#include "smt/simplify.h"
#include "smt/sums.h"
#include "smt/unsat.h"

#include <limits.h>
#include <stdlib.h>

// What a query may take. UINT_MAX: anything.
struct limits {
    unsigned effort, milliseconds;
};

// Queries that were too hard are remembered by their hash, with the limits that they had, so that these are
// not used up again at every branch that asks the same. A collision makes an answer unknown, never wrong.
#define GAVE_UP_SLOTS 256u
struct hard_query {
    uint64_t hash; // 0: none was remembered here
    struct limits limits;
};

struct smt {
    struct terms *terms;
    struct smt_options options;
    struct smt_statistics statistics;
    struct backend *backend;
    struct models models;
    struct unsat_sets unsat;
    struct grouping grouping;
    struct ranges ranges;
    struct sums sums;
    struct simplification simplification;
    struct hard_query gave_up[GAVE_UP_SLOTS];
    unsigned effort, limit; // smt_effort, smt_limit
    VECTOR(term) conjuncts; // of the question being answered, the question's own last
    VECTOR(term) query;     // one group of them, ascending
    VECTOR(term) in_order;  // `query` in the order of the path
    VECTOR(term) core;
    VECTOR(uint64_t) answer; // values of the model being put together, by input
    VECTOR(uint64_t) solved; // what the backend filled
    VECTOR(uint64_t) met;    // by group: the number of the last question in which it was met
    VECTOR(term) pending;    // conjunctions still to be split
};

struct smt *smt_new(struct terms *terms, const struct smt_options *options)
{
    struct smt *smt = memory_zalloc(1, sizeof *smt);
    smt->terms = terms;
    smt->options = *options;
    smt->backend = backend_new(terms, options);
    return smt;
}

void smt_free(struct smt *smt)
{
    if (!smt)
        return;
    backend_free(smt->backend);
    models_free(&smt->models);
    unsat_free(&smt->unsat);
    grouping_free(&smt->grouping);
    ranges_free(&smt->ranges);
    sums_free(&smt->sums);
    simplify_free(&smt->simplification);
    vector_free(&smt->conjuncts);
    vector_free(&smt->query);
    vector_free(&smt->in_order);
    vector_free(&smt->core);
    vector_free(&smt->answer);
    vector_free(&smt->solved);
    vector_free(&smt->met);
    vector_free(&smt->pending);
    memory_free(smt);
}

const char *smt_load_error(const struct smt *smt)
{
    return backend_error(smt->backend);
}

const struct smt_statistics *smt_statistics(const struct smt *smt)
{
    return &smt->statistics;
}

// Splits conjunctions. False: one of the conjuncts is the constant 0.
static bool add_conjuncts(struct smt *smt, term t)
{
    vector_clear(&smt->pending);
    vector_push(&smt->pending, t);
    while (smt->pending.size) {
        term next = vector_pop(&smt->pending);
        const struct term_node *n = term_get(smt->terms, next);
        if (n->kind == TERM_AND) {
            term first = n->kid[0], second = n->kid[1];
            vector_push(&smt->pending, second);
            vector_push(&smt->pending, first);
        } else if (term_is_false(smt->terms, next)) {
            return false;
        } else if (!term_is_true(smt->terms, next)) {
            vector_push(&smt->conjuncts, next);
        }
    }
    return true;
}

static int compare_conjuncts(const void *a, const void *b)
{
    term x = *(const term *)a, y = *(const term *)b;
    return x < y ? -1 : x > y;
}

// Sorts and drops duplicates; true if there were any.
static bool sort_terms(term *terms, uint32_t *count)
{
    uint32_t kept = 0;
    qsort(terms, *count, sizeof *terms, compare_conjuncts);
    for (uint32_t i = 0; i < *count; i++)
        if (kept == 0 || terms[kept - 1] != terms[i])
            terms[kept++] = terms[i];
    bool dropped = kept != *count;
    *count = kept;
    return dropped;
}

// Collects the conjuncts of one group: ascending for the caches, in the order of the path for the solver.
static void collect_query(struct smt *smt, uint32_t group)
{
    vector_clear(&smt->query);
    vector_clear(&smt->in_order);
    const uint32_t *next = smt->grouping.next.data;
    for (uint32_t i = smt->grouping.first.data[group]; i != GROUPING_NONE; i = next[i]) {
        vector_push(&smt->query, smt->conjuncts.data[i]);
        vector_push(&smt->in_order, smt->conjuncts.data[i]);
    }
    if (!sort_terms(smt->query.data, &smt->query.size))
        return;
    // Paths rarely repeat a conjunct, so that the plain search is good enough.
    uint32_t kept = 0;
    for (uint32_t i = 0; i < smt->in_order.size; i++) {
        uint32_t earlier = 0;
        while (earlier < kept && smt->in_order.data[earlier] != smt->in_order.data[i])
            earlier++;
        if (earlier == kept)
            smt->in_order.data[kept++] = smt->in_order.data[i];
    }
    smt->in_order.size = kept;
}

static uint64_t query_hash(const struct smt *smt)
{
    uint64_t hash = smt->query.size;
    for (uint32_t i = 0; i < smt->query.size; i++)
        hash = hash_combine(hash, smt->query.data[i]);
    return hash | 1;
}

// Puts the values of the query's inputs into the answer.
static void take_values(struct smt *smt, const uint64_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < smt->query.size; i++) {
        uint32_t used;
        const uint32_t *inputs = term_inputs(smt->terms, smt->query.data[i], &used);
        for (uint32_t k = 0; k < used; k++)
            smt->answer.data[inputs[k]] = inputs[k] < count ? values[inputs[k]] : 0;
    }
}

static void reserve_values(struct smt *smt)
{
    uint32_t inputs = term_input_count(smt->terms);
    vector_reserve(&smt->solved, (uint64_t)inputs + 1);
    while (smt->solved.size < inputs)
        vector_push(&smt->solved, 0);
    vector_reserve(&smt->core, (uint64_t)smt->query.size + 1);
}

static struct limits present_limits(const struct smt *smt)
{
    return (struct limits){smt->effort ? smt->effort : UINT_MAX, smt->limit ? smt->limit : UINT_MAX};
}

// Whether the query was too hard with limits that were no less than the present ones.
static bool gave_up_before(const struct smt *smt, uint64_t hash)
{
    const struct hard_query *hard = &smt->gave_up[hash % GAVE_UP_SLOTS];
    struct limits now = present_limits(smt);
    return hard->hash == hash && now.effort <= hard->limits.effort &&
           now.milliseconds <= hard->limits.milliseconds;
}

// Asks the solvers about the query as it was simplified.
static enum smt_answer ask_simplified(struct smt *smt)
{
    const struct simplification *simple = &smt->simplification;
    const term *asked = simple->asked.data, *query = smt->in_order.data;
    uint32_t count = simple->asked.size, n = smt->in_order.size;
    enum smt_answer answer = simple->contradicts ? SMT_UNSAT : SMT_SAT;
    smt->core.size = 0;
    for (uint32_t i = 0; i < smt->solved.size; i++)
        smt->solved.data[i] = 0;
    if (count)
        answer = backend_check(smt->backend, asked, count, smt->solved.data, smt->core.data, &smt->core.size);
    if (answer == SMT_SAT)
        simplify_complete(simple, smt->terms, smt->solved.data, smt->solved.size);
    else if (answer == SMT_UNSAT)
        simplify_lift_core(simple, query, n, smt->core.data, &smt->core.size);
    return answer;
}

static enum smt_answer ask_solvers(struct smt *smt)
{
    const term *query = smt->in_order.data;
    uint32_t n = smt->in_order.size;
    if (simplify_query(&smt->simplification, smt->terms, query, n))
        return ask_simplified(smt);
    return backend_check(smt->backend, query, n, smt->solved.data, smt->core.data, &smt->core.size);
}

// Asks the solvers; what they say is stored. A model that does not satisfy the query when evaluated is not
// believed.
static enum smt_answer ask_backend(struct smt *smt, uint64_t hash)
{
    reserve_values(smt);
    const term *query = smt->query.data;
    uint32_t n = smt->query.size, inputs = term_input_count(smt->terms);
    smt->statistics.queries++;
    double start = clock_seconds();
    enum smt_answer answer = ask_solvers(smt);
    smt->statistics.seconds += clock_seconds() - start;
    smt->statistics.steps = backend_steps(smt->backend);
    if (answer == SMT_SAT) {
        if (!models_satisfy(smt->terms, query, n, smt->solved.data, inputs)) {
            smt->statistics.wrong_models++;
            return SMT_UNKNOWN;
        }
        take_values(smt, smt->solved.data, inputs);
        if (smt->options.caches)
            models_add(&smt->models, hash, smt->answer.data, inputs);
    } else if (answer == SMT_UNSAT && smt->options.caches) {
        sort_terms(smt->core.data, &smt->core.size);
        unsat_add(&smt->unsat, smt->core.data, smt->core.size);
    } else if (answer == SMT_UNKNOWN) {
        smt->gave_up[hash % GAVE_UP_SLOTS] = (struct hard_query){hash, present_limits(smt)};
    }
    return answer;
}

// In the mode that checks answers: asks Z3 as well, and believes neither when they differ.
static enum smt_answer confirm_answer(struct smt *smt, enum smt_answer answer)
{
    if (!smt->options.validate || answer == SMT_UNKNOWN)
        return answer;
    reserve_values(smt);
    enum smt_answer second = backend_confirm(smt->backend, smt->in_order.data, smt->in_order.size,
                                             smt->solved.data, smt->core.data, &smt->core.size);
    if (second == SMT_UNKNOWN || second == answer)
        return answer;
    smt->statistics.wrong_models++;
    return SMT_UNKNOWN;
}

// Decides the present query if it is about the range of one input.
static enum smt_answer decide_by_ranges(struct smt *smt)
{
    uint32_t input;
    uint64_t value;
    enum smt_answer answer =
        ranges_decide(&smt->ranges, smt->terms, smt->query.data, smt->query.size, &input, &value);
    if (answer == SMT_UNKNOWN)
        return answer;
    smt->statistics.range_hits++;
    if (answer == SMT_SAT)
        smt->answer.data[input] = value;
    return confirm_answer(smt, answer);
}

// Decides the present query; SMT_SAT leaves the values of its inputs in the answer.
static enum smt_answer decide_query(struct smt *smt)
{
    enum smt_answer answer = decide_by_ranges(smt);
    if (answer != SMT_UNKNOWN)
        return answer;
    uint64_t hash = query_hash(smt);
    if (smt->options.caches) {
        uint32_t count;
        const uint64_t *values =
            models_find(&smt->models, smt->terms, hash, smt->query.data, smt->query.size, &count);
        if (values) {
            smt->statistics.model_hits++;
            take_values(smt, values, count);
            return confirm_answer(smt, SMT_SAT);
        }
        if (unsat_contains(&smt->unsat, smt->query.data, smt->query.size)) {
            smt->statistics.unsat_hits++;
            return confirm_answer(smt, SMT_UNSAT);
        }
        if (gave_up_before(smt, hash))
            return SMT_UNKNOWN;
    }
    if (sums_contradict(&smt->sums, smt->terms, smt->query.data, smt->query.size)) {
        smt->statistics.range_hits++;
        return confirm_answer(smt, SMT_UNSAT);
    }
    return confirm_answer(smt, ask_backend(smt, hash));
}

static bool inject_unknown(struct smt *smt)
{
    uint64_t one_in = smt->options.unknown_one_in;
    return one_in && hash_mix(smt->statistics.questions * 0x9e3779b97f4a7c15u) % one_in == 0;
}

// Conjuncts without inputs are constants in all but name.
static bool constants_hold(struct smt *smt)
{
    for (uint32_t i = 0; i < smt->conjuncts.size; i++)
        if (smt->grouping.group.data[i] == GROUPING_NONE &&
            !term_evaluate(smt->terms, smt->conjuncts.data[i], NULL, 0))
            return false;
    return true;
}

// Whether the group has not been met in this question before.
static bool group_is_new(struct smt *smt, uint32_t group)
{
    if (group == GROUPING_NONE)
        return false;
    while (smt->met.size <= group)
        vector_push(&smt->met, 0);
    if (smt->met.data[group] == smt->statistics.questions)
        return false;
    smt->met.data[group] = smt->statistics.questions;
    return true;
}

static bool group_holds(struct smt *smt, uint32_t group)
{
    const uint32_t *next = smt->grouping.next.data;
    term_evaluate_begin(smt->terms, smt->answer.data, smt->answer.size);
    for (uint32_t i = smt->grouping.first.data[group]; i != GROUPING_NONE; i = next[i])
        if (!term_evaluate_next(smt->terms, smt->conjuncts.data[i]))
            return false;
    return true;
}

// Decides the groups of the conjuncts from `first` on that were not decided yet. `keep`: leave a group alone
// whose conjuncts hold under the answer as it is.
static enum smt_answer decide_groups(struct smt *smt, uint32_t first, bool keep)
{
    for (uint32_t i = first; i < smt->conjuncts.size; i++) {
        uint32_t group = smt->grouping.group.data[i];
        if (!group_is_new(smt, group) || (keep && group_holds(smt, group)))
            continue;
        collect_query(smt, group);
        enum smt_answer answer = decide_query(smt);
        if (answer != SMT_SAT)
            return answer;
    }
    return SMT_SAT;
}

// The answer starts from the hint: what is not decided keeps the hint's values.
static void start_answer(struct smt *smt, const uint64_t *hint, uint32_t count)
{
    uint32_t inputs = term_input_count(smt->terms);
    vector_reserve(&smt->answer, (uint64_t)inputs + 1);
    smt->answer.size = inputs;
    for (uint32_t i = 0; i < inputs; i++)
        smt->answer.data[i] = hint && i < count ? hint[i] : 0;
}

static enum smt_answer finish_query(struct smt *smt, enum smt_answer answer, uint64_t *model, uint32_t count)
{
    if (answer == SMT_UNKNOWN)
        smt->statistics.unknowns++;
    if (answer == SMT_SAT && model)
        for (uint32_t i = 0; i < count; i++)
            model[i] = i < smt->answer.size ? smt->answer.data[i] : 0;
    return answer;
}

static bool whole_holds(struct smt *smt)
{
    return models_satisfy(smt->terms, smt->conjuncts.data, smt->conjuncts.size, smt->answer.data,
                          smt->answer.size);
}

// The values were checked group by group; this looks at the whole conjunction once more before it is given
// out.
static enum smt_answer check_whole(struct smt *smt)
{
    if (whole_holds(smt))
        return SMT_SAT;
    smt->statistics.wrong_models++;
    return SMT_UNKNOWN;
}

enum smt_answer smt_check(struct smt *smt, const term *pc, uint32_t n, term question, const uint64_t *hint,
                          uint64_t *model, uint32_t model_count)
{
    smt->statistics.questions++;
    vector_clear(&smt->conjuncts);
    bool possible = true;
    for (uint32_t i = 0; i < n && possible; i++)
        possible = add_conjuncts(smt, pc[i]);
    uint32_t asked = smt->conjuncts.size;
    smt->statistics.conjuncts += asked;
    possible = possible && (question == TERM_NONE || add_conjuncts(smt, question));
    if (!possible)
        return SMT_UNSAT;
    bool only_question = question != TERM_NONE && !model;
    if (only_question && asked == smt->conjuncts.size)
        return SMT_SAT;
    if (inject_unknown(smt))
        return finish_query(smt, SMT_UNKNOWN, NULL, 0);
    grouping_make(&smt->grouping, smt->terms, smt->conjuncts.data, smt->conjuncts.size,
                  !smt->options.slicing);
    if (!constants_hold(smt))
        return SMT_UNSAT;
    start_answer(smt, hint, model_count);
    enum smt_answer answer = decide_groups(smt, question == TERM_NONE ? 0 : asked, hint != NULL);
    // Mostly the hint's values do for the rest.
    if (answer == SMT_SAT && !only_question && !(hint && whole_holds(smt))) {
        answer = decide_groups(smt, 0, hint != NULL);
        if (answer == SMT_SAT && model)
            answer = check_whole(smt);
    }
    return finish_query(smt, answer, model, model_count);
}

unsigned smt_effort(struct smt *smt, unsigned effort)
{
    unsigned before = smt->effort;
    smt->effort = effort;
    backend_effort(smt->backend, effort);
    return before;
}

void smt_limit(struct smt *smt, unsigned milliseconds)
{
    smt->limit = milliseconds;
    backend_limit(smt->backend, milliseconds);
}
