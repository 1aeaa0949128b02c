#include "smt/simplify.h"

#include "term/sum.h"

enum {
    MOST_ROUNDS = 4,
    MOST_SOLVED = 32,
    MOST_TERMS = 1 << 14, // looked at for one query
};

void simplify_free(struct simplification *s)
{
    vector_free(&s->left);
    vector_free(&s->solved);
    vector_free(&s->replaced);
    vector_free(&s->facts);
    vector_free(&s->stack);
    vector_free(&s->asked);
}

// ---- equations

static bool is_input(const struct terms *terms, term t)
{
    return term_get(terms, t)->kind == TERM_INPUT;
}

// Reads an equation as `sum = 0`. *difference: that sum as a term.
static bool read_equation(struct terms *terms, term t, struct term_sum *sum, term *difference)
{
    const struct term_node *n = term_get(terms, t);
    if (n->kind != TERM_EQ || term_width(terms, n->kid[0]) > 64 || term_width(terms, n->kid[0]) < 2)
        return false;
    *difference = term_binary(terms, TERM_SUB, n->kid[0], n->kid[1]);
    return term_sum(terms, *difference, sum);
}

// Whether it is an equation, or its negation, of three summands at least: what is said of two, a solver sees
// as well.
static bool is_worth_it(struct terms *terms, term t)
{
    struct term_sum sum;
    term difference, equation = term_get(terms, t)->kind == TERM_NOT ? term_get(terms, t)->kid[0] : t;
    return read_equation(terms, equation, &sum, &difference) && sum.count >= 3;
}

// Whether the equation can be solved for the summand: an input with an odd factor that is in no other
// summand.
static bool can_be_solved_for(struct terms *terms, const struct term_sum *sum, uint32_t own)
{
    term atom = sum->summands[own].atom;
    if (!is_input(terms, atom) || sum->summands[own].factor % 2 == 0)
        return false;
    for (uint32_t k = 0; k < sum->count; k++)
        if (k != own &&
            term_mentions_input(terms, sum->summands[k].atom, (uint32_t)term_get(terms, atom)->value))
            return false;
    return true;
}

// Solves the equation for the input that was made last, of those that it can be solved for.
static bool solve_equation(struct terms *terms, term t, struct solved_input *solved)
{
    struct term_sum sum;
    term difference;
    uint32_t best = TERM_SUM_MOST;
    if (!read_equation(terms, t, &sum, &difference))
        return false;
    for (uint32_t k = 0; k < sum.count; k++)
        if (can_be_solved_for(terms, &sum, k) &&
            (best == TERM_SUM_MOST ||
             term_get(terms, sum.summands[k].atom)->value > term_get(terms, sum.summands[best].atom)->value))
            best = k;
    if (best == TERM_SUM_MOST)
        return false;
    solved->input = (uint32_t)term_get(terms, sum.summands[best].atom)->value;
    solved->image = term_sum_solve(terms, difference, best);
    return true;
}

// ---- rewriting

static void begin_rewriting(struct simplification *s, const struct terms *terms)
{
    while (s->replaced.size < term_count(terms))
        vector_push(&s->replaced, (struct replaced){0});
    if (++s->stamp == 0) { // all stamps have been used
        memset(s->replaced.data, 0, s->replaced.size * sizeof *s->replaced.data);
        s->stamp = 1;
    }
    vector_clear(&s->facts);
    s->used = 0;
}

// In the present rewriting the term is replaced by the image, which follows from these conjuncts.
static void add_fact(struct simplification *s, term t, term image, uint64_t from)
{
    vector_push(&s->facts, from);
    s->replaced.data[t] = (struct replaced){s->stamp, s->facts.size, image};
}

// A condition is known, and so are its parts where they follow from it. On the stack a term is twice its
// number, and one more if it holds.
static void add_known_condition(struct simplification *s, struct terms *terms, term t, bool holds,
                                uint64_t from)
{
    vector_clear(&s->stack);
    vector_push(&s->stack, t << 1 | holds);
    while (s->stack.size) {
        term top = vector_pop(&s->stack);
        t = top >> 1;
        holds = top & 1;
        const struct term_node *n = term_get(terms, t);
        if (n->kind == TERM_NOT)
            vector_push(&s->stack, n->kid[0] << 1 | !holds);
        if ((n->kind == TERM_AND && holds) || (n->kind == TERM_OR && !holds))
            for (unsigned k = 0; k < 2; k++)
                vector_push(&s->stack, n->kid[k] << 1 | holds);
        add_fact(s, t, term_constant(terms, 1, holds), from);
    }
}

static term self_of(const struct terms *terms, uint32_t input)
{
    return term_input_get(terms, input)->self;
}

// Facts for rewriting a conjunct: all others, and what inputs are.
static void begin_conjunct(struct simplification *s, struct terms *terms, uint32_t but)
{
    begin_rewriting(s, terms);
    for (uint32_t k = 0; k < s->left.size; k++)
        if (k != but)
            add_known_condition(s, terms, s->left.data[k].t, true, s->left.data[k].from);
    for (uint32_t k = 0; k < s->solved.size; k++)
        add_fact(s, self_of(terms, s->solved.data[k].input), s->solved.data[k].image, s->solved.data[k].from);
}

static bool is_replaced(struct simplification *s, term t)
{
    const struct replaced *r = &s->replaced.data[t];
    if (r->stamp != s->stamp)
        return false;
    if (r->fact)
        s->used |= s->facts.data[r->fact - 1];
    return true;
}

