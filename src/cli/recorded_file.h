// The file of a recording, before and after the program runs that writes it (record/recording.h).
#ifndef HEDDLE_CLI_RECORDED_FILE_H
#define HEDDLE_CLI_RECORDED_FILE_H

#include "base/error.h"
#include "report/settings.h"

#include <stdbool.h>
#include <stdint.h>

// Whether what is there may be replaced: recordings, or nothing yet. False with the error set.
bool recorded_file_may_replace(const char *path, const struct settings *settings, struct error *error);
// A new recording, of the program with that hash; *run: the number of the run that it is of. False with the
// error set.
bool recorded_file_begin(const char *path, uint64_t program, const struct settings *settings, uint64_t *run,
                         struct error *error);
// The program is over: gives back what it reserved and did not need, and says what was recorded.
// A file of another run, which may be written still, is left as it is.
void recorded_file_finish(const char *path, uint64_t run, const struct settings *settings);

#endif
