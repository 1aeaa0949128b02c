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

// What has become of a project's targets.
struct targets_state {
    int status;            // of those that were checked
    uint32_t asked, begun; // how many targets
};

// The status of all is the worst: of what went wrong, then a violation, then what is not decided.
static int worse_target_status(int a, int b)
{
    static const int ranks[] = {[HEDDLE_SAFE] = 0,
                                [HEDDLE_INCONCLUSIVE] = 1,
                                [HEDDLE_VIOLATION] = 2,
                                [HEDDLE_BAD_INPUT] = 3,
                                [HEDDLE_INTERNAL_ERROR] = 4};
    return ranks[a] >= ranks[b] ? a : b;
}

// The status of all targets, where those that have not begun are not checked any more. Says how many they
// are.
static int final_status(const struct targets_state *state)
{
    uint32_t left = state->asked - state->begun;
    if (!left)
        return state->status;
    char *message =
        memory_format("%s: %u target%s not checked", interrupts_happened() ? "interrupted" : "stopped", left,
                      left == 1 ? " was" : "s were");
    command_message(message);
    memory_free(message);
    return worse_target_status(state->status, HEDDLE_INCONCLUSIVE);
}

// What is shown when the check does not come to its end by itself.
struct check_unfinished {
    struct progress *progress;
    const struct settings *settings;
    const struct targets_state *targets; // NULL: no project
};

// In the thread that watches over the check: nothing can be waited for any more.
static void abandon_check(void *context, struct heddle_check *covered)
{
    const struct check_unfinished *unfinished = context;
    progress_clear(unfinished->progress);
    command_print_result(covered, unfinished->settings);
    fflush(stdout);
    _exit(unfinished->targets ? worse_target_status(final_status(unfinished->targets), HEDDLE_INCONCLUSIVE)
                              : HEDDLE_INCONCLUSIVE);
}

static int explore_and_print_result(struct heddle_check *check, const struct settings *settings,
                                    const struct targets_state *targets)
{
    struct progress progress = {.enabled = progress_wanted(settings->progress)};
    if (progress.enabled)
        heddle_on_progress(check, progress_show, &progress);
    interrupts_stop(check);
    struct check_unfinished unfinished = {&progress, settings, targets};
    heddle_on_overdue(check, abandon_check, &unfinished);
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

static int run_check(const struct cli_command *command, struct heddle_check *check,
                     const struct settings *settings, const struct targets_state *targets)
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
    return explore_and_print_result(check, settings, targets);
}

// `targets`: of the project that the program belongs to, NULL if to none.
static int check_program(const struct cli_command *command, int count, char **arguments,
                         const struct targets_state *targets)
{
    struct heddle_check *check = heddle_new();
    if (!check)
        failure_memory();
    struct settings settings;
    settings_init(&settings);
    int status = arguments_read(command, count, arguments, check, &settings)
                     ? run_check(command, check, &settings, targets)
                     : HEDDLE_BAD_INPUT;
    interrupts_stop(NULL);
    settings_free(&settings);
    heddle_free(check);
    return status;
}

// ---- the targets of a project

// Where witnesses of the target go: --witness=DIR is for one target's, or for a folder for each of several.
static char *witness_option(const struct settings *settings, const struct project_target *target, bool alone)
{
    const struct option *option = option_find("--witness", COMMAND_CHECK);
    const char *folder = settings->witness;
    if (!folder[0] || (alone && strcmp(folder, option->initial) != 0))
        return memory_format("--witness=%s", folder);
    return memory_format("--witness=%s/%s", folder, target->name);
}

