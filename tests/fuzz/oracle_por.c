// Partial order reduction against exhaustive exploration: sets of traces, final states, outputs and
// violations.
#include "oracle_subsets.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

// The settings compared; the first is the reference. Where the traces are coarser, they are compared with
// those of the last setting without reduction before.
static const struct setting settings[] = {
    {.name = "none", .por = POR_NONE},
    {.name = "classic", .por = POR_CLASSIC},
    {.name = "source", .por = POR_SOURCE},
    {.name = "optimal", .por = POR_OPTIMAL},
    {.name = "optimal, short sequences", .por = POR_OPTIMAL, .whole_sequences = 8},
    {.name = "none, refined", .por = POR_NONE, .refined = true},
    {.name = "classic, refined", .por = POR_CLASSIC, .refined = true},
    {.name = "source, refined", .por = POR_SOURCE, .refined = true},
    {.name = "optimal, refined", .por = POR_OPTIMAL, .refined = true},
    {.name = "none, outcome", .por = POR_NONE, .outcome = true},
    {.name = "classic, outcome", .por = POR_CLASSIC, .outcome = true},
    {.name = "source, outcome", .por = POR_SOURCE, .outcome = true},
    {.name = "optimal, outcome", .por = POR_OPTIMAL, .outcome = true},
    {.name = "none, peek", .por = POR_NONE, .peek = true},
    {.name = "classic, peek", .por = POR_CLASSIC, .peek = true},
    {.name = "source, peek", .por = POR_SOURCE, .peek = true},
    {.name = "optimal, peek", .por = POR_OPTIMAL, .peek = true},
    {.name = "none, refined, outcome, peek", .por = POR_NONE, EVERY_INDEPENDENCE},
    {.name = "optimal, refined, outcome, peek", .por = POR_OPTIMAL, EVERY_INDEPENDENCE},
    {.name = "optimal, sliced", .por = POR_OPTIMAL, EVERY_INDEPENDENCE, .slice = SLICE_ON},
    {.name = "optimal, sliced for assertions",
     .por = POR_OPTIMAL,
     EVERY_INDEPENDENCE,
     .slice = SLICE_ON,
     .properties = 1u << PROPERTY_ASSERTION},
    {.name = "source, sliced for assertions",
     .por = POR_SOURCE,
     .slice = SLICE_ON,
     .properties = 1u << PROPERTY_ASSERTION},
    {.name = "optimal, sliced for deadlocks",
     .por = POR_OPTIMAL,
     .peek = true,
     .slice = SLICE_ON,
     .properties = 1u << PROPERTY_DEADLOCK},
    {.name = "optimal, sliced for memory",
     .por = POR_OPTIMAL,
     .refined = true,
     .outcome = true,
     .slice = SLICE_ON,
     .properties = 1u << PROPERTY_MEMORY},
    {.name = "optimal, sliced for locks",
     .por = POR_OPTIMAL,
     EVERY_INDEPENDENCE,
     .slice = SLICE_ON,
     .properties = 1u << PROPERTY_LOCK},
    {.name = "optimal, sliced dynamically", .por = POR_OPTIMAL, EVERY_INDEPENDENCE, .slice = SLICE_DYNAMIC},
    {.name = "optimal, sliced dynamically for assertions",
     .por = POR_OPTIMAL,
     EVERY_INDEPENDENCE,
     .slice = SLICE_DYNAMIC,
     .properties = 1u << PROPERTY_ASSERTION},
    // Only for programs that ask for it: those of oracle_prune.c are made for it.
    {.name = "none, pruned", .por = POR_NONE, .prune = true},
    {.name = "classic, pruned, sliced", .por = POR_CLASSIC, .prune = true, .slice = SLICE_ON},
    {.name = "source, pruned", .por = POR_SOURCE, .prune = true},
    {.name = "optimal, outcome, pruned", .por = POR_OPTIMAL, .outcome = true, .prune = true},
    {.name = "optimal, pruned, sliced for assertions",
     .por = POR_OPTIMAL,
     .peek = true,
     .prune = true,
     .slice = SLICE_ON,
     .properties = 1u << PROPERTY_ASSERTION},
};
enum { SETTING_COUNT = sizeof settings / sizeof *settings };

