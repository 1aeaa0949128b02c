// How a recorded program was built and run, as its recording says.
#ifndef HEDDLE_CLI_RECORDED_COMMAND_H
#define HEDDLE_CLI_RECORDED_COMMAND_H

#include "program/frontend.h"
#include "record/recording.h"
#include "report/settings.h"

// All texts are in the recording's header.
struct recorded_command {
    const char *folder;
    text_list files, clang, arguments;
};

// `header`: with what lies behind it. False with the error set: it does not say.
bool recorded_command_read(struct recorded_command *command, const struct recording_header *header,
                           struct error *error);
void recorded_command_free(struct recorded_command *command);

// A recording may be a stranger's. Of clang's arguments those are taken that a witness may bring, and
// libraries of the system by name; else false with the error set.
bool recorded_command_check(const struct recorded_command *command, struct error *error);
// Borrows the command. Files are relative to its folder.
struct frontend_options recorded_command_options(const struct recorded_command *command);

#endif
