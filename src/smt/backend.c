#include "smt/backend.h"

#include "base/memory.h"
#include "smt/bit_solver.h"
#include "smt/z3_backend.h"

// Share of the limits of a query that the SAT solver gets before Z3 is asked.
#define BIT_SHARE 2u
// Its effort where a query has no limit.
#define BIT_EFFORT 30000u

struct backend {
    struct terms *terms;
    struct smt_options options;
    struct solver_limits limits; // of the next query
    struct bit_solver *bits;     // NULL: not asked yet
    struct z3_backend *z3;
};

struct backend *backend_new(struct terms *terms, const struct smt_options *options)
{
    struct backend *b = memory_zalloc(1, sizeof *b);
    b->terms = terms;
    b->options = *options;
    b->limits.milliseconds = options->query_milliseconds;
    b->z3 = z3_backend_new(terms, options);
    return b;
}

void backend_free(struct backend *b)
{
    if (!b)
        return;
    bit_solver_free(b->bits);
    z3_backend_free(b->z3);
    memory_free(b);
}

void backend_limit(struct backend *b, unsigned milliseconds)
{
    unsigned most = b->options.query_milliseconds;
    b->limits.milliseconds = most && (!milliseconds || most < milliseconds) ? most : milliseconds;
}

void backend_effort(struct backend *b, unsigned effort)
{
    b->limits.effort = effort;
}

uint64_t backend_steps(const struct backend *b)
{
    return b->bits ? bit_solver_steps(b->bits) : 0;
}

const char *backend_error(const struct backend *b)
{
    return z3_backend_error(b->z3);
}

static bool query_has_float(const struct backend *b, const term *query, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (term_has_float(b->terms, query[i]))
            return true;
    return false;
}

// Without a limit of its own a query has that of the options, so that how much the SAT solver tries does not
// depend on how little of the user's time is left.
static struct solver_limits bit_limits(const struct backend *b)
{
    unsigned whole = b->limits.effort ? b->limits.effort : b->options.query_milliseconds;
    return (struct solver_limits){
        .effort = whole ? whole / BIT_SHARE + 1 : BIT_EFFORT,
        .milliseconds = b->limits.milliseconds ? b->limits.milliseconds / BIT_SHARE + 1 : 0,
    };
}

enum smt_answer backend_check(struct backend *b, const term *query, uint32_t n, uint64_t *model, term *core,
                              uint32_t *core_count)
{
    if (!b->options.only_z3 && !query_has_float(b, query, n)) {
        if (!b->bits)
            b->bits = bit_solver_new(b->terms, &b->options);
        struct solver_limits limits = bit_limits(b);
        enum smt_answer answer = bit_solver_check(b->bits, &limits, query, n, model, core, core_count);
        if (answer != SMT_UNKNOWN)
            return answer;
    }
    return z3_backend_check(b->z3, &b->limits, query, n, model, core, core_count);
}

enum smt_answer backend_confirm(struct backend *b, const term *query, uint32_t n, uint64_t *model, term *core,
                                uint32_t *core_count)
{
    return z3_backend_check(b->z3, &b->limits, query, n, model, core, core_count);
}
