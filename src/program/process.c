#include "program/process.h"

#include "base/memory.h"
#include "base/resident.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void command_add(struct command *command, const char *word)
{
    char *copy = memory_copy_string(word);
    vector_push(&command->words, copy);
}

void command_format(struct command *command, const char *format, ...)
{
    va_list arguments;
    char text[8192];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    command_add(command, text);
}

void command_free(struct command *command)
{
    for (uint32_t i = 0; i < command->words.size; i++)
        memory_free(command->words.data[i]);
    vector_free(&command->words);
}

static void print_shell_command(const struct command *command, const char *folder)
{
    if (folder)
        fprintf(stderr, "cd %s && ", folder);
    for (uint32_t i = 0; i < command->words.size; i++) {
        const char *word = command->words.data[i];
        bool plain = *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                           "-_=+./,:@%^") == strlen(word);
        fprintf(stderr, plain ? "%s%s" : "%s'%s'", i ? " " : "", word);
    }
    fputc('\n', stderr);
}

// Its signals are as if it had been started by a shell: SIGPIPE, which heddle itself ignores, ends it. A
// process group of its own is in the background of a terminal: it must be allowed to write there all the
// same.
static void make_attributes(posix_spawnattr_t *attributes, const struct process_setting *setting)
{
    sigset_t reset, blocked;
    short flags = POSIX_SPAWN_SETSIGDEF;
    sigemptyset(&reset);
    sigaddset(&reset, SIGPIPE);
    posix_spawnattr_init(attributes);
    posix_spawnattr_setsigdefault(attributes, &reset);
    if (setting->apart) {
        pthread_sigmask(SIG_SETMASK, NULL, &blocked);
        sigaddset(&blocked, SIGTTOU);
        posix_spawnattr_setpgroup(attributes, 0);
        posix_spawnattr_setsigmask(attributes, &blocked);
        flags |= POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK;
    }
    posix_spawnattr_setflags(attributes, flags);
}

// Standard input and output are none of the compiler's business when it works for a check: it would wait for
// one, and heddle's results go to the other.
static int spawn(const struct command *command, const struct process_setting *setting, int output, pid_t *pid)
{
    char **words = memory_zalloc(command->words.size + 1, sizeof *words);
    memcpy(words, command->words.data, command->words.size * sizeof *words);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    make_attributes(&attributes, setting);
    posix_spawn_file_actions_init(&actions);
    if (setting->folder)
        posix_spawn_file_actions_addchdir_np(&actions, setting->folder);
    if (setting->input || !setting->ours)
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO,
                                         setting->input ? setting->input : "/dev/null", O_RDONLY, 0);
    if (output >= 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    else if (!setting->ours)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (setting->messages)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, setting->messages,
                                         O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int failed = posix_spawn(pid, words[0], &actions, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    memory_free(words);
    return failed;
}

bool process_start(const struct command *command, const struct process_setting *setting, pid_t *pid,
                   struct error *error)
{
    if (setting->verbose)
        print_shell_command(command, setting->folder);
    int failed = spawn(command, setting, -1, pid);
    return !failed || error_set(error, "%s: cannot be run: %s", command->words.data[0], strerror(failed));
}

bool process_output(const struct command *command, char *text, size_t size)
{
    struct process_setting setting = {.messages = "/dev/null"};
    int ends[2];
    pid_t pid;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    bool started = spawn(command, &setting, ends[1], &pid) == 0;
    close(ends[1]);
    size_t used = 0;
    for (ssize_t got = 1; started && got != 0 && used < size - 1;) {
        got = read(ends[0], text + used, size - 1 - used);
        if (got < 0 && errno != EINTR)
            break;
        used += got > 0 ? (size_t)got : 0;
    }
    close(ends[0]);
    text[used] = 0;
    return started && process_wait(pid, NULL) == 0;
}

static void kill_group(void *context)
{
    kill(-*(const pid_t *)context, SIGKILL);
}

static bool hold_too_much(const pid_t *pids, uint32_t count, uint64_t most)
{
    uint64_t sum = resident_bytes();
    for (uint32_t i = 0; i < count; i++)
        sum += pids[i] ? resident_bytes_of(pids[i]) : 0;
    return sum > most;
}

// Looks at the memory until the first process has ended. Where the system has no descriptors of processes,
// not at all.
static void weigh(const pid_t *pids, uint32_t count, struct interrupt *interrupt)
{
    enum { LOOK_MILLISECONDS = 20 };
    int file = (int)syscall(SYS_pidfd_open, pids[0], 0), ended = 0;
    while (file >= 0 && (ended == 0 || (ended < 0 && errno == EINTR))) {
        struct pollfd wanted = {.fd = file, .events = POLLIN};
        ended = poll(&wanted, 1, LOOK_MILLISECONDS);
        if (ended == 0 && hold_too_much(pids, count, interrupt->most_bytes))
            interrupt_exhaust(interrupt);
    }
    if (file >= 0)
        close(file);
}

int process_wait(pid_t pid, struct interrupt *interrupt)
{
    return process_wait_first(&pid, 1, interrupt);
}

int process_wait_first(const pid_t *pids, uint32_t count, struct interrupt *interrupt)
{
    int status;
    siginfo_t ended;
    pid_t pid = pids[0];
    if (!interrupt_enter(interrupt, kill_group, &pid, 0))
        kill_group(&pid);
    if (interrupt && interrupt->most_bytes)
        weigh(pids, count, interrupt);
    // Only once nobody can kill it any more is its number given back.
    while (waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
    }
    interrupt_leave(interrupt);
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
