#include "cli/steered.h"

#include "base/clock.h"
#include "base/memory.h"
#include "cli/recorded_command.h"
#include "predict/scheduler.h"
#include "program/executable.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

char *steered_program_name(const char *file)
{
    size_t length = strlen(file);
    bool source = length > 2 && file[length - 2] == '.' && strchr("ci", file[length - 1]);
    return source ? memory_copy_bytes(file, length - 2) : memory_copy_string(file);
}

// ---- signals that end heddle

static volatile sig_atomic_t stopped_by;
static const int stopping[] = {SIGINT, SIGTERM, SIGHUP};
enum { STOPPING = sizeof stopping / sizeof *stopping };

static void on_stop_signal(int number)
{
    stopped_by = number;
}

static void catch_signals(struct sigaction *before)
{
    struct sigaction action = {.sa_handler = on_stop_signal};
    for (unsigned i = 0; i < STOPPING; i++) {
        sigaction(stopping[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(stopping[i], &action, NULL);
    }
}

static void release_signals(const struct sigaction *before)
{
    for (unsigned i = 0; i < STOPPING; i++)
        sigaction(stopping[i], &before[i], NULL);
    if (stopped_by)
        raise(stopped_by);
}

// ---- one run

struct runs {
    struct scheduler scheduler;
    struct recorded_command command;
    struct executable executable;
    const struct settings *settings;
    char *path; // of the schedule
};

// A file is read from its beginning by every run.
static void set_streams(void)
{
    struct stat status;
    bool file = fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode);
    int input = open(file ? "/proc/self/fd/0" : "/dev/null", O_RDONLY | O_CLOEXEC),
        output = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (input < 0 || output < 0 || dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
        dup2(output, STDERR_FILENO) < 0)
        _exit(127);
}

static _Noreturn void become_steered_program(const struct runs *runs, pid_t parent, char **words)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    set_streams();
    signal(SIGPIPE, SIG_DFL);
    setenv(SCHEDULE_FILE, runs->path, 1);
    execv(runs->executable.path, words);
    _exit(127);
}

static pid_t start_steered_program(const struct runs *runs)
{
    const text_list *arguments = &runs->command.arguments;
    char **words = memory_zalloc(arguments->size + 2u, sizeof *words);
    words[0] = steered_program_name(runs->command.files.data[0]);
    for (uint32_t i = 0; i < arguments->size; i++)
        words[i + 1] = arguments->data[i];
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        become_steered_program(runs, parent, words);
    if (pid > 0)
        setpgid(pid, pid); // whoever is first
    memory_free(words[0]);
    memory_free(words);
    return pid;
}

// Waits for the program's end, or ends it: with all that it started. Returns its status; -1: it was ended.
static int wait_for_program(pid_t pid, double limit)
{
    siginfo_t info = {0};
    double until = clock_seconds() + limit;
    long pause = 1000000; // nanoseconds
    while (!stopped_by && (limit == 0 || clock_seconds() < until)) {
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno != EINTR)
            break;
        if (info.si_pid)
            break;
        nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
        pause = pause < 16000000 ? pause * 2 : pause;
    }
    bool ended = info.si_pid != 0;
    int status = 0;
    kill(-pid, SIGKILL);
    kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return ended ? status : -1;
}

static char *undecided_end(const struct runs *runs, int status)
{
    if (status < 0)
        return memory_format("in %g s", runs->settings->replay_seconds);
    if (WIFSIGNALED(status))
        return memory_format("before the program was ended by signal %d", WTERMSIG(status));
    return memory_format("before the program ended with status %d", WEXITSTATUS(status));
}

