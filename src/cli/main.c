// heddle COMMAND ...: finds the command and runs it.
#include "cli/commands.h"
#include "cli/help.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sys/ioctl.h>

static const struct command commands[] = {
#define COMMAND(name, bit, usage, summary, description)                                                      \
    {#name, COMMAND_##bit, usage, summary, description, command_##name},
#include "cli/commands.def"
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

uint32_t command_table(const struct command **table)
{
    *table = commands;
    return COMMAND_COUNT;
}

const struct command *command_find(const char *name)
{
    for (uint32_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

int command_refuse(const struct command *command, const char *format, ...)
{
    va_list arguments;
    fputs("heddle: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    if (command)
        fprintf(stderr, " (see `heddle %s --help`)", command->name);
    fputc('\n', stderr);
    return HEDDLE_BAD_INPUT;
}

int command_fail(const struct heddle_check *check, enum heddle_status status)
{
    if (heddle_error(check)[0])
        fprintf(stderr, "heddle: %s\n", heddle_error(check));
    return (int)status;
}

static unsigned terminal_columns(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col < 60 ? 60 : size.ws_col;
    return 0;
}

bool command_print_result(struct heddle_check *check, const struct settings *settings)
{
    const char *text;
    switch (settings->format) {
    case FORMAT_JSON: text = heddle_result_json(check); break;
    case FORMAT_SARIF: text = heddle_result_sarif(check); break;
    default:
        text = heddle_result_text(check, terminal_columns(), help_colour(settings->color, STDOUT_FILENO));
        break;
    }
    return fputs(text, stdout) >= 0 && fflush(stdout) == 0;
}

int main(int count, char **arguments)
{
    const char *first = count > 1 ? arguments[1] : NULL;
    if (!first)
        return command_refuse(NULL, "no command; try `heddle check FILE.c` or `heddle --help`");
    const struct command *command = command_find(first);
    if (command)
        return command->run(command, count - 2, arguments + 2);
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0)
        return help_print(count > 2 ? command_find(arguments[2]) : NULL);
    if (strcmp(first, "--version") == 0)
        return help_version();
    if (strncmp(first, "--dump-options=", 15) == 0)
        return help_dump(first + 15);
    if (first[0] == '-')
        return command_refuse(NULL, "unknown option %s before the command; try `heddle --help`", first);
    fprintf(stderr, "heddle: unknown command '%s'; the commands are", first);
    for (uint32_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(stderr, "%s %s", i ? "," : "", commands[i].name);
    fputc('\n', stderr);
    return HEDDLE_BAD_INPUT;
}