// Whether its traces are fewer than those of plain conflicts.
static bool is_coarser(const struct setting *s)
{
    return s->refined || s->outcome || s->peek;
}

// Whether there are other traces than without reduction for some values of the inputs. Where inputs decide
// what an operation touches, its range is what is known of them when it is executed, which another thread's
// decision before it makes smaller: then two operations conflict in one execution, and do not in another one
// that is the same for every value of the inputs.
static bool differs_for_inputs(const struct program *program, const struct oracle_options *options,
                               const struct setting *setting)
{
    enum { VALUES = 40 };
    bool differs = false;
    for (uint64_t k = 1; k <= VALUES && !differs; k++) {
        struct setting reduced = *setting;
        reduced.inputs = k;
        struct setting plain = reduced;
        plain.por = POR_NONE;
        struct seen all = {0}, seen = {0};
        look(program, options, &plain, 0, &all);
        look(program, options, &reduced, 0, &seen);
        differs = all.wrong || seen.wrong || !all.traces.size || !values_equal(&all.traces, &seen.traces);
        free_seen(&all);
        free_seen(&seen);
    }
    return differs;
}

// `traces`: those there are under the setting's idea of equivalence; NULL: not known.
static char *compare(const struct program *program, const struct oracle_options *options,
                     const struct setting *setting, const struct seen *reference, const value_set *traces,
                     const struct seen *other)
{
    if (other->wrong)
        return memory_format("%s: %s", setting->name, other->wrong);
    char *wrong = compare_reasons(setting, reference, other);
    if (!wrong)
        wrong = compare_violations(setting, "", reference, &other->violations);
    // Final states are only what matters to the properties, as is what is printed.
    if (wrong || setting->slice || setting->prune)
        return wrong;
    if (traces && !values_equal(traces, &other->traces) &&
        (!reference->symbolic || differs_for_inputs(program, options, setting)))
        return memory_format("%s: %u traces, there are %u", setting->name, other->traces.size, traces->size);
    // What nobody reads is left open.
    bool same = setting->refined ? values_contain(&reference->states, &other->states)
                                 : values_equal(&reference->states, &other->states);
    if (!reference->symbolic && !same)
        return memory_format("%s: %u final states, there are %u", setting->name, other->states.size,
                             reference->states.size);
    if (!values_equal(&reference->checksums, &other->checksums))
        return memory_format("%s: %u checksums, there are %u", setting->name, other->checksums.size,
                             reference->checksums.size);
    // Executions with the same trace and different inputs are different ones.
    bool optimal = setting->por == POR_OPTIMAL && !setting->whole_sequences;
    if (optimal && other->repeated && !reference->symbolic)
        return memory_format("%s: %llu executions of a trace explored before", setting->name,
                             (unsigned long long)other->repeated);
    // Where an operation's inputs or place in time decide what it touches, a reversal can turn out to be
    // none.
    if (optimal && other->sleep_blocked && !reference->symbolic && !reference->varying)
        return memory_format("%s: %llu executions blocked by sleep sets", setting->name,
                             (unsigned long long)other->sleep_blocked);
    // What is left open is decided again in every execution of a class, and leaving a barrier is one more
    // operation.
    bool again = (setting->refined || (setting->outcome && reference->varying)) &&
                 (setting->por == POR_NONE || setting->por == POR_CLASSIC);
    if (!again && other->executions - other->sleep_blocked > reference->executions)
        return memory_format("%s: %llu executions, more than %llu", setting->name,
                             (unsigned long long)other->executions,
                             (unsigned long long)reference->executions);
    return NULL;
}

static char *check_forbidden(struct program *program, const struct oracle_options *options,
                             const struct global *forbidden, const struct seen *reference)
{
    uint32_t none, count = reference->checksums.size;
    char *wrong = NULL, text[16];
    memcpy(&none, program->data + forbidden->data, sizeof none);
    uint32_t tried = count < options->forbidden ? count : options->forbidden;
    for (uint32_t s = 1; s < SETTING_COUNT && !wrong; s++) {
        if (settings[s].prune || !looks_for(&settings[s], "assertion at "))
            continue;
        for (uint32_t k = 0; k < tried && !wrong; k++) {
            uint32_t checksum = (uint32_t)reference->checksums.data[(uint64_t)(options->seed + k) % count];
            forbid_checksum(program, forbidden, checksum);
            snprintf(text, sizeof text, "%08x", checksum);
            wrong = compare_forbidden(program, options, &settings[s], reference, text, true);
            if (!wrong && k == 0 && !values_has(&reference->checksums, checksum + 1)) {
                forbid_checksum(program, forbidden, checksum + 1);
                snprintf(text, sizeof text, "%08x", checksum + 1);
                wrong = compare_forbidden(program, options, &settings[s], reference, text, false);
            }
        }
    }
    forbid_checksum(program, forbidden, none);
    return wrong;
}