static void take_outcome(const struct runs *runs, struct prediction *prediction, int file, int status)
{
    struct schedule_header header;
    if (pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header)
        header.outcome.result = SCHEDULE_UNDECIDED;
    prediction->confirmed = header.outcome.result == SCHEDULE_CONFIRMED;
    if (prediction->confirmed && prediction->failure) {
        prediction->unconfirmed = scheduler_elsewhere(&runs->scheduler, prediction, &header.outcome);
        prediction->confirmed = !prediction->unconfirmed;
        return;
    }
    if (prediction->confirmed)
        return;
    bool ended = status >= 0 && WIFEXITED(status);
    if (ended && (WEXITSTATUS(status) == SCHEDULE_REFUSED || WEXITSTATUS(status) == 127) &&
        header.outcome.result == SCHEDULE_UNDECIDED && !header.outcome.turn) {
        prediction->unconfirmed =
            memory_copy_string("the program cannot be started, or refused its schedule");
        return;
    }
    char *reason = scheduler_reason(&runs->scheduler, file, &header.outcome);
    if (header.outcome.result == SCHEDULE_UNDECIDED) {
        char *end = undecided_end(runs, status);
        prediction->unconfirmed = memory_format("%s %s", reason, end);
        memory_free(end);
        memory_free(reason);
    } else
        prediction->unconfirmed = reason;
}

static void replay_prediction(const struct runs *runs, struct prediction *prediction)
{
    struct error error = {0};
    int file = open(runs->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    prediction->replayed = true;
    if (file < 0)
        error_set(&error, "%s: %s", runs->path, strerror(errno));
    else if (scheduler_write(&runs->scheduler, prediction, file, &error)) {
        pid_t pid = start_steered_program(runs);
        if (pid < 0)
            error_set(&error, "a process cannot be started: %s", strerror(errno));
        else
            take_outcome(runs, prediction, file, wait_for_program(pid, runs->settings->replay_seconds));
    }
    if (file >= 0)
        close(file);
    if (error.message)
        prediction->unconfirmed = memory_copy_string(error.message);
    error_free(&error);
}

// ---- all runs

static bool build_steered_program(struct runs *runs, struct error *error)
{
    struct frontend_options options = recorded_command_options(&runs->command);
    if (!recorded_command_check(&runs->command, error))
        return false;
    if (!executable_make(&runs->executable, &options, true, error))
        return error->message && *error->message ? false
                                                 : error_set(error, "the program cannot be built any more");
    runs->path = memory_format("%s/schedule", runs->executable.scratch);
    return runs->executable.hash == runs->scheduler.file.header->program ||
           error_set(error, "the program has changed since it was recorded");
}

static void fail_all(struct prediction_result *result, const char *reason)
{
    for (uint32_t i = 0; i < result->predictions.size; i++) {
        struct prediction *prediction = &result->predictions.data[i];
        prediction->replayed = true;
        prediction->unconfirmed = memory_copy_string(reason);
    }
}

static void run_all(struct runs *runs, struct prediction_result *result)
{
    struct error error = {0};
    struct sigaction before[STOPPING];
    bool caught = false;
    if (!recorded_command_read(&runs->command, runs->scheduler.file.header, &error))
        caught = false;
    else if (chdir(runs->command.folder) != 0)
        error_set(&error, "%s: %s", runs->command.folder, strerror(errno));
    else if (build_steered_program(runs, &error)) {
        catch_signals(before);
        caught = true;
        for (uint32_t i = 0; i < result->predictions.size && !stopped_by; i++)
            if (result->predictions.data[i].prefix)
                replay_prediction(runs, &result->predictions.data[i]);
    }
    if (runs->executable.path)
        executable_free(&runs->executable);
    if (caught)
        release_signals(before);
    if (error.message)
        fail_all(result, error.message);
    error_free(&error);
    memory_free(runs->path);
    recorded_command_free(&runs->command);
}

void steered_runs(const char *recording, const struct event_trace *trace, const recording_origins *origins,
                  const struct recording_info *info, const struct settings *settings,
                  struct prediction_result *result)
{
    struct runs runs = {.settings = settings, .executable = {.lock = -1}};
    struct error error = {0};
    if (!result->predictions.size)
        return;
    if (!trace->recorded) {
        fail_all(result, "only what a recording was made of can be run");
        return;
    }
    int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (info->window)
        fail_all(
            result,
            "the recording is of a part of the run (--window, --keep): a run cannot be led to its beginning");
    else if (scheduler_open(&runs.scheduler, recording, trace, origins, &error)) {
        run_all(&runs, result);
        scheduler_close(&runs.scheduler);
    } else
        fail_all(result, error.message);
    error_free(&error);
    if (folder >= 0 && fchdir(folder) == 0)
        close(folder);
}
