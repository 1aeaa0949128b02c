// The recorded program for heddle's machine: its sources, lowered again.
#ifndef HEDDLE_CLI_RECORDED_PROGRAM_H
#define HEDDLE_CLI_RECORDED_PROGRAM_H

#include "cli/recorded_command.h"
#include "program/program.h"

// In the folder in which the program was recorded. Owned by the caller. NULL with the error set: it cannot be
// built any more, or is another one than was recorded (`hash`).
struct program *recorded_program_load(const struct recorded_command *command, uint64_t hash,
                                      struct error *error);

#endif
