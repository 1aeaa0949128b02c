#include "oracle_subsets.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static void append(char *name, const char *text)
{
    size_t length = strlen(name);
    snprintf(name + length, SETTING_NAME_SIZE - length, "%s", text);
}

static void append_properties(char *name, uint32_t properties)
{
    const char *before = " for ";
    for (unsigned k = 0; k < PROPERTY_COUNT; k++)
        if (properties >> k & 1) {
            append(name, before);
            append(name, property_name((enum property)k));
            before = ",";
        }
}

void setting_name(const struct setting *s, char name[SETTING_NAME_SIZE])
{
    static const char *const algorithms[] = {"none", "classic", "source", "optimal", "random", "states"};
    static const char *const slices[] = {"", ", sliced", ", sliced dynamically"};
    name[0] = 0;
    append(name, algorithms[s->por]);
    append(name, s->refined ? ", refined" : "");
    append(name, s->outcome ? ", outcome" : "");
    append(name, s->peek ? ", peek" : "");
    append(name, s->prune ? ", pruned" : "");
    append(name, slices[s->slice]);
    append_properties(name, s->properties);
    append(name, s->entries ? ", few entries" : "");
    append(name, s->nodes ? ", small" : "");
    append(name, s->verify_cuts ? ", verified" : "");
    append(name, s->pieces ? ", in pieces" : "");
}

// The properties that are on by default have the lowest numbers.
uint32_t subset_draw(uint64_t draw)
{
    uint32_t all = oracle_properties();
    return (uint32_t)(draw % all) + 1;
}

struct setting subset_setting(uint64_t draw, bool prune, char name[SETTING_NAME_SIZE])
{
    static const enum slice_mode slices[] = {SLICE_ON,      SLICE_ON,      SLICE_ON,
                                             SLICE_DYNAMIC, SLICE_DYNAMIC, SLICE_OFF};
    static const enum por_algorithm algorithms[] = {POR_OPTIMAL, POR_OPTIMAL, POR_SOURCE, POR_CLASSIC,
                                                    POR_NONE};
    uint64_t h = hash_mix(draw);
    struct setting s = {.name = name,
                        .properties = subset_draw(hash_mix(h)),
                        .por = algorithms[(h >> 8) % 5],
                        .slice = slices[(h >> 16) % 6],
                        .prune = prune && (h >> 24) % 3 == 0,
                        .peek = (h >> 32) % 2,
                        .refined = (h >> 33) % 2,
                        .outcome = (h >> 34) % 2};
    setting_name(&s, name);
    return s;
}

static char *compare(const struct setting *setting, const struct seen *reference, const struct seen *seen)
{
    if (seen->wrong)
        return memory_format("%s: %s", setting->name, seen->wrong);
    char *wrong = compare_reasons(setting, reference, seen);
    return wrong ? wrong : compare_violations(setting, "", reference, &seen->violations);
}

static char *check_setting(const struct program *program, const struct oracle_options *options,
                           const struct setting *setting, const struct seen *reference)
{
    struct seen seen = {.violations_only = true};
    look(program, options, setting, 0, &seen);
    char *wrong = compare(setting, reference, &seen);
    free_seen(&seen);
    return wrong;
}

// A property that is asked for beside others and that nothing violates must not change what is found of them.
// *pointless: whether this one is never violated.
static char *check_pointless(const struct program *program, const struct oracle_options *options,
                             enum property extra, const struct seen *reference, bool *pointless)
{
    char name[SETTING_NAME_SIZE];
    struct setting s = {.name = name, .properties = oracle_properties() | 1u << extra};
    struct seen seen = {.violations_only = true};
    setting_name(&s, name);
    look(program, options, &s, options->max_executions, &seen);
    *pointless = !seen.limited;
    for (uint32_t k = 0; k < seen.violations.size; k++)
        *pointless &= !property_in(1u << extra, seen.violations.data[k]);
    char *wrong = seen.wrong || *pointless ? compare(&s, reference, &seen) : NULL;
    free_seen(&seen);
    return wrong;
}

// Which threads are left over at the end, and with which status the program ends, is the same under every
// setting.
static char *check_end(const struct program *program, const struct oracle_options *options,
                       enum property extra, uint64_t draw, bool prune)
{
    enum { SETTINGS = 4 };
    const uint32_t property = 1u << extra;
    struct setting exhaustive = {.name = "none", .properties = oracle_properties() | property};
    struct seen reference = {.violations_only = true};
    look(program, options, &exhaustive, options->max_executions, &reference);
    char *wrong =
        reference.wrong ? memory_format("none, for %s: %s", property_name(extra), reference.wrong) : NULL;
    for (uint32_t k = 0; k < SETTINGS && !wrong && !reference.limited; k++) {
        char name[SETTING_NAME_SIZE];
        struct setting s = subset_setting(hash_combine(draw, 100 + k), prune, name);
        s.properties = k ? s.properties | property : property;
        setting_name(&s, name);
        wrong = check_setting(program, options, &s, &reference);
    }
    free_seen(&reference);
    return wrong;
}

char *check_subsets(const struct program *program, const struct oracle_options *options, uint32_t number,
                    const struct seen *reference, bool prune)
{
    static const enum property extras[] = {PROPERTY_DATA_RACE,     PROPERTY_OVERFLOW,    PROPERTY_LEAK,
                                           PROPERTY_UNINITIALISED, PROPERTY_THREAD_LEAK, PROPERTY_EXIT};
    uint64_t draw = hash_combine(hash_mix((uint64_t)options->seed + 1), number);
    enum property extra = extras[draw % 6];
    char name[SETTING_NAME_SIZE], *wrong = NULL;
    bool pointless = false;
    if (options->subsets)
        wrong = check_pointless(program, options, extra, reference, &pointless);
    if (options->subsets && !wrong && (extra == PROPERTY_THREAD_LEAK || extra == PROPERTY_EXIT))
        wrong = check_end(program, options, extra, draw, prune);
    for (uint32_t k = 0; k < options->subsets && !wrong; k++) {
        struct setting s = subset_setting(hash_combine(draw, k), prune, name);
        if (options->subsets >= oracle_properties()) { // each of them
            s.properties = k % oracle_properties() + 1;
            setting_name(&s, name);
        }
        if (k == 0 && pointless) {
            s.properties |= 1u << extra;
            setting_name(&s, name);
        }
        wrong = check_setting(program, options, &s, reference);
    }
    return wrong;
}

static void check_program(struct program *program, const struct oracle_options *options, uint32_t number)
{
    static const struct setting exhaustive = {.name = "none", .por = POR_NONE};
    struct seen reference = {.violations_only = true};
    look(program, options, &exhaustive, options->max_executions, &reference);
    char *wrong = NULL;
    if (reference.wrong)
        wrong = memory_format("none: %s", reference.wrong);
    else if (!reference.limited)
        wrong = check_subsets(program, options, number, &reference, true);
    if (wrong)
        printf("%u failed %s\n", number, wrong);
    else if (reference.limited)
        printf("%u discarded %s\n", number, reference.reason);
    else
        printf("%u passed executions %llu subsets %u violations %u reasons %u\n", number,
               (unsigned long long)reference.executions, options->subsets, reference.violations.size,
               reference.reasons.size);
    for (uint32_t k = 0; k < reference.violations.size && options->verbose; k++)
        printf("%u violation %s\n", number, reference.violations.data[k]);
    memory_free(wrong);
    free_seen(&reference);
}

void oracle_subsets(struct program *program, const struct oracle_options *options)
{
    oracle_each(program, options, check_program);
}