// ---- random walks, which find some of what there is

static bool is_in(const text_set *set, const char *text)
{
    for (uint32_t k = 0; k < set->size; k++)
        if (!strcmp(set->data[k], text))
            return true;
    return false;
}

// Every random walk stops with these.
static bool is_of_walks(const char *reason)
{
    return strstr(reason, "--por=random") || strstr(reason, "--max-executions");
}

static char *compare_walks(const struct setting *setting, const struct seen *reference,
                           const struct seen *walks)
{
    if (walks->wrong)
        return memory_format("%s: %s", setting->name, walks->wrong);
    for (uint32_t k = 0; k < walks->violations.size; k++)
        if (!is_in(&reference->violations, walks->violations.data[k]))
            return memory_format("%s: violation invented: %s", setting->name, walks->violations.data[k]);
    for (uint32_t k = 0; k < walks->reasons.size; k++)
        if (!is_in(&reference->reasons, walks->reasons.data[k]) && !is_of_walks(walks->reasons.data[k]))
            return memory_format("%s: reason to be inconclusive invented: %s", setting->name,
                                 walks->reasons.data[k]);
    if (!walks->reason)
        return memory_format("%s: it is no proof, and does not say so", setting->name);
    if (setting->slice)
        return NULL;
    if (!reference->returning && !values_contain(&reference->traces, &walks->traces))
        return memory_format("%s: traces that there are not", setting->name);
    if (!reference->symbolic && !reference->returning && !values_contain(&reference->states, &walks->states))
        return memory_format("%s: final states that there are not", setting->name);
    if (!values_contain(&reference->checksums, &walks->checksums))
        return memory_format("%s: checksums that there are not", setting->name);
    return NULL;
}

static char *check_walks(const struct program *program, const struct oracle_options *options, uint32_t number,
                         const struct seen *reference)
{
    enum { WALKS = 100 };
    struct setting walked[] = {
        {.name = "random", .por = POR_RANDOM},
        {.name = "random, sliced", .por = POR_RANDOM, EVERY_INDEPENDENCE, .slice = SLICE_ON},
    };
    struct seen walks = {0}, again = {0};
    char *wrong = NULL;
    for (uint32_t k = 0; k < sizeof walked / sizeof *walked && !wrong; k++) {
        walked[k].seed = options->seed + number;
        look(program, options, &walked[k], WALKS, &walks);
        look(program, options, &walked[k], WALKS, &again);
        wrong = compare_walks(&walked[k], reference, &walks);
        if (!wrong && (!values_equal(&walks.traces, &again.traces) || walks.repeated != again.repeated))
            wrong = memory_format("%s: other walks with the same seed", walked[k].name);
        free_seen(&walks);
        free_seen(&again);
    }
    return wrong;
}

// ---- searches that are stopped again and again

static char *compare_pieces(const struct setting *setting, const struct seen *whole,
                            const struct seen *pieces)
{
    const char *name = setting->name;
    if (pieces->wrong)
        return memory_format("%s, in pieces: %s", name, pieces->wrong);
    char *wrong = compare_violations(setting, ", in pieces", whole, &pieces->violations);
    if (wrong)
        return wrong;
    wrong = compare_reasons(setting, whole, pieces);
    if (wrong)
        return wrong;
    if (pieces->executions + pieces->before != whole->executions)
        return memory_format("%s, in pieces: %llu executions and %llu before, as a whole %llu", name,
                             (unsigned long long)pieces->executions, (unsigned long long)pieces->before,
                             (unsigned long long)whole->executions);
    if (!values_equal(&whole->traces, &pieces->traces) ||
        !values_equal(&whole->checksums, &pieces->checksums))
        return memory_format("%s, in pieces: other executions", name);
    return NULL;
}

