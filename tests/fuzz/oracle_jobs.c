// Several processes against one, under the same setting: verdicts, violations, reasons, traces and final
// states. Parts are handed over as soon as there are any, however small the program is. Or an exploration
// that is divided into parts which know nothing of each other (oracle_options.parts), against one search:
// which are explored next, and when their rest is left to others, is drawn. Programs that end by comparing
// their final state (oracle_states.h) are compared with exhaustive exploration by one process, too:
// violations, and final states forbidden one at a time.
#include "oracle_states.h"
#include "oracle_subsets.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdio.h>

#define RACES (1u << PROPERTY_DATA_RACE)

static const struct setting settings[] = {
    {.name = "none", .por = POR_NONE},
    {.name = "classic", .por = POR_CLASSIC},
    {.name = "source", .por = POR_SOURCE},
    {.name = "optimal", .por = POR_OPTIMAL},
    {.name = "optimal, outcome", .por = POR_OPTIMAL, .outcome = true},
    {.name = "optimal, races", .por = POR_OPTIMAL, .properties = RACES},
    {.name = "optimal, sliced, races", .por = POR_OPTIMAL, .slice = SLICE_ON, .properties = RACES},
    {.name = "optimal, leaks",
     .por = POR_OPTIMAL,
     .properties = 1u << PROPERTY_LEAK | 1u << PROPERTY_THREAD_LEAK},
    {.name = "optimal, values",
     .por = POR_OPTIMAL,
     .properties = 1u << PROPERTY_UNINITIALISED | 1u << PROPERTY_OVERFLOW},
    {.name = "optimal, short sequences", .por = POR_OPTIMAL, .outcome = true, .whole_sequences = 8},
    {.name = "optimal, threads", .por = POR_OPTIMAL, .outcome = true, .threads = true},
    {.name = "source, threads", .por = POR_SOURCE, .threads = true},
    {.name = "optimal, refined, peek", .por = POR_OPTIMAL, .refined = true, .peek = true},
    {.name = "source, refined, outcome, peek", .por = POR_SOURCE, EVERY_INDEPENDENCE},
    {.name = "classic, refined, outcome, peek", .por = POR_CLASSIC, EVERY_INDEPENDENCE},
    {.name = "optimal, sliced", .por = POR_OPTIMAL, EVERY_INDEPENDENCE, .slice = SLICE_ON},
    {.name = "optimal, sliced for assertions",
     .por = POR_OPTIMAL,
     EVERY_INDEPENDENCE,
     .slice = SLICE_ON,
     .properties = 1u << PROPERTY_ASSERTION},
};
enum { SETTING_COUNT = sizeof settings / sizeof *settings, MOST_JOBS = 4 };

// Of a small program a part may be explored twice by two processes that begin at the same time.
static bool is_too_much(uint64_t executions, uint64_t alone)
{
    return executions > alone + alone / 2 + 20;
}

// One for each pair of places; which of the two accesses is told first depends on the execution that it was
// found in.
static char *compare_races(const struct setting *setting, const struct seen *alone,
                           const struct seen *together)
{
    if (together->violations.size == alone->violations.size)
        return NULL;
    return memory_format("%s: %u races, alone %u", setting->name, together->violations.size,
                         alone->violations.size);
}

static char *compare(const struct setting *setting, const struct seen *alone, const struct seen *together,
                     bool symbolic)
{
    if (together->wrong)
        return memory_format("%s: %s", setting->name, together->wrong);
    char *wrong = compare_reasons(setting, alone, together);
    if (!wrong && setting->properties == RACES)
        wrong = compare_races(setting, alone, together);
    else if (!wrong)
        wrong = compare_violations(setting, "", alone, &together->violations);
    if (wrong || symbolic)
        return wrong;
    if (setting->slice == SLICE_OFF && !setting->refined && !values_equal(&alone->traces, &together->traces))
        return memory_format("%s: %u traces, alone %u", setting->name, together->traces.size,
                             alone->traces.size);
    if (setting->slice == SLICE_OFF && !setting->refined && !values_equal(&alone->states, &together->states))
        return memory_format("%s: %u final states, alone %u", setting->name, together->states.size,
                             alone->states.size);
    if (is_too_much(together->executions, alone->executions))
        return memory_format("%s: %llu executions, alone %llu", setting->name,
                             (unsigned long long)together->executions, (unsigned long long)alone->executions);
    return NULL;
}

