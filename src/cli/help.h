// Help, manual page, shell completions and the option lists of the manual, all made from the tables of
// options and commands.
#ifndef HEDDLE_CLI_HELP_H
#define HEDDLE_CLI_HELP_H

#include "cli/commands.h"

// Help for a command, or for all of heddle (NULL), on standard output. Returns the exit status, as all of
// these.
int help_print(const struct cli_command *command);
int help_version(void);
// What build and documentation need: "json", "man", "bash", "zsh", "markdown".
int help_dump(const char *what);

// "--unwind=N"; owned by the caller.
char *help_option_usage(const struct option *option);
// What it does, its values and its default; owned by the caller.
char *help_option_text(const struct option *option);
// Calls `print` with each section title (option NULL) that has options of these commands, and with each of
// those.
void help_each_option(unsigned commands, void (*print)(const char *section, const struct option *option));

// Whether to use colours on a file descriptor. `when`: enum when.
bool help_colour(unsigned when, int fd);

#endif
