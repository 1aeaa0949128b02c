// Assertion-guided pruning against exhaustive exploration: violations, and final states forbidden one at a
// time. The programs are those of states.py.
#include "oracle_states.h"
#include "oracle_subsets.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    char *undecided; // by the solver, NULL: nothing
    struct reached_states states;
    const struct oracle_options *options;
    uint64_t seed;
    uint64_t pruned, resumed, hits, partly, dropped, off, forbidden, neighbours;
};

static uint64_t draw(const struct check *check, uint64_t purpose, uint64_t k)
{
    return hash_combine(hash_combine(hash_mix(check->seed + 1), purpose), k);
}

// ---- settings

enum { SETTING_COUNT = 8, STATES = SETTING_COUNT };

// Every algorithm without slices, then with them; the rest is drawn.
static struct setting make_setting(const struct check *check, uint32_t number, char *name)
{
    struct setting s = {.name = name, .por = (enum por_algorithm)(number % 4), .prune = true};
    uint64_t independence = draw(check, 2, number) % 8, sizes = draw(check, 3, number) % 6,
             properties = draw(check, 4, number) % 8;
    s.peek = independence >= 2 && independence != 3;
    s.refined = independence >= 3 && s.por != POR_NONE; // it would only add choices
    s.outcome = draw(check, 10, number) % 4 != 0;
    s.pieces = draw(check, 9, number) % 3 == 0 ? 2 + draw(check, 9, number) / 3 % 30 : 0;
    s.verify_cuts = !s.pieces && draw(check, 5, number) % 6 == 0;
    s.entries = sizes == 1 || sizes == 3 ? 3 : 0;
    s.nodes = sizes == 2 || sizes == 3 ? 4 : 0;
    if (number >= 4) {
        s.slice = draw(check, 6, number) % 4 == 0 ? SLICE_DYNAMIC : SLICE_ON;
        if (properties >= 2)
            s.properties = properties < 4 ? 1u << PROPERTY_ASSERTION : subset_draw(draw(check, 8, number));
        if (properties >= 6)
            s.properties |= 1u << PROPERTY_ASSERTION; // only with it are states forbidden
    }
    setting_name(&s, name);
    return s;
}

// ---- comparing

static char *compare_plain(struct check *check, const struct setting *setting)
{
    struct seen seen = {.violations_only = true};
    const struct seen *reference = &check->states.reference;
    look(check->states.knobs.program, check->options, setting, 0, &seen);
    char *wrong = NULL;
    if (seen.wrong)
        wrong = memory_format("%s: %s", setting->name, seen.wrong);
    else if (is_undecided(&seen))
        check->undecided = memory_format("%s: %s", setting->name, seen.reason);
    else if (seen.reason)
        wrong = memory_format("%s: inconclusive: %s", setting->name, seen.reason);
    else
        wrong = compare_violations(setting, "", reference, &seen.violations);
    uint64_t executions = seen.executions - seen.sleep_blocked;
    if (!wrong && !check->undecided && !setting->refined && !setting->verify_cuts && !setting->slice &&
        !setting->pieces && executions > reference->executions)
        wrong = memory_format("%s: %llu executions, more than %llu", setting->name,
                              (unsigned long long)executions, (unsigned long long)reference->executions);
    if (check->options->verbose)
        printf("# %s: %llu executions, %llu cut\n", setting->name, (unsigned long long)seen.executions,
               (unsigned long long)seen.hits);
    check->pruned += seen.executions;
    check->hits += seen.hits;
    check->resumed += seen.resumed;
    check->partly += seen.partly;
    check->dropped += seen.dropped;
    check->off += seen.not_pruned;
    free_seen(&seen);
    return wrong;
}

static char *forbid(struct check *check, const struct setting *setting, const struct reached *state,
                    bool reached)
{
    const struct knobs *knobs = &check->states.knobs;
    char text[STATE_NAME_SIZE];
    reached_forbid(knobs, state, text);
    char *wrong =
        compare_forbidden(knobs->program, check->options, setting, &check->states.reference, text, reached);
    reached_forbid_none(knobs);
    return wrong;
}

// A state that is not reached, but close to one that is: one part, no input, is another.
static bool draw_neighbour(const struct check *check, uint64_t purpose, struct reached *state)
{
    const struct knobs *knobs = &check->states.knobs;
    for (uint64_t k = 0; k < 8; k++) {
        uint64_t h = draw(check, purpose, k);
        *state = check->states.reached.data[h % check->states.reached.size];
        uint32_t part = knobs->inputs + (uint32_t)((h >> 20) % (knobs->parts - knobs->inputs));
        if (h >> 40 & 1) // a value that this part can have
            state->part[part] = check->states.reached.data[(h >> 41) % check->states.reached.size].part[part];
        else
            state->part[part] += h >> 41 & 1 ? 1 : -1;
        if (!reached_has(&check->states.reached, state))
            return true;
    }
    return false;
}

