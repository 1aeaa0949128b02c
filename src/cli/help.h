// Help, manual page, shell completions and the option lists of the manual, all made from the tables of
// options and commands.
#ifndef HEDDLE_CLI_HELP_H
#define HEDDLE_CLI_HELP_H

#include "cli/commands.h"

// Help for a command, or for all of heddle (NULL), on standard output. Returns the exit status, as all of
// these.
int help_print(const struct command *command);
int help_version(void);
// What build and documentation need: "json", "man", "bash", "zsh", "markdown".
int help_dump(const char *what);

// Whether to use colours on a file descriptor. `when`: enum when.
bool help_colour(unsigned when, int fd);

#endif
