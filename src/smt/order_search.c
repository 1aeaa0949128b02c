#include "smt/order_search.h"

#include "base/clock.h"

enum truth { OPEN, TRUE, FALSE };

typedef VECTOR(uint32_t) numbers;

// What was changed, to be taken back: a clock's entry, a flag, an edge, or that a clause is known to hold.
struct search_change {
    enum { CHANGED_CLOCK, CHANGED_FLAG, CHANGED_EDGE, CHANGED_CLAUSE } kind;
    uint64_t at; // CHANGED_CLOCK: which entry; the flag, where the edge begins, the clause
    uint32_t old;
};

struct decision {
    uint32_t changes; // before it
    struct order_literal literal;
    uint32_t clause; // up to here all clauses were settled
};

struct chain_search {
    const struct order_problem *problem;
    uint32_t chains;
    uint32_t *chain, *place;     // of each point; place: its number in the chain, from 1
    uint32_t *clocks;            // of each point, of each chain: how many of its points come before
    numbers *after;              // of each point: points of other chains that come behind it
    numbers *of_point, *of_flag; // clauses
    enum truth *flags;
    VECTOR(struct search_change) changes;
    VECTOR(struct decision) decisions;
    numbers moved;   // points whose clocks have changed, while those of their successors have not yet
    numbers pending; // clauses to look at
    bool *is_pending, *holds; // of each clause; holds: known to
    bool conflict;
    uint64_t conflicts;
};

// ---- the partial order

static uint32_t *clock_of_point(const struct chain_search *search, uint32_t point)
{
    return search->clocks + (size_t)point * search->chains;
}

static bool point_comes_before(const struct chain_search *search, uint32_t first, uint32_t second)
{
    if (search->chain[first] == search->chain[second])
        return search->place[first] < search->place[second];
    return clock_of_point(search, second)[search->chain[first]] >= search->place[first];
}

static void wake_all(struct chain_search *search)
{
    for (uint32_t i = 0; i < search->problem->ends.size; i++) {
        search->is_pending[i] = true;
        vector_push(&search->pending, i);
    }
}

static void wake_clauses(struct chain_search *search, const numbers *clauses)
{
    for (uint32_t i = 0; i < clauses->size; i++) {
        uint32_t clause = clauses->data[i];
        if (!search->is_pending[clause] && !search->holds[clause]) {
            search->is_pending[clause] = true;
            vector_push(&search->pending, clause);
        }
    }
}

static bool raise_entry(struct chain_search *search, uint32_t point, uint32_t chain, uint32_t value)
{
    uint32_t *entry = clock_of_point(search, point) + chain;
    if (*entry >= value)
        return false;
    vector_push(&search->changes,
                (struct search_change){CHANGED_CLOCK, (uint64_t)(entry - search->clocks), *entry});
    *entry = value;
    return true;
}

// `first` comes before `second` from now on, and with it what comes before it.
static void put_before(struct chain_search *search, uint32_t first, uint32_t second)
{
    const uint32_t *from = clock_of_point(search, first);
    bool raised = false;
    for (uint32_t c = 0; c < search->chains; c++)
        if (c != search->chain[second] && c != search->chain[first])
            raised |= raise_entry(search, second, c, from[c]);
    if (search->chain[first] != search->chain[second])
        raised |= raise_entry(search, second, search->chain[first], search->place[first]);
    if (from[search->chain[second]] >= search->place[second])
        search->conflict = true; // it comes before itself
    if (raised) {
        vector_push(&search->moved, second);
        wake_clauses(search, &search->of_point[second]);
    }
}

static void spread_clocks(struct chain_search *search)
{
    while (search->moved.size && !search->conflict) {
        uint32_t point = vector_pop(&search->moved);
        if (point + 1 < search->problem->points && search->chain[point + 1] == search->chain[point])
            put_before(search, point, point + 1);
        for (uint32_t i = 0; i < search->after[point].size && !search->conflict; i++)
            put_before(search, point, search->after[point].data[i]);
    }
    vector_clear(&search->moved);
}

// ---- literals

static enum truth truth_of_literal(const struct chain_search *search, struct order_literal literal)
{
    if (literal.second == ORDER_SET)
        return search->flags[literal.first];
    if (literal.second == ORDER_UNSET)
        return search->flags[literal.first] == OPEN   ? OPEN
               : search->flags[literal.first] == TRUE ? FALSE
                                                      : TRUE;
    if (literal.first == literal.second || point_comes_before(search, literal.second, literal.first))
        return FALSE;
    return point_comes_before(search, literal.first, literal.second) ? TRUE : OPEN;
}

// Two points of a solution can always be told apart, so that of two one comes first.
static struct order_literal negation(struct order_literal literal)
{
    if (literal.second == ORDER_SET)
        return (struct order_literal){literal.first, ORDER_UNSET};
    if (literal.second == ORDER_UNSET)
        return (struct order_literal){literal.first, ORDER_SET};
    return (struct order_literal){literal.second, literal.first};
}

