// The public interface of heddle/check.h.
#include "heddle/check.h"

#include "base/available.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/memory.h"
#include "machine/describe.h"
#include "report/entry.h"
#include "report/files.h"
#include "report/load.h"
#include "report/missing.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RESERVE_BYTES (256u << 10) // enough to write a result

static void make(struct heddle_check *check, void *argument)
{
    (void)argument;
    check->reserve = memory_alloc(RESERVE_BYTES);
    settings_init(&check->settings);
}

struct heddle_check *heddle_new(void)
{
    struct heddle_check *check = calloc(1, sizeof *check);
    if (!check)
        return NULL;
    interrupt_init(&check->interrupt);
    if (!entry_run(check, make, NULL)) {
        heddle_free(check);
        return NULL;
    }
    check->nothing.verdict = VERDICT_INCONCLUSIVE;
    check->result.settings = &check->settings;
    check->result.machine = &check->machine;
    check->result.exploration = &check->nothing;
    return check;
}

void heddle_free(struct heddle_check *check)
{
    if (!check)
        return;
    result_free(&check->result);
    if (check->explored)
        exploration_free(check->explored);
    vector_free(&check->nothing.violations);
    witness_free(&check->witness);
    program_free(check->program);
    settings_free(&check->settings);
    text_list_free(&check->havoc);
    error_free(&check->error);
    memory_free(check->replayed);
    memory_free(check->json);
    memory_free(check->text);
    memory_free(check->sarif);
    memory_free(check->reserve);
    interrupt_free(&check->interrupt);
    free(check);
}

const char *heddle_version(void)
{
    return HEDDLE_VERSION;
}

const char *heddle_error(const struct heddle_check *check)
{
    return check->failure ? check->failure : check->error.message ? check->error.message : "";
}

struct setting {
    const char *name, *value;
    bool good;
};

static void set_option(struct heddle_check *check, void *argument)
{
    struct setting *setting = argument;
    error_free(&check->error);
    char *spelling = memory_format("--%s", setting->name);
    const struct option *option = option_find(spelling, COMMAND_ALL);
    if (!option)
        option = option_find(spelling + 1, COMMAND_ALL); // -m32
    setting->good = option ? settings_set(&check->settings, option, setting->value, &check->error)
                           : error_set(&check->error, "no option is called '%s'", setting->name);
    memory_free(spelling);
}

bool heddle_set(struct heddle_check *check, const char *name, const char *value)
{
    struct setting setting = {name, value, false};
    return entry_run(check, set_option, &setting) && setting.good;
}

static void add_file(struct heddle_check *check, void *path)
{
    text_list_add(&check->settings.files, path);
}

bool heddle_add_file(struct heddle_check *check, const char *path)
{
    return entry_run(check, add_file, (void *)path);
}

static void add_clang_argument(struct heddle_check *check, void *argument)
{
    text_list_add(&check->settings.clang_arguments, argument);
}

bool heddle_add_clang_argument(struct heddle_check *check, const char *argument)
{
    return entry_run(check, add_clang_argument, (void *)argument);
}

void heddle_on_progress(struct heddle_check *check,
                        void (*report)(void *context, const struct heddle_progress *), void *context)
{
    check->progress = report;
    check->progress_context = context;
}

void heddle_on_overdue(struct heddle_check *check,
                       void (*overdue)(void *context, struct heddle_check *covered), void *context)
{
    check->overdue = overdue;
    check->overdue_context = context;
}

void heddle_stop(struct heddle_check *check)
{
    check->interrupt.stop = 1;
}

// ---- running

