#include "smt/order.h"

#include "base/clock.h"
#include "smt/order_search.h"
#include "smt/z3_library.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

struct order_solver {
    struct order_options options;
    const struct z3_library *z3;
    const char *error;
    Z3_context context;
    Z3_solver solver;
    Z3_sort truth, time;
    VECTOR(Z3_ast) points, flags; // constants of the context, made once
    VECTOR(Z3_ast) clause;        // that is being made
    uint32_t problems;            // of this context
    uint64_t asked;
    order_literals forced; // what the search knows of the problem
};

// Problems before the context is made anew: bounds what Z3 keeps.
enum { MOST_PROBLEMS = 1000 };

// As in z3_backend.c: Z3's own handler would end the process.
static _Thread_local bool error_seen;

static void note_order_error(Z3_context context, Z3_error_code code)
{
    (void)context;
    error_seen |= code != Z3_OK;
}

void order_clear(struct order_problem *problem)
{
    problem->points = problem->flags = 0;
    vector_clear(&problem->chains);
    vector_clear(&problem->ranks);
    vector_clear(&problem->literals);
    vector_clear(&problem->ends);
}

void order_free(struct order_problem *problem)
{
    vector_free(&problem->chains);
    vector_free(&problem->ranks);
    vector_free(&problem->literals);
    vector_free(&problem->ends);
}

struct order_solver *order_solver_new(const struct order_options *options)
{
    struct order_solver *solver = memory_zalloc(1, sizeof *solver);
    solver->options = *options;
    return solver;
}

static void close_order_context(struct order_solver *s)
{
    if (!s->context)
        return;
    for (uint32_t i = 0; i < s->points.size; i++)
        s->z3->dec_ref(s->context, s->points.data[i]);
    for (uint32_t i = 0; i < s->flags.size; i++)
        s->z3->dec_ref(s->context, s->flags.data[i]);
    vector_clear(&s->points);
    vector_clear(&s->flags);
    if (s->truth)
        s->z3->dec_ref(s->context, (Z3_ast)s->truth);
    if (s->time)
        s->z3->dec_ref(s->context, (Z3_ast)s->time);
    if (s->solver)
        s->z3->solver_dec_ref(s->context, s->solver);
    s->z3->del_context(s->context);
    s->context = NULL;
    s->solver = NULL;
    s->truth = s->time = NULL;
    s->problems = 0;
}

void order_solver_free(struct order_solver *s)
{
    close_order_context(s);
    vector_free(&s->points);
    vector_free(&s->flags);
    vector_free(&s->clause);
    vector_free(&s->forced);
    memory_free(s);
}

const char *order_error(const struct order_solver *s)
{
    return s->error;
}

// Z3 counts its memory for the whole process: it gets what is left.
static void grant_order_memory(struct order_solver *s)
{
    enum { LEAST_MEGABYTES = 64 };
    if (!s->options.memory)
        return;
    uint64_t held = memory_held(), left = (s->options.memory > held ? s->options.memory - held : 0) >> 20;
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, left > LEAST_MEGABYTES ? left : LEAST_MEGABYTES);
    s->z3->global_param_set("memory_max_size", text);
}

static bool open_order_context(struct order_solver *s)
{
    grant_order_memory(s);
    Z3_config config = s->z3->mk_config();
    s->context = s->z3->mk_context_rc(config);
    s->z3->del_config(config);
    if (!s->context)
        return false;
    s->z3->set_error_handler(s->context, note_order_error);
    s->solver = s->z3->mk_simple_solver(s->context);
    if (!s->solver)
        return false;
    s->z3->solver_inc_ref(s->context, s->solver);
    s->truth = s->z3->mk_bool_sort(s->context);
    s->z3->inc_ref(s->context, (Z3_ast)s->truth);
    s->time = s->z3->mk_int_sort(s->context);
    s->z3->inc_ref(s->context, (Z3_ast)s->time);
    return !error_seen;
}

static bool prepare_order_solver(struct order_solver *s)
{
    if (s->error)
        return false;
    if (!s->z3)
        s->z3 = z3_library_load(&s->error);
    if (!s->z3)
        return false;
    if (s->problems++ >= MOST_PROBLEMS)
        close_order_context(s);
    if (!s->context)
        return open_order_context(s);
    s->z3->solver_reset(s->context, s->solver);
    return !error_seen;
}

static bool set_limit(struct order_solver *s, unsigned limit)
{
    Z3_params params = s->z3->mk_params(s->context);
    if (!params)
        return false;
    s->z3->params_inc_ref(s->context, params);
    s->z3->params_set_uint(s->context, params, s->z3->mk_string_symbol(s->context, "timeout"),
                           limit ? limit : UINT_MAX);
    s->z3->solver_set_params(s->context, s->solver, params);
    s->z3->params_dec_ref(s->context, params);
    return !error_seen;
}

// Constants for points (even numbers) and flags (odd ones), as many as the problem has.
static bool make_constants(struct order_solver *s, const struct order_problem *problem)
{
    while (s->points.size < problem->points && !error_seen) {
        Z3_symbol name = s->z3->mk_int_symbol(s->context, (int)(2 * s->points.size));
        Z3_ast point = s->z3->mk_const(s->context, name, s->time);
        if (!point)
            return false;
        s->z3->inc_ref(s->context, point);
        vector_push(&s->points, point);
    }
    while (s->flags.size < problem->flags && !error_seen) {
        Z3_symbol name = s->z3->mk_int_symbol(s->context, (int)(2 * s->flags.size + 1));
        Z3_ast flag = s->z3->mk_const(s->context, name, s->truth);
        if (!flag)
            return false;
        s->z3->inc_ref(s->context, flag);
        vector_push(&s->flags, flag);
    }
    return !error_seen;
}