static void make_true(struct chain_search *search, struct order_literal literal)
{
    if (literal.second == ORDER_SET || literal.second == ORDER_UNSET) {
        vector_push(&search->changes, (struct search_change){CHANGED_FLAG, literal.first, 0});
        search->flags[literal.first] = literal.second == ORDER_SET ? TRUE : FALSE;
        wake_clauses(search, &search->of_flag[literal.first]);
        return;
    }
    vector_push(&search->changes, (struct search_change){CHANGED_EDGE, literal.first, 0});
    vector_push(&search->after[literal.first], literal.second);
    put_before(search, literal.first, literal.second);
    spread_clocks(search);
}

static void take_back_changes(struct chain_search *search, uint32_t changes)
{
    while (search->changes.size > changes) {
        struct search_change change = vector_pop(&search->changes);
        if (change.kind == CHANGED_CLOCK)
            search->clocks[change.at] = change.old;
        else if (change.kind == CHANGED_FLAG)
            search->flags[change.at] = OPEN;
        else if (change.kind == CHANGED_CLAUSE)
            search->holds[change.at] = false;
        else
            search->after[change.at].size--;
    }
    for (uint32_t i = 0; i < search->pending.size; i++)
        search->is_pending[search->pending.data[i]] = false;
    vector_clear(&search->pending);
    vector_clear(&search->moved);
    search->conflict = false;
}

// ---- clauses

static uint32_t begin_of(const struct order_problem *problem, uint32_t clause)
{
    return clause ? problem->ends.data[clause - 1] : 0;
}

// How much a literal is worth trying: what is not there needs nothing, and the trace's own order is known to
// agree with itself.
static unsigned worth(const struct chain_search *search, struct order_literal literal)
{
    if (literal.second == ORDER_UNSET)
        return 4;
    if (literal.second == ORDER_SET)
        return 2;
    return search->problem->ranks.data[literal.first] < search->problem->ranks.data[literal.second] ? 3 : 1;
}

// Whether a clause holds, cannot hold (FALSE), or is open; then `open` of its literals are, and *best is the
// one to try.
static enum truth look_at_clause(const struct chain_search *search, uint32_t clause, uint32_t *open,
                                 struct order_literal *best)
{
    const struct order_problem *problem = search->problem;
    unsigned most = 0;
    *open = 0;
    for (uint32_t i = begin_of(problem, clause); i < problem->ends.data[clause]; i++) {
        struct order_literal literal = vector_at(&problem->literals, i);
        enum truth truth = truth_of_literal(search, literal);
        if (truth == TRUE)
            return TRUE;
        if (truth == FALSE)
            continue;
        ++*open;
        if (worth(search, literal) > most) {
            most = worth(search, literal);
            *best = literal;
        }
    }
    return *open ? OPEN : FALSE;
}

static void note_holding(struct chain_search *search, uint32_t clause)
{
    search->holds[clause] = true;
    vector_push(&search->changes, (struct search_change){CHANGED_CLAUSE, clause, 0});
}

// What follows from clauses that have one literal left.
static void propagate_clauses(struct chain_search *search)
{
    while (search->pending.size && !search->conflict) {
        uint32_t clause = vector_pop(&search->pending), open;
        struct order_literal last;
        search->is_pending[clause] = false;
        enum truth truth = look_at_clause(search, clause, &open, &last);
        if (truth == FALSE)
            search->conflict = true;
        else if (truth == TRUE || open == 1)
            note_holding(search, clause);
        if (truth == OPEN && open == 1)
            make_true(search, last);
    }
}

// ---- the search

// Makes the negation of the last decision hold, of which nothing else is left; and so on, where that is a
// contradiction, too. Clauses before the decision's hold without it. False: no decision is left.
static bool turn_back(struct chain_search *search, uint32_t *clause)
{
    while (search->conflict) {
        if (!search->decisions.size)
            return false;
        struct decision decision = vector_pop(&search->decisions);
        *clause = decision.clause;
        search->conflicts++;
        take_back_changes(search, decision.changes);
        make_true(search, negation(decision.literal));
        propagate_clauses(search);
    }
    return true;
}

// Tries a literal of the next clause that is open. False: there is none.
static bool decide_clause(struct chain_search *search, uint32_t *clause)
{
    for (; *clause < search->problem->ends.size; ++*clause) {
        uint32_t open;
        struct order_literal best;
        if (search->holds[*clause] || look_at_clause(search, *clause, &open, &best) != OPEN)
            continue;
        vector_push(&search->decisions, (struct decision){search->changes.size, best, *clause});
        make_true(search, best);
        propagate_clauses(search);
        return true;
    }
    return false;
}

static enum smt_answer run_chain_search(struct chain_search *search, uint64_t most_conflicts, double until)
{
    enum { BETWEEN_LOOKS = 64 };
    uint32_t clause = 0;
    wake_all(search);
    propagate_clauses(search);
    for (uint32_t tries = 0;; tries++) {
        if (!turn_back(search, &clause))
            return SMT_UNSAT;
        if (search->conflicts > most_conflicts)
            return SMT_UNKNOWN;
        if (until > 0 && tries % BETWEEN_LOOKS == 0 && clock_seconds() >= until)
            return SMT_UNKNOWN;
        if (!decide_clause(search, &clause))
            return SMT_SAT;
    }
}