static bool is_source(enum por_algorithm por)
{
    return por == POR_SOURCE || por == POR_OPTIMAL;
}

// How the exploration is shared; `number` is different for each. Returns what that is called, owned by the
// caller.
static char *share(const struct oracle_options *options, uint64_t number, struct setting *setting)
{
    if (options->parts) {
        setting->parts = hash_mix(number) | 1;
        return memory_format("in parts");
    }
    setting->jobs = 2 + (uint32_t)(hash_mix(number) % (MOST_JOBS - 1));
    return memory_format("%u jobs", setting->jobs);
}

static void check_program(struct program *program, const struct oracle_options *options, uint32_t number)
{
    uint64_t executions = 0, executions_alone = 0, parts = 0;
    char *wrong = NULL;
    bool symbolic = find_global(program, "symbolic", number) != NULL;
    for (uint32_t k = 0; k < SETTING_COUNT && !wrong; k++) {
        struct seen alone = {0}, together = {0};
        struct setting setting = settings[k];
        if (options->parts && !is_source(setting.por))
            continue;
        look(program, options, &setting, options->max_executions, &alone);
        if (alone.limited) {
            free_seen(&alone);
            if (executions_alone)
                continue;
            printf("%u discarded too many executions\n", number);
            return;
        }
        char *shared = share(options, options->seed + number + 64 * k, &setting);
        look(program, options, &setting, 0, &together);
        wrong = compare(&setting, &alone, &together, symbolic);
        if (wrong) {
            char *text = memory_format("%s, %s", shared, wrong);
            memory_free(wrong);
            wrong = text;
        }
        memory_free(shared);
        executions += together.executions;
        executions_alone += alone.executions;
        parts += together.parts;
        free_seen(&alone);
        free_seen(&together);
    }
    if (wrong)
        printf("%u failed %s\n", number, wrong);
    else
        printf("%u passed executions %llu alone %llu parts %llu\n", number, (unsigned long long)executions,
               (unsigned long long)executions_alone, (unsigned long long)parts);
    memory_free(wrong);
}

// ---- programs that end in a state

struct check {
    struct reached_states states;
    const struct oracle_options *options;
    uint64_t seed, executions, alone, parts, forbidden;
    bool undecided;
};

static uint64_t draw(const struct check *check, uint64_t purpose, uint64_t k)
{
    return hash_combine(hash_combine(hash_mix(check->seed + 1), purpose), k);
}

static struct setting draw_setting(const struct check *check, uint32_t number, char *name)
{
    static const enum por_algorithm algorithms[] = {POR_OPTIMAL, POR_OPTIMAL, POR_OPTIMAL, POR_SOURCE,
                                                    POR_CLASSIC, POR_OPTIMAL, POR_SOURCE,  POR_NONE};
    uint64_t h = draw(check, 2, number);
    struct setting s = {.name = name, .por = algorithms[(number + check->seed) % 8]};
    if (check->options->parts && !is_source(s.por))
        s.por = POR_SOURCE;
    s.refined = h & 1 && s.por != POR_NONE;
    s.outcome = h >> 1 & 1;
    s.peek = h >> 2 & 1;
    s.threads = h >> 8 & 1;
    s.slice = h >> 3 & 1 ? SLICE_ON : SLICE_OFF;
    if (s.slice == SLICE_ON && h >> 4 & 1)
        s.properties = 1u << PROPERTY_ASSERTION;
    s.prune_late = s.prune =
        (h >> 5 & 7) == 0 && !check->options->parts; // a search with pruning beside the one that is shared
    setting_name(&s, name);
    return s;
}

