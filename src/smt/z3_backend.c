// Queries without floating point go to one incremental solver that holds the last query, one scope for each
// conjunct, so that the next query along a path asserts only what is new. Each conjunct is asserted under a
// switch (a Bool of its own) and the switches are assumed: those that were needed are the unsatisfiable core.
// What that solver does not decide in its share of the effort is given to the tactic for bit-vectors, which
// starts afresh but reduces harder; queries with floating point go to the tactic made for them.
//
// Effort is counted in steps of Z3 (its `rlimit`, counted anew for each check, whatever was asserted or taken
// back before), so that which solver answers, and with which model, does not depend on how busy the machine
// is. Time limits are for the user's patience.
#include "smt/z3_backend.h"
#include "base/clock.h"
#include "base/memory.h"
#include "smt/z3_translate.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

// How long after twice its limit a query is interrupted.
#define LATE_SECONDS 0.5
// Queries before the incremental solver is emptied, to drop what it learned and gathered.
#define MOST_QUERIES 4000u
// Share of the effort of a query that the incremental solver gets, and its effort where a query has no limit.
#define INCREMENTAL_SHARE 3u
#define INCREMENTAL_EFFORT 4000u
// Measured on hard multiplications: 2,400 to 2,700 in a millisecond of an idle machine; floating point: 650.
#define STEPS_PER_EFFORT 2500u
// Translated terms before the context is rebuilt: bounds the memory Z3 keeps.
#define MOST_TRANSLATED (1u << 20)

// A solver, and the limits that it was told.
struct z3_solver {
    Z3_solver handle;
    unsigned steps, milliseconds; // 0: none
};

struct z3_backend {
    struct terms *terms;
    unsigned milliseconds;       // limit of a query by the options, 0: none
    struct solver_limits limits; // of the present query
    const struct z3_library *z3;
    const char *error;
    bool ready;
    Z3_context context;
    struct translator translator;
    struct z3_solver path, bits, floats; // incremental; the two tactics
    VECTOR(term) asserted;               // in `path`: the conjunct of each scope
    VECTOR(Z3_ast) switches;             // by scope
    uint32_t queries;                    // of `path` since it was emptied
    uint64_t memory, granted;            // bytes: the process's share; what Z3 was told of it, in megabytes
    struct interrupt *interrupt;
};

// Z3's own handler exits the process, and the code it keeps is that of the last call only: errors are noted
// here. The handler gets nothing but the context, so the note is for all of a thread's; it is cleared and
// read around each query.
static _Thread_local bool error_seen;

static void note_z3_error(Z3_context context, Z3_error_code code)
{
    (void)context;
    error_seen |= code != Z3_OK;
}

struct z3_backend *z3_backend_new(struct terms *terms, const struct smt_options *options)
{
    struct z3_backend *b = memory_zalloc(1, sizeof *b);
    b->terms = terms;
    b->milliseconds = options->query_milliseconds;
    b->interrupt = options->interrupt;
    b->memory = options->memory;
    return b;
}

// Tells the solver what it may take, if that has changed.
static void set_limits(struct z3_backend *b, struct z3_solver *solver, unsigned effort)
{
    unsigned steps = effort > UINT_MAX / STEPS_PER_EFFORT ? 0 : effort * STEPS_PER_EFFORT;
    if (solver->steps == steps && solver->milliseconds == b->limits.milliseconds)
        return;
    Z3_params params = b->z3->mk_params(b->context);
    b->z3->params_inc_ref(b->context, params);
    Z3_symbol timeout = b->z3->mk_string_symbol(b->context, "timeout");
    b->z3->params_set_uint(b->context, params, timeout,
                           b->limits.milliseconds ? b->limits.milliseconds : UINT_MAX);
    Z3_symbol rlimit = b->z3->mk_string_symbol(b->context, "rlimit");
    b->z3->params_set_uint(b->context, params, rlimit, steps);
    b->z3->solver_set_params(b->context, solver->handle, params);
    b->z3->params_dec_ref(b->context, params);
    solver->steps = steps;
    solver->milliseconds = b->limits.milliseconds;
}