// The frontier that one search leaves, another one goes on from (explore/frontier.h): together they are the
// search that nothing has stopped.
static char *check_pieces(const struct program *program, const struct oracle_options *options,
                          uint32_t number, uint64_t *resumed, uint64_t *kept)
{
    char *wrong = NULL;
    for (uint32_t k = 0; k < options->pieces && !wrong; k++) {
        uint64_t draw = hash_combine(hash_combine(options->seed, number), k);
        struct setting setting = settings[draw % SETTING_COUNT];
        if (setting.prune || setting.slice == SLICE_DYNAMIC)
            continue;
        struct seen whole = {0}, pieces = {0};
        look(program, options, &setting, 0, &whole);
        setting.pieces = 1 + (draw >> 32) % 20;
        if (!whole.limited)
            look(program, options, &setting, 0, &pieces);
        if (!whole.limited && !pieces.limited)
            wrong = compare_pieces(&setting, &whole, &pieces);
        *resumed += pieces.resumed;
        *kept += pieces.before;
        free_seen(&whole);
        free_seen(&pieces);
    }
    return wrong;
}

static void check_program(struct program *program, const struct oracle_options *options, uint32_t number)
{
    struct seen reference = {0}, other = {0};
    const struct global *forbidden = find_global(program, "forbidden", number);
    char *wrong = NULL;
    look(program, options, &settings[0], options->max_executions, &reference);
    reference.symbolic = find_global(program, "symbolic", number) != NULL;
    reference.varying = find_global(program, "varying", number) != NULL;
    reference.returning = find_global(program, "returning", number) != NULL;
    bool pruned = find_global(program, "pruned", number) != NULL;
    if (reference.wrong) {
        wrong = memory_format("%s: %s", settings[0].name, reference.wrong);
    } else if (reference.limited) {
        printf("%u discarded %s\n", number, reference.reason);
        free_seen(&reference);
        return;
    }
    uint64_t executions = 0;
    value_set coarse = {0}; // traces of the last setting without reduction
    bool peeked = false;    // private sections made the traces fewer
    bool sliced = false;    // irrelevant statements made the executions fewer
    for (uint32_t s = 1; s < SETTING_COUNT && !wrong; s++) {
        const struct setting *setting = &settings[s];
        bool first = setting->por == POR_NONE && !setting->prune;
        if (setting->prune && !pruned)
            continue;
        look(program, options, setting, 0, &other);
        wrong = compare(program, options, setting, &reference,
                        first || setting->slice || setting->prune ? NULL
                        : is_coarser(setting)                     ? &coarse
                                                                  : &reference.traces,
                        &other);
        if (!setting->slice && !setting->prune)
            executions = other.executions;
        else if (setting->refined && setting->peek && !setting->prune)
            sliced |= other.executions < executions;
        if (first) {
            vector_free(&coarse);
            coarse = other.traces;
            memset(&other.traces, 0, sizeof other.traces);
        }
        if (first && setting->peek && !setting->refined)
            peeked = coarse.size < reference.traces.size;
        free_seen(&other);
    }
    vector_free(&coarse);
    uint64_t resumed = 0, kept = 0;
    if (!wrong)
        wrong = check_pieces(program, options, number, &resumed, &kept);
    if (!wrong)
        wrong = check_walks(program, options, number, &reference);
    if (!wrong)
        wrong = check_subsets(program, options, number, &reference, pruned);
    if (!wrong && forbidden)
        wrong = check_forbidden(program, options, forbidden, &reference);
    if (wrong)
        printf("%u failed %s\n", number, wrong);
    else
        printf("%u passed executions %llu %llu traces %u states %u checksums %u violations %u peeked %d "
               "sliced %d resumed %llu kept %llu\n",
               number, (unsigned long long)reference.executions, (unsigned long long)executions,
               reference.traces.size, reference.states.size, reference.checksums.size,
               reference.violations.size, peeked, sliced, (unsigned long long)resumed,
               (unsigned long long)kept);
    if (options->verbose)
        for (uint32_t k = 0; k < reference.violations.size; k++)
            printf("%u violation %s\n", number, reference.violations.data[k]);
    memory_free(wrong);
    free_seen(&reference);
}

void oracle_por(struct program *program, const struct oracle_options *options)
{
    oracle_each(program, options, check_program);
}
