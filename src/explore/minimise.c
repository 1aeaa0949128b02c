#include "explore/minimise.h"

#include "base/clock.h"
#include "base/failure.h"
#include "base/memory.h"
#include "machine/operation.h"
#include "machine/questions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAMES = 64,        // of a stack that are compared
    MOST_INPUTS = 200,  // that are made simpler
    MOST_THINNED = 400, // steps of a schedule of which single ones are left out
};
// Instructions that a candidate may have beyond the witness's.
#define MORE_INSTRUCTIONS ((uint64_t)1 << 20)
#define SLOW_REPLAY 0.5 // seconds: of longer ones too few could be made

// Where a thread is at the end of an execution: a call may be several operations, and functions of the C
// library are called from several places.
struct standing {
    enum thread_status status;
    enum operation_kind next;
    uint32_t code, user_code;
};
typedef VECTOR(struct standing) standings;

// A step of the schedule with the answers to its choices.
struct schedule_unit {
    uint32_t thread, first, end; // steps in the witness's schedule
};
typedef VECTOR(struct schedule_unit) units;

struct minimiser {
    const struct program *program;
    const struct machine_options *options;
    struct exploration_violation *violation;
    struct replay_analysis *analysis;
    struct minimise_budget *budget;
    schedule_vector steps; // of the witness as it was found: units refer to it
    units current;
    input_vector inputs; // those of a candidate; names are the violation's
    standings end;       // of the witness
    uint64_t instructions;
};

// What one replay shows.
struct observation {
    const struct minimiser *minimiser;
    const struct exploration_violation *violation;
    bool same;    // it was reported as it was
    bool stopped; // in the middle of a step
    standings end;
    uint64_t instructions;
};

// ---- replays

static bool same_stack(const uint32_t *stack, uint32_t depth, const uint32_t *other, uint32_t other_depth)
{
    return depth == other_depth && (!depth || memcmp(stack, other, depth * sizeof *stack) == 0);
}

static void observe_report(void *context, const struct machine *machine, const struct machine_report *report)
{
    struct observation *o = context;
    const struct exploration_violation *v = o->violation;
    uint32_t stack[FRAMES], depth = machine_program_stack(machine, report->thread, stack, FRAMES);
    o->same |= report->thread == v->thread && !strcmp(report->message, v->message) &&
               same_stack(stack, depth, v->stack.data, v->stack.size);
}

static void on_raced(void *context, const struct violation_access *accesses, uint32_t count,
                     const char *message)
{
    struct observation *o = context;
    const struct exploration_violation *v = o->violation;
    bool same = !strcmp(message, v->message);
    for (uint32_t i = 0; i < count; i++)
        same &= same_stack(accesses[i].stack.data, accesses[i].stack.size, v->accesses.data[i].stack.data,
                           v->accesses.data[i].stack.size);
    o->same |= same;
}

static void observe_end(void *context, struct machine *machine)
{
    struct observation *o = context;
    o->instructions = machine_statistics(machine)->instructions;
    for (uint32_t t = 0; t < machine_thread_limit(machine) && !o->stopped; t++) {
        struct standing standing = {.status = machine_status(machine, t),
                                    .code = machine_position(machine, t)};
        bool stands = standing.status != THREAD_ABSENT && standing.status != THREAD_ENDED;
        standing.user_code = stands ? machine_user_position(machine, t) : NO_CODE;
        standing.next = standing.status == THREAD_READY ? machine_next(machine, t)->kind : OPERATION_NONE;
        vector_push(&o->end, standing);
    }
}

// Whether all threads are where they were. What matters only to deadlocks: another set of threads may wait.
static bool same_end(const struct minimiser *m, const standings *end)
{
    if (m->violation->property != PROPERTY_DEADLOCK)
        return true;
    return end->size == m->end.size &&
           (!end->size || memcmp(end->data, m->end.data, end->size * sizeof *end->data) == 0);
}

static bool ended(const struct minimiser *m)
{
    return m->budget->executions == 0 || clock_seconds() >= m->budget->until ||
           (m->budget->interrupt && interrupt_raised(m->budget->interrupt));
}

// The witness itself has as many instructions as it has; it is replayed first (m->instructions is 0 then).
static bool observe_interrupt(void *context, const struct machine *machine)
{
    struct observation *o = context;
    const struct minimiser *m = o->minimiser;
    bool too_long =
        m->instructions && machine_statistics(machine)->instructions > m->instructions + MORE_INSTRUCTIONS;
    o->stopped = too_long || ended(m);
    return o->stopped;
}

