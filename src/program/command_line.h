// The command lines by which projects compile: their words, and which of these matter to a program's meaning.
#ifndef HEDDLE_PROGRAM_COMMAND_LINE_H
#define HEDDLE_PROGRAM_COMMAND_LINE_H

#include "program/process.h"

// Splits a command as a shell does: blanks, quotes and backslashes.
void command_line_split(const char *text, struct command *words);
// Appends the words, response files (`@FILE`, relative ones below `folder` unless that is "") expanded.
void command_line_expand(const struct command *words, const char *folder, struct command *to);
// Appends the words from number `first` on that flags.h takes from a project, but for those that only add
// checks.
void command_line_filter(const struct command *words, uint32_t first, struct command *to);

#endif