// Without a limit of its own a query has that of the options, so that what is said of a share of it is the
// same however little of the user's time is left.
static unsigned incremental_share(const struct z3_backend *b)
{
    unsigned whole = b->limits.effort ? b->limits.effort : b->milliseconds;
    return whole ? whole / INCREMENTAL_SHARE + 1 : INCREMENTAL_EFFORT;
}

// Takes a reference. False: there is none.
static bool open_solver(struct z3_backend *b, struct z3_solver *solver, Z3_solver handle)
{
    *solver = (struct z3_solver){.handle = handle};
    if (handle)
        b->z3->solver_inc_ref(b->context, handle);
    return handle != NULL;
}

static bool open_tactic(struct z3_backend *b, struct z3_solver *solver, const char *name)
{
    Z3_tactic tactic = b->z3->mk_tactic(b->context, name);
    if (!tactic)
        return false;
    b->z3->tactic_inc_ref(b->context, tactic);
    bool opened = open_solver(b, solver, b->z3->mk_solver_from_tactic(b->context, tactic));
    b->z3->tactic_dec_ref(b->context, tactic);
    return opened;
}

static bool open_z3_context(struct z3_backend *b)
{
    Z3_config config = b->z3->mk_config();
    b->context = b->z3->mk_context_rc(config);
    b->z3->del_config(config);
    if (!b->context)
        return false;
    b->z3->set_error_handler(b->context, note_z3_error);
    translator_begin(&b->translator, b->terms, b->z3, b->context);
    b->ready = open_solver(b, &b->path, b->z3->mk_simple_solver(b->context)) &&
               open_tactic(b, &b->bits, "qfbv") && open_tactic(b, &b->floats, "qffpbv");
    return b->ready;
}

static void close_z3_context(struct z3_backend *b)
{
    if (!b->context)
        return;
    for (uint32_t i = 0; i < b->switches.size; i++)
        b->z3->dec_ref(b->context, b->switches.data[i]);
    vector_clear(&b->switches);
    vector_clear(&b->asserted);
    translator_end(&b->translator);
    struct z3_solver *solvers[] = {&b->path, &b->bits, &b->floats};
    for (unsigned i = 0; i < 3; i++) {
        if (solvers[i]->handle)
            b->z3->solver_dec_ref(b->context, solvers[i]->handle);
        *solvers[i] = (struct z3_solver){0};
    }
    b->z3->del_context(b->context);
    b->context = NULL;
    b->queries = 0;
    b->ready = false;
}

void z3_backend_free(struct z3_backend *b)
{
    if (!b)
        return;
    close_z3_context(b);
    vector_free(&b->switches);
    vector_free(&b->asserted);
    memory_free(b);
}

const char *z3_backend_error(const struct z3_backend *b)
{
    return b->error;
}

// Z3 counts its memory by itself, for the whole process, and gives up a query that needs more: it gets what
// the rest of the check leaves. Telling it takes time, so that it is told what has changed by much.
static void grant_z3_memory(struct z3_backend *b)
{
    enum { LEAST_MEGABYTES = 64 };
    uint64_t held = memory_held(), left = (b->memory > held ? b->memory - held : 0) >> 20;
    if (!b->memory)
        return;
    if (left < LEAST_MEGABYTES)
        left = LEAST_MEGABYTES;
    if (b->granted && left <= b->granted && left >= b->granted - b->granted / 8)
        return;
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, left);
    b->z3->global_param_set("memory_max_size", text);
    b->granted = left;
}

static bool prepare_z3(struct z3_backend *b)
{
    if (b->error)
        return false;
    if (!b->z3)
        b->z3 = z3_library_load(&b->error);
    if (!b->z3)
        return false;
    grant_z3_memory(b);
    if (b->context && (!b->ready || b->translator.translated > MOST_TRANSLATED))
        close_z3_context(b);
    return b->ready || open_z3_context(b);
}

