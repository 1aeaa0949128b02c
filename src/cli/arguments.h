// Reading a command's arguments by the one table of options.
#ifndef HEDDLE_CLI_ARGUMENTS_H
#define HEDDLE_CLI_ARGUMENTS_H

#include "cli/commands.h"

// Sets options (`--name=value`, `--name value`, flags) on the check and, for what the command itself needs to
// know, on `settings`; what is no option is a file, what follows `--` is for clang. Options and files may be
// mixed. `check` may be NULL. False: said so on standard error.
bool arguments_read(const struct cli_command *command, int count, char **arguments,
                    struct heddle_check *check, struct settings *settings);

#endif
