#include "oracle_look.h"
#include "oracle_parts.h"

#include "base/hash.h"
#include "base/memory.h"
#include "machine/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void output(void *context, int fd, const char *bytes, size_t count)
{
    struct seen *seen = context;
    (void)fd;
    for (size_t k = 0; k < count; k++)
        seen->last = seen->last >> 8 | (uint32_t)(unsigned char)bytes[k] << 24;
    seen->printed = true;
    for (size_t k = 0; count == seen->record_size && k < count; k++)
        vector_push(&seen->records, (uint8_t)bytes[k]);
}

static void finished(void *context, bool complete, uint64_t trace_hash, const uint64_t *state_hash)
{
    struct seen *seen = context;
    vector_push(&seen->traces, hash_combine(trace_hash, complete));
    if (state_hash)
        vector_push(&seen->states, hash_combine(*state_hash, complete));
    if (seen->printed) // else it shares the print with the execution before
        vector_push(&seen->checksums, seen->last);
    seen->printed = false;
}

static void restarted(void *context)
{
    struct seen *seen = context;
    seen->traces.size = seen->states.size = seen->records.size = 0;
}

static void keep(void *context, const struct checkpoint *checkpoint)
{
    struct seen *seen = context;
    seen->checkpoint.size = 0;
    bytes_add(&seen->checkpoint, checkpoint->data, checkpoint->size);
    seen->kept = true;
}

// A search that is stopped again and again. Where one leaves no checkpoint, since it has found something, the
// last one goes on to the end from the checkpoint before.
static struct exploration *explore_in_pieces(const struct program *program, struct exploration_options *o,
                                             uint64_t executions, struct seen *seen)
{
    for (;;) {
        byte_vector before = seen->checkpoint;
        const struct checkpoint checkpoint = {before.data, before.size};
        seen->checkpoint = (byte_vector){0};
        seen->kept = false;
        o->max_executions = executions;
        o->keep = keep;
        o->checkpoint = before.size ? &checkpoint : NULL;
        struct exploration *e = explore(program, o);
        if (before.size && !o->prune && !e->counters.restarts && counters_executions(&e->before) == 0)
            seen->refused = true;
        if (e->bounded && !seen->kept) {
            exploration_free(e);
            o->max_executions = 0;
            e = explore(program, o);
        }
        vector_free(&before);
        if (!e->bounded || !seen->kept)
            return e;
        exploration_free(e);
        seen->resumed++;
        executions += executions / 2 + 1; // or it never gets beyond what is cut again
    }
}

static void keep_summaries(void *context, const struct checkpoint *summaries)
{
    struct seen *seen = context;
    seen->summaries.size = 0;
    bytes_add(&seen->summaries, summaries->data, summaries->size);
}

// Small numbers, limits, and anything.
static uint64_t input_value(void *context, uint64_t maker, uint64_t number, unsigned width)
{
    static const uint64_t some[] = {0, 1, 2, 3, UINT64_MAX, UINT64_MAX - 1, 0x7fffffff, 0x80000000};
    const struct setting *setting = context;
    uint64_t h = hash_combine(hash_combine(setting->inputs, maker), number);
    uint64_t value = h >> 60 < 14 ? some[h % (sizeof some / sizeof *some)] : h;
    return width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
}

static uint32_t asked(const struct setting *setting)
{
    return setting->properties ? setting->properties : oracle_properties();
}

static uint32_t line_of(const struct program *program, uint32_t code)
{
    return code == NO_CODE ? 0 : program->locations[program->location_of[code]].line;
}

// Whether it depends on time, or on which of equivalent executions is explored, that this is told.
static bool may_differ(const char *reason)
{
    return strstr(reason, "budget") || strstr(reason, "the solver could not decide") ||
           strstr(reason, "deletion of a key while");
}

void free_seen(struct seen *seen)
{
    vector_free(&seen->traces);
    vector_free(&seen->states);
    vector_free(&seen->checksums);
    vector_free(&seen->records);
    vector_free(&seen->checkpoint);
    vector_free(&seen->summaries);
    texts_free(&seen->violations);
    texts_free(&seen->reasons);
    memory_free(seen->wrong);
    memory_free(seen->reason);
}

