// Queries without floating point go to one incremental solver: each conjunct is asserted once, under a switch
// (a Bool of its own), and a query assumes the switches of its conjuncts. What was learned stays, nothing is
// asserted or bit-blasted twice, and the assumptions that were needed are the unsatisfiable core. The solver
// is emptied when it holds many conjuncts that the present queries do not use. Queries with floating point go
// to the tactic made for them, which starts afresh each time.
#include "base/memory.h"
#include "smt/backend.h"
#include "smt/z3_translate.h"

#include <stdlib.h>

// Conjuncts in the incremental solver, besides those of the present query, before it is emptied.
#define MOST_IDLE 600u
// Translated terms before the context is rebuilt: bounds the memory Z3 keeps.
#define MOST_TRANSLATED (1u << 20)

struct backend {
    struct terms *terms;
    unsigned milliseconds;
    const struct z3_library *z3;
    const char *error;
    bool ready;
    Z3_context context;
    struct translator translator;
    Z3_solver bits, floats;
    VECTOR(Z3_ast) switches; // by term: its switch in `bits`, or NULL
    VECTOR(term) asserted;   // the terms that have one
    VECTOR(Z3_ast) assumed;  // of the query being answered
};

// Z3's own handler exits the process, and the code it keeps is that of the last call only: errors are noted
// here. The handler gets nothing but the context, so the note is for all of them; it is cleared and read
// around each query.
static bool error_seen;

static void note_error(Z3_context context, Z3_error_code code)
{
    (void)context;
    error_seen |= code != Z3_OK;
}

struct backend *backend_new(struct terms *terms, unsigned milliseconds)
{
    struct backend *b = memory_zalloc(1, sizeof *b);
    b->terms = terms;
    b->milliseconds = milliseconds;
    return b;
}

static Z3_solver set_up_solver(struct backend *b, Z3_solver solver)
{
    if (!solver)
        return NULL;
    b->z3->solver_inc_ref(b->context, solver);
    if (b->milliseconds) {
        Z3_params params = b->z3->mk_params(b->context);
        b->z3->params_inc_ref(b->context, params);
        Z3_symbol timeout = b->z3->mk_string_symbol(b->context, "timeout");
        b->z3->params_set_uint(b->context, params, timeout, b->milliseconds);
        b->z3->solver_set_params(b->context, solver, params);
        b->z3->params_dec_ref(b->context, params);
    }
    return solver;
}

static bool open_context(struct backend *b)
{
    Z3_config config = b->z3->mk_config();
    b->context = b->z3->mk_context_rc(config);
    b->z3->del_config(config);
    if (!b->context)
        return false;
    b->z3->set_error_handler(b->context, note_error);
    translator_begin(&b->translator, b->terms, b->z3, b->context);
    Z3_symbol logic = b->z3->mk_string_symbol(b->context, "QF_BV");
    b->bits = set_up_solver(b, b->z3->mk_solver_for_logic(b->context, logic));
    Z3_tactic tactic = b->z3->mk_tactic(b->context, "qffpbv");
    if (tactic) {
        b->z3->tactic_inc_ref(b->context, tactic);
        b->floats = set_up_solver(b, b->z3->mk_solver_from_tactic(b->context, tactic));
        b->z3->tactic_dec_ref(b->context, tactic);
    }
    b->ready = b->bits && b->floats;
    return b->ready;
}

static void forget_switches(struct backend *b)
{
    for (uint32_t i = 0; i < b->asserted.size; i++) {
        Z3_ast *of = &b->switches.data[b->asserted.data[i]];
        b->z3->dec_ref(b->context, *of);
        *of = NULL;
    }
    vector_clear(&b->asserted);
}

static void close_context(struct backend *b)
{
    if (!b->context)
        return;
    forget_switches(b);
    translator_end(&b->translator);
    if (b->bits)
        b->z3->solver_dec_ref(b->context, b->bits);
    if (b->floats)
        b->z3->solver_dec_ref(b->context, b->floats);
    b->z3->del_context(b->context);
    b->context = NULL;
    b->bits = b->floats = NULL;
    b->ready = false;
}

void backend_free(struct backend *b)
{
    if (!b)
        return;
    close_context(b);
    vector_free(&b->switches);
    vector_free(&b->asserted);
    vector_free(&b->assumed);
    memory_free(b);
}

const char *backend_error(const struct backend *b)
{
    return b->error;
}

static bool prepare(struct backend *b)
{
    if (b->error)
        return false;
    if (!b->z3)
        b->z3 = z3_library_load(&b->error);
    if (!b->z3)
        return false;
    if (b->context && (!b->ready || b->translator.translated > MOST_TRANSLATED))
        close_context(b);
    return b->ready || open_context(b);
}

static bool failed(const struct backend *b)
{
    return error_seen || b->translator.failed;
}

