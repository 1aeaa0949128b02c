// heddle record: builds a program that records what it does, and runs it.
#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/recorded_file.h"
#include "cli/steered.h"
#include "program/executable.h"
#include "report/load.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char default_trace[] = "heddle.trace";

// Bytes: of less, the beginnings of its parts would be most of a recording of the newest ones.
enum { LEAST_NEWEST = 4 << 20 };
// Of what the library is told of --window.
enum { WINDOW_BYTES = 64 };
#define NANOSECONDS UINT64_C(1000000000)
#define MOST_SECONDS UINT64_C(1000000000)

// ---- the program

static char *whole_path(const char *path)
{
    char folder[4096];
    return path[0] == '/' || !getcwd(folder, sizeof folder) ? memory_copy_string(path)
                                                            : memory_format("%s/%s", folder, path);
}

static volatile pid_t running; // what signals that ask heddle to end are passed on to

static void pass_signal_on(int number)
{
    int error = errno;
    if (running > 0)
        kill(running, number);
    errno = error;
}

// Signals that a recorded program gets in place of heddle: the recording is finished when it has ended.
static const int passed[] = {SIGTERM, SIGHUP};
enum { PASSED = sizeof passed / sizeof *passed };

// What was done about signals before the program was started.
struct signal_actions {
    struct sigaction interrupt, quit, others[PASSED];
    sigset_t mask;
};

// Signals of the terminal are for the program alone. Those that are passed on wait until there is a program.
static struct signal_actions take_signals(void)
{
    struct signal_actions before;
    const struct sigaction ignore = {.sa_handler = SIG_IGN}, pass = {.sa_handler = pass_signal_on};
    sigset_t held;
    sigaction(SIGINT, &ignore, &before.interrupt);
    sigaction(SIGQUIT, &ignore, &before.quit);
    sigemptyset(&held);
    for (size_t i = 0; i < PASSED; i++)
        sigaddset(&held, passed[i]);
    sigprocmask(SIG_BLOCK, &held, &before.mask);
    for (size_t i = 0; i < PASSED; i++) {
        sigaction(passed[i], NULL, &before.others[i]);
        if (before.others[i].sa_handler != SIG_IGN)
            sigaction(passed[i], &pass, NULL);
    }
    return before;
}

static void give_back_signals(const struct signal_actions *before)
{
    sigaction(SIGINT, &before->interrupt, NULL);
    sigaction(SIGQUIT, &before->quit, NULL);
    for (size_t i = 0; i < PASSED; i++)
        sigaction(passed[i], &before->others[i], NULL);
    sigprocmask(SIG_SETMASK, &before->mask, NULL);
}

// A decimal number of seconds, in nanoseconds. Returns what follows it; NULL: there is none.
static const char *read_seconds(const char *text, uint64_t *nanoseconds)
{
    uint64_t unit = NANOSECONDS, digits = 0;
    bool fraction = false;
    for (*nanoseconds = 0; (*text >= '0' && *text <= '9') || (*text == '.' && text[1] != '.' && !fraction);
         text++) {
        fraction |= *text == '.';
        if (*text == '.')
            continue;
        digits++;
        unit /= fraction ? 10 : 1;
        *nanoseconds = *nanoseconds * (fraction ? 1 : 10) + (uint64_t)(*text - '0') * unit;
        if (*nanoseconds > MOST_SECONDS * NANOSECONDS)
            return NULL;
    }
    return digits ? text : NULL;
}

// What the library is told of --window: "", "marks", or from and to when, in nanoseconds; 0: to the end.
// False: it is none of those.
static bool read_window(const char *text, char to[WINDOW_BYTES])
{
    uint64_t from, until = 0;
    *to = 0;
    if (!text || strcmp(text, "run") == 0)
        return true;
    if (strcmp(text, "marks") == 0)
        return strcpy(to, "marks");
    const char *rest = read_seconds(text, &from);
    if (!rest || strncmp(rest, "..", 2) != 0)
        return false;
    rest += 2;
    if (*rest && (!(rest = read_seconds(rest, &until)) || *rest || until <= from))
        return false;
    snprintf(to, WINDOW_BYTES, "%" PRIu64 "..%" PRIu64, from, until);
    return true;
}

static int run_recorded_program(const struct executable *executable, const struct settings *settings,
                                const char *path)
{
    char *recording = whole_path(path), *limit = memory_format("%" PRIu64, settings->max_trace);
    char window[WINDOW_BYTES];
    read_window(settings->window, window);
    const text_list *arguments = &settings->clang_arguments; // what follows --
    char **words = memory_zalloc(arguments->size + 2, sizeof *words);
    words[0] = steered_program_name(settings->files.data[0]);
    for (uint32_t i = 0; i < arguments->size; i++)
        words[i + 1] = arguments->data[i];
    struct signal_actions before = take_signals();
    pid_t pid = fork();
    running = pid;
    if (pid == 0) {
        give_back_signals(&before);
        signal(SIGPIPE, SIG_DFL);
        setenv("HEDDLE_RECORDING", recording, 1);
        setenv("HEDDLE_RECORDING_LIMIT", limit, 1);
        if (*window)
            setenv("HEDDLE_RECORDING_WINDOW", window, 1);
        if (settings->keep == KEEP_NEWEST)
            setenv("HEDDLE_RECORDING_KEEP", "newest", 1);
        execv(executable->path, words);
        fprintf(stderr, "heddle: %s: %s\n", executable->path, strerror(errno));
        _exit(127);
    }
    int status = 0;
    sigprocmask(SIG_SETMASK, &before.mask, NULL);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    running = 0;
    give_back_signals(&before);
    memory_free(words[0]);
    memory_free(words);
    memory_free(recording);
    memory_free(limit);
    if (pid < 0)
        fprintf(stderr, "heddle: a process cannot be started: %s\n", strerror(errno));
    return pid < 0 ? HEDDLE_BAD_INPUT : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int record_program(const struct settings *settings, struct error *error)
{
    struct executable executable;
    uint64_t run;
    const char *path = settings->output ? settings->output : default_trace;
    struct frontend_options options = {
        .files = load_strings(&settings->files),
        .file_count = settings->files.size,
        .clang_arguments = load_strings(&settings->clang_words),
        .clang_argument_count = settings->clang_words.size,
        .pointer_bits = 64,
        .cache_folder = load_cache(settings),
        .verbose = settings->verbose,
    };
    int status = HEDDLE_BAD_INPUT;
    bool good = recorded_file_may_replace(path, settings, error) &&
                executable_make(&executable, &options, false, error);
    if (good && recorded_file_begin(path, executable.hash, settings, &run, error)) {
        status = run_recorded_program(&executable, settings, path);
        recorded_file_finish(path, run, settings);
    }
    if (good)
        executable_free(&executable);
    return status;
}

static bool check_record_settings(const struct settings *settings, struct error *error)
{
    char window[WINDOW_BYTES];
    if (!read_window(settings->window, window))
        return error_set(error, "--window=%s: run, marks, or seconds of the run, FROM..TO or FROM..",
                         settings->window);
    if (settings->keep == KEEP_NEWEST && (!settings->max_trace || settings->max_trace < LEAST_NEWEST))
        return error_set(error, "--keep=newest needs a limit of at least 4M (--max-trace)");
    return settings->files.size ||
           error_set(error, "no input files: name a program that `heddle cc` has built, or C files");
}

int command_record(const struct cli_command *command, int count, char **arguments)
{
    return arguments_run(command, count, arguments,
                         (struct command_parts){check_record_settings, record_program});
}