void look(const struct program *program, const struct oracle_options *options, const struct setting *setting,
          uint64_t max_executions, struct seen *seen)
{
    struct exploration_options o = {
        .por = setting->por,
        .seed = setting->seed,
        .all = true,
        .max_seconds = options->max_seconds,
        .max_executions = max_executions,
        .solver_milliseconds = 5000,
        .output = output,
        .all_output = !setting->prune_late,
        .finished = seen->violations_only || setting->prune_late ? NULL : finished,
        .restarted = restarted,
        .context = seen,
        .slice = setting->slice,
        .known = setting->known,
        .prune = setting->prune,
        .prune_late = setting->prune_late,
        .verify_cuts = setting->verify_cuts,
        .jobs = setting->jobs,
        .whole_sequences = setting->whole_sequences,
        .share_at_once = true,
        .keep_summaries = setting->keeps_summaries ? keep_summaries : NULL,
        .carried = setting->carried,
        .summary_entries = setting->entries,
        .summary_nodes = setting->nodes,
        .machine = {.properties = setting->known ? setting->properties : asked(setting),
                    .commute = setting->refined,
                    .outcome = setting->outcome,
                    .arrivals = setting->outcome,
                    .unread_writes = setting->refined,
                    .peek = setting->peek,
                    .interchange = setting->threads,
                    .reuse = true,
                    .numbering = setting->carried ? &setting->carried->code.numbering : NULL,
                    .concrete = setting->inputs != 0,
                    .input_value = input_value,
                    .input_context = (void *)(uintptr_t)setting}};
    *seen = (struct seen){.record_size = seen->record_size, .violations_only = seen->violations_only};
    struct exploration *e = setting->pieces  ? explore_in_pieces(program, &o, setting->pieces, seen)
                            : setting->parts ? oracle_explore_parts(program, &o, setting->parts)
                                             : explore(program, &o);
    const struct exploration_counters *c = &e->counters;
    seen->executions = counters_executions(c);
    seen->before = counters_executions(&e->before);
    seen->carried = e->summaries.carried;
    seen->carried_hits = e->summaries.carried_hits;
    seen->sleep_blocked = c->sleep_blocked;
    seen->parts = e->parts;
    seen->hits = e->summaries.hits;
    seen->partly = e->summaries.partly;
    seen->dropped = e->summaries.dropped;
    seen->not_pruned = e->not_pruned != NULL;
    seen->repeated = seen->traces.size;
    values_normalise(&seen->traces);
    seen->repeated -= seen->traces.size;
    values_normalise(&seen->states);
    values_normalise(&seen->checksums);
    for (uint32_t k = 0; k < e->violations.size; k++)
        vector_push(&seen->violations, oracle_violation_text(program, &e->violations.data[k]));
    texts_normalise(&seen->violations);
    if (seen->refused)
        seen->wrong = memory_copy_string("a checkpoint was refused");
    if (e->internal_error)
        seen->wrong = memory_format("internal error: %s", e->internal_error);
    if (e->reasons.size)
        seen->reason = memory_copy_string(e->reasons.data[0].message);
    for (uint32_t k = 0; k < e->reasons.size; k++) {
        const struct exploration_remark *r = &e->reasons.data[k];
        seen->limited |= may_differ(r->message);
        vector_push(&seen->reasons, memory_format("line %u: %s", line_of(program, r->code), r->message));
    }
    texts_normalise(&seen->reasons);
    exploration_free(e);
}

bool property_in(uint32_t properties, const char *violation)
{
    for (unsigned k = 0; k < PROPERTY_COUNT; k++) {
        const char *name = property_name((enum property)k);
        if (properties >> k & 1 && !strncmp(violation, name, strlen(name)) &&
            !strncmp(violation + strlen(name), " at ", 4))
            return true;
    }
    return false;
}

