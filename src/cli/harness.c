// heddle harness: compiles a library, and writes a driver for its functions.
#include "base/file.h"
#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/help.h"
#include "report/files.h"
#include "report/load.h"

#include <stdio.h>
#include <string.h>

static bool write_driver(const struct settings *settings, struct error *error)
{
    size_t size;
    char *text = load_harness(settings, &size, error);
    bool good = text != NULL;
    if (good && settings->output)
        good = file_write(settings->output, text, size, error);
    else if (good)
        fwrite(text, 1, size, stdout); // looked at when the command is over
    memory_free(text);
    return good;
}

static int run(const struct cli_command *command, const struct settings *settings)
{
    if (settings->help)
        return help_print(command);
    if (settings->version)
        return help_version();
    struct error error = {0};
    int status = HEDDLE_BAD_INPUT;
    if (!settings_check(settings, &error))
        command_refuse(command, "%s", error.message);
    else if (write_driver(settings, &error))
        status = 0;
    else if (error.message && error.message[0])
        command_message(error.message);
    error_free(&error);
    return status;
}

int command_harness(const struct cli_command *command, int count, char **arguments)
{
    struct settings settings;
    settings_init(&settings);
    int status = arguments_read(command, count, arguments, NULL, &settings) ? run(command, &settings)
                                                                            : HEDDLE_BAD_INPUT;
    settings_free(&settings);
    return status;
}
