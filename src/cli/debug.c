// heddle replay --gdb: a violation's schedule natively, step by step in a debugger.
#include "cli/debug.h"

#include "base/memory.h"
#include "cli/native.h"
#include "program/process.h"
#include "program/tools.h"
#include "report/files.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Commands for gdb: it stops before each step of the schedule, in the program's own frame.
static const char script[] =
    "set confirm off\n"
    "set print thread-events off\n"
    "set breakpoint pending on\n"
    "set debuginfod enabled off\n"
    "break heddle_step\n"
    "commands\n"
    "silent\n"
    "printf \"Step %u of %u, thread %s: %s\\n\", number, heddle_step_count, thread, text\n"
    "up 4\n"
    "end\n"
    "echo heddle: `continue` goes to the next step of the schedule, and in the end to the failure.\\n\n"
    "run\n";

static int debugger_status(pid_t pid, int status, const char *gdb, struct error *error)
{
    if (pid < 0)
        error_set(error, "%s was not started: no process", gdb);
    else if (WIFSIGNALED(status))
        error_set(error, "%s: ended by signal %d", gdb, WTERMSIG(status));
    else if (!WIFEXITED(status) || WEXITSTATUS(status) == 127)
        error_set(error, "%s cannot be executed", gdb);
    else
        return HEDDLE_SAFE;
    return HEDDLE_BAD_INPUT;
}

// Signals of the terminal are for the debugger alone.
static int run_debugger(const struct native_test *native, const char *gdb, char *program,
                        const char *commands, struct error *error)
{
    char **arguments = native_arguments(native, program);
    struct command command = {0};
    const char *const words[] = {gdb, "-q", "-nx", "-x", commands, "--args"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        command_add(&command, words[i]);
    for (char **word = arguments; *word; word++)
        command_add(&command, *word);
    vector_push(&command.words, NULL);
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    int status = 0;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        sigaction(SIGINT, &interrupt, NULL);
        sigaction(SIGQUIT, &quit, NULL);
        execv(gdb, command.words.data);
        _exit(127);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    command.words.size--;
    command_free(&command);
    memory_free(arguments);
    return debugger_status(pid, status, gdb, error);
}

static int debug_native_test(const struct native_test *native, const char *gdb, struct error *error)
{
    int status = HEDDLE_BAD_INPUT;
    struct tools tools;
    char *commands = memory_format("%s/commands", native->scratch);
    tools_find(&tools);
    char *program = tools_check_clang(&tools, error) ? native_build(native, tools.clang, true, error) : NULL;
    if (program && file_write(commands, script, strlen(script), error))
        status = run_debugger(native, gdb, program, commands, error);
    tools_free(&tools);
    memory_free(program);
    memory_free(commands);
    return status;
}

int debug_witness(const struct settings *settings, struct error *error)
{
    struct native_test native;
    int status = HEDDLE_BAD_INPUT;
    char *gdb = tools_search_path("gdb");
    if (!gdb) {
        error_set(error, "--gdb needs gdb, which is not installed (Debian: apt-get install gdb)");
        return status;
    }
    if (native_begin(&native, settings, settings->files.data[0], true, "test.c", error))
        status = debug_native_test(&native, gdb, error);
    native_end(&native);
    memory_free(gdb);
    return status;
}
