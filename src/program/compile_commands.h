// compile_commands.json: how a project compiles its files (the format of clang's tools).
#ifndef HEDDLE_PROGRAM_COMPILE_COMMANDS_H
#define HEDDLE_PROGRAM_COMPILE_COMMANDS_H

#include "program/process.h"

struct compile_commands;

// Reads the database. NULL with the error set if it cannot be read or is malformed.
struct compile_commands *compile_commands_read(const char *path, struct error *error);
void compile_commands_free(struct compile_commands *commands);

// Calls `add` for each source that has an entry and is there, each once, by its path without links.
void compile_commands_each(const struct compile_commands *commands,
                           void (*add)(void *context, const char *file), void *context);

// How a file is compiled; the texts are the database's.
struct compile_entry {
    const char *file;   // as the entry names it, from its folder; NULL: there is no entry
    const char *folder; // where it is compiled
    const char *source; // without links
    const struct entry *entry;
};
// Looks for the entry of a source, whatever path leads to it, or of what a source is compiled to. found->file
// is NULL if there is none. False with the error set if the source has several entries whose flags differ in
// meaning, or one without a command or a folder.
bool compile_commands_find(struct compile_commands *commands, const char *file, struct compile_entry *found,
                           struct error *error);
// Appends the flags that matter to the file's meaning: those that flags.h takes from a project, response
// files expanded.
void compile_commands_flags(const struct compile_entry *found, struct command *command);

#endif