// Whether the violation happens with this schedule and the candidate's inputs. *end: where the threads are
// then, owned by the caller, for the witness itself, which says how long others may be; NULL: not asked for.
static bool happens(struct minimiser *m, schedule_vector schedule, standings *end)
{
    struct exploration_violation candidate = *m->violation; // borrows all
    candidate.schedule = schedule;
    candidate.inputs = m->inputs;
    struct observation o = {.minimiser = m, .violation = m->violation};
    struct replay_hooks hooks = {.context = &o,
                                 .analysis = m->analysis,
                                 .reported = observe_report,
                                 .raced = on_raced,
                                 .interrupt = observe_interrupt,
                                 .end = observe_end};
    m->budget->executions--;
    enum replay_outcome outcome = replay_run(m->program, m->options, &candidate, &hooks, NULL);
    bool deadlock = m->violation->property == PROPERTY_DEADLOCK;
    bool good = outcome == REPLAY_CONFIRMED && (o.same || deadlock) && (end || same_end(m, &o.end));
    if (end) {
        *end = o.end;
        m->instructions = o.instructions;
    } else {
        vector_free(&o.end);
    }
    return good;
}

static schedule_vector schedule_of(const struct minimiser *m, const units *list)
{
    schedule_vector schedule = {0};
    for (uint32_t k = 0; k < list->size; k++)
        for (uint32_t s = list->data[k].first; s < list->data[k].end; s++)
            vector_push(&schedule, m->steps.data[s]);
    return schedule;
}

static uint32_t switches_of(const units *list)
{
    uint32_t switches = 0;
    for (uint32_t k = 1; k < list->size; k++)
        switches += list->data[k].thread != list->data[k - 1].thread;
    return switches;
}

// Takes the list over. True: it is better, the violation happens, and it is what there is now.
static bool try_units(struct minimiser *m, units *list)
{
    uint32_t before = switches_of(&m->current), now = switches_of(list);
    bool better = now < before || (now == before && list->size < m->current.size);
    bool taken = false;
    if (better && !ended(m)) {
        schedule_vector schedule = schedule_of(m, list);
        taken = happens(m, schedule, NULL);
        if (taken) {
            vector_free(&m->violation->schedule);
            m->violation->schedule = schedule;
        } else {
            vector_free(&schedule);
        }
    }
    if (taken) {
        vector_free(&m->current);
        m->current = *list;
    } else {
        vector_free(list);
    }
    return taken;
}

// ---- schedules

static void append_units(units *to, const units *from, uint32_t first, uint32_t end)
{
    for (uint32_t k = first; k < end; k++)
        vector_push(to, from->data[k]);
}

// The end of the run of one thread that begins at a unit.
static uint32_t thread_run_end(const units *list, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < list->size && list->data[end].thread == list->data[first].thread)
        end++;
    return end;
}

// The next unit of the thread from `from` on; the size of the list: none.
static uint32_t next_unit_of(const units *list, uint32_t from, uint32_t thread)
{
    while (from < list->size && list->data[from].thread != thread)
        from++;
    return from;
}

// Without the units [first, end).
static bool try_without(struct minimiser *m, uint32_t first, uint32_t end)
{
    units list = {0};
    append_units(&list, &m->current, 0, first);
    append_units(&list, &m->current, end, m->current.size);
    return try_units(m, &list);
}

// Without the last `count` units of a thread.
static bool try_without_last(struct minimiser *m, uint32_t thread, uint32_t count)
{
    units list = {0};
    uint32_t all = 0, seen = 0;
    for (uint32_t k = 0; k < m->current.size; k++)
        all += m->current.data[k].thread == thread;
    for (uint32_t k = 0; k < m->current.size; k++)
        if (m->current.data[k].thread != thread || ++seen + count <= all)
            vector_push(&list, m->current.data[k]);
    return try_units(m, &list);
}

// What a thread does after the last of its steps that the violation needs. Where all threads have to come to
// their end, nothing can be left out.
static void drop_last_steps(struct minimiser *m)
{
    enum property p = m->violation->property;
    if (p == PROPERTY_DEADLOCK || p == PROPERTY_LEAK || p == PROPERTY_THREAD_LEAK)
        return;
    for (uint32_t t = 0; t < m->violation->thread_names.size && !ended(m); t++) {
        uint32_t count = 0;
        for (uint32_t k = 0; k < m->current.size; k++)
            count += m->current.data[k].thread == t;
        while (count > 0 && !ended(m)) {
            uint32_t part = count;
            while (part > 0 && !ended(m) && !try_without_last(m, t, part))
                part /= 2;
            if (part == 0)
                break;
            count -= part;
        }
    }
}

