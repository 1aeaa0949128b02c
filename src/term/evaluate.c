// Evaluation under an assignment of the inputs: iterative, each shared term once, no clearing between calls
// (a value is valid where its epoch is the current one). Only the branch an ITE takes is evaluated.
#include "term/float.h"
#include "term/table.h"

static void prepare_memo(struct terms *terms)
{
    struct term_evaluation *e = &terms->evaluation;
    if (e->capacity < terms->count) {
        e->memo = memory_resize(e->memo, (size_t)terms->capacity * sizeof *e->memo);
        memset(e->memo + e->capacity, 0, (size_t)(terms->capacity - e->capacity) * sizeof *e->memo);
        e->capacity = terms->capacity;
    }
    if (terms->has_wide && e->high_capacity < terms->count) {
        e->high = memory_resize(e->high, (size_t)terms->capacity * sizeof *e->high);
        memset(e->high + e->high_capacity, 0, (size_t)(terms->capacity - e->high_capacity) * sizeof *e->high);
        e->high_capacity = terms->capacity;
    }
}

void term_evaluate_begin(struct terms *terms, const uint64_t *values, uint32_t count)
{
    struct term_evaluation *e = &terms->evaluation;
    if (++e->epoch == 0) {
        if (e->memo)
            memset(e->memo, 0, (size_t)e->capacity * sizeof *e->memo);
        e->epoch = 1;
    }
    e->values = values;
    e->count = count;
}

static bool is_evaluated(const struct term_evaluation *e, term t)
{
    return e->memo[t].epoch == e->epoch;
}

static wide evaluated_value(const struct terms *terms, term t)
{
    const struct term_evaluation *e = &terms->evaluation;
    wide value = e->memo[t].low;
    if (terms->nodes[t].width > 64)
        value |= (wide)e->high[t] << 64;
    return value;
}

static void set_evaluated_value(struct terms *terms, term t, wide value)
{
    struct term_evaluation *e = &terms->evaluation;
    e->memo[t].low = (uint64_t)value;
    e->memo[t].epoch = e->epoch;
    if (terms->nodes[t].width > 64)
        e->high[t] = (uint64_t)(value >> 64);
}

static uint64_t evaluation_input_value(const struct terms *terms, const struct term_node *n)
{
    const struct term_evaluation *e = &terms->evaluation;
    return n->value < e->count ? e->values[n->value] & narrow_mask(n->width) : 0;
}

// Everything that is not a plain operation of two narrow words.
static wide general_value(const struct terms *terms, const struct term_node *n)
{
    enum term_kind kind = (enum term_kind)n->kind;
    wide mask = wide_mask(n->width);
    unsigned from = terms->nodes[n->kid[0]].width;
    wide a = evaluated_value(terms, n->kid[0]);
    switch (kind) {
    case TERM_NOT: return ~a & mask;
    case TERM_NEG: return (0 - a) & mask;
    case TERM_CONCAT: return a << terms->nodes[n->kid[1]].width | evaluated_value(terms, n->kid[1]);
    case TERM_EXTRACT: return a >> n->value & mask;
    case TERM_ZEXT: return a;
    case TERM_SEXT: return (wide)wide_signed(from, a) & mask;
    case TERM_FSQRT: return float_fold(kind, from, (uint64_t)a, 0, 0);
    case TERM_FMA:
        return float_fold(kind, from, (uint64_t)a, (uint64_t)evaluated_value(terms, n->kid[1]),
                          (uint64_t)evaluated_value(terms, n->kid[2]));
    case TERM_FCONVERT:
    case TERM_F_TO_SINT:
    case TERM_F_TO_UINT:
    case TERM_SINT_TO_F:
    case TERM_UINT_TO_F: return float_convert(kind, from, n->width, a);
    case TERM_FROUND: return float_round(from, (unsigned)n->value, (uint64_t)a);
    default:
        if (value_is_float(kind))
            return float_fold(kind, from, (uint64_t)a, (uint64_t)evaluated_value(terms, n->kid[1]), 0);
        return wide_binary(kind, from, a, evaluated_value(terms, n->kid[1]));
    }
}

static void compute_term(struct terms *terms, term t, const struct term_node *n)
{
    struct term_evaluation *e = &terms->evaluation;
    enum term_kind kind = (enum term_kind)n->kind;
    unsigned width = terms->nodes[n->kid[0]].width;
    if (kind >= TERM_ADD && kind <= TERM_SLE && width <= 64) {
        e->memo[t].low = narrow_binary(kind, width, e->memo[n->kid[0]].low, e->memo[n->kid[1]].low);
        e->memo[t].epoch = e->epoch;
    } else {
        set_evaluated_value(terms, t, general_value(terms, n));
    }
}

// Pushes the kids of an ITE that are needed; evaluates it when they are there.
static bool evaluate_ite(struct terms *terms, term t, const struct term_node *n)
{
    struct term_evaluation *e = &terms->evaluation;
    if (!is_evaluated(e, n->kid[0])) {
        vector_push(&e->stack, n->kid[0]);
        return false;
    }
    term chosen = n->kid[e->memo[n->kid[0]].low ? 1 : 2];
    if (!is_evaluated(e, chosen)) {
        vector_push(&e->stack, chosen);
        return false;
    }
    set_evaluated_value(terms, t, evaluated_value(terms, chosen));
    return true;
}

static bool evaluate_node(struct terms *terms, term t)
{
    struct term_evaluation *e = &terms->evaluation;
    const struct term_node *n = &terms->nodes[t];
    switch (n->kind) {
    case TERM_CONSTANT: set_evaluated_value(terms, t, n->value); return true;
    case TERM_INPUT: set_evaluated_value(terms, t, evaluation_input_value(terms, n)); return true;
    case TERM_ITE: return evaluate_ite(terms, t, n);
    default: break;
    }
    uint32_t waiting = e->stack.size;
    for (unsigned i = 0; i < term_kind_kids[n->kind]; i++)
        if (!is_evaluated(e, n->kid[i]))
            vector_push(&e->stack, n->kid[i]);
    if (e->stack.size > waiting)
        return false;
    compute_term(terms, t, n);
    return true;
}

uint64_t term_evaluate_next(struct terms *terms, term t)
{
    struct term_evaluation *e = &terms->evaluation;
    prepare_memo(terms);
    if (is_evaluated(e, t))
        return e->memo[t].low;
    vector_clear(&e->stack);
    vector_push(&e->stack, t);
    while (e->stack.size) {
        term top = vector_last(&e->stack);
        if (is_evaluated(e, top) || evaluate_node(terms, top))
            (void)vector_pop(&e->stack);
    }
    return e->memo[t].low;
}

uint64_t term_evaluate(struct terms *terms, term t, const uint64_t *values, uint32_t count)
{
    term_evaluate_begin(terms, values, count);
    return term_evaluate_next(terms, t);
}
