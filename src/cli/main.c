// heddle COMMAND ...: finds the command and runs it.
#include "base/failure.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "report/buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sys/ioctl.h>

static const struct cli_command commands[] = {
#define COMMAND(name, bit, usage, summary, description)                                                      \
    {#name, COMMAND_##bit, usage, summary, description, command_##name},
#include "cli/commands.def"
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

uint32_t command_table(const struct cli_command **table)
{
    *table = commands;
    return COMMAND_COUNT;
}

static const struct cli_command *command_find(const char *name)
{
    for (uint32_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

// One line: what names and values bring along of control characters is quoted.
void command_message(const char *text)
{
    char *clean = text_clean(text, false);
    fprintf(stderr, "heddle: %s\n", clean);
    memory_free(clean);
}

int command_refuse(const struct cli_command *command, const char *format, ...)
{
    va_list arguments;
    struct buffer text = {0};
    char *said = NULL;
    va_start(arguments, format);
    if (vasprintf(&said, format, arguments) < 0)
        said = NULL;
    va_end(arguments);
    buffer_print(&text, "%s", said ? said : format);
    if (command)
        buffer_print(&text, " (see `heddle %s --help`)", command->name);
    free(said);
    said = buffer_take(&text);
    command_message(said);
    memory_free(said);
    return HEDDLE_BAD_INPUT;
}

int command_fail(const struct heddle_check *check, enum heddle_status status)
{
    if (heddle_error(check)[0])
        command_message(heddle_error(check));
    return (int)status;
}

enum { LEAST_COLUMNS = 60, MOST_COLUMNS = 10000 };

// What --width says, else $COLUMNS, else of the terminal; 0: unknown.
static unsigned terminal_columns(const struct settings *settings)
{
    struct winsize size;
    const char *said = getenv("COLUMNS");
    uint64_t columns = settings->text_width ? settings->text_width : said ? strtoul(said, NULL, 10) : 0;
    if (settings->text_width > MOST_COLUMNS)
        columns = MOST_COLUMNS;
    if (columns > 0 && columns <= MOST_COLUMNS)
        return columns < LEAST_COLUMNS ? LEAST_COLUMNS : (unsigned)columns;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col < LEAST_COLUMNS ? LEAST_COLUMNS : size.ws_col;
    return 0;
}

void command_print_result(struct heddle_check *check, const struct settings *settings)
{
    const char *text;
    switch (settings->format) {
    case FORMAT_JSON: text = heddle_result_json(check); break;
    case FORMAT_SARIF: text = heddle_result_sarif(check); break;
    case FORMAT_SHORT: text = heddle_result_short(check); break;
    case FORMAT_JUNIT: text = heddle_result_junit(check); break;
    default:
        text = heddle_result_text(check, terminal_columns(settings),
                                  help_colour(settings->color, STDOUT_FILENO));
        break;
    }
    if (text)
        fputs(text, stdout);
    else // the verdict stands all the same, as the exit status
        fprintf(stderr, "heddle: the result cannot be shown: %s\n", heddle_error(check));
}

// What a command does outside of the library can run out of memory, too.
static int run_guarded(const struct cli_command *command, int count, char **arguments)
{
    jmp_buf guard;
    failure_guard(&guard);
    enum failure failure = (enum failure)setjmp(guard);
    if (failure == FAILURE_NONE)
        return command->run(command, count, arguments);
    failure_guard(NULL);
    fprintf(stderr, "heddle: %s\n", failure == FAILURE_MEMORY ? "out of memory" : failure_what());
    return failure == FAILURE_MEMORY ? HEDDLE_INCONCLUSIVE : HEDDLE_INTERNAL_ERROR;
}

// A stream that is closed would be the next file that is opened. In its place stands one that refuses what is
// done with it.
static void open_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0)
            (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

// Whether all of the output has reached its place: if not, no status but that of bad usage is true.
static int finish_output(int status)
{
    bool failed = ferror(stdout) != 0;
    if (fflush(stdout) == 0 && !failed)
        return status;
    return command_refuse(NULL, "standard output: %s",
                          failed && errno == 0 ? "cannot be written" : strerror(errno));
}

// Build systems that want the compiler's name to be one word call it `heddle-cc`.
static bool is_compiler(const char *name)
{
    const char *slash = strrchr(name, '/');
    return strcmp(slash ? slash + 1 : name, "heddle-cc") == 0;
}

static int run_command_line(int count, char **arguments)
{
    if (count > 0 && is_compiler(arguments[0]))
        return run_guarded(command_find("cc"), count - 1, arguments + 1);
    const char *first = count > 1 ? arguments[1] : NULL;
    if (!first)
        return command_refuse(NULL, "no command; try `heddle check FILE.c` or `heddle --help`");
    const struct cli_command *command = command_find(first);
    if (command)
        return run_guarded(command, count - 2, arguments + 2);
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0)
        return help_print(count > 2 ? command_find(arguments[2]) : NULL);
    if (strcmp(first, "--version") == 0)
        return help_version();
    if (strncmp(first, "--dump-options=", 15) == 0)
        return help_dump(first + 15);
    if (first[0] == '-')
        return command_refuse(NULL, "unknown option %s before the command; try `heddle --help`", first);
    struct buffer names = {0};
    for (uint32_t i = 0; i < COMMAND_COUNT; i++)
        buffer_print(&names, "%s %s", i ? "," : "", commands[i].name);
    char *list = buffer_take(&names);
    int status = command_refuse(NULL, "unknown command '%s'; the commands are%s", first, list);
    memory_free(list);
    return status;
}

int main(int count, char **arguments)
{
    open_streams();
    signal(SIGPIPE, SIG_IGN); // writing then fails, and `finish_output` says so
    return finish_output(run_command_line(count, arguments));
}
