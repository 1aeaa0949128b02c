// Data races found under each partial order reduction: the same pairs of places; with pruning some of them,
// if there are any.
#include "oracle.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static const struct setting {
    const char *name;
    enum por_algorithm por;
    bool arrivals; // those at a barrier commute
    bool prune;
    bool threads; // that are alike begin in one order
} settings[] = {
    {"none", POR_NONE, false, false, false},
    {"classic", POR_CLASSIC, false, false, false},
    {"source", POR_SOURCE, false, false, false},
    {"optimal", POR_OPTIMAL, false, false, false},
    {"states", POR_STATES, false, false, false},
    {"classic, arrivals", POR_CLASSIC, true, false, false},
    {"source, arrivals", POR_SOURCE, true, false, false},
    {"optimal, arrivals", POR_OPTIMAL, true, false, false},
    {"source, alike", POR_SOURCE, true, false, true},
    {"optimal, alike", POR_OPTIMAL, false, false, true},
    {"none, pruned", POR_NONE, false, true, false},
    {"classic, pruned", POR_CLASSIC, false, true, false},
    {"source, pruned", POR_SOURCE, false, true, false},
    {"optimal, pruned", POR_OPTIMAL, false, true, false},
};
enum { SETTING_COUNT = sizeof settings / sizeof *settings };

struct seen {
    text_set races;
    uint64_t executions;
    char *wrong, *reason; // owned
};

static uint32_t line_of(const struct program *program, const struct violation_access *access)
{
    return program->locations[program->location_of[access->place]].line;
}

// The two lines, whichever came first.
static char *race_text(const struct program *program, const struct exploration_violation *v)
{
    uint32_t a = line_of(program, &v->accesses.data[0]), b = line_of(program, &v->accesses.data[1]);
    return memory_format("race of lines %u and %u", a < b ? a : b, a < b ? b : a);
}

static void look(const struct program *program, const struct oracle_options *options,
                 const struct setting *setting, uint64_t max_executions, struct seen *seen)
{
    struct exploration_options o = {.por = setting->por,
                                    .all = true,
                                    .prune = setting->prune,
                                    .max_seconds = options->max_seconds,
                                    .max_executions = max_executions,
                                    .solver_milliseconds = 5000,
                                    .machine = {.properties = 1u << PROPERTY_DATA_RACE,
                                                .arrivals = setting->arrivals,
                                                .interchange = setting->threads,
                                                .reuse = true}};
    *seen = (struct seen){0};
    struct exploration *e = explore(program, &o);
    const struct exploration_counters *c = &e->counters;
    seen->executions = c->complete + c->blocked + c->infeasible + c->bounded;
    for (uint32_t k = 0; k < e->violations.size; k++)
        vector_push(&seen->races, race_text(program, &e->violations.data[k]));
    texts_normalise(&seen->races);
    if (e->internal_error)
        seen->wrong = memory_format("internal error: %s", e->internal_error);
    if (e->reasons.size)
        seen->reason = memory_copy_string(e->reasons.data[0].message);
    exploration_free(e);
}

static void free_seen(struct seen *seen)
{
    texts_free(&seen->races);
    memory_free(seen->wrong);
    memory_free(seen->reason);
}

// Any at all, if there are any, and no others.
static bool are_some_of(const text_set *races, const text_set *all)
{
    uint32_t k = 0;
    for (uint32_t n = 0; n < all->size && k < races->size; n++)
        k += !strcmp(all->data[n], races->data[k]);
    return races->size && k == races->size;
}

static char *compare(const struct setting *setting, const struct seen *reference, const struct seen *other)
{
    bool in_first = false;
    const char *text = texts_difference(&reference->races, &other->races, &in_first);
    if (other->wrong)
        return memory_format("%s: %s", setting->name, other->wrong);
    if (other->reason)
        return memory_format("%s: inconclusive: %s", setting->name, other->reason);
    if (text && !(setting->prune && are_some_of(&other->races, &reference->races)))
        return memory_format("%s: %s %s", setting->name, in_first ? "lost" : "invented", text);
    return NULL;
}

static void check_program(const struct program *program, const struct oracle_options *options,
                          uint32_t number)
{
    struct seen reference, other;
    char *wrong = NULL;
    look(program, options, &settings[0], options->max_executions, &reference);
    if (reference.wrong) {
        wrong = memory_format("none: %s", reference.wrong);
    } else if (reference.reason) {
        printf("%u discarded %s\n", number, reference.reason);
        free_seen(&reference);
        return;
    }
    for (uint32_t s = 1; s < SETTING_COUNT && !wrong; s++) {
        look(program, options, &settings[s], 0, &other);
        wrong = compare(&settings[s], &reference, &other);
        free_seen(&other);
    }
    if (wrong)
        printf("%u failed %s\n", number, wrong);
    else
        printf("%u passed executions %llu races %u\n", number, (unsigned long long)reference.executions,
               reference.races.size);
    memory_free(wrong);
    free_seen(&reference);
}

void oracle_race(struct program *program, const struct oracle_options *options)
{
    oracle_check_all(program, options, check_program);
}
