// Interchangeable threads (docs/reduction.md, threads) against exhaustive exploration: what is found must be
// the same but for who is who, with fewer executions. Pairs of executions that differ only in that have one
// checksum.
#include "oracle_look.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static const struct setting plain = {.name = "none", .por = POR_NONE};
static const struct setting reduced = {.name = "optimal", .por = POR_OPTIMAL};
static const struct setting settings[] = {
    {.name = "optimal", .por = POR_OPTIMAL, .threads = true},
    {.name = "source", .por = POR_SOURCE, .threads = true},
    {.name = "optimal, refined", .por = POR_OPTIMAL, .refined = true, .threads = true},
    {.name = "optimal, outcome, peek", .por = POR_OPTIMAL, .outcome = true, .peek = true, .threads = true},
    {.name = "source, refined, outcome, peek", .por = POR_SOURCE, EVERY_INDEPENDENCE, .threads = true},
    {.name = "optimal, sliced", .por = POR_OPTIMAL, EVERY_INDEPENDENCE, .slice = SLICE_ON, .threads = true},
    {.name = "optimal, sliced for assertions",
     .por = POR_OPTIMAL,
     EVERY_INDEPENDENCE,
     .slice = SLICE_ON,
     .properties = 1u << PROPERTY_ASSERTION,
     .threads = true},
    {.name = "source, sliced for deadlocks",
     .por = POR_SOURCE,
     .outcome = true,
     .slice = SLICE_ON,
     .properties = 1u << PROPERTY_DEADLOCK,
     .threads = true},
    {.name = "optimal, sliced for memory",
     .por = POR_OPTIMAL,
     .peek = true,
     .slice = SLICE_ON,
     .properties = 1u << PROPERTY_MEMORY,
     .threads = true},
    {.name = "optimal, sliced dynamically",
     .por = POR_OPTIMAL,
     EVERY_INDEPENDENCE,
     .slice = SLICE_DYNAMIC,
     .threads = true},
    {.name = "optimal, pruned", .por = POR_OPTIMAL, .prune = true, .threads = true},
    {.name = "source, pruned, cuts verified",
     .por = POR_SOURCE,
     .outcome = true,
     .prune = true,
     .verify_cuts = true,
     .threads = true},
    {.name = "optimal, sliced, pruned",
     .por = POR_OPTIMAL,
     .outcome = true,
     .slice = SLICE_ON,
     .prune = true,
     .threads = true},
};
enum { SETTING_COUNT = sizeof settings / sizeof *settings };

static char *compare(const struct setting *setting, const struct seen *reference, const struct seen *other)
{
    if (other->wrong)
        return memory_format("%s: %s", setting->name, other->wrong);
    char *wrong = compare_reasons(setting, reference, other);
    if (!wrong)
        wrong = compare_violations(setting, "", reference, &other->violations);
    if (wrong || setting->slice || setting->prune)
        return wrong;
    if (!reference->symbolic && !setting->refined && !values_contain(&reference->states, &other->states))
        return memory_format("%s: final states that there are not", setting->name);
    if (!values_equal(&reference->checksums, &other->checksums))
        return memory_format("%s: %u checksums, there are %u", setting->name, other->checksums.size,
                             reference->checksums.size);
    return NULL;
}

static char *check_forbidden(struct program *program, const struct oracle_options *options,
                             const struct global *forbidden, const struct seen *reference)
{
    uint32_t none, count = reference->checksums.size,
                   tried = count < options->forbidden ? count : options->forbidden;
    char *wrong = NULL, text[16];
    memcpy(&none, program->data + forbidden->data, sizeof none);
    for (uint32_t s = 0; s < SETTING_COUNT && !wrong; s++)
        for (uint32_t k = 0; k < tried && !wrong && looks_for(&settings[s], "assertion at "); k++) {
            uint32_t checksum =
                (uint32_t)reference->checksums.data[(uint64_t)(options->seed + s + k) % count];
            forbid_checksum(program, forbidden, checksum);
            snprintf(text, sizeof text, "%08x", checksum);
            wrong = compare_forbidden(program, options, &settings[s], reference, text, true);
        }
    forbid_checksum(program, forbidden, none);
    return wrong;
}

static void check_program(struct program *program, const struct oracle_options *options, uint32_t number)
{
    struct seen reference = {0}, other = {0}, all = {0};
    const struct global *forbidden = find_global(program, "forbidden", number);
    char *wrong = NULL;
    look(program, options, &plain, options->max_executions, &reference);
    reference.symbolic = find_global(program, "symbolic", number) != NULL;
    if (reference.wrong) {
        wrong = memory_format("none: %s", reference.wrong);
    } else if (reference.limited) {
        printf("%u discarded %s\n", number, reference.reason);
        free_seen(&reference);
        return;
    }
    look(program, options, &reduced, 0, &all);
    bool fewer = false;
    for (uint32_t s = 0; s < SETTING_COUNT && !wrong; s++) {
        look(program, options, &settings[s], 0, &other);
        wrong = compare(&settings[s], &reference, &other);
        if (!wrong && s == 0 && other.executions > all.executions)
            wrong = memory_format("%s: %llu executions, more than %llu", settings[s].name,
                                  (unsigned long long)other.executions, (unsigned long long)all.executions);
        fewer |= s == 0 && other.executions < all.executions;
        free_seen(&other);
    }
    if (!wrong && forbidden)
        wrong = check_forbidden(program, options, forbidden, &reference);
    if (wrong)
        printf("%u failed %s\n", number, wrong);
    else
        printf("%u passed executions %llu classes %llu checksums %u violations %u fewer %d\n", number,
               (unsigned long long)reference.executions, (unsigned long long)all.executions,
               reference.checksums.size, reference.violations.size, fewer);
    if (options->verbose)
        for (uint32_t k = 0; k < reference.violations.size; k++)
            printf("%u violation %s\n", number, reference.violations.data[k]);
    memory_free(wrong);
    free_seen(&reference);
    free_seen(&all);
}

void oracle_alike(struct program *program, const struct oracle_options *options)
{
    oracle_each(program, options, check_program);
}