static char *compare_with_exhaustive(struct check *check, const struct setting *setting)
{
    struct seen seen = {.violations_only = true};
    look(check->states.knobs.program, check->options, setting, 0, &seen);
    char *wrong = NULL;
    check->undecided = is_undecided(&seen);
    if (seen.wrong)
        wrong = memory_format("%s: %s", setting->name, seen.wrong);
    else if (seen.reason && !check->undecided)
        wrong = memory_format("%s: inconclusive: %s", setting->name, seen.reason);
    else if (!check->undecided)
        wrong = compare_violations(setting, "", &check->states.reference, &seen.violations);
    check->executions += seen.executions;
    check->parts += seen.parts;
    free_seen(&seen);
    return wrong;
}

static char *forbid_states(struct check *check, const struct setting *setting)
{
    const struct knobs *knobs = &check->states.knobs;
    uint32_t count = check->states.reached.size, tried = check->options->forbidden;
    char text[STATE_NAME_SIZE], *wrong = NULL;
    for (uint32_t k = 0; k < (tried < count ? tried : count) && !wrong; k++) {
        // The rarest first, which only one part may come to.
        reached_forbid(knobs, &check->states.reached.data[k % 2 ? draw(check, 3, k) % count : k / 2], text);
        wrong =
            compare_forbidden(knobs->program, check->options, setting, &check->states.reference, text, true);
        reached_forbid_none(knobs);
        check->forbidden++;
    }
    return wrong;
}

static char *check_states_setting(struct check *check, uint32_t number)
{
    char name[SETTING_NAME_SIZE];
    struct setting setting = draw_setting(check, number, name);
    struct seen alone = {.violations_only = true};
    look(check->states.knobs.program, check->options, &setting, 0, &alone);
    check->alone += alone.executions;
    check->undecided = is_undecided(&alone);
    free_seen(&alone);
    memory_free(share(check->options, draw(check, 4, number), &setting));
    char *wrong = check->undecided ? NULL : compare_with_exhaustive(check, &setting);
    if (!wrong && !check->undecided && looks_for(&setting, "assertion at "))
        wrong = forbid_states(check, &setting);
    return wrong;
}

static void check_states(struct program *program, const struct oracle_options *options, uint32_t number)
{
    struct check check = {.options = options, .seed = (uint64_t)options->seed + number};
    struct seen last = {0};
    char *wrong = NULL;
    reached_find_knobs(program, number, &check.states.knobs);
    bool good = reached_explore(&check.states, options, check.seed, &last);
    for (uint32_t k = 0; good && k < options->settings && !wrong && !check.undecided; k++)
        wrong = check_states_setting(&check, k);
    if (wrong)
        printf("%u failed %s\n", number, wrong);
    else if (!good || check.undecided)
        printf("%u discarded %s\n", number,
               good ? "the solver could not decide" : "not explored exhaustively");
    else
        printf("%u passed executions %llu alone %llu parts %llu states %u forbidden %llu violations %u\n",
               number, (unsigned long long)check.executions, (unsigned long long)check.alone,
               (unsigned long long)check.parts, check.states.reached.size,
               (unsigned long long)check.forbidden, check.states.reference.violations.size);
    memory_free(wrong);
    free_seen(&last);
    reached_free(&check.states);
}

static void check_either(struct program *program, const struct oracle_options *options, uint32_t number)
{
    struct knobs knobs;
    if (reached_find_knobs(program, number, &knobs))
        check_states(program, options, number);
    else
        check_program(program, options, number);
}

void oracle_jobs(struct program *program, const struct oracle_options *options)
{
    oracle_each(program, options, check_either);
}
