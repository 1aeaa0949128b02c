#include "analysis/analyses.h"

#include "analysis/faint.h"
#include "analysis/loop_exits.h"
#include "analysis/open_seed.h"
#include "analysis/thread_identity.h"
#include "program/property.h"

// Sorts of faint values: with OVERFLOW or without, with EXIT or without.
enum { FAINT_KINDS = 4 };

struct seed_answer {
    uint32_t code;
    bool open;
};

struct analyses {
    struct points_to *points_to;
    struct calls *calls;
    struct loop_exits *loop_exits;
    struct threads *threads;
    bool thread_identity_hidden, thread_identity_known;
    struct dependence *dependence;
    VECTOR(struct seed_answer) seeds;               // those that were asked for: few
    struct faint_values *faint_values[FAINT_KINDS]; // by faint_kind
    bool faint_values_known[FAINT_KINDS];
    bool faint_seconds[FAINT_KINDS], faint_seconds_known[FAINT_KINDS];
};

static void analyses_free(struct analyses *a)
{
    for (unsigned kind = 0; kind < FAINT_KINDS; kind++)
        faint_values_free(a->faint_values[kind]);
    vector_free(&a->seeds);
    dependence_free(a->dependence);
    threads_free(a->threads);
    loop_exits_free(a->loop_exits);
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

struct loop_exits *analyses_loop_exits(const struct program *program)
{
    struct analyses *a = analyses_of(program);
    if (!a->loop_exits)
        a->loop_exits = loop_exits_new(analyses_calls(program));
    return a->loop_exits;
}

struct threads *analyses_threads(const struct program *program)
{
    struct analyses *a = analyses_of(program);
    if (!a->threads)
        a->threads = threads_compute(analyses_calls(program));
    return a->threads;
}

bool analyses_thread_identity_hidden(const struct program *program)
{
    struct analyses *a = analyses_of(program);
    if (!a->thread_identity_known) {
        uint32_t code;
        char *why;
        a->thread_identity_hidden = thread_identity_hidden(analyses_threads(program), &why, &code);
        memory_free(why);
    }
    a->thread_identity_known = true;
    return a->thread_identity_hidden;
}

struct dependence *analyses_dependence(const struct program *program)
{
    struct analyses *a = analyses_of(program);
    if (!a->dependence)
        a->dependence = dependence_compute(analyses_threads(program));
    return a->dependence;
}

bool analyses_open_seed(const struct program *program, uint32_t code)
{
    struct analyses *a = analyses_of(program);
    for (uint32_t k = 0; k < a->seeds.size; k++)
        if (a->seeds.data[k].code == code)
            return a->seeds.data[k].open;
    bool open = open_seed(analyses_dependence(program), code);
    vector_push(&a->seeds, (struct seed_answer){code, open});
    return open;
}

// What the properties make a difference to: an index.
static unsigned faint_kind(uint32_t properties)
{
    return (properties >> PROPERTY_OVERFLOW & 1) | (properties >> PROPERTY_EXIT & 1) << 1;
}

struct faint_values *analyses_faint_values(const struct program *program, uint32_t properties)
{
    struct analyses *a = analyses_of(program);
    unsigned kind = faint_kind(properties);
    if (!a->faint_values_known[kind])
        a->faint_values[kind] = faint_values_compute(program, properties);
    a->faint_values_known[kind] = true;
    return a->faint_values[kind];
}

bool analyses_faint_seconds(const struct program *program, uint32_t properties)
{
    struct analyses *a = analyses_of(program);
    unsigned kind = faint_kind(properties);
    if (!a->faint_seconds_known[kind])
        a->faint_seconds[kind] = faint_seconds(program, properties);
    a->faint_seconds_known[kind] = true;
    return a->faint_seconds[kind];
}
