#include "oracle_states.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct setting reference_setting = {.name = "none", .por = POR_NONE};

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

bool reached_find_knobs(struct program *program, uint32_t number, struct knobs *knobs)
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

static void keep_records(struct reached_states *states, const struct seen *seen)
{
    for (uint32_t at = 0; at < seen->records.size; at += (uint32_t)seen->record_size) {
        struct reached state = {.times = 1};
        memcpy(state.part, seen->records.data + at, seen->record_size);
        vector_push(&states->reached, state);
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

bool reached_has(const reached_set *set, const struct reached *state)
{
    for (uint32_t k = 0; k < set->size; k++)
        if (!compare_parts(&set->data[k], state))
            return true;
    return false;
}

bool reached_usable(const struct seen *seen)
{
    return !seen->wrong && !seen->reason;
}

bool reached_explore(struct reached_states *states, const struct oracle_options *options, uint64_t seed,
                     struct seen *last)
{
    static const int64_t interesting[] = {0, 1, 2, 3, 4, 5, -1, 255};
    const struct knobs *knobs = &states->knobs;
    uint64_t limit = options->max_executions;
    states->reference.violations_only = last->violations_only = true;
    states->reference.record_size = knobs->inputs ? 0 : knobs->parts * sizeof(int64_t);
    set(knobs, knobs->control, CONTROL_FORBID, 0);
    set(knobs, knobs->control, CONTROL_FIX_INPUTS, 0);
    set(knobs, knobs->control, CONTROL_PRINT, !knobs->inputs);
    look(knobs->program, options, &reference_setting, limit, &states->reference);
    bool good = reached_usable(&states->reference);
    keep_records(states, &states->reference);
    set(knobs, knobs->control, CONTROL_PRINT, 1);
    set(knobs, knobs->control, CONTROL_FIX_INPUTS, 1);
    for (uint32_t v = 0; v < INPUT_VECTORS && knobs->inputs && good; v++) {
        for (uint32_t k = 0; k < knobs->inputs; k++)
            set(knobs, knobs->value, k,
                interesting[hash_combine(hash_combine(hash_mix(seed + 1), 1), v * MAX_INPUTS + k) % 8]);
        last->record_size = knobs->parts * sizeof(int64_t);
        look(knobs->program, options, &reference_setting, limit, last);
        good = reached_usable(last);
        keep_records(states, last);
        if (good)
            free_seen(last);
    }
    set(knobs, knobs->control, CONTROL_PRINT, 0);
    set(knobs, knobs->control, CONTROL_FIX_INPUTS, 0);
    normalise(&states->reached);
    return good;
}

void reached_free(struct reached_states *states)
{
    free_seen(&states->reference);
    vector_free(&states->reached);
}

void reached_forbid(const struct knobs *knobs, const struct reached *state, char text[STATE_NAME_SIZE])
{
    int used = 0;
    text[0] = 0;
    for (uint32_t k = 0; k < knobs->parts; k++) {
        set(knobs, knobs->forbidden, k, state->part[k]);
        used += snprintf(text + used, STATE_NAME_SIZE - (size_t)used, k ? " %lld" : "%lld",
                         (long long)state->part[k]);
    }
    set(knobs, knobs->control, CONTROL_FORBID, 1);
}

void reached_forbid_none(const struct knobs *knobs)
{
    set(knobs, knobs->control, CONTROL_FORBID, 0);
}
