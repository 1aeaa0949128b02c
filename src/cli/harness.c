// heddle harness: compiles a library, and writes a driver for its functions.
#include "base/file.h"
#include "base/memory.h"
#include "cli/arguments.h"
#include "report/files.h"
#include "report/load.h"

#include <stdio.h>
#include <string.h>

static int write_library_driver(const struct settings *settings, struct error *error)
{
    size_t size;
    char *text = load_harness(settings, &size, error);
    bool good = text != NULL;
    if (good && settings->output)
        good = file_write(settings->output, text, size, error);
    else if (good)
        fwrite(text, 1, size, stdout); // looked at when the command is over
    memory_free(text);
    return good ? 0 : HEDDLE_BAD_INPUT;
}

int command_harness(const struct cli_command *command, int count, char **arguments)
{
    return arguments_run(command, count, arguments,
                         (struct command_parts){settings_check, write_library_driver});
}
