// heddle check: compiles, explores, prints.
#include "base/failure.h"
#include "cli/arguments.h"
#include "cli/help.h"
#include "cli/interrupts.h"
#include "cli/progress.h"

#include <stdio.h>
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

int command_check(const struct cli_command *command, int count, char **arguments)
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
