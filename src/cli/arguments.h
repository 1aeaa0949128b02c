// Reading a command's arguments by the one table of options.
#ifndef HEDDLE_CLI_ARGUMENTS_H
#define HEDDLE_CLI_ARGUMENTS_H

#include "cli/commands.h"

// Sets options (`--name=value`, `--name value`, flags) on the check and, for what the command itself needs to
// know, on `settings`; what is no option is a file, what follows `--` is for clang. Options and files may be
// mixed. `check` may be NULL. False: said so on standard error.
bool arguments_read(const struct cli_command *command, int count, char **arguments,
                    struct heddle_check *check, struct settings *settings);

// A command in two parts. `check` says what is wrong with the settings, which is printed with where the help
// is; `act` does the work, and returns the exit status; what it leaves in the error is printed.
struct command_parts {
    bool (*check)(const struct settings *settings, struct error *error);
    int (*act)(const struct settings *settings, struct error *error);
};
// Reads the arguments, prints the help or the version where they ask for it, and otherwise runs the command.
// Returns the exit status.
int arguments_run(const struct cli_command *command, int count, char **arguments, struct command_parts parts);

#endif