// The target's options come first, so that the user's win.
static int check_project_target(const struct cli_command *command, const struct settings *settings,
                                const struct project_target *target, int count, char **arguments,
                                const struct targets_state *state)
{
    VECTOR(char *) words = {0};
    char *witness = witness_option(settings, target, state->asked == 1);
    for (uint32_t i = 0; i < target->options.size; i++)
        vector_push(&words, target->options.data[i]);
    int own = 0; // the user's options
    for (; own < count && strcmp(arguments[own], "--") != 0; own++)
        vector_push(&words, arguments[own]);
    vector_push(&words, witness);
    for (uint32_t i = 0; i < target->files.size; i++)
        vector_push(&words, target->files.data[i]);
    vector_push(&words, (char[]){"--"});
    for (uint32_t i = 0; i < target->flags.size; i++)
        vector_push(&words, target->flags.data[i]);
    for (own++; own < count; own++)
        vector_push(&words, arguments[own]);
    int status = check_program(command, (int)words.size, words.data, state);
    vector_free(&words);
    memory_free(witness);
    return status;
}

static bool is_asked_for(const struct settings *settings, const char *name)
{
    for (uint32_t i = 0; i < settings->targets.size; i++)
        if (strcmp(settings->targets.data[i], name) == 0)
            return true;
    return !settings->targets.size;
}

static bool check_targets(const struct settings *settings, const struct project *project, uint32_t asked,
                          struct error *error)
{
    for (uint32_t i = 0; i < settings->targets.size; i++)
        if (!project_find(project, settings->targets.data[i]))
            return error_set(error, PROJECT_FILE ": there is no target `%s`", settings->targets.data[i]);
    bool one = settings->format == FORMAT_JSON || settings->format == FORMAT_SARIF ||
               settings->format == FORMAT_JUNIT;
    return asked == 1 || !one || error_set(error, "this --format is for one target: name it, --target=NAME");
}

static int check_each(const struct cli_command *command, const struct settings *settings,
                      const struct project *project, int count, char **arguments, struct targets_state *state)
{
    for (uint32_t i = 0; i < project->targets.size && !interrupts_happened(); i++) {
        const struct project_target *target = &project->targets.data[i];
        if (!is_asked_for(settings, target->name))
            continue;
        if (settings->format == FORMAT_TEXT)
            printf("%s== %s\n", state->begun ? "\n" : "", target->name);
        fflush(stdout);
        state->begun++;
        state->status = worse_target_status(
            state->status, check_project_target(command, settings, target, count, arguments, state));
    }
    return final_status(state);
}

static int check_project(const struct cli_command *command, const struct settings *settings, int count,
                         char **arguments)
{
    struct project project;
    struct error error = {0};
    struct targets_state state = {.status = HEDDLE_SAFE};
    int status = HEDDLE_BAD_INPUT;
    bool good = project_read(&project, PROJECT_FILE, &error);
    for (uint32_t i = 0; i < project.targets.size; i++)
        state.asked += is_asked_for(settings, project.targets.data[i].name);
    if (good && check_targets(settings, &project, state.asked, &error))
        status = check_each(command, settings, &project, count, arguments, &state);
    else
        command_refuse(command, "%s", error.message);
    error_free(&error);
    project_free(&project);
    return status;
}

static int check_given_files(const struct cli_command *command, const struct settings *settings, int count,
                             char **arguments)
{
    if (settings->targets.size)
        return command_refuse(command, "--target is for the targets of " PROJECT_FILE ", without files");
    if (settings->taken && !settings->files.size && !settings->help && !settings->version)
        return command_refuse(command, "no input files: '%s' is the value of %s here (or is %s=... meant?)",
                              settings->taken, settings->taking, settings->taking);
    return check_program(command, count, arguments, NULL);
}

int command_check(const struct cli_command *command, int count, char **arguments)
{
    struct settings settings;
    settings_init(&settings);
    int status = HEDDLE_BAD_INPUT;
    if (!arguments_read(command, count, arguments, NULL, &settings))
        ; // said so
    else if (settings.files.size || settings.help || settings.version || access(PROJECT_FILE, F_OK) != 0)
        status = check_given_files(command, &settings, count, arguments);
    else
        status = check_project(command, &settings, count, arguments);
    settings_free(&settings);
    return status;
}
