// The commands of heddle, one file each. The command line is a client of heddle/check.h.
#ifndef HEDDLE_CLI_COMMANDS_H
#define HEDDLE_CLI_COMMANDS_H

#include "heddle/check.h"
#include "report/settings.h"

struct cli_command {
    const char *name;
    unsigned bit; // COMMAND_CHECK, ...
    const char *usage, *summary, *description;
    // Runs it with the arguments after its name; returns the exit status.
    int (*run)(const struct cli_command *command, int count, char **arguments);
};

// The table; returns its length.
uint32_t command_table(const struct cli_command **table);

int command_check(const struct cli_command *command, int count, char **arguments);
int command_replay(const struct cli_command *command, int count, char **arguments);
int command_cc(const struct cli_command *command, int count, char **arguments);
int command_diff(const struct cli_command *command, int count, char **arguments);
int command_harness(const struct cli_command *command, int count, char **arguments);
int command_record(const struct cli_command *command, int count, char **arguments);
int command_trace(const struct cli_command *command, int count, char **arguments);
int command_predict(const struct cli_command *command, int count, char **arguments);
int command_store(const struct cli_command *command, int count, char **arguments);
int command_svcomp(const struct cli_command *command, int count, char **arguments);
int command_report(const struct cli_command *command, int count, char **arguments);
int command_export(const struct cli_command *command, int count, char **arguments);
int command_init(const struct cli_command *command, int count, char **arguments);
int command_worker(const struct cli_command *command, int count, char **arguments);
int command_slice(const struct cli_command *command, int count, char **arguments);

// Prints `heddle: MESSAGE` on standard error, and how to get help for `command` if it is not NULL. Returns
// HEDDLE_BAD_INPUT.
int command_refuse(const struct cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Reports a failed call on the check, if there is something to say; returns the status.
int command_fail(const struct heddle_check *check, enum heddle_status status);

// Prints `heddle: TEXT` on standard error.
void command_message(const char *text);

// Prints the result of a check or a replay as its settings say. Whether that reached standard output is
// looked at when the command is over.
void command_print_result(struct heddle_check *check, const struct settings *settings);

#endif
