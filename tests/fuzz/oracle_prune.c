// Assertion-guided pruning against exhaustive exploration: violations, and final states forbidden one at a
// time. The programs are those of states.py.
#include "oracle_subsets.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PARTS = 32, MAX_INPUTS = 4, INPUT_VECTORS = 2 };

// What the oracle can set in a program.
struct knobs {
    struct program *program;
    const struct global *control, *forbidden, *value; // value: NULL without inputs
    uint32_t inputs, parts;                           // parts of the state, of which the first are inputs
};
enum control { CONTROL_FORBID, CONTROL_PRINT, CONTROL_FIX_INPUTS, CONTROL_INPUTS, CONTROL_CELLS };

static const struct setting reference_setting = {.name = "none", .por = POR_NONE};

// A final state and how many executions ended in it.
struct reached {
    int64_t part[MAX_PARTS];
    uint64_t times;
};
typedef VECTOR(struct reached) reached_set;

struct check {
    char *undecided; // by the solver, NULL: nothing
    struct knobs knobs;
    const struct oracle_options *options;
    uint64_t seed;
    struct seen reference;
    reached_set reached; // the rarest first
    uint64_t pruned, hits, partly, dropped, off, forbidden, neighbours;
};

static int64_t read_number(const struct program *program, const struct global *global, uint32_t k)
{
    int64_t number;
    memcpy(&number, program->data + global->data + k * sizeof number, sizeof number);
    return number;
}

static void set(const struct knobs *knobs, const struct global *global, uint32_t k, int64_t number)
{
    memcpy(knobs->program->data + global->data + k * sizeof number, &number, sizeof number);
}

static bool find_knobs(struct program *program, uint32_t number, struct knobs *knobs)
{
    *knobs = (struct knobs){.program = program,
                            .control = find_global(program, "control", number),
                            .forbidden = find_global(program, "forbidden", number),
                            .value = find_global(program, "value", number)};
    if (!knobs->control || !knobs->forbidden)
        return false;
    knobs->inputs = (uint32_t)read_number(program, knobs->control, CONTROL_INPUTS) - 1;
    knobs->parts = knobs->inputs + (uint32_t)read_number(program, knobs->control, CONTROL_CELLS);
    return knobs->parts <= MAX_PARTS && knobs->inputs <= MAX_INPUTS && (knobs->value || !knobs->inputs);
}

static uint64_t draw(const struct check *check, uint64_t purpose, uint64_t k)
{
    return hash_combine(hash_combine(hash_mix(check->seed + 1), purpose), k);
}

// ---- what is reached

static int compare_parts(const void *a, const void *b)
{
    return memcmp(((const struct reached *)a)->part, ((const struct reached *)b)->part,
                  sizeof((const struct reached *)a)->part);
}

static int compare_times(const void *a, const void *b)
{
    uint64_t x = ((const struct reached *)a)->times, y = ((const struct reached *)b)->times;
    return x < y ? -1 : x > y ? 1 : compare_parts(a, b);
}

static void keep_records(struct check *check, const struct seen *seen)
{
    for (uint32_t at = 0; at < seen->records.size; at += (uint32_t)seen->record_size) {
        struct reached state = {.times = 1};
        memcpy(state.part, seen->records.data + at, seen->record_size);
        vector_push(&check->reached, state);
    }
}

static void normalise(reached_set *set)
{
    uint32_t kept = 0;
    if (!set->size)
        return;
    qsort(set->data, set->size, sizeof *set->data, compare_parts);
    for (uint32_t k = 0; k < set->size; k++) {
        if (kept && !compare_parts(&set->data[kept - 1], &set->data[k]))
            set->data[kept - 1].times++;
        else
            set->data[kept++] = set->data[k];
    }
    set->size = kept;
    qsort(set->data, set->size, sizeof *set->data, compare_times);
}

static bool is_reached(const reached_set *set, const struct reached *state)
{
    for (uint32_t k = 0; k < set->size; k++)
        if (!compare_parts(&set->data[k], state))
            return true;
    return false;
}

static bool usable(const struct seen *seen)
{
    return !seen->wrong && !seen->reason;
}

// Explores without reduction. With inputs: once for the violations, and for a few inputs, fixed, for the
// states that are reached with them. *last is what made it stop.
static bool explore_all(struct check *check, struct seen *last)
{
    static const int64_t interesting[] = {0, 1, 2, 3, 4, 5, -1, 255};
    const struct knobs *knobs = &check->knobs;
    uint64_t limit = check->options->max_executions;
    check->reference.violations_only = last->violations_only = true;
    check->reference.record_size = knobs->inputs ? 0 : knobs->parts * sizeof(int64_t);
    set(knobs, knobs->control, CONTROL_FORBID, 0);
    set(knobs, knobs->control, CONTROL_FIX_INPUTS, 0);
    set(knobs, knobs->control, CONTROL_PRINT, !knobs->inputs);
    look(knobs->program, check->options, &reference_setting, limit, &check->reference);
    bool good = usable(&check->reference);
    keep_records(check, &check->reference);
    set(knobs, knobs->control, CONTROL_PRINT, 1);
    set(knobs, knobs->control, CONTROL_FIX_INPUTS, 1);
    for (uint32_t v = 0; v < INPUT_VECTORS && knobs->inputs && good; v++) {
        for (uint32_t k = 0; k < knobs->inputs; k++)
            set(knobs, knobs->value, k, interesting[draw(check, 1, v * MAX_INPUTS + k) % 8]);
        last->record_size = knobs->parts * sizeof(int64_t);
        look(knobs->program, check->options, &reference_setting, limit, last);
        good = usable(last);
        keep_records(check, last);
        if (good)
            free_seen(last);
    }
    set(knobs, knobs->control, CONTROL_PRINT, 0);
    set(knobs, knobs->control, CONTROL_FIX_INPUTS, 0);
    normalise(&check->reached);
    return good;
}

