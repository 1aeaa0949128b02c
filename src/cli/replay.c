// heddle replay: executes a witness again, shows each step, and tells whether the violation happened again.
#include "base/failure.h"
#include "cli/arguments.h"
#include "cli/debug.h"
#include "cli/help.h"

#include <stdio.h>

static int replay_in_debugger(const struct settings *settings)
{
    struct error error = {0};
    int status = debug_witness(settings, &error);
    if (error.message && error.message[0])
        command_message(error.message);
    error_free(&error);
    return status;
}

static int run_replay(const struct cli_command *command, struct heddle_check *check,
                      const struct settings *settings)
{
    if (settings->help)
        return help_print(command);
    if (settings->version)
        return help_version();
    if (settings->clang_arguments.size > 0)
        return command_refuse(command, "the witness says how to compile: nothing may follow --");
    if (settings->files.size == 0)
        return command_refuse(command, "no witness: name the file that `heddle check` wrote");
    if (settings->files.size > 1)
        return command_refuse(command, "one witness at a time, but there is also %s",
                              settings->files.data[1]);
    if (settings->gdb)
        return replay_in_debugger(settings);
    enum heddle_status status = heddle_replay(check, settings->files.data[0]);
    if (status == HEDDLE_BAD_INPUT)
        return command_fail(check, status);
    command_print_result(check, settings);
    return command_fail(check, status);
}

int command_replay(const struct cli_command *command, int count, char **arguments)
{
    struct heddle_check *check = heddle_new();
    if (!check)
        failure_memory();
    struct settings settings;
    settings_init(&settings);
    int status = arguments_read(command, count, arguments, check, &settings)
                     ? run_replay(command, check, &settings)
                     : HEDDLE_BAD_INPUT;
    settings_free(&settings);
    heddle_free(check);
    return status;
}