// What the machine borrows of it stays in the check.
static struct machine_options machine_options_from(struct heddle_check *check)
{
    const struct settings *settings = &check->settings;
    text_list_free(&check->havoc);
    missing_havoc(settings, check->program, &check->havoc);
    return (struct machine_options){
        .properties = settings->properties,
        .unwind = settings->unwind,
        .spurious = settings->spurious,
        .malloc_may_fail = settings->malloc_may_fail,
        .create_may_fail = settings->create_may_fail,
        .weak_cas_fails = settings->weak_cas_fails,
        .prefer_writers = settings->prefer_writers,
        .time_may_pass = settings->time_may_pass,
        .reuse = settings->reuse == 0,
        .stack_size = settings->stack_size,
        // For data races the order of updates matters: it decides what happens before what.
        .commute = settings->independence & INDEPENDENCE_COMMUTE &&
                   !(settings->properties & 1u << PROPERTY_DATA_RACE),
        .peek = settings->independence & INDEPENDENCE_PEEK, // the machine ignores it for data races
        // Where schedules are explored whatever conflicts, it would only add choices.
        .unread_writes = settings->independence & INDEPENDENCE_OBSERVERS && settings->por != POR_NONE &&
                         settings->por != POR_RANDOM && !settings->preemptions && !settings->iterative,
        .havoc = load_strings(&check->havoc),
        .havoc_count = check->havoc.size,
        .arguments = load_strings(&settings->arguments),
        .argument_count = settings->arguments.size,
    };
}

static bool load(struct heddle_check *check,
                 struct program *(*loader)(const struct settings *, struct interrupt *, struct error *),
                 struct interrupt *interrupt)
{
    double begin = clock_seconds();
    check->program = loader(&check->settings, interrupt, &check->error);
    check->result.program = check->program;
    check->result.frontend_seconds = clock_seconds() - begin;
    return check->program && !check->interrupt.out_of_memory;
}

static void on_progress(void *context, const struct exploration_counters *counters, double seconds)
{
    struct heddle_check *check = context;
    pthread_mutex_lock(&check->interrupt.lock);
    check->so_far = *counters;
    pthread_mutex_unlock(&check->interrupt.lock);
    if (!check->progress)
        return;
    struct heddle_progress progress = {
        .executions = counters->complete + counters->partial + counters->blocked + counters->infeasible +
                      counters->bounded + counters->sleep_blocked,
        .events = counters->events,
        .depth = counters->depth,
        .pruned = counters->partial,
        .seconds = seconds,
    };
    check->progress(check->progress_context, &progress);
}

static void on_output(void *context, int fd, const char *bytes, size_t count)
{
    struct heddle_check *check = context;
    (void)fd;
    buffer_append(&check->result.output, bytes, count);
}

static enum heddle_status verdict_status(struct heddle_check *check)
{
    const struct exploration *exploration = check->explored;
    for (uint32_t i = 0; i < exploration->violations.size; i++)
        if (!exploration->violations.data[i].replayed && !exploration->internal_error)
            error_set(&check->error, "internal error: a violation was not replayed: %s",
                      exploration->violations.data[i].message);
    if (exploration->internal_error)
        error_set(&check->error, "internal error: %s", exploration->internal_error);
    if (check->error.message)
        return HEDDLE_INTERNAL_ERROR;
    switch (exploration->verdict) {
    case VERDICT_SAFE: return HEDDLE_SAFE;
    case VERDICT_VIOLATION: return HEDDLE_VIOLATION;
    case VERDICT_INCONCLUSIVE: return HEDDLE_INCONCLUSIVE;
    }
    return HEDDLE_INTERNAL_ERROR;
}

// Of the time budget; 0: there is none.
static double seconds_left(const struct heddle_check *check)
{
    double all = check->settings.max_seconds, gone = clock_seconds() - check->result.began;
    return all <= 0 ? 0 : gone < all ? all - gone : 0.001;
}

// The program could not be made: because it was to end?
static enum heddle_status not_loaded(struct heddle_check *check)
{
    if (!interrupt_raised(&check->interrupt))
        return HEDDLE_BAD_INPUT;
    error_free(&check->error);
    check->nothing.interrupted = check->interrupt.stop != 0;
    check->nothing.bounded = true;
    check->result.ended_early = check->interrupt.stop            ? ENDED_BY_STOP
                                : check->interrupt.out_of_memory ? ENDED_BY_MEMORY
                                                                 : ENDED_BY_TIME;
    return HEDDLE_INCONCLUSIVE;
}