// ---- settings

enum { SETTING_COUNT = 8 };

// Every algorithm without slices, then with them; the rest is drawn.
static struct setting make_setting(const struct check *check, uint32_t number, char *name)
{
    struct setting s = {.name = name, .por = (enum por_algorithm)(number % 4), .prune = true};
    uint64_t independence = draw(check, 2, number) % 8, sizes = draw(check, 3, number) % 6,
             properties = draw(check, 4, number) % 8;
    s.peek = independence >= 2 && independence != 3;
    s.refined = independence >= 3 && s.por != POR_NONE; // it would only add choices
    s.verify_cuts = draw(check, 5, number) % 6 == 0;
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
    const struct seen *reference = &check->reference;
    look(check->knobs.program, check->options, setting, 0, &seen);
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
        executions > reference->executions)
        wrong = memory_format("%s: %llu executions, more than %llu", setting->name,
                              (unsigned long long)executions, (unsigned long long)reference->executions);
    if (check->options->verbose)
        printf("# %s: %llu executions, %llu cut\n", setting->name, (unsigned long long)seen.executions,
               (unsigned long long)seen.hits);
    check->pruned += seen.executions;
    check->hits += seen.hits;
    check->partly += seen.partly;
    check->dropped += seen.dropped;
    check->off += seen.not_pruned;
    free_seen(&seen);
    return wrong;
}

static char *forbid(struct check *check, const struct setting *setting, const struct reached *state,
                    bool reached)
{
    const struct knobs *knobs = &check->knobs;
    char text[MAX_PARTS * 21 + 1] = "";
    int used = 0;
    for (uint32_t k = 0; k < knobs->parts; k++) {
        set(knobs, knobs->forbidden, k, state->part[k]);
        used += snprintf(text + used, sizeof text - (size_t)used, k ? " %lld" : "%lld",
                         (long long)state->part[k]);
    }
    set(knobs, knobs->control, CONTROL_FORBID, 1);
    char *wrong =
        compare_forbidden(knobs->program, check->options, setting, &check->reference, text, reached);
    set(knobs, knobs->control, CONTROL_FORBID, 0);
    return wrong;
}

// A state that is not reached, but close to one that is: one part, no input, is another.
static bool draw_neighbour(const struct check *check, uint64_t purpose, struct reached *state)
{
    const struct knobs *knobs = &check->knobs;
    for (uint64_t k = 0; k < 8; k++) {
        uint64_t h = draw(check, purpose, k);
        *state = check->reached.data[h % check->reached.size];
        uint32_t part = knobs->inputs + (uint32_t)((h >> 20) % (knobs->parts - knobs->inputs));
        if (h >> 40 & 1) // a value that this part can have
            state->part[part] = check->reached.data[(h >> 41) % check->reached.size].part[part];
        else
            state->part[part] += h >> 41 & 1 ? 1 : -1;
        if (!is_reached(&check->reached, state))
            return true;
    }
    return false;
}

static char *check_forbidden(struct check *check, const struct setting *setting, uint32_t number)
{
    char *wrong = NULL;
    uint32_t count = check->reached.size,
             tried = check->options->forbidden /
                     (setting->slice && check->options->settings < SETTING_COUNT ? 2 : 1);
    if (!count || !looks_for(setting, "assertion at "))
        return NULL;
    for (uint32_t k = 0; k < (tried < count ? tried : count) && !wrong; k++) {
        // All of them in turn, from anywhere, and every other time one of the rarest.
        uint64_t at = tried >= count
                          ? k
                          : draw(check, 10 + k, number) % (k % 2 != number % 2 ? count : (count + 3) / 4);
        wrong = forbid(check, setting, &check->reached.data[at], true);
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
    return wrong;
}

static void check_program(struct program *program, const struct oracle_options *options, uint32_t number)
{
    struct check check = {.options = options, .seed = (uint64_t)options->seed + number};
    struct seen last = {0};
    if (!find_knobs(program, number, &check.knobs)) {
        printf("%u failed it has no final state\n", number);
        return;
    }
    char *wrong = NULL;
    const struct seen *seen = &check.reference;
    bool good = explore_all(&check, &last);
    if (!good && usable(seen))
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
        printf("%u passed executions %llu pruned %llu cuts %llu partly %llu dropped %llu off %llu states %u "
               "forbidden %llu "
               "neighbours %llu violations %u\n",
               number, (unsigned long long)check.reference.executions, (unsigned long long)check.pruned,
               (unsigned long long)check.hits, (unsigned long long)check.partly,
               (unsigned long long)check.dropped, (unsigned long long)check.off, check.reached.size,
               (unsigned long long)check.forbidden, (unsigned long long)check.neighbours,
               check.reference.violations.size);
    memory_free(wrong);
    memory_free(check.undecided);
    if (seen == &last)
        free_seen(&last);
    free_seen(&check.reference);
    vector_free(&check.reached);
}

void oracle_prune(struct program *program, const struct oracle_options *options)
{
    oracle_each(program, options, check_program);
}