// ---- answers

// Whether all that comes before a point is done, of each chain so much.
static bool is_ready(const struct chain_search *search, uint32_t point, const uint32_t *done)
{
    const uint32_t *clock = clock_of_point(search, point);
    for (uint32_t c = 0; c < search->chains; c++)
        if (clock[c] > done[c])
            return false;
    return true;
}

// A total order that agrees with the partial one: always the point of lowest rank that is ready.
static void lay_out_points(const struct chain_search *search, int64_t *times)
{
    const struct order_problem *problem = search->problem;
    uint32_t *done = memory_zalloc(search->chains, sizeof *done);
    for (uint32_t time = 0; time < problem->points; time++) {
        uint32_t best = problem->points, begin = 0;
        for (uint32_t c = 0; c < search->chains; begin = problem->chains.data[c++]) {
            uint32_t point = begin + done[c];
            if (point < problem->chains.data[c] &&
                (best == problem->points || problem->ranks.data[point] < problem->ranks.data[best]) &&
                is_ready(search, point, done))
                best = point;
        }
        times[best] = time;
        done[search->chain[best]]++;
    }
    memory_free(done);
}

static void take_forced(struct chain_search *search, order_literals *forced)
{
    if (search->decisions.size)
        take_back_changes(search, search->decisions.data[0].changes);
    for (uint32_t p = 0; p < search->problem->points; p++)
        for (uint32_t i = 0; i < search->after[p].size; i++)
            vector_push(forced, (struct order_literal){p, search->after[p].data[i]});
    for (uint32_t f = 0; f < search->problem->flags; f++)
        if (search->flags[f] != OPEN)
            vector_push(forced, (struct order_literal){f, search->flags[f] == TRUE ? (uint32_t)ORDER_SET
                                                                                   : (uint32_t)ORDER_UNSET});
}

static void index_clauses(struct chain_search *search)
{
    const struct order_problem *problem = search->problem;
    for (uint32_t clause = 0; clause < problem->ends.size; clause++)
        for (uint32_t i = begin_of(problem, clause); i < problem->ends.data[clause]; i++) {
            struct order_literal literal = problem->literals.data[i];
            bool flag = literal.second == ORDER_SET || literal.second == ORDER_UNSET;
            vector_push(flag ? &search->of_flag[literal.first] : &search->of_point[literal.first], clause);
            if (!flag)
                vector_push(&search->of_point[literal.second], clause);
        }
}

static void search_init(struct chain_search *search, const struct order_problem *problem)
{
    uint32_t begin = 0;
    *search = (struct chain_search){.problem = problem, .chains = problem->chains.size};
    search->chain = memory_zalloc(problem->points, sizeof *search->chain);
    search->place = memory_zalloc(problem->points, sizeof *search->place);
    search->clocks = memory_zalloc((size_t)problem->points * search->chains, sizeof *search->clocks);
    search->after = memory_zalloc(problem->points, sizeof *search->after);
    search->of_point = memory_zalloc(problem->points, sizeof *search->of_point);
    search->of_flag = memory_zalloc(problem->flags, sizeof *search->of_flag);
    search->flags = memory_zalloc(problem->flags, sizeof *search->flags);
    search->is_pending = memory_zalloc(problem->ends.size, sizeof *search->is_pending);
    search->holds = memory_zalloc(problem->ends.size, sizeof *search->holds);
    for (uint32_t c = 0; c < search->chains; begin = problem->chains.data[c++])
        for (uint32_t p = begin; p < problem->chains.data[c]; p++) {
            search->chain[p] = c;
            search->place[p] = p - begin + 1;
        }
    index_clauses(search);
}

static void chain_search_free(struct chain_search *search)
{
    for (uint32_t p = 0; p < search->problem->points; p++) {
        vector_free(&search->after[p]);
        vector_free(&search->of_point[p]);
    }
    for (uint32_t f = 0; f < search->problem->flags; f++)
        vector_free(&search->of_flag[f]);
    memory_free(search->chain);
    memory_free(search->place);
    memory_free(search->clocks);
    memory_free(search->after);
    memory_free(search->of_point);
    memory_free(search->of_flag);
    memory_free(search->flags);
    memory_free(search->is_pending);
    memory_free(search->holds);
    vector_free(&search->changes);
    vector_free(&search->decisions);
    vector_free(&search->moved);
    vector_free(&search->pending);
}

enum smt_answer order_search(const struct order_problem *problem, uint64_t most_conflicts, double until,
                             int64_t *times, bool *set, order_literals *forced)
{
    struct chain_search search;
    vector_clear(forced);
    search_init(&search, problem);
    enum smt_answer answer = run_chain_search(&search, most_conflicts, until);
    if (answer == SMT_SAT) {
        lay_out_points(&search, times);
        for (uint32_t f = 0; f < problem->flags; f++)
            set[f] = search.flags[f] == TRUE;
    } else if (answer == SMT_UNKNOWN)
        take_forced(&search, forced);
    chain_search_free(&search);
    return answer;
}
