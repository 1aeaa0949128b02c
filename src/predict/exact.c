#include "predict/exact.h"

#include "base/clock.h"

#include <limits.h>

// A million clauses take Z3 some 500 MB.
enum { MOST_CLAUSES = 1000000 };
// Tries of the search that may fail before Z3 is asked.
enum { MOST_CONFLICTS = 1000 };

void exact_init(struct exact *exact, const struct event_trace *trace, const struct exact_options *options)
{
    struct order_options order = {options->query_milliseconds, options->memory, MOST_CONFLICTS};
    *exact = (struct exact){.trace = trace};
    causality_init(&exact->causality, trace);
    encoding_init(&exact->encoding, &exact->causality, MOST_CLAUSES);
    exact->solver = order_solver_new(&order);
    exact->until = options->seconds > 0 ? clock_seconds() + options->seconds : 0;
}

void exact_free(struct exact *exact)
{
    order_solver_free(exact->solver);
    encoding_free(&exact->encoding);
    window_free(&exact->window);
    causality_free(&exact->causality);
}

bool exact_late(struct exact *exact)
{
    exact->counts.late |= exact->until > 0 && clock_seconds() >= exact->until;
    return exact->counts.late;
}

// What is left of the time for all, in milliseconds; 0: any.
static unsigned milliseconds_left(const struct exact *exact)
{
    if (exact->until <= 0)
        return 0;
    double left = (exact->until - clock_seconds()) * 1e3;
    return left < 1 ? 1 : left > UINT_MAX - 1 ? UINT_MAX - 1 : (unsigned)left;
}

enum smt_answer exact_ask(struct exact *exact, const uint32_t *next, uint32_t count,
                          closure_numbers *schedule)
{
    vector_clear(schedule);
    if (!window_find(&exact->window, &exact->causality, next, count))
        return SMT_UNSAT;
    exact->counts.candidates++;
    if (!encoding_make(&exact->encoding, &exact->window)) {
        exact->counts.too_large = true;
        exact->counts.undecided++;
        return SMT_UNKNOWN;
    }
    enum smt_answer answer = order_check(exact->solver, &exact->encoding.problem, milliseconds_left(exact),
                                         exact->encoding.times, exact->encoding.set);
    exact->counts.queries = order_asked(exact->solver);
    if (answer == SMT_SAT)
        encoding_schedule(&exact->encoding, schedule);
    if (answer == SMT_UNKNOWN) {
        exact->counts.timeout |= !exact_late(exact);
        exact->counts.undecided++;
    }
    return answer;
}
