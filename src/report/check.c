// The public interface of heddle/check.h.
#include "heddle/check.h"

#include "base/available.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/memory.h"
#include "machine/describe.h"
#include "report/entry.h"
#include "report/files.h"
#include "report/verify.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RESERVE_BYTES (256u << 10) // enough to write a result

static void make_check(struct heddle_check *check, void *argument)
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
    if (!entry_run(check, make_check, NULL)) {
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
    text_list_free(&check->atomic);
    vector_free(&check->loop_bounds);
    error_free(&check->error);
    memory_free(check->replayed);
    memory_free(check->json);
    memory_free(check->text);
    memory_free(check->sarif);
    memory_free(check->lines);
    memory_free(check->junit);
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

static void set_check_option(struct heddle_check *check, void *argument)
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
    return entry_run(check, set_check_option, &setting) && setting.good;
}

static void add_check_file(struct heddle_check *check, void *path)
{
    text_list_add(&check->settings.files, path);
}

bool heddle_add_file(struct heddle_check *check, const char *path)
{
    return entry_run(check, add_check_file, (void *)path);
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
    check->interrupt.stop = true;
}

// ---- running

static void run_entry_call(struct heddle_check *check, void *argument)
{
    struct entry_call *call = argument;
    const struct settings *settings = &check->settings;
    error_free(&check->error);
    call->status = HEDDLE_BAD_INPUT;
    if (!settings_check(settings, &check->error) ||
        (settings->witness[0] && !folder_usable(settings->witness, &check->error)))
        return;
    call->status =
        verify_load(check, load_whole_program, &check->interrupt) ? verify(check) : verify_not_loaded(check);
}

// What a step may take beyond the budget, until the exploration looks at it, before it counts as out of
// memory.
static uint64_t most_memory(uint64_t budget)
{
    return budget ? budget + budget / 4 : 0;
}

static enum heddle_status status_of_failure(struct heddle_check *check)
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
    struct entry_call call = {.status = HEDDLE_INCONCLUSIVE};
    struct entry_watch watch;
    double begin = check->result.began = clock_seconds(), seconds = check->settings.max_seconds;
    entry_watch(&watch, check, seconds > 0 ? begin + seconds : 0);
    check->memory = check->settings.max_memory;
    if (check->memory == BYTES_AUTO)
        check->memory = available_memory("");
    check->interrupt.most_bytes = check->memory;
    uint64_t limit = memory_limit(most_memory(check->memory));
    if (!entry_run(check, run_entry_call, &call))
        call.status = status_of_failure(check);
    memory_limit(limit);
    entry_unwatch(&watch);
    check->result.total_seconds = clock_seconds() - begin;
    return call.status;
}

static void print_program(struct heddle_check *check, void *argument)
{
    struct entry_call *call = argument;
    error_free(&check->error);
    call->status = HEDDLE_BAD_INPUT;
    if (!settings_check(&check->settings, &check->error) || !verify_load(check, load_program, NULL))
        return;
    program_print(check->program, call->out);
    call->status = HEDDLE_SAFE;
}

enum heddle_status heddle_print_program(struct heddle_check *check, FILE *out)
{
    struct entry_call call = {.out = out};
    return entry_status(check, entry_run(check, print_program, &call), &call);
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
static const char *give_result_text(struct heddle_check *check, struct asked asked, char **slot)
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
    return give_result_text(check, (struct asked){.write = as_json}, &check->json);
}

const char *heddle_result_text(struct heddle_check *check, unsigned columns, bool colour)
{
    struct asked asked = {.write = as_text, .columns = columns ? columns : 100, .colour = colour};
    return give_result_text(check, asked, &check->text);
}

const char *heddle_result_sarif(struct heddle_check *check)
{
    return give_result_text(check, (struct asked){.write = as_sarif}, &check->sarif);
}

static char *as_lines(struct heddle_check *check, const struct asked *asked)
{
    (void)asked;
    return result_short(&check->result);
}

static char *as_junit(struct heddle_check *check, const struct asked *asked)
{
    (void)asked;
    return result_junit(&check->result);
}

const char *heddle_result_short(struct heddle_check *check)
{
    return give_result_text(check, (struct asked){.write = as_lines}, &check->lines);
}

const char *heddle_result_junit(struct heddle_check *check)
{
    return give_result_text(check, (struct asked){.write = as_junit}, &check->junit);
}
