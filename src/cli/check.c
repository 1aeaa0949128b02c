// heddle check: compiles, explores, prints.
#include "base/failure.h"
#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/help.h"
#include "cli/interrupts.h"
#include "cli/progress.h"
#include "cli/project.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// What is shown when the check does not come to its end by itself.
struct unfinished {
    struct progress *progress;
    const struct settings *settings;
};

// In the thread that watches over the check: nothing can be waited for any more.
static void give_up(void *context, struct heddle_check *covered)
{
    const struct unfinished *unfinished = context;
    progress_clear(unfinished->progress);
    command_print_result(covered, unfinished->settings);
    fflush(stdout);
    _exit(HEDDLE_INCONCLUSIVE);
}

static int explore_and_print(struct heddle_check *check, const struct settings *settings)
{
    struct progress progress = {.enabled = progress_wanted(settings->progress)};
    if (progress.enabled)
        heddle_on_progress(check, progress_show, &progress);
    interrupts_stop(check);
    struct unfinished unfinished = {&progress, settings};
    heddle_on_overdue(check, give_up, &unfinished);
    enum heddle_status status = heddle_run(check);
    progress_clear(&progress);
    if (status == HEDDLE_BAD_INPUT || status == HEDDLE_INTERNAL_ERROR)
        command_fail(check, status);
    // Beside a contradiction, violations that replay are as real as ever.
    if (status == HEDDLE_BAD_INPUT || (status == HEDDLE_INTERNAL_ERROR && !heddle_violation_count(check)))
        return (int)status;
    if (!heddle_write_witnesses(check))
        command_fail(check, status); // the result still counts
    command_print_result(check, settings);
    return (int)status;
}

static int run(const struct cli_command *command, struct heddle_check *check, const struct settings *settings)
{
    if (settings->help)
        return help_print(command);
    if (settings->version)
        return help_version();
    struct error error = {0};
    if (!settings_check(settings, &error)) {
        command_refuse(command, "%s", error.message);
        error_free(&error);
        return HEDDLE_BAD_INPUT;
    }
    if (settings->print_program)
        return command_fail(check, heddle_print_program(check, stdout));
    return explore_and_print(check, settings);
}

static int check_program(const struct cli_command *command, int count, char **arguments)
{
    struct heddle_check *check = heddle_new();
    if (!check)
        failure_memory();
    struct settings settings;
    settings_init(&settings);
    int status = arguments_read(command, count, arguments, check, &settings) ? run(command, check, &settings)
                                                                             : HEDDLE_BAD_INPUT;
    interrupts_stop(NULL);
    settings_free(&settings);
    heddle_free(check);
    return status;
}

// ---- the targets of a project

// The target's options come first, so that the user's win.
static int check_target(const struct cli_command *command, const struct project_target *target, int count,
                        char **arguments)
{
    VECTOR(char *) words = {0};
    char *witness = memory_format("--witness=heddle-witness/%s", target->name);
    vector_push(&words, witness);
    for (uint32_t i = 0; i < target->options.size; i++)
        vector_push(&words, target->options.data[i]);
    int own = 0; // the user's options
    for (; own < count && strcmp(arguments[own], "--") != 0; own++)
        vector_push(&words, arguments[own]);
    for (uint32_t i = 0; i < target->files.size; i++)
        vector_push(&words, target->files.data[i]);
    vector_push(&words, (char[]){"--"});
    for (uint32_t i = 0; i < target->flags.size; i++)
        vector_push(&words, target->flags.data[i]);
    for (own++; own < count; own++)
        vector_push(&words, arguments[own]);
    int status = check_program(command, (int)words.size, words.data);
    vector_free(&words);
    memory_free(witness);
    return status;
}

// The status of all is the worst: of what went wrong, then a violation, then what is not decided.
static int worse(int a, int b)
{
    static const int ranks[] = {[HEDDLE_SAFE] = 0,
                                [HEDDLE_INCONCLUSIVE] = 1,
                                [HEDDLE_VIOLATION] = 2,
                                [HEDDLE_BAD_INPUT] = 3,
                                [HEDDLE_INTERNAL_ERROR] = 4};
    return ranks[a] >= ranks[b] ? a : b;
}

static bool is_asked_for(const struct settings *settings, const char *name)
{
    for (uint32_t i = 0; i < settings->targets.size; i++)
        if (strcmp(settings->targets.data[i], name) == 0)
            return true;
    return !settings->targets.size;
}

static bool check_targets(const struct settings *settings, const struct project *project, struct error *error)
{
    uint32_t asked = settings->targets.size ? settings->targets.size : project->targets.size;
    for (uint32_t i = 0; i < settings->targets.size; i++)
        if (!project_find(project, settings->targets.data[i]))
            return error_set(error, PROJECT_FILE ": there is no target `%s`", settings->targets.data[i]);
    bool one = settings->format == FORMAT_JSON || settings->format == FORMAT_SARIF ||
               settings->format == FORMAT_JUNIT;
    return asked == 1 || !one || error_set(error, "this --format is for one target: name it, --target=NAME");
}

static int check_project(const struct cli_command *command, const struct settings *settings, int count,
                         char **arguments)
{
    struct project project;
    struct error error = {0};
    int status = HEDDLE_BAD_INPUT;
    if (!project_read(&project, PROJECT_FILE, &error) || !check_targets(settings, &project, &error))
        command_refuse(command, "%s", error.message);
    else
        status = HEDDLE_SAFE;
    for (uint32_t i = 0; i < project.targets.size && !error.message; i++) {
        const struct project_target *target = &project.targets.data[i];
        if (!is_asked_for(settings, target->name))
            continue;
        if (settings->format == FORMAT_TEXT)
            printf("%s== %s\n", i ? "\n" : "", target->name);
        fflush(stdout);
        status = worse(status, check_target(command, target, count, arguments));
    }
    error_free(&error);
    project_free(&project);
    return status;
}

int command_check(const struct cli_command *command, int count, char **arguments)
{
    struct settings settings;
    settings_init(&settings);
    int status = HEDDLE_BAD_INPUT;
    if (!arguments_read(command, count, arguments, NULL, &settings))
        ; // said so
    else if (settings.files.size || settings.help || settings.version || access(PROJECT_FILE, F_OK) != 0)
        status =
            settings.targets.size
                ? command_refuse(command, "--target is for the targets of " PROJECT_FILE ", without files")
                : check_program(command, count, arguments);
    else
        status = check_project(command, &settings, count, arguments);
    settings_free(&settings);
    return status;
}
