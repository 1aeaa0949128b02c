#include "analysis/analyses.h"

#include "analysis/faint.h"

struct analyses {
    struct points_to *points_to;
    struct calls *calls;
    struct threads *threads;
    struct dependence *dependence;
    struct faint_values *faint_values[2]; // with overflow or without
    bool faint_values_known[2];
    bool faint_seconds[2], faint_seconds_known[2];
};

static void analyses_free(struct analyses *a)
{
    faint_values_free(a->faint_values[false]);
    faint_values_free(a->faint_values[true]);
    dependence_free(a->dependence);
    threads_free(a->threads);
    calls_free(a->calls);
    points_to_free(a->points_to);
    memory_free(a);
}

static struct analyses *analyses_of(const struct program *program)
{
    if (!program->analyses) {
        struct program *keeper = (struct program *)program;
        keeper->analyses = memory_zalloc(1, sizeof *keeper->analyses);
        keeper->free_analyses = analyses_free;
    }
    return program->analyses;
}

struct points_to *analyses_points_to(const struct program *program)
{
    struct analyses *a = analyses_of(program);
    if (!a->points_to)
        a->points_to = points_to_compute(program);
    return a->points_to;
}

struct calls *analyses_calls(const struct program *program)
{
    struct analyses *a = analyses_of(program);
    if (!a->calls)
        a->calls = calls_compute(program, analyses_points_to(program));
    return a->calls;
}

struct threads *analyses_threads(const struct program *program)
{
    struct analyses *a = analyses_of(program);
    if (!a->threads)
        a->threads = threads_compute(analyses_calls(program));
    return a->threads;
}

struct dependence *analyses_dependence(const struct program *program)
{
    struct analyses *a = analyses_of(program);
    if (!a->dependence)
        a->dependence = dependence_compute(analyses_threads(program));
    return a->dependence;
}

struct faint_values *analyses_faint_values(const struct program *program, bool overflow)
{
    struct analyses *a = analyses_of(program);
    if (!a->faint_values_known[overflow])
        a->faint_values[overflow] = faint_values_compute(program, overflow);
    a->faint_values_known[overflow] = true;
    return a->faint_values[overflow];
}

bool analyses_faint_seconds(const struct program *program, bool overflow)
{
    struct analyses *a = analyses_of(program);
    if (!a->faint_seconds_known[overflow])
        a->faint_seconds[overflow] = faint_seconds(program, overflow);
    a->faint_seconds_known[overflow] = true;
    return a->faint_seconds[overflow];
}
