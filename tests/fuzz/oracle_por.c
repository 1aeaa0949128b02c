// Partial order reduction against exhaustive exploration: sets of traces, final states, outputs and
// violations.
#include "oracle.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

#define DEFAULT_PROPERTIES UINT32_MAX // in `sliced`

// The settings compared; the first is the reference. Where the traces are coarser, they are compared with
// those of the last setting without reduction before.
static const struct setting {
    const char *name;
    enum por_algorithm por;
    bool refined; // observers and commuting updates
    bool peek;
    uint32_t sliced; // properties asked for, 1 << enum property; 0: all of the default, without slices
    bool dynamic;
} settings[] = {
    {"none", POR_NONE, false, false, 0, false},
    {"classic", POR_CLASSIC, false, false, 0, false},
    {"source", POR_SOURCE, false, false, 0, false},
    {"optimal", POR_OPTIMAL, false, false, 0, false},
    {"none, refined", POR_NONE, true, false, 0, false},
    {"classic, refined", POR_CLASSIC, true, false, 0, false},
    {"source, refined", POR_SOURCE, true, false, 0, false},
    {"optimal, refined", POR_OPTIMAL, true, false, 0, false},
    {"none, peek", POR_NONE, false, true, 0, false},
    {"classic, peek", POR_CLASSIC, false, true, 0, false},
    {"source, peek", POR_SOURCE, false, true, 0, false},
    {"optimal, peek", POR_OPTIMAL, false, true, 0, false},
    {"none, refined, peek", POR_NONE, true, true, 0, false},
    {"optimal, refined, peek", POR_OPTIMAL, true, true, 0, false},
    {"optimal, sliced", POR_OPTIMAL, true, true, DEFAULT_PROPERTIES, false},
    {"optimal, sliced for assertions", POR_OPTIMAL, true, true, 1u << PROPERTY_ASSERTION, false},
    {"source, sliced for assertions", POR_SOURCE, false, false, 1u << PROPERTY_ASSERTION, false},
    {"optimal, sliced for deadlocks", POR_OPTIMAL, false, true, 1u << PROPERTY_DEADLOCK, false},
    {"optimal, sliced for memory", POR_OPTIMAL, true, false, 1u << PROPERTY_MEMORY, false},
    {"optimal, sliced for locks", POR_OPTIMAL, true, true, 1u << PROPERTY_LOCK, false},
    {"optimal, sliced dynamically", POR_OPTIMAL, true, true, DEFAULT_PROPERTIES, true},
    {"optimal, sliced dynamically for assertions", POR_OPTIMAL, true, true, 1u << PROPERTY_ASSERTION, true},
};
enum { SETTING_COUNT = sizeof settings / sizeof *settings };

// What one exploration saw. Executions before a restart (explore.h) count no more.
struct seen {
    value_set traces, states;
    text_set violations;
    bool printed;  // the present execution has printed something
    uint32_t last; // the last four bytes printed: the checksum of final states
    value_set checksums;
    uint64_t executions;
    uint64_t repeated; // executions with a trace that another one had
    uint64_t sleep_blocked;
    char *wrong;   // internal error; owned
    char *reason;  // why inconclusive; owned
    bool symbolic; // final states hold terms, which have names of their own in each exploration
    bool varying;  // what some operations touch depends on what happened before
};

static void output(void *context, int fd, const char *bytes, size_t count)
{
    struct seen *seen = context;
    (void)fd;
    for (size_t k = 0; k < count; k++)
        seen->last = seen->last >> 8 | (uint32_t)(unsigned char)bytes[k] << 24;
    seen->printed = true;
}

static void finished(void *context, bool complete, uint64_t trace_hash, uint64_t state_hash)
{
    struct seen *seen = context;
    vector_push(&seen->traces, hash_combine(trace_hash, complete));
    vector_push(&seen->states, hash_combine(state_hash, complete));
    if (seen->printed) // else it shares the print with the execution before
        vector_push(&seen->checksums, seen->last);
    seen->printed = false;
}

static void restarted(void *context)
{
    struct seen *seen = context;
    seen->traces.size = seen->states.size = 0;
}

static uint32_t asked(const struct setting *setting)
{
    return setting->sliced && setting->sliced != DEFAULT_PROPERTIES ? setting->sliced : oracle_properties();
}

static void free_seen(struct seen *seen)
{
    vector_free(&seen->traces);
    vector_free(&seen->states);
    vector_free(&seen->checksums);
    texts_free(&seen->violations);
    memory_free(seen->wrong);
    memory_free(seen->reason);
}