bool looks_for(const struct setting *setting, const char *violation)
{
    return property_in(asked(setting), violation);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Leaves out the numbers of threads: "main.2" becomes "main.". Of threads in a deadlock, which are told in
// the order of their numbers, the order is that of their texts.
static void forget_names(char *text)
{
    enum { MOST = 32 };
    char *parts[MOST], *to = text;
    unsigned count = 0;
    for (const char *from = text; *from; from++)
        if (to - text < 5 || strncmp(to - 5, "main.", 5) != 0 || !strchr("0123456789.", *from))
            *to++ = *from;
    *to = 0;
    char *list = strstr(text, "deadlock: "), *copy = memory_copy_string(list ? list : "");
    for (char *part = strtok(copy, ","); part && count < MOST; part = strtok(NULL, ",")) {
        parts[count] = part + (count == 0 ? strlen("deadlock: ") : 1);
        count++;
    }
    if (count > 1)
        qsort(parts, count, sizeof *parts, by_text);
    for (unsigned k = 0; list && k < count; k++)
        list += sprintf(list, "%s,", parts[k]);
    memory_free(copy);
}

// A summary says that nothing new fails at any place: by whom memory had been released there is not told
// again. Of interchangeable threads it is open who did it.
static char *told(const struct setting *setting, const char *violation)
{
    char *text = memory_copy_string(violation), *details = strstr(text, ", freed at ");
    if (setting->prune && details)
        *details = 0;
    if (setting->threads)
        forget_names(text);
    return text;
}

char *compare_violations(const struct setting *setting, const char *where, const struct seen *reference,
                         const text_set *violations)
{
    text_set expected = {0}, found = {0};
    bool in_first = false;
    for (uint32_t k = 0; k < reference->violations.size; k++)
        if (looks_for(setting, reference->violations.data[k]))
            vector_push(&expected, told(setting, reference->violations.data[k]));
    for (uint32_t k = 0; k < violations->size; k++)
        vector_push(&found, told(setting, violations->data[k]));
    texts_normalise(&expected);
    texts_normalise(&found);
    const char *text = texts_difference(&expected, &found, &in_first);
    char *wrong = text ? memory_format("%s%s: violation %s: %s", setting->name, where,
                                       in_first ? "lost" : "invented", text)
                       : NULL;
    texts_free(&expected);
    texts_free(&found);
    return wrong;
}

char *compare_reasons(const struct setting *setting, const struct seen *reference, const struct seen *seen)
{
    bool in_first = false;
    if (seen->limited)
        return memory_format("%s: inconclusive: %s", setting->name, seen->reason);
    const char *text = texts_difference(&reference->reasons, &seen->reasons, &in_first);
    return text ? memory_format("%s: reason to be inconclusive %s: %s", setting->name,
                                in_first ? "lost" : "invented", text)
                : NULL;
}

static bool is_forbidden(const char *violation)
{
    return strstr(violation, "forbidden") != NULL;
}

bool is_undecided(const struct seen *seen)
{
    return seen->reason && strstr(seen->reason, "the solver could not decide");
}

char *compare_forbidden(const struct program *program, const struct oracle_options *options,
                        const struct setting *setting, const struct seen *reference, const char *state,
                        bool reached)
{
    struct seen seen = {.violations_only = true};
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
    else if (found != reached && (found || !is_undecided(&seen)))
        wrong = memory_format("%s: final state %s is %s, and %s", setting->name, state,
                              reached ? "reached" : "not reached", found ? "found" : "not found");
    else
        wrong = compare_violations(setting, ", with a state forbidden", reference, &seen.violations);
    free_seen(&seen);
    return wrong;
}

void forbid_checksum(struct program *program, const struct global *forbidden, uint32_t checksum)
{
    memcpy(program->data + forbidden->data, &checksum, sizeof checksum);
}

const struct global *find_global(const struct program *program, const char *prefix, uint32_t number)
{
    char name[64];
    snprintf(name, sizeof name, "%s_%u", prefix, number);
    for (uint32_t k = 0; k < program->globals_count; k++)
        if (!strcmp(program_string(program, program->globals[k].name), name))
            return &program->globals[k];
    return NULL;
}

// Whether another program of the batch has this global: pK_NAME, NAME_K.
static bool is_of_another(const char *name, uint32_t number)
{
    static const char *const own[] = {"control_",  "forbidden_", "value_",
                                      "symbolic_", "varying_",   "returning_"};
    const char *digits = name[0] == 'p' ? name + 1 : NULL;
    for (unsigned k = 0; k < sizeof own / sizeof *own; k++)
        if (!strncmp(name, own[k], strlen(own[k])))
            digits = name + strlen(own[k]);
    if (!digits || *digits < '0' || *digits > '9')
        return false;
    char *end;
    unsigned long has = strtoul(digits, &end, 10);
    return (name[0] == 'p' ? *end == '_' : !*end) && has != number;
}

void batch_open(struct batch *batch, struct program *program)
{
    *batch = (struct batch){program,
                            program->data,
                            program->globals,
                            program->globals_count,
                            program->outside_addresses,
                            program->outside_addresses_count};
    program->data = memory_alloc((size_t)program->data_count + 1);
    memcpy(program->data, batch->data, program->data_count);
    program->globals = memory_alloc((size_t)batch->globals_count * sizeof *program->globals);
    program->outside_addresses =
        memory_alloc((size_t)batch->outside_addresses_count * sizeof *program->outside_addresses + 1);
}

bool batch_select(const struct batch *batch, uint32_t number)
{
    struct program *program = batch->program;
    uint32_t *kept =
        memory_alloc((size_t)batch->globals_count * sizeof *kept + 1); // by old number: the new one
    program->globals_count = 0; // each exploration makes every global, so those of the others are left out
    for (uint32_t g = 0; g < batch->globals_count; g++) {
        bool leave = is_of_another(program_string(program, batch->globals[g].name), number);
        kept[g] = leave ? NO_GLOBAL : program->globals_count;
        if (!leave)
            program->globals[program->globals_count++] = batch->globals[g];
    }
    program->outside_addresses_count = 0;
    for (uint32_t k = 0; k < batch->outside_addresses_count; k++) {
        struct outside_address a = batch->outside_addresses[k];
        a.global = kept[a.global];
        if (a.global != NO_GLOBAL)
            program->outside_addresses[program->outside_addresses_count++] = a;
    }
    memory_free(kept);
    return oracle_enter(program, number);
}

void batch_close(const struct batch *batch)
{
    struct program *program = batch->program;
    program_forget_analyses(program);
    memory_free(program->globals);
    memory_free(program->data);
    memory_free(program->outside_addresses);
    program->globals = batch->globals;
    program->globals_count = batch->globals_count;
    program->data = batch->data;
    program->outside_addresses = batch->outside_addresses;
    program->outside_addresses_count = batch->outside_addresses_count;
}

void oracle_each(struct program *program, const struct oracle_options *options,
                 void (*check)(struct program *program, const struct oracle_options *options,
                               uint32_t number))
{
    struct batch batch;
    batch_open(&batch, program);
    for (uint32_t k = 0; k < options->count; k++) {
        if (!batch_select(&batch, k))
            printf("%u failed there is no main_%u\n", k, k);
        else
            check(program, options, k);
        fflush(stdout);
    }
    batch_close(&batch);
}
