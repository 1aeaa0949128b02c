// heddle cc: clang, with bitcode for heddle in what it makes.
#include "base/memory.h"
#include "cli/commands.h"
#include "program/driver.h"

int command_cc(const struct cli_command *command, int count, char **arguments)
{
    (void)command;
    struct error error = {0};
    int status = driver_run((uint32_t)count, arguments, &error);
    if (status < 0) {
        command_message(error.message);
        status = HEDDLE_BAD_INPUT;
    }
    error_free(&error);
    return status;
}