// All that the properties are about, or what of it an earlier check says nothing of.
static enum heddle_status explore_places(struct heddle_check *check, const struct affected_places *places)
{
    static const enum slice_mode slice_modes[] = {SLICE_ON, SLICE_DYNAMIC, SLICE_OFF}; // enum slice_setting
    const struct settings *settings = &check->settings;
    check->machine = machine_options_from(check);
    const struct slicing_known known = {places ? places->places : NULL, places ? places->unreached : NULL};
    if (places)
        check->machine.properties = places->properties;
    struct exploration_options options = {
        .por = settings->por,
        .seed = settings->seed,
        .preemption_limit = settings->preemptions,
        .iterative = settings->iterative,
        .slice = slice_modes[settings->slice],
        .known = places ? &known : NULL,
        .prune = settings->prune != PRUNE_OFF,
        .prune_late = settings->prune == PRUNE_AUTO,
        .verify_cuts = settings->verify_cuts,
        .summary_entries = settings->summary_entries,
        .summary_nodes = settings->summary_nodes,
        .all = settings->all,
        .max_seconds = seconds_left(check),
        .max_executions = settings->max_executions,
        .max_memory = check->memory,
        .solver_milliseconds = settings->solver_timeout > UINT32_MAX ? 0 : (unsigned)settings->solver_timeout,
        .interrupt = &check->interrupt,
        .progress = on_progress,
        .output = settings->show_output ? on_output : NULL,
        .context = check,
        .machine = check->machine,
    };
    check->explored = explore(check->program, &options);
    check->result.exploration = check->explored;
    missing_warn_of_havoc(settings, check->program, check->explored);
    missing_warn(settings, check->program, check->explored);
    return verdict_status(check);
}

// Nothing that runs has changed since a check that ended so.
static enum heddle_status take_over_verdict(struct heddle_check *check)
{
    check->machine = machine_options_from(check);
    check->explored = memory_zalloc(1, sizeof *check->explored);
    check->explored->verdict = VERDICT_SAFE;
    check->result.exploration = check->explored;
    return HEDDLE_SAFE;
}

// What cannot be decided with what an earlier check says is checked as a whole.
static enum heddle_status explore_again(struct heddle_check *check)
{
    const struct affected_places *places = &check->result.reuse.places;
    enum heddle_status status = explore_places(check, places);
    // An unaffected place at which a thread stops is one that was not safe: then something is wrong with what
    // was affected.
    bool found = status == HEDDLE_SAFE || status == HEDDLE_VIOLATION;
    bool decided = found && !check->explored->stopped;
    bool no_time = interrupt_raised(&check->interrupt) ||
                   (check->settings.max_seconds > 0 && seconds_left(check) < 0.01);
    if (decided || no_time)
        return status;
    exploration_free(check->explored);
    error_free(&check->error);
    check->explored = NULL;
    check->result.exploration = &check->nothing;
    reuse_free(&check->result.reuse);
    check->result.reuse.why = "checking again only what the change can affect was inconclusive";
    return explore_places(check, NULL);
}

static enum heddle_status explore_with(struct heddle_check *check, struct earlier *earlier)
{
    struct reuse *reuse = &check->result.reuse;
    if (earlier)
        *reuse = earlier_find(earlier, &check->settings, check->program);
    switch (reuse->kind) {
    case REUSE_VERDICT: return take_over_verdict(check);
    case REUSE_PLACES: return explore_again(check);
    case REUSE_NOTHING: break;
    }
    return explore_places(check, NULL);
}