static bool z3_failed(const struct z3_backend *b)
{
    return error_seen || b->translator.failed;
}

// The switch of the scope-th scope, the same for every conjunct that is ever asserted there.
static bool make_switch(struct z3_backend *b, uint32_t scope)
{
    if (scope < b->switches.size)
        return true;
    Z3_sort sort = b->z3->mk_bool_sort(b->context);
    b->z3->inc_ref(b->context, (Z3_ast)sort);
    Z3_symbol name = b->z3->mk_int_symbol(b->context, (int)(2 * scope + 1)); // inputs are even
    Z3_ast on = b->z3->mk_const(b->context, name, sort);
    if (on) {
        b->z3->inc_ref(b->context, on);
        vector_push(&b->switches, on);
    }
    b->z3->dec_ref(b->context, (Z3_ast)sort);
    return on != NULL;
}

static bool push_conjunct(struct z3_backend *b, term conjunct)
{
    uint32_t scope = b->asserted.size;
    Z3_ast expression = translator_get(&b->translator, conjunct);
    if (!expression || !make_switch(b, scope))
        return false;
    Z3_ast implication = b->z3->mk_implies(b->context, b->switches.data[scope], expression);
    if (!implication)
        return false;
    b->z3->inc_ref(b->context, implication);
    b->z3->solver_push(b->context, b->path.handle);
    b->z3->solver_assert(b->context, b->path.handle, implication);
    b->z3->dec_ref(b->context, implication);
    vector_push(&b->asserted, conjunct);
    return !z3_failed(b);
}

static Z3_lbool check_path(struct z3_backend *b, const term *query, uint32_t n)
{
    uint32_t common = 0;
    while (common < n && common < b->asserted.size && b->asserted.data[common] == query[common])
        common++;
    if (b->queries++ > MOST_QUERIES) {
        b->z3->solver_reset(b->context, b->path.handle);
        b->queries = common = 0;
    } else if (b->asserted.size > common) {
        b->z3->solver_pop(b->context, b->path.handle, b->asserted.size - common);
    }
    b->asserted.size = common;
    for (uint32_t i = common; i < n; i++)
        if (!push_conjunct(b, query[i]))
            return Z3_L_UNDEF;
    set_limits(b, &b->path, incremental_share(b));
    return b->z3->solver_check_assumptions(b->context, b->path.handle, n, b->switches.data);
}

static Z3_lbool check_afresh(struct z3_backend *b, struct z3_solver *solver, const term *query, uint32_t n)
{
    b->z3->solver_reset(b->context, solver->handle);
    for (uint32_t i = 0; i < n; i++) {
        Z3_ast expression = translator_get(&b->translator, query[i]);
        if (!expression)
            return Z3_L_UNDEF;
        b->z3->solver_assert(b->context, solver->handle, expression);
        if (z3_failed(b))
            return Z3_L_UNDEF;
    }
    set_limits(b, solver, b->limits.effort);
    return b->z3->solver_check(b->context, solver->handle);
}

// The value of an input in the model. False when Z3 gives none.
static bool read_z3_input(struct z3_backend *b, Z3_model model, uint32_t input, uint64_t *value)
{
    term self = term_input_get(b->terms, input)->self;
    Z3_ast expression = translator_get(&b->translator, self), result = NULL;
    if (!expression || !b->z3->model_eval(b->context, model, expression, true, &result) || !result)
        return false;
    b->z3->inc_ref(b->context, result);
    bool known = true;
    if (term_width(b->terms, self) == 1) {
        Z3_lbool truth = b->z3->get_bool_value(b->context, result);
        known = truth != Z3_L_UNDEF;
        *value = truth == Z3_L_TRUE;
    } else {
        known = b->z3->get_ast_kind(b->context, result) == Z3_NUMERAL_AST &&
                b->z3->get_numeral_uint64(b->context, result, value);
    }
    b->z3->dec_ref(b->context, result);
    return known;
}

