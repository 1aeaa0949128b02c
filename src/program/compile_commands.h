// compile_commands.json: how a project compiles its files (the format of clang's tools).
#ifndef HEDDLE_PROGRAM_COMPILE_COMMANDS_H
#define HEDDLE_PROGRAM_COMPILE_COMMANDS_H

#include "program/process.h"

struct compile_commands;

// Reads the database. NULL with the error set if it cannot be read or is malformed.
struct compile_commands *compile_commands_read(const char *path, struct error *error);
void compile_commands_free(struct compile_commands *commands);

// Appends to `command` the flags that matter to the meaning of `file`: those of its entry that flags.h takes
// from a project, response files expanded. *folder becomes the folder the entry compiles in (owned by the
// database). False with the error set if the file has no entry, or one without a command or folder.
bool compile_commands_flags(const struct compile_commands *commands, const char *file,
                            struct command *command, const char **folder, struct error *error);

#endif