// Each run of a thread: not at all, or together with the thread's run before it or behind it.
static bool move_runs(struct minimiser *m)
{
    bool any = false;
    for (uint32_t first = 0; first < m->current.size && !ended(m);) {
        uint32_t end = thread_run_end(&m->current, first),
                 next = next_unit_of(&m->current, end, m->current.data[first].thread);
        if (next < m->current.size) {
            uint32_t next_end = thread_run_end(&m->current, next);
            units earlier = {0}, later = {0};
            append_units(&earlier, &m->current, 0, end);
            append_units(&earlier, &m->current, next, next_end);
            append_units(&earlier, &m->current, end, next);
            append_units(&earlier, &m->current, next_end, m->current.size);
            append_units(&later, &m->current, 0, first);
            append_units(&later, &m->current, end, next);
            append_units(&later, &m->current, first, end);
            append_units(&later, &m->current, next, m->current.size);
            if (try_units(m, &later)) {
                vector_free(&earlier);
                any = true;
                continue; // what is there now begins another run
            }
            if (try_units(m, &earlier)) {
                any = true;
                continue; // the run is longer now
            }
        }
        if (try_without(m, first, end))
            any = true;
        else
            first = end;
    }
    return any;
}

// Single steps and pairs of halves: what a thread does in vain, as rounds of a loop that waits.
static bool thin_out(struct minimiser *m)
{
    bool any = false;
    if (m->current.size > MOST_THINNED)
        return false;
    for (uint32_t part = m->current.size / 2; part > 0 && !ended(m); part /= 2)
        for (uint32_t first = 0; first + part <= m->current.size && !ended(m);) {
            bool taken = try_without(m, first, first + part);
            any |= taken;
            first += taken ? 0 : part;
        }
    return any;
}

static void collect_units(struct minimiser *m)
{
    for (uint32_t k = 0; k < m->steps.size; k++) {
        struct schedule_unit unit = {.thread = m->steps.data[k].thread, .first = k, .end = k + 1};
        if (m->current.size > 0 && m->steps.data[k].choice)
            vector_last(&m->current).end = k + 1;
        else
            vector_push(&m->current, unit);
    }
}

static void minimise_schedule(struct minimiser *m)
{
    collect_units(m);
    drop_last_steps(m);
    for (bool better = true; better && !ended(m);) {
        better = false;
        while (!ended(m) && move_runs(m))
            better = true;
        better |= !ended(m) && thin_out(m);
    }
}

// ---- inputs

// The candidate's inputs are those of the violation from now on.
static void take_inputs(struct minimiser *m)
{
    for (uint32_t k = 0; k < m->inputs.size; k++)
        m->violation->inputs.data[k].value = m->inputs.data[k].value;
}

static bool try_value(struct minimiser *m, struct schedule_input *input, uint64_t value)
{
    uint64_t before = input->value, all = input->width < 64 ? (UINT64_C(1) << input->width) - 1 : UINT64_MAX;
    value &= all;
    if (value == before)
        return true;
    if (ended(m))
        return false;
    input->value = value;
    bool good = happens(m, m->violation->schedule, NULL);
    if (good)
        take_inputs(m);
    else
        input->value = before;
    return good;
}

// Characters are simple if they can be read. True: nothing is left to do.
static bool try_characters(struct minimiser *m, struct schedule_input *input)
{
    static const char characters[] = {'a', '0', 'A', ' '};
    if (input->width != 8)
        return false;
    for (size_t k = 0; k < sizeof characters; k++)
        if (try_value(m, input, (uint64_t)characters[k]))
            return true;
    return input->value >= ' ' && input->value < 127;
}

// The smallest magnitude with which it fails, if all larger ones up to the present one do.
static void shrink(struct minimiser *m, struct schedule_input *input)
{
    bool negative = input->width > 1 && input->value >> (input->width - 1) & 1;
    uint64_t magnitude = negative ? -input->value : input->value, low = 0;
    if (negative && input->width < 64)
        magnitude &= (UINT64_C(1) << input->width) - 1;
    while (magnitude - low > 1 && !ended(m)) {
        uint64_t middle = low + (magnitude - low) / 2;
        if (try_value(m, input, negative ? -middle : middle))
            magnitude = middle;
        else
            low = middle;
    }
}