static enum heddle_status explore_all(struct heddle_check *check)
{
    struct error error = {0};
    struct earlier *earlier = earlier_open(&check->settings, &check->result.store_problem);
    enum heddle_status status = explore_with(check, earlier);
    if (earlier && status == HEDDLE_SAFE && check->result.reuse.kind != REUSE_VERDICT &&
        !earlier_keep(earlier, &check->settings, check->program, check->explored, &error))
        check->result.store_problem = memory_copy_string(error.message ? error.message : "not written");
    error_free(&error);
    earlier_close(earlier);
    return status;
}

struct guarded_call {
    enum heddle_status status;
    const char *path;
    FILE *out;
};

static void run(struct heddle_check *check, void *argument)
{
    struct guarded_call *call = argument;
    const struct settings *settings = &check->settings;
    error_free(&check->error);
    call->status = HEDDLE_BAD_INPUT;
    if (!settings_check(settings, &check->error) ||
        (settings->witness[0] && !folder_usable(settings->witness, &check->error)))
        return;
    call->status =
        load(check, load_whole_program, &check->interrupt) ? explore_all(check) : not_loaded(check);
}

// What a step may take beyond the budget, until the exploration looks at it, before it counts as out of
// memory.
static uint64_t most_memory(uint64_t budget)
{
    return budget ? budget + budget / 4 : 0;
}

static enum heddle_status failed(struct heddle_check *check)
{
    if (strcmp(check->failure, "out of memory") != 0)
        return HEDDLE_INTERNAL_ERROR;
    check->failure = NULL;
    if (check->explored && check->explored->violations.size)
        return HEDDLE_VIOLATION;
    check->result.exploration = &check->nothing; // what was allocated meanwhile is lost
    check->result.ended_early = ENDED_BY_MEMORY;
    check->nothing.bounded = true;
    return HEDDLE_INCONCLUSIVE;
}

enum heddle_status heddle_run(struct heddle_check *check)
{
    struct guarded_call call = {.status = HEDDLE_INCONCLUSIVE};
    struct entry_watch watch;
    double begin = check->result.began = clock_seconds(), seconds = check->settings.max_seconds;
    entry_watch(&watch, check, seconds > 0 ? begin + seconds : 0);
    check->memory = check->settings.max_memory;
    if (check->memory == BYTES_AUTO)
        check->memory = available_memory("");
    check->interrupt.most_bytes = check->memory;
    uint64_t limit = memory_limit(most_memory(check->memory));
    if (!entry_run(check, run, &call))
        call.status = failed(check);
    memory_limit(limit);
    entry_unwatch(&watch);
    check->result.total_seconds = clock_seconds() - begin;
    return call.status;
}

static void print_program(struct heddle_check *check, void *argument)
{
    struct guarded_call *call = argument;
    error_free(&check->error);
    call->status = HEDDLE_BAD_INPUT;
    if (!settings_check(&check->settings, &check->error) || !load(check, load_program, NULL))
        return;
    program_print(check->program, call->out);
    call->status = HEDDLE_SAFE;
}

// Where a failure is no verdict.
static enum heddle_status status_of(const struct heddle_check *check, bool ended,
                                    const struct guarded_call *call)
{
    if (ended)
        return call->status;
    return strcmp(check->failure, "out of memory") == 0 ? HEDDLE_INCONCLUSIVE : HEDDLE_INTERNAL_ERROR;
}

enum heddle_status heddle_print_program(struct heddle_check *check, FILE *out)
{
    struct guarded_call call = {.out = out};
    return status_of(check, entry_run(check, print_program, &call), &call);
}

// ---- witnesses

// DIR/NAME-N.json, NAME after the first file without its suffix.
static char *witness_path(const struct settings *settings, uint32_t number)
{
    const char *base = path_base(settings->files.data[0]);
    const char *dot = strrchr(base, '.');
    int length = (int)(dot && dot != base ? (size_t)(dot - base) : strlen(base));
    const char *folder = settings->witness;
    const char *slash = folder[strlen(folder) - 1] == '/' ? "" : "/";
    return memory_format("%s%s%.*s-%u.json", folder, slash, length, base, number);
}