// The switch of a conjunct, which is asserted under it if it has none yet. NULL on failure.
static Z3_ast switch_of(struct backend *b, term conjunct)
{
    while (b->switches.size <= conjunct)
        vector_push(&b->switches, NULL);
    if (b->switches.data[conjunct])
        return b->switches.data[conjunct];
    Z3_ast expression = translator_get(&b->translator, conjunct);
    if (!expression)
        return NULL;
    Z3_sort sort = b->z3->mk_bool_sort(b->context);
    b->z3->inc_ref(b->context, (Z3_ast)sort);
    Z3_symbol name = b->z3->mk_int_symbol(b->context, (int)(2 * b->asserted.size + 1)); // inputs are even
    Z3_ast on = b->z3->mk_const(b->context, name, sort);
    b->z3->inc_ref(b->context, on);
    b->z3->dec_ref(b->context, (Z3_ast)sort);
    Z3_ast implication = b->z3->mk_implies(b->context, on, expression);
    b->z3->inc_ref(b->context, implication);
    b->z3->solver_assert(b->context, b->bits, implication);
    b->z3->dec_ref(b->context, implication);
    b->switches.data[conjunct] = on;
    vector_push(&b->asserted, conjunct);
    return on;
}

static Z3_lbool check_bits(struct backend *b, const term *query, uint32_t n)
{
    if (b->asserted.size > MOST_IDLE + 4 * n) {
        b->z3->solver_reset(b->context, b->bits);
        forget_switches(b);
    }
    vector_clear(&b->assumed);
    for (uint32_t i = 0; i < n; i++) {
        Z3_ast on = switch_of(b, query[i]);
        if (!on || failed(b))
            return Z3_L_UNDEF;
        vector_push(&b->assumed, on);
    }
    return b->z3->solver_check_assumptions(b->context, b->bits, n, b->assumed.data);
}

static Z3_lbool check_floats(struct backend *b, const term *query, uint32_t n)
{
    b->z3->solver_reset(b->context, b->floats);
    for (uint32_t i = 0; i < n; i++) {
        Z3_ast expression = translator_get(&b->translator, query[i]);
        if (!expression)
            return Z3_L_UNDEF;
        b->z3->solver_assert(b->context, b->floats, expression);
        if (failed(b))
            return Z3_L_UNDEF;
    }
    return b->z3->solver_check(b->context, b->floats);
}

// The value of an input in the model. False when Z3 gives none.
static bool read_input(struct backend *b, Z3_model model, uint32_t input, uint64_t *value)
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

static bool read_model(struct backend *b, Z3_solver solver, const term *query, uint32_t n, uint64_t *values)
{
    Z3_model model = b->z3->solver_get_model(b->context, solver);
    if (!model)
        return false;
    b->z3->model_inc_ref(b->context, model);
    bool complete = true;
    for (uint32_t i = 0; i < n && complete; i++) {
        uint32_t count;
        const uint32_t *inputs = term_inputs(b->terms, query[i], &count);
        for (uint32_t k = 0; k < count && complete; k++)
            complete = read_input(b, model, inputs[k], &values[inputs[k]]);
    }
    b->z3->model_dec_ref(b->context, model);
    return complete;
}

// The conjuncts whose switches are in the core; all of them if Z3 names none.
static uint32_t read_core(struct backend *b, const term *query, uint32_t n, term *core)
{
    uint32_t count = 0;
    Z3_ast_vector vector = b->z3->solver_get_unsat_core(b->context, b->bits);
    if (vector) {
        b->z3->ast_vector_inc_ref(b->context, vector);
        unsigned size = b->z3->ast_vector_size(b->context, vector);
        for (uint32_t i = 0; i < n; i++)
            for (unsigned k = 0; k < size; k++)
                if (b->z3->ast_vector_get(b->context, vector, k) == b->assumed.data[i]) {
                    core[count++] = query[i];
                    break;
                }
        bool complete = count == size;
        b->z3->ast_vector_dec_ref(b->context, vector);
        if (complete && count)
            return count;
    }
    memcpy(core, query, n * sizeof *core);
    return n;
}

static bool has_float(struct backend *b, const term *query, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (term_has_float(b->terms, query[i]))
            return true;
    return false;
}

enum smt_answer backend_check(struct backend *b, const term *query, uint32_t n, uint64_t *model, term *core,
                              uint32_t *core_count)
{
    error_seen = false;
    if (!prepare(b))
        return SMT_UNKNOWN;
    bool floats = has_float(b, query, n);
    Z3_lbool answer = floats ? check_floats(b, query, n) : check_bits(b, query, n);
    enum smt_answer result = SMT_UNKNOWN;
    if (answer == Z3_L_TRUE && read_model(b, floats ? b->floats : b->bits, query, n, model)) {
        result = SMT_SAT;
    } else if (answer == Z3_L_FALSE && !floats) {
        *core_count = read_core(b, query, n, core);
        result = SMT_UNSAT;
    } else if (answer == Z3_L_FALSE) {
        memcpy(core, query, n * sizeof *core);
        *core_count = n;
        result = SMT_UNSAT;
    }
    if (failed(b)) {
        // Whatever went wrong (memory, an internal error): trust nothing of this context any more.
        close_context(b);
        return SMT_UNKNOWN;
    }
    return result;
}
