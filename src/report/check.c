// The public interface of heddle/check.h.
#include "heddle/check.h"

#include "base/memory.h"
#include "program/aliases.h"
#include "report/files.h"
#include "report/load.h"
#include "report/result.h"
#include "report/witness.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct heddle_check {
    struct settings settings;
    struct machine_options machine;
    struct error error;
    struct program *program;
    struct exploration *explored; // owned; NULL: none
    struct exploration nothing;   // what there is to show when exploring was not possible, or of a replay
    struct witness witness;       // of a replay
    struct result result;
    volatile sig_atomic_t stop;
    void (*progress)(void *context, const struct heddle_progress *progress);
    void *progress_context;
    char *replayed;            // path of the witness; owned
    char *json, *text, *sarif; // last results given out
};

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

struct heddle_check *heddle_new(void)
{
    struct heddle_check *check = memory_zalloc(1, sizeof *check);
    settings_init(&check->settings);
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
    error_free(&check->error);
    memory_free(check->replayed);
    memory_free(check->json);
    memory_free(check->text);
    memory_free(check->sarif);
    memory_free(check);
}

const char *heddle_version(void)
{
    return HEDDLE_VERSION;
}

const char *heddle_error(const struct heddle_check *check)
{
    return check->error.message ? check->error.message : "";
}

bool heddle_set(struct heddle_check *check, const char *name, const char *value)
{
    char *spelling = memory_format("--%s", name);
    const struct option *option = option_find(spelling, COMMAND_ALL);
    if (!option)
        option = option_find(spelling + 1, COMMAND_ALL); // -m32
    error_free(&check->error);
    bool good = option ? settings_set(&check->settings, option, value, &check->error)
                       : error_set(&check->error, "no option is called '%s'", name);
    memory_free(spelling);
    return good;
}

bool heddle_add_file(struct heddle_check *check, const char *path)
{
    text_list_add(&check->settings.files, path);
    return true;
}

bool heddle_add_clang_argument(struct heddle_check *check, const char *argument)
{
    text_list_add(&check->settings.clang_arguments, argument);
    return true;
}

void heddle_on_progress(struct heddle_check *check,
                        void (*report)(void *context, const struct heddle_progress *), void *context)
{
    check->progress = report;
    check->progress_context = context;
}

void heddle_stop(struct heddle_check *check)
{
    check->stop = 1;
}

// ---- running

static struct machine_options machine_options_from(const struct settings *settings)
{
    return (struct machine_options){
        .properties = settings->properties,
        .unwind = settings->unwind,
        .spurious = settings->spurious,
        .malloc_may_fail = settings->malloc_may_fail,
        .create_may_fail = settings->create_may_fail,
        // For data races the order of updates matters: it decides what happens before what.
        .commute = settings->independence & INDEPENDENCE_COMMUTE &&
                   !(settings->properties & 1u << PROPERTY_DATA_RACE),
        .peek = settings->independence & INDEPENDENCE_PEEK, // the machine ignores it for data races
        // Where all schedules are explored anyway, it would only add choices.
        .observers = settings->independence & INDEPENDENCE_OBSERVERS && settings->por != POR_NONE &&
                     !settings->preemptions && !settings->iterative,
        .havoc = load_strings(&settings->havoc),
        .havoc_count = settings->havoc.size,
        .arguments = load_strings(&settings->arguments),
        .argument_count = settings->arguments.size,
    };
}

static bool load(struct heddle_check *check,
                 struct program *(*loader)(const struct settings *, struct error *))
{
    double begin = seconds_now();
    check->program = loader(&check->settings, &check->error);
    check->result.program = check->program;
    check->result.frontend_seconds = seconds_now() - begin;
    return check->program != NULL;
}