static bool write_all_witnesses(struct heddle_check *check)
{
    const struct exploration *exploration = check->result.exploration;
    error_free(&check->error);
    if (!check->settings.witness[0] || exploration->violations.size == 0 || check->result.witnesses.size > 0)
        return true;
    if (!folder_make(check->settings.witness, &check->error))
        return false;
    struct settings found_with = check->settings; // borrows all
    found_with.properties = check->machine.properties;
    for (uint32_t i = 0; i < exploration->violations.size; i++) {
        char *path = witness_path(&check->settings, i + 1);
        char *text = witness_text(check->program, &found_with, &exploration->violations.data[i],
                                  result_place(&check->result, i));
        bool good = file_write(path, text, strlen(text), &check->error);
        memory_free(text);
        if (!good) {
            memory_free(path);
            return false;
        }
        vector_push(&check->result.witnesses, path);
    }
    return true;
}

static void write_witnesses(struct heddle_check *check, void *good)
{
    *(bool *)good = write_all_witnesses(check);
}

bool heddle_write_witnesses(struct heddle_check *check)
{
    bool good = false;
    return entry_run(check, write_witnesses, &good) && good;
}

// Takes what the witness says about the program; how to print stays as it is.
static void adopt_settings(struct settings *to, struct settings *from)
{
    struct settings old = *to;
    *to = *from;
    *from = old;
    to->format = old.format;
    to->color = old.color;
    to->show_output = old.show_output;
    to->verbose = old.verbose;
    to->full_schedule = true;
    char *cache = to->cache;
    to->cache = old.cache;
    from->cache = cache;
}

static bool all_files_here(const struct settings *settings)
{
    for (uint32_t i = 0; i < settings->files.size; i++)
        if (access(settings->files.data[i], F_OK) != 0)
            return false;
    return true;
}

static enum heddle_status replay_here(struct heddle_check *check, const char *path)
{
    struct witness *witness = &check->witness;
    if (!witness_check_sources(witness, path, &check->error) || !load(check, load_whole_program, NULL) ||
        !witness_check_program(witness, path, check->program, &check->error))
        return HEDDLE_BAD_INPUT;
    check->machine = machine_options_from(check);
    vector_push(&check->nothing.violations, witness->violation); // not owned there
    const struct timeline *timeline = result_timeline(&check->result, 0);
    check->nothing.verdict = timeline->outcome == REPLAY_CONFIRMED ? VERDICT_VIOLATION : VERDICT_SAFE;
    switch (timeline->outcome) {
    case REPLAY_CONFIRMED: return HEDDLE_VIOLATION;
    case REPLAY_NOT_CONFIRMED: return HEDDLE_SAFE;
    case REPLAY_DIVERGED: break;
    }
    error_set(
        &check->error,
        "%s: the program has no such execution: %s (a witness that was not edited has one: please report it)",
        path, timeline->why ? timeline->why : "no reason given");
    return HEDDLE_BAD_INPUT;
}

// The cache is the user's, not what has its name in the witness's folder: programs in there are believed.
static void keep_cache_folder(struct settings *settings)
{
    char *folder = settings->cache && settings->cache[0] && settings->cache[0] != '/' &&
                           strcmp(settings->cache, "off") != 0
                       ? folder_current()
                       : NULL;
    if (!folder)
        return;
    char *whole = memory_format("%s/%s", folder, settings->cache);
    memory_free(settings->cache);
    settings->cache = whole;
    memory_free(folder);
}

static void read_witness(struct heddle_check *check, void *argument)
{
    struct guarded_call *call = argument;
    error_free(&check->error);
    call->status = HEDDLE_BAD_INPUT;
    if (!witness_read(call->path, &check->witness, &check->error))
        return;
    check->result.replayed = check->replayed = memory_copy_string(call->path);
    adopt_settings(&check->settings, &check->witness.settings);
    if (!all_files_here(&check->settings))
        keep_cache_folder(&check->settings);
    call->status = HEDDLE_SAFE;
}