static char *check_forbidden(struct check *check, const struct setting *setting, uint32_t number)
{
    char *wrong = NULL;
    uint32_t count = check->states.reached.size,
             tried = check->options->forbidden /
                     (setting->slice && check->options->settings < SETTING_COUNT ? 2 : 1);
    if (!count || !looks_for(setting, "assertion at "))
        return NULL;
    for (uint32_t k = 0; k < (tried < count ? tried : count) && !wrong; k++) {
        // All of them in turn, from anywhere, and every other time one of the rarest.
        uint64_t at = tried >= count
                          ? k
                          : draw(check, 10 + k, number) % (k % 2 != number % 2 ? count : (count + 3) / 4);
        wrong = forbid(check, setting, &check->states.reached.data[at], true);
        check->forbidden++;
    }
    struct reached neighbour;
    for (uint32_t k = 0; k < (tried + 1) / 2 && !wrong; k++)
        if ((number + check->seed) % 2 == 0 &&
            draw_neighbour(check, 1000 + k * SETTING_COUNT + number, &neighbour)) {
            wrong = forbid(check, setting, &neighbour, false);
            check->neighbours++;
        }
    return wrong;
}

// The search over states, which cuts where a state comes back, and knows no summaries.
static char *check_states(struct check *check, char *name)
{
    const struct setting setting = {
        .name = name, .por = POR_STATES, .refined = true}; // executions do not compare
    setting_name(&setting, name);
    char *wrong = compare_plain(check, &setting);
    return wrong || check->undecided ? wrong : check_forbidden(check, &setting, STATES);
}

// All four algorithms without slices. With slices, which are computed anew for each exploration and so take
// most of the time, some of them by turns.
static char *check_settings(struct check *check)
{
    char name[SETTING_NAME_SIZE], *wrong = NULL;
    uint32_t wanted = check->options->settings, sliced = wanted >= SETTING_COUNT ? 4
                                                         : wanted > 4            ? wanted - 4
                                                                                 : 0;
    for (uint32_t k = 0; k < 4 + sliced && !wrong && !check->undecided; k++) {
        uint32_t number = k < 4 ? k : 4 + (2 * (k - 4) + (k - 4) / 2 + (uint32_t)check->seed) % 4;
        struct setting setting = make_setting(check, number, name);
        wrong = compare_plain(check, &setting);
        if (!wrong && !check->undecided)
            wrong = check_forbidden(check, &setting, number);
    }
    return wrong || check->undecided ? wrong : check_states(check, name);
}

static void check_program(struct program *program, const struct oracle_options *options, uint32_t number)
{
    struct check check = {.options = options, .seed = (uint64_t)options->seed + number};
    struct seen last = {0};
    if (!reached_find_knobs(program, number, &check.states.knobs)) {
        printf("%u failed it has no final state\n", number);
        return;
    }
    char *wrong = NULL;
    const struct seen *seen = &check.states.reference;
    bool good = reached_explore(&check.states, options, check.seed, &last);
    if (!good && reached_usable(seen))
        seen = &last;
    if (good)
        wrong = check_settings(&check);
    else if (seen->wrong)
        wrong = memory_format("none: %s", seen->wrong);
    if (wrong)
        printf("%u failed %s\n", number, wrong);
    else if (!good || check.undecided)
        printf("%u discarded %s\n", number, good ? check.undecided : seen->reason);
    else
        printf("%u passed executions %llu pruned %llu resumed %llu cuts %llu partly %llu dropped %llu off "
               "%llu states %u "
               "forbidden %llu "
               "neighbours %llu violations %u\n",
               number, (unsigned long long)check.states.reference.executions,
               (unsigned long long)check.pruned, (unsigned long long)check.resumed,
               (unsigned long long)check.hits, (unsigned long long)check.partly,
               (unsigned long long)check.dropped, (unsigned long long)check.off, check.states.reached.size,
               (unsigned long long)check.forbidden, (unsigned long long)check.neighbours,
               check.states.reference.violations.size);
    memory_free(wrong);
    memory_free(check.undecided);
    if (seen == &last)
        free_seen(&last);
    reached_free(&check.states);
}

void oracle_prune(struct program *program, const struct oracle_options *options)
{
    oracle_each(program, options, check_program);
}