static double input_float(const struct schedule_input *input)
{
    double value;
    float single;
    uint32_t low = (uint32_t)input->value;
    memcpy(&single, &low, sizeof single);
    memcpy(&value, &input->value, sizeof value);
    return input->width == 32 ? (double)single : value;
}

static bool try_float(struct minimiser *m, struct schedule_input *input, double value)
{
    uint64_t bits = 0;
    float single = (float)value;
    memcpy(&bits, input->width == 32 ? (void *)&single : (void *)&value, input->width / 8);
    return try_value(m, input, bits);
}

// Floating-point numbers are simple if they have few digits: 1, then what is next to the present one with
// one digit more at a time.
static void round_off(struct minimiser *m, struct schedule_input *input)
{
    enum { MOST_DIGITS = 6 };
    double value = input_float(input);
    if (!isfinite(value) || try_float(m, input, value < 0 ? -1 : 1))
        return;
    for (int digits = 0; digits < MOST_DIGITS && !ended(m); digits++) {
        char text[40], unit[40];
        snprintf(text, sizeof text, "%.*e", digits, value);
        double rounded = strtod(text, NULL);
        snprintf(unit, sizeof unit, "1e%d", atoi(strchr(text, 'e') + 1) - digits);
        double step = rounded < value ? strtod(unit, NULL) : -strtod(unit, NULL);
        if (try_float(m, input, rounded) || try_float(m, input, rounded + step))
            return;
    }
}

static bool try_all_zero(struct minimiser *m)
{
    for (uint32_t k = 0; k < m->inputs.size; k++)
        m->inputs.data[k].value = 0;
    bool good = happens(m, m->violation->schedule, NULL);
    if (good)
        take_inputs(m);
    for (uint32_t k = 0; k < m->inputs.size; k++)
        m->inputs.data[k].value = m->violation->inputs.data[k].value;
    return good;
}

static void minimise_inputs(struct minimiser *m)
{
    input_vector *inputs = &m->inputs;
    uint32_t left = 0;
    for (uint32_t k = 0; k < inputs->size; k++)
        left += inputs->data[k].value != 0;
    if (left == 0 || ended(m) || (left > 1 && try_all_zero(m)))
        return;
    for (uint32_t k = 0; k < inputs->size && k < MOST_INPUTS && !ended(m); k++) {
        struct schedule_input *input = &inputs->data[k];
        bool is_float = input->is_float && (input->width == 32 || input->width == 64);
        if (try_value(m, input, 0))
            continue;
        if (is_float)
            round_off(m, input);
        else if (!try_value(m, input, 1) && !try_characters(m, input))
            shrink(m, input);
    }
}

static void minimise(struct minimiser *m)
{
    const struct exploration_violation *v = m->violation;
    double begin = clock_seconds();
    for (uint32_t k = 0; k < v->schedule.size; k++)
        vector_push(&m->steps, v->schedule.data[k]);
    for (uint32_t k = 0; k < v->inputs.size; k++)
        vector_push(&m->inputs, v->inputs.data[k]);
    if (!happens(m, v->schedule, &m->end)) // it is not as it is compared here
        return;
    if (clock_seconds() - begin > SLOW_REPLAY)
        return;
    minimise_schedule(m);
    minimise_inputs(m);
}

// Memory that runs out, or a contradiction in an execution that nobody has asked for, leaves the violation as
// it is: it has been replayed.
void violation_minimise(const struct program *program, const struct machine_options *options,
                        struct exploration_violation *violation, struct replay_analysis *analysis,
                        struct minimise_budget *budget)
{
    struct minimiser *m = memory_zalloc(1, sizeof *m);
    *m = (struct minimiser){.program = program,
                            .options = options,
                            .violation = violation,
                            .analysis = analysis,
                            .budget = budget};
    jmp_buf guard, *outer = failure_guard(&guard);
    if (setjmp(guard) == FAILURE_NONE && !ended(m) && !violation->cycle.length)
        minimise(m);
    failure_guard(outer);
    vector_free(&m->steps);
    vector_free(&m->current);
    vector_free(&m->inputs);
    vector_free(&m->end);
    memory_free(m);
}