static void replay(struct heddle_check *check, void *argument)
{
    struct guarded_call *call = argument;
    call->status = replay_here(check, call->path);
}

enum heddle_status heddle_replay(struct heddle_check *check, const char *path)
{
    struct guarded_call call = {.path = path};
    double begin = clock_seconds();
    enum heddle_status status = status_of(check, entry_run(check, read_witness, &call), &call);
    if (status != HEDDLE_SAFE)
        return status;
    int here = all_files_here(&check->settings) ? -1 : open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool moved = here >= 0 && chdir(check->witness.folder) == 0;
    if (moved)
        check->result.sources.folder = check->witness.folder;
    status = status_of(check, entry_run(check, replay, &call), &call);
    if (moved && fchdir(here) != 0)
        check->failure = "cannot go back to the folder the replay started in";
    if (here >= 0)
        close(here);
    check->result.total_seconds = clock_seconds() - begin;
    return status;
}

// ---- results

size_t heddle_violation_count(const struct heddle_check *check)
{
    return check->result.exploration->violations.size;
}

struct asked {
    uint32_t index;
    struct heddle_violation *violation;
    char *(*write)(struct heddle_check *check, const struct asked *asked);
    unsigned columns;
    bool colour;
    char *text;
};

static void show_violation(struct heddle_check *check, void *argument)
{
    const struct asked *asked = argument;
    struct result *result = &check->result;
    uint32_t i = asked->index;
    const struct exploration_violation *found = &result->exploration->violations.data[i];
    struct source_place place = result_place(result, i);
    *asked->violation = (struct heddle_violation){
        .kind = property_name(found->property),
        .message = found->message,
        .file = place.file,
        .function = place.function,
        .line = place.line,
        .column = place.column,
        .thread = result_thread(result, i, 0),
        .witness = result_witness(result, i),
    };
}

bool heddle_violation(const struct heddle_check *check, size_t index, struct heddle_violation *violation)
{
    struct asked asked = {.index = (uint32_t)index, .violation = violation};
    return index < heddle_violation_count(check) &&
           entry_run((struct heddle_check *)check, show_violation, &asked); // keeps what it computes
}

double heddle_count(const struct heddle_check *check, const char *path)
{
    struct result_number numbers[RESULT_NUMBERS];
    result_numbers(&check->result, numbers);
    for (uint32_t i = 0; i < RESULT_NUMBERS; i++)
        if (strcmp(numbers[i].path, path) == 0)
            return numbers[i].value;
    return -1;
}

static void write_text(struct heddle_check *check, void *argument)
{
    struct asked *asked = argument;
    asked->text = asked->write(check, asked);
}

// The result in one form, kept in the slot; NULL where memory does not suffice for it.
static const char *give(struct heddle_check *check, struct asked asked, char **slot)
{
    memory_free(*slot);
    *slot = NULL;
    if (entry_run(check, write_text, &asked))
        *slot = asked.text;
    return *slot;
}

static char *as_json(struct heddle_check *check, const struct asked *asked)
{
    (void)asked;
    return result_json(&check->result);
}

static char *as_text(struct heddle_check *check, const struct asked *asked)
{
    return result_text(&check->result, asked->columns, asked->colour);
}

static char *as_sarif(struct heddle_check *check, const struct asked *asked)
{
    (void)asked;
    return result_sarif(&check->result);
}

const char *heddle_result_json(struct heddle_check *check)
{
    return give(check, (struct asked){.write = as_json}, &check->json);
}

const char *heddle_result_text(struct heddle_check *check, unsigned columns, bool colour)
{
    struct asked asked = {.write = as_text, .columns = columns ? columns : 100, .colour = colour};
    return give(check, asked, &check->text);
}

const char *heddle_result_sarif(struct heddle_check *check)
{
    return give(check, (struct asked){.write = as_sarif}, &check->sarif);
}