static bool read_z3_model(struct z3_backend *b, const struct z3_solver *solver, const term *query, uint32_t n,
                          uint64_t *values)
{
    Z3_model model = b->z3->solver_get_model(b->context, solver->handle);
    if (!model)
        return false;
    b->z3->model_inc_ref(b->context, model);
    bool complete = true;
    for (uint32_t i = 0; i < n && complete; i++) {
        uint32_t count;
        const uint32_t *inputs = term_inputs(b->terms, query[i], &count);
        for (uint32_t k = 0; k < count && complete; k++)
            complete = read_z3_input(b, model, inputs[k], &values[inputs[k]]);
    }
    b->z3->model_dec_ref(b->context, model);
    return complete;
}

static uint32_t whole_core(const term *query, uint32_t n, term *core)
{
    memcpy(core, query, n * sizeof *core);
    return n;
}

// The conjuncts whose switches are in the core; all of them if Z3 names none.
static uint32_t read_z3_core(struct z3_backend *b, const term *query, uint32_t n, term *core)
{
    uint32_t count = 0;
    Z3_ast_vector vector = b->z3->solver_get_unsat_core(b->context, b->path.handle);
    if (vector) {
        b->z3->ast_vector_inc_ref(b->context, vector);
        unsigned size = b->z3->ast_vector_size(b->context, vector);
        for (uint32_t i = 0; i < n; i++)
            for (unsigned k = 0; k < size; k++)
                if (b->z3->ast_vector_get(b->context, vector, k) == b->switches.data[i]) {
                    core[count++] = query[i];
                    break;
                }
        bool complete = count == size;
        b->z3->ast_vector_dec_ref(b->context, vector);
        if (complete && count)
            return count;
    }
    return whole_core(query, n, core);
}

static bool needs_float_solver(struct z3_backend *b, const term *query, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (term_has_float(b->terms, query[i]))
            return true;
    return false;
}

static enum smt_answer check_with_z3(struct z3_backend *b, const term *query, uint32_t n, uint64_t *model,
                                     term *core, uint32_t *core_count)
{
    struct z3_solver *solver = needs_float_solver(b, query, n) ? &b->floats : &b->path;
    Z3_lbool answer = solver == &b->path ? check_path(b, query, n) : check_afresh(b, solver, query, n);
    if (answer == Z3_L_UNDEF && solver == &b->path && !z3_failed(b)) {
        solver = &b->bits;
        answer = check_afresh(b, solver, query, n);
    }
    enum smt_answer result = SMT_UNKNOWN;
    if (answer == Z3_L_TRUE && read_z3_model(b, solver, query, n, model)) {
        result = SMT_SAT;
    } else if (answer == Z3_L_FALSE) {
        *core_count = solver == &b->path ? read_z3_core(b, query, n, core) : whole_core(query, n, core);
        result = SMT_UNSAT;
    }
    return result;
}

static void interrupt_z3_query(void *backend)
{
    const struct z3_backend *b = backend;
    b->z3->interrupt(b->context);
}

enum smt_answer z3_backend_check(struct z3_backend *b, const struct solver_limits *limits, const term *query,
                                 uint32_t n, uint64_t *model, term *core, uint32_t *core_count)
{
    error_seen = false;
    b->limits = *limits;
    if (!prepare_z3(b))
        return SMT_UNKNOWN;
    // Z3 keeps to its limit where it looks at the clock. Elsewhere it may see that it is interrupted.
    double until =
        b->limits.milliseconds ? clock_seconds() + 2e-3 * b->limits.milliseconds + LATE_SECONDS : 0;
    if (!interrupt_enter(b->interrupt, interrupt_z3_query, b, until))
        return SMT_UNKNOWN;
    enum smt_answer answer = check_with_z3(b, query, n, model, core, core_count);
    interrupt_leave(b->interrupt);
    if (!z3_failed(b))
        return answer;
    // Whatever went wrong (memory, an internal error): trust nothing of this context any more.
    close_z3_context(b);
    return SMT_UNKNOWN;
}