static void look(const struct program *program, const struct oracle_options *options,
                 const struct setting *setting, uint64_t max_executions, struct seen *seen)
{
    struct exploration_options o = {.por = setting->por,
                                    .all = true,
                                    .max_seconds = options->max_seconds,
                                    .max_executions = max_executions,
                                    .solver_milliseconds = 5000,
                                    .output = output,
                                    .all_output = true,
                                    .finished = finished,
                                    .restarted = restarted,
                                    .context = seen,
                                    .slice = !setting->sliced   ? SLICE_OFF
                                             : setting->dynamic ? SLICE_DYNAMIC
                                                                : SLICE_ON,
                                    .machine = {.properties = asked(setting),
                                                .commute = setting->refined,
                                                .observers = setting->refined,
                                                .peek = setting->peek}};
    *seen = (struct seen){0};
    struct exploration *e = explore(program, &o);
    const struct exploration_counters *c = &e->counters;
    seen->executions = c->complete + c->partial + c->blocked + c->infeasible + c->bounded + c->sleep_blocked;
    seen->sleep_blocked = c->sleep_blocked;
    seen->repeated = seen->traces.size;
    values_normalise(&seen->traces);
    seen->repeated -= seen->traces.size;
    values_normalise(&seen->states);
    values_normalise(&seen->checksums);
    for (uint32_t k = 0; k < e->violations.size; k++)
        vector_push(&seen->violations, oracle_violation_text(program, &e->violations.data[k]));
    texts_normalise(&seen->violations);
    if (e->internal_error)
        seen->wrong = memory_format("internal error: %s", e->internal_error);
    if (e->reasons.size)
        seen->reason = memory_copy_string(e->reasons.data[0].message);
    exploration_free(e);
}

// The global PREFIX_NUMBER.
static bool find_global(const struct program *program, const char *prefix, uint32_t number,
                        struct global **found)
{
    char name[64];
    snprintf(name, sizeof name, "%s_%u", prefix, number);
    for (uint32_t k = 0; k < program->globals_count; k++)
        if (!strcmp(program_string(program, program->globals[k].name), name)) {
            *found = &program->globals[k];
            return true;
        }
    return false;
}

// Forbids a final state: the program asserts that its checksum is another one.
static void forbid(struct program *program, const struct global *forbidden, uint32_t checksum)
{
    memcpy(program->data + forbidden->data, &checksum, sizeof checksum);
}

// Whether a setting looks for that kind of violation ("KIND at LINE: ...").
static bool looks_for(const struct setting *setting, const char *violation)
{
    for (unsigned k = 0; k < PROPERTY_COUNT; k++) {
        const char *name = property_name((enum property)k);
        if (asked(setting) >> k & 1 && !strncmp(violation, name, strlen(name)) &&
            !strncmp(violation + strlen(name), " at ", 4))
            return true;
    }
    return false;
}

static char *compare_violations(const struct setting *setting, const char *where,
                                const struct seen *reference, const text_set *violations)
{
    text_set expected = {0};
    bool in_first = false;
    for (uint32_t k = 0; k < reference->violations.size; k++)
        if (looks_for(setting, reference->violations.data[k]))
            vector_push(&expected, reference->violations.data[k]);
    const char *text = texts_difference(&expected, violations, &in_first);
    vector_free(&expected);
    return text ? memory_format("%s%s: violation %s: %s", setting->name, where,
                                in_first ? "lost" : "invented", text)
                : NULL;
}

// `traces`: those there are under the setting's idea of equivalence; NULL: not known.
static char *compare(const struct setting *setting, const struct seen *reference, const value_set *traces,
                     const struct seen *other)
{
    if (other->wrong)
        return memory_format("%s: %s", setting->name, other->wrong);
    if (other->reason)
        return memory_format("%s: inconclusive: %s", setting->name, other->reason);
    char *wrong = compare_violations(setting, "", reference, &other->violations);
    if (wrong ||
        setting->sliced) // final states are only what matters to the properties, as is what is printed
        return wrong;
    if (traces && !values_equal(traces, &other->traces))
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
    if (setting->por == POR_OPTIMAL && other->repeated && !reference->symbolic)
        return memory_format("%s: %llu executions of a trace explored before", setting->name,
                             (unsigned long long)other->repeated);
    // Where an operation's inputs or place in time decide what it touches, a reversal can turn out to be
    // none.
    if (setting->por == POR_OPTIMAL && other->sleep_blocked && !reference->symbolic && !reference->varying)
        return memory_format("%s: %llu executions blocked by sleep sets", setting->name,
                             (unsigned long long)other->sleep_blocked);
    // What is left open is decided again in every execution of a class.
    bool again = setting->refined && (setting->por == POR_NONE || setting->por == POR_CLASSIC);
    if (!again && other->executions - other->sleep_blocked > reference->executions)
        return memory_format("%s: %llu executions, more than %llu", setting->name,
                             (unsigned long long)other->executions,
                             (unsigned long long)reference->executions);
    return NULL;
}