static void replace_kids(struct simplification *s, struct terms *terms, term t)
{
    struct term_node n = *term_get(terms, t);
    term kid[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
    bool changed = false;
    for (unsigned k = 0; k < term_kind_kids[n.kind]; k++) {
        kid[k] = s->replaced.data[n.kid[k]].image;
        changed |= kid[k] != n.kid[k];
    }
    term image = changed ? term_rebuild(terms, t, kid) : t;
    s->replaced.data[t] = (struct replaced){s->stamp, 0, image};
}

// The term, which existed when the rewriting began, with everything in it replaced. Once too many terms have
// been looked at, any.
static term rewrite_term(struct simplification *s, struct terms *terms, term t)
{
    vector_clear(&s->stack);
    vector_push(&s->stack, t);
    while (s->stack.size && s->looked_at < MOST_TERMS) {
        term top = vector_last(&s->stack);
        const struct term_node *n = term_get(terms, top);
        uint32_t waiting = s->stack.size;
        s->looked_at++;
        if (!is_replaced(s, top)) {
            for (unsigned k = 0; k < term_kind_kids[n->kind]; k++)
                if (!is_replaced(s, n->kid[k]))
                    vector_push(&s->stack, n->kid[k]);
            if (s->stack.size > waiting)
                continue;
            replace_kids(s, terms, top);
        }
        (void)vector_pop(&s->stack);
    }
    return s->stack.size ? t : s->replaced.data[t].image;
}

// ---- a query

// In what was solved before, the input is replaced as everywhere else.
static void add_solved(struct simplification *s, struct terms *terms, const struct solved_input *solved)
{
    begin_rewriting(s, terms);
    add_fact(s, self_of(terms, solved->input), solved->image, solved->from);
    for (uint32_t k = 0; k < s->solved.size; k++) {
        struct solved_input *earlier = &s->solved.data[k];
        s->used = 0;
        earlier->image = rewrite_term(s, terms, earlier->image);
        earlier->from |= s->used;
    }
    vector_push(&s->solved, *solved);
}

static void remove_left(struct simplification *s, uint32_t k)
{
    s->left.data[k] = vector_last(&s->left);
    s->left.size--;
}

// False: the conjunct is gone, and another one has its place. `may_solve`: inputs may be solved.
static bool simplify_conjunct(struct simplification *s, struct terms *terms, uint32_t k, bool may_solve)
{
    struct simplified *c = &s->left.data[k];
    begin_conjunct(s, terms, k);
    term t = rewrite_term(s, terms, c->t);
    if (t != c->t) {
        *c = (struct simplified){t, c->from | s->used};
        s->changed = true;
    }
    struct solved_input solved = {.from = c->from};
    bool gone = term_is_true(terms, t);
    if (!gone && may_solve && s->solved.size < MOST_SOLVED && solve_equation(terms, t, &solved)) {
        add_solved(s, terms, &solved);
        s->changed = gone = true;
    }
    if (gone)
        remove_left(s, k);
    else if (term_is_false(terms, t))
        s->contradicts = true;
    return !gone;
}

static void simplify_round(struct simplification *s, struct terms *terms, bool may_solve)
{
    s->changed = false;
    for (uint32_t k = 0; k < s->left.size && !s->contradicts;) {
        k += simplify_conjunct(s, terms, k, may_solve);
        if (s->contradicts) {
            s->left.data[0] = s->left.data[k - 1];
            s->left.size = 1;
        }
    }
}

bool simplify_query(struct simplification *s, struct terms *terms, const term *query, uint32_t n)
{
    bool worth_it = false, changed = false;
    for (uint32_t i = 0; i < n && n <= SIMPLIFY_MOST && !worth_it; i++)
        worth_it = is_worth_it(terms, query[i]);
    if (!worth_it)
        return false;
    vector_clear(&s->left);
    vector_clear(&s->solved);
    vector_clear(&s->asked);
    s->contradicts = false;
    s->looked_at = 0;
    for (uint32_t i = 0; i < n; i++)
        vector_push(&s->left, (struct simplified){query[i], (uint64_t)1 << i});
    // In the last round no conjunct keeps an input that was solved behind it in the round before.
    for (unsigned round = 0; round < MOST_ROUNDS && !s->contradicts && (!round || s->changed); round++) {
        simplify_round(s, terms, round + 1 < MOST_ROUNDS);
        changed |= s->changed;
    }
    if (s->looked_at >= MOST_TERMS)
        return false;
    for (uint32_t k = 0; k < s->left.size && !s->contradicts; k++)
        vector_push(&s->asked, s->left.data[k].t);
    return changed;
}

// ---- answers

void simplify_complete(const struct simplification *s, struct terms *terms, uint64_t *values, uint32_t count)
{
    for (uint32_t k = 0; k < s->solved.size; k++)
        values[s->solved.data[k].input] = term_evaluate(terms, s->solved.data[k].image, values, count);
}

static bool is_in_core(const term *core, uint32_t count, term t)
{
    for (uint32_t k = 0; k < count; k++)
        if (core[k] == t)
            return true;
    return false;
}

void simplify_lift_core(const struct simplification *s, const term *query, uint32_t n, term *core,
                        uint32_t *count)
{
    uint64_t from = 0;
    for (uint32_t k = 0; k < s->left.size; k++)
        if (s->contradicts || is_in_core(core, *count, s->left.data[k].t))
            from |= s->left.data[k].from;
    *count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (from >> i & 1)
            core[(*count)++] = query[i];
}