static void on_progress(void *context, const struct exploration_counters *counters, double seconds)
{
    struct heddle_check *check = context;
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

// Whether a name given to --havoc, as it is or as programs have it, means a function of one of these kinds.
static bool names_function(const struct program *p, const char *name, bool without_body)
{
    for (uint32_t k = 0; k < p->functions_count; k++) {
        char plain[200];
        const char *real = program_string(p, p->functions[k].name);
        bool same = !strcmp(real, name) || !strcmp(alias_plain_name(real, plain, sizeof plain), name);
        if (same && (p->functions[k].kind == FUNCTION_UNMODELLED) == without_body)
            return true;
    }
    return false;
}

static void warn_of_havoc(struct heddle_check *check)
{
    for (uint32_t k = 0; k < check->settings.havoc.size; k++) {
        const char *name = check->settings.havoc.data[k];
        if (names_function(check->program, name, true))
            continue;
        bool known = names_function(check->program, name, false);
        char *text = memory_format(known ? "--havoc=%s has no effect: the function has a body or a model"
                                         : "--havoc=%s has no effect: the program uses no such function",
                                   name);
        exploration_warn(check->explored, NO_FUNCTION, text);
        memory_free(text);
    }
}

static enum heddle_status run(struct heddle_check *check)
{
    static const enum slice_mode slice_modes[] = {SLICE_ON, SLICE_DYNAMIC, SLICE_OFF}; // as in options.def
    const struct settings *settings = &check->settings;
    if (!settings_check(settings, &check->error) ||
        (settings->witness[0] && !folder_usable(settings->witness, &check->error)) ||
        !load(check, load_whole_program))
        return HEDDLE_BAD_INPUT;
    check->machine = machine_options_from(settings);
    struct exploration_options options = {
        .por = settings->por,
        .preemption_limit = settings->preemptions,
        .iterative = settings->iterative,
        .slice = slice_modes[settings->slice],
        .prune = settings->prune != PRUNE_OFF,
        .prune_late = settings->prune == PRUNE_AUTO,
        .verify_cuts = settings->verify_cuts,
        .summary_entries = settings->summary_entries,
        .summary_nodes = settings->summary_nodes,
        .all = settings->all,
        .max_seconds = settings->max_seconds,
        .max_executions = settings->max_executions,
        .max_memory = settings->max_memory,
        .solver_milliseconds = settings->solver_timeout > UINT32_MAX ? 0 : (unsigned)settings->solver_timeout,
        .stop = &check->stop,
        .progress = check->progress ? on_progress : NULL,
        .output = settings->show_output ? on_output : NULL,
        .context = check,
        .machine = check->machine,
    };
    check->explored = explore(check->program, &options);
    check->result.exploration = check->explored;
    warn_of_havoc(check);
    return verdict_status(check);
}

enum heddle_status heddle_run(struct heddle_check *check)
{
    jmp_buf guard;
    jmp_buf *outer = memory_guard(&guard);
    double begin = seconds_now();
    enum heddle_status status = HEDDLE_INCONCLUSIVE;
    error_free(&check->error);
    if (setjmp(guard) == 0)
        status = run(check);
    else
        check->result.out_of_memory = true; // what was allocated meanwhile is lost
    memory_guard(outer);
    check->result.total_seconds = seconds_now() - begin;
    return status;
}

enum heddle_status heddle_print_program(struct heddle_check *check, FILE *out)
{
    error_free(&check->error);
    if (!settings_check(&check->settings, &check->error) || !load(check, load_program))
        return HEDDLE_BAD_INPUT;
    program_print(check->program, out);
    return HEDDLE_SAFE;
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

bool heddle_write_witnesses(struct heddle_check *check)
{
    const struct exploration *exploration = check->result.exploration;
    error_free(&check->error);
    if (!check->settings.witness[0] || exploration->violations.size == 0 || check->result.witnesses.size > 0)
        return true;
    if (!folder_make(check->settings.witness, &check->error))
        return false;
    for (uint32_t i = 0; i < exploration->violations.size; i++) {
        char *path = witness_path(&check->settings, i + 1);
        char *text = witness_text(check->program, &check->settings, &exploration->violations.data[i],
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
    if (!witness_check_sources(witness, path, &check->error) || !load(check, load_whole_program) ||
        !witness_check_program(witness, path, check->program, &check->error))
        return HEDDLE_BAD_INPUT;
    check->machine = machine_options_from(&check->settings);
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

enum heddle_status heddle_replay(struct heddle_check *check, const char *path)
{
    struct witness *witness = &check->witness;
    error_free(&check->error);
    if (!witness_read(path, witness, &check->error))
        return HEDDLE_BAD_INPUT;
    double begin = seconds_now();
    check->result.replayed = check->replayed = memory_copy_string(path);
    adopt_settings(&check->settings, &witness->settings);
    int here = all_files_here(&check->settings) ? -1 : open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (here >= 0)
        keep_cache_folder(&check->settings);
    bool moved = here >= 0 && chdir(witness->folder) == 0;
    if (moved)
        check->result.sources.folder = witness->folder;
    enum heddle_status status = replay_here(check, path);
    if (moved && fchdir(here) != 0)
        error_set(&check->error, "cannot go back to the folder the replay started in");
    if (here >= 0)
        close(here);
    check->result.total_seconds = seconds_now() - begin;
    return status;
}

// ---- results

size_t heddle_violation_count(const struct heddle_check *check)
{
    return check->result.exploration->violations.size;
}

bool heddle_violation(const struct heddle_check *check, size_t index, struct heddle_violation *violation)
{
    if (index >= heddle_violation_count(check))
        return false;
    uint32_t i = (uint32_t)index;
    struct result *result = (struct result *)&check->result; // keeps what it computes
    const struct exploration_violation *found = &result->exploration->violations.data[i];
    struct place place = result_place(result, i);
    *violation = (struct heddle_violation){
        .kind = property_name(found->property),
        .message = found->message,
        .file = place.file,
        .function = place.function,
        .line = place.line,
        .column = place.column,
        .thread = result_thread(result, i, 0),
        .witness = result_witness(result, i),
    };
    return true;
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

static const char *keep(char **slot, char *text)
{
    memory_free(*slot);
    *slot = text;
    return text;
}

const char *heddle_result_json(struct heddle_check *check)
{
    return keep(&check->json, result_json(&check->result));
}

const char *heddle_result_text(struct heddle_check *check, unsigned columns, bool colour)
{
    return keep(&check->text, result_text(&check->result, columns ? columns : 100, colour));
}

const char *heddle_result_sarif(struct heddle_check *check)
{
    return keep(&check->sarif, result_sarif(&check->result));
}
