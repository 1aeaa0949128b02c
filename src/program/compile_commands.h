// compile_commands.json: how a project compiles its files (the format of clang's tools).
#ifndef HEDDLE_PROGRAM_COMPILE_COMMANDS_H
#define HEDDLE_PROGRAM_COMPILE_COMMANDS_H

#include "program/process.h"

struct compile_commands;

// Reads the database. NULL with the error set if it cannot be read or is malformed.
struct compile_commands *compile_commands_read(const char *path, struct error *error);
void compile_commands_free(struct compile_commands *commands);

// A source of the project, as it is compiled in one way.
struct compile_source {
    const char *file;   // without links
    unsigned number;    // of the different ways in which it is compiled, from 1; 0: there is one only
    const char *output; // what it is compiled to, without links; NULL: unknown
};
// Calls `add` for each source that has an entry and is there, once for each way in which it is compiled.
// Entries that mean the same are one way.
void compile_commands_each(const struct compile_commands *commands,
                           void (*add)(void *context, const struct compile_source *source), void *context);

// The file that a user's name of an input means: of `FILE#NUMBER`, where no file has that name, FILE, and the
// number (0: none is named). Owned by the caller.
char *compile_commands_source(const char *name, unsigned long *number);

// How a file is compiled; the texts are the database's.
struct compile_entry {
    const char *file;   // as the entry names it, from its folder; NULL: there is no entry
    const char *folder; // where it is compiled
    const char *source; // without links
    const struct compile_way *way;
};
// Looks for the entry of a source, whatever path leads to it, or of what a source is compiled to.
// `FILE#NUMBER` names one of the ways in which the source is compiled. found->file is NULL if there is no
// entry. False with the error set if the source is compiled in several ways and none was named, if there is
// no such number, or if the entry has no command or folder.
bool compile_commands_find(struct compile_commands *commands, const char *file, struct compile_entry *found,
                           struct error *error);
// Whether two entries were found, and compile the same source in the same way.
bool compile_commands_same(const struct compile_entry *a, const struct compile_entry *b);
// Appends the flags that matter to the file's meaning: those that flags.h takes from a project, response
// files expanded.
void compile_commands_flags(const struct compile_entry *found, struct command *command);

#endif