static bool is_forbidden(const char *violation)
{
    return strstr(violation, "forbidden") != NULL;
}

// One final state forbidden, or one that is not reached: the violations must be the others, and its own if it
// is reached.
static char *compare_forbidden(const struct program *program, const struct oracle_options *options,
                               const struct setting *setting, const struct seen *reference, uint32_t checksum,
                               bool reached)
{
    struct seen seen;
    look(program, options, setting, 0, &seen);
    uint32_t kept = 0, found = 0;
    for (uint32_t k = 0; k < seen.violations.size; k++) {
        if (is_forbidden(seen.violations.data[k])) {
            found++;
            memory_free(seen.violations.data[k]);
        } else {
            seen.violations.data[kept++] = seen.violations.data[k];
        }
    }
    seen.violations.size = kept;
    char *wrong = NULL;
    reached = reached && looks_for(setting, "assertion at ");
    if (seen.wrong)
        wrong = memory_format("%s: %s", setting->name, seen.wrong);
    else if (found != reached)
        wrong = memory_format("%s: final state %08x is %s, and %s", setting->name, checksum,
                              reached ? "reached" : "not reached", found ? "found" : "not found");
    else
        wrong = compare_violations(setting, ", with a state forbidden", reference, &seen.violations);
    free_seen(&seen);
    return wrong;
}

static char *check_forbidden(struct program *program, const struct oracle_options *options,
                             const struct global *forbidden, const struct seen *reference)
{
    uint32_t none, count = reference->checksums.size;
    char *wrong = NULL;
    memcpy(&none, program->data + forbidden->data, sizeof none);
    uint32_t tried = count < options->forbidden ? count : options->forbidden;
    for (uint32_t s = 1; s < SETTING_COUNT && !wrong; s++) {
        if (!looks_for(&settings[s], "assertion at "))
            continue;
        for (uint32_t k = 0; k < tried && !wrong; k++) {
            uint32_t checksum = (uint32_t)reference->checksums.data[(uint64_t)(options->seed + k) % count];
            forbid(program, forbidden, checksum);
            wrong = compare_forbidden(program, options, &settings[s], reference, checksum, true);
            if (!wrong && k == 0 && !values_has(&reference->checksums, checksum + 1)) {
                forbid(program, forbidden, checksum + 1);
                wrong = compare_forbidden(program, options, &settings[s], reference, checksum + 1, false);
            }
        }
    }
    forbid(program, forbidden, none);
    return wrong;
}

static void check_program(struct program *program, const struct oracle_options *options, uint32_t number)
{
    struct seen reference, other;
    struct global *forbidden = NULL, *marker;
    char *wrong = NULL;
    look(program, options, &settings[0], options->max_executions, &reference);
    reference.symbolic = find_global(program, "symbolic", number, &marker);
    reference.varying = find_global(program, "varying", number, &marker);
    if (reference.wrong) {
        wrong = memory_format("%s: %s", settings[0].name, reference.wrong);
    } else if (reference.reason) {
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
        bool first = setting->por == POR_NONE;
        look(program, options, setting, 0, &other);
        wrong = compare(setting, &reference,
                        first || setting->sliced            ? NULL
                        : setting->refined || setting->peek ? &coarse
                                                            : &reference.traces,
                        &other);
        if (!setting->sliced)
            executions = other.executions;
        else if (setting->refined && setting->peek)
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
    if (!wrong && find_global(program, "forbidden", number, &forbidden))
        wrong = check_forbidden(program, options, forbidden, &reference);
    if (wrong)
        printf("%u failed %s\n", number, wrong);
    else
        printf("%u passed executions %llu %llu traces %u states %u checksums %u violations %u peeked %d "
               "sliced %d\n",
               number, (unsigned long long)reference.executions, (unsigned long long)executions,
               reference.traces.size, reference.states.size, reference.checksums.size,
               reference.violations.size, peeked, sliced);
    if (options->verbose)
        for (uint32_t k = 0; k < reference.violations.size; k++)
            printf("%u violation %s\n", number, reference.violations.data[k]);
    memory_free(wrong);
    free_seen(&reference);
}

void oracle_por(struct program *program, const struct oracle_options *options)
{
    uint8_t *mapped = program->data; // read-only
    program->data = memory_alloc(program->data_count);
    memcpy(program->data, mapped, program->data_count);
    for (uint32_t k = 0; k < options->count; k++) {
        if (!oracle_enter(program, k))
            printf("%u failed there is no main_%u\n", k, k);
        else
            check_program(program, options, k);
        fflush(stdout);
    }
    memory_free(program->data);
    program->data = mapped;
}