static Z3_ast make_literal(struct order_solver *s, struct order_literal literal)
{
    if (literal.second == ORDER_SET)
        return s->flags.data[literal.first];
    if (literal.second == ORDER_UNSET)
        return s->z3->mk_not(s->context, s->flags.data[literal.first]);
    return s->z3->mk_lt(s->context, s->points.data[literal.first], s->points.data[literal.second]);
}

static bool assert_clause(struct order_solver *s, const struct order_literal *literals, uint32_t count)
{
    bool made = true;
    vector_clear(&s->clause);
    for (uint32_t i = 0; i < count && made; i++) {
        Z3_ast literal = make_literal(s, literals[i]);
        made = literal != NULL;
        if (made) {
            s->z3->inc_ref(s->context, literal);
            vector_push(&s->clause, literal);
        }
    }
    Z3_ast clause = NULL;
    if (made && count == 1)
        clause = s->clause.data[0];
    else if (made)
        clause = count ? s->z3->mk_or(s->context, count, s->clause.data) : s->z3->mk_false(s->context);
    if (clause) {
        s->z3->inc_ref(s->context, clause);
        s->z3->solver_assert(s->context, s->solver, clause);
        s->z3->dec_ref(s->context, clause);
    }
    for (uint32_t i = 0; i < s->clause.size; i++)
        s->z3->dec_ref(s->context, s->clause.data[i]);
    return clause && !error_seen;
}

static bool assert_clauses(struct order_solver *s, const struct order_problem *problem)
{
    static const struct order_literal none;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < problem->ends.size; i++) {
        uint32_t end = problem->ends.data[i];
        if (!assert_clause(s, end > begin ? &vector_at(&problem->literals, begin) : &none, end - begin))
            return false;
        begin = end;
    }
    return true;
}

static bool assert_all(struct order_solver *s, const struct order_problem *problem)
{
    uint32_t begin = 0;
    for (uint32_t c = 0; c < problem->chains.size; begin = problem->chains.data[c++])
        for (uint32_t p = begin + 1; p < problem->chains.data[c]; p++)
            if (!assert_clause(s, &(struct order_literal){p - 1, p}, 1))
                return false;
    for (uint32_t i = 0; i < s->forced.size; i++)
        if (!assert_clause(s, &s->forced.data[i], 1))
            return false;
    return assert_clauses(s, problem);
}

static bool read_time(struct order_solver *s, Z3_model model, uint32_t point, int64_t *time)
{
    Z3_ast result = NULL;
    if (!s->z3->model_eval(s->context, model, s->points.data[point], true, &result) || !result)
        return false;
    s->z3->inc_ref(s->context, result);
    bool known = s->z3->get_ast_kind(s->context, result) == Z3_NUMERAL_AST &&
                 s->z3->get_numeral_int64(s->context, result, time);
    s->z3->dec_ref(s->context, result);
    return known;
}

static bool read_order_flag(struct order_solver *s, Z3_model model, uint32_t flag, bool *set)
{
    Z3_ast result = NULL;
    if (!s->z3->model_eval(s->context, model, s->flags.data[flag], true, &result) || !result)
        return false;
    s->z3->inc_ref(s->context, result);
    Z3_lbool truth = s->z3->get_bool_value(s->context, result);
    *set = truth == Z3_L_TRUE;
    s->z3->dec_ref(s->context, result);
    return truth != Z3_L_UNDEF;
}

static bool read_order_model(struct order_solver *s, const struct order_problem *problem, int64_t *times,
                             bool *set)
{
    Z3_model model = s->z3->solver_get_model(s->context, s->solver);
    if (!model)
        return false;
    s->z3->model_inc_ref(s->context, model);
    bool complete = true;
    for (uint32_t i = 0; i < problem->points && complete; i++)
        complete = read_time(s, model, i, &times[i]);
    for (uint32_t i = 0; i < problem->flags && complete; i++)
        complete = read_order_flag(s, model, i, &set[i]);
    s->z3->model_dec_ref(s->context, model);
    return complete && !error_seen;
}

static enum smt_answer ask_z3(struct order_solver *s, const struct order_problem *problem,
                              unsigned milliseconds, int64_t *times, bool *set)
{
    Z3_lbool answer = Z3_L_UNDEF;
    error_seen = false;
    s->asked++;
    if (prepare_order_solver(s) && set_limit(s, milliseconds) && make_constants(s, problem) &&
        assert_all(s, problem))
        answer = s->z3->solver_check(s->context, s->solver);
    bool answered = answer == Z3_L_FALSE || (answer == Z3_L_TRUE && read_order_model(s, problem, times, set));
    if (error_seen)
        close_order_context(s); // nothing of it can be trusted any more
    if (!answered || error_seen)
        return SMT_UNKNOWN;
    return answer == Z3_L_TRUE ? SMT_SAT : SMT_UNSAT;
}

enum smt_answer order_check(struct order_solver *s, const struct order_problem *problem,
                            unsigned milliseconds, int64_t *times, bool *set)
{
    unsigned limit = s->options.milliseconds;
    if (milliseconds && (!limit || milliseconds < limit))
        limit = milliseconds;
    double until = limit ? clock_seconds() + 1e-3 * limit : 0;
    vector_clear(&s->forced);
    if (s->options.conflicts != ORDER_Z3) {
        enum smt_answer answer = order_search(problem, s->options.conflicts, until, times, set, &s->forced);
        if (answer != SMT_UNKNOWN)
            return answer;
    }
    double left = until > 0 ? (until - clock_seconds()) * 1e3 : 0;
    if (until > 0 && left < 1)
        return SMT_UNKNOWN;
    return ask_z3(s, problem, (unsigned)left, times, set);
}

uint64_t order_asked(const struct order_solver *s)
{
    return s->asked;
}
