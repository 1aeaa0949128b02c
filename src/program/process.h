// Child processes of the front end.
#ifndef HEDDLE_PROGRAM_PROCESS_H
#define HEDDLE_PROGRAM_PROCESS_H

#include "base/error.h"
#include "base/interrupt.h"
#include "base/vector.h"

#include <stdbool.h>
#include <sys/types.h>

// A command line: strings owned by it; push_null ends it for exec.
struct command {
    VECTOR(char *) words;
};
void command_add(struct command *command, const char *word);
void command_format(struct command *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
void command_free(struct command *command);

// Where and how a command runs.
struct process_setting {
    const char *folder;   // NULL: here
    const char *messages; // file that gets its standard error; NULL: ours
    const char *input;    // file that is its standard input; NULL: none
    bool ours;            // its input (unless there is a file) and output are ours
    bool verbose;         // print the command first
    bool apart;           // in a process group of its own, so that it can be ended with all it started
};
// Starts it, as the setting says: by default with our standard error, without input, and with its output
// thrown away. False with the error set if it cannot be started.
bool process_start(const struct command *command, const struct process_setting *setting, pid_t *pid,
                   struct error *error);
// Runs it to its end, for the beginning of its output, zero-terminated, in `text`. False if that fails.
bool process_output(const struct command *command, char *text, size_t size);
// Waits for its end. Returns its exit status, or 128 + signal. `interrupt`, if not NULL, ends what was
// started apart: killed, with all its children; as it does by itself where process and children hold more
// memory than `interrupt` allows (interrupt_exhaust).
int process_wait(pid_t pid, struct interrupt *interrupt);
// process_wait for the first of `count` processes (0: none) that run at the same time, whose memory counts
// together.
int process_wait_first(const pid_t *pids, uint32_t count, struct interrupt *interrupt);

#endif
