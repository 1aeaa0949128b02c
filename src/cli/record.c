// heddle record: builds a program that records what it does, and runs it.
#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/steered.h"
#include "program/executable.h"
#include "record/packing.h"
#include "report/load.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char default_trace[] = "heddle.trace";

// ---- the file

// Whether what is there may be replaced: a recording, or nothing yet.
static bool may_replace(const char *path, struct error *error)
{
    struct stat status;
    char magic[sizeof RECORDING_MAGIC] = {0};
    if (lstat(path, &status) != 0)
        return errno == ENOENT || error_set(error, "%s: %s", path, strerror(errno));
    int file = S_ISREG(status.st_mode) ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;
    ssize_t got = file >= 0 ? read(file, magic, sizeof magic - 1) : -1;
    if (file >= 0)
        close(file);
    return got == 0 || (got > 0 && strcmp(magic, RECORDING_MAGIC) == 0) ||
           error_set(error, "%s: exists and is no recording: remove it, or name another file (-o)", path);
}

// The words of the header, for `heddle predict --replay`.
static char *command_words(const struct settings *settings, uint64_t *size)
{
    char folder[4096], *text = NULL;
    FILE *out = getcwd(folder, sizeof folder) ? open_memstream(&text, size) : NULL;
    if (!out) {
        *size = 0;
        return NULL;
    }
    fprintf(out, "%c%s%c", RECORDING_FOLDER, folder, 0);
    const struct {
        char letter;
        const text_list *words;
    } lists[] = {{RECORDING_FILE, &settings->files},
                 {RECORDING_CLANG, &settings->clang_words},
                 {RECORDING_ARGUMENT, &settings->clang_arguments}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (uint32_t k = 0; k < lists[i].words->size; k++)
            fprintf(out, "%c%s%c", lists[i].letter, lists[i].words->data[k], 0);
    if (fclose(out) != 0 || *size > RECORDING_COMMAND_MOST)
        *size = 0;
    return text;
}

static bool write_header(int file, uint64_t program, const struct settings *settings)
{
    uint64_t size;
    char *words = command_words(settings, &size);
    struct recording_header header = {
        .version = RECORDING_VERSION, .pointer_bytes = 8, .program = program, .command = size};
    memcpy(header.magic, RECORDING_MAGIC, sizeof header.magic);
    bool good = write(file, &header, sizeof header) == (ssize_t)sizeof header &&
                (!size || write(file, words, size) == (ssize_t)size);
    free(words);
    return good;
}

// A new file: a program that still writes the one of that name goes on with the old one.
static bool begin_recording(const char *path, uint64_t program, const struct settings *settings,
                            struct error *error)
{
    if (!may_replace(path, error))
        return false;
    char *new = memory_format("%s.XXXXXX", path);
    int file = mkostemp(new, O_CLOEXEC);
    mode_t mask = umask(0);
    umask(mask);
    bool good = file >= 0 && write_header(file, program, settings) && ftruncate(file, RECORDING_CHUNK) == 0 &&
                fchmod(file, 0666 & ~mask) == 0 && rename(new, path) == 0;
    if (!good)
        error_set(error, "%s: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    if (file >= 0 && !good)
        unlink(new);
    memory_free(new);
    return good;
}

static uint64_t events_in(const char *chunk)
{
    const struct recording_event *events =
        (const struct recording_event *)(const void *)(chunk + sizeof(struct recording_chunk));
    uint64_t count = events[PACKING_EVENTS - 1].kind ? PACKING_EVENTS : 0;
    while (count < PACKING_EVENTS && events[count].kind)
        count++;
    return count;
}

// What there is in the chunks of a recording.
struct contents {
    uint64_t events, size; // size: of the file, up to the end of the last chunk that was begun
};

// Of a packed chunk, and of a current one that is not a packed one's twin.
static uint64_t events_of(const struct recording_chunk *chunk, uint32_t *packed)
{
    if (chunk->thread >= RECORDING_THREADS)
        return 0;
    if (chunk->kind == RECORDING_PACKED)
        packed[chunk->thread] = chunk->number + 1;
    if (chunk->kind == RECORDING_CURRENT && chunk->number < packed[chunk->thread]) // it was being emptied
        return 0;
    return chunk->kind == RECORDING_PACKED ? PACKING_EVENTS
           : chunk->kind == RECORDING_EVENTS || chunk->kind == RECORDING_CURRENT
               ? events_in((const char *)chunk)
               : 0;
}

// Packed chunks first, in the order of their numbers in each thread.
static struct contents count_contents(const char *start, uint64_t size)
{
    struct contents contents = {.size = RECORDING_CHUNK};
    uint32_t *packed = memory_zalloc(RECORDING_THREADS, sizeof *packed); // how many, by thread
    for (unsigned round = 0; round < 2; round++)
        for (uint64_t at = RECORDING_CHUNK; at + sizeof(struct recording_chunk) <= size;) {
            const struct recording_chunk *chunk = (const void *)(start + at);
            at += recording_chunk_bytes(chunk);
            if (chunk->kind == RECORDING_UNUSED || at > size)
                continue;
            contents.size = at;
            if ((chunk->kind == RECORDING_PACKED) == (round == 0))
                contents.events += events_of(chunk, packed);
        }
    memory_free(packed);
    return contents;
}

// The program is over: what it reserved and did not need is given back, and what was recorded is reported.
static void finish_recording(const char *path)
{
    struct stat status;
    int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    char *start = file >= 0 && fstat(file, &status) == 0 && status.st_size >= RECORDING_CHUNK
                      ? mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, file, 0)
                      : MAP_FAILED;
    if (start == MAP_FAILED) {
        fprintf(stderr, "heddle: %s: the recording is gone: %s\n", path, strerror(errno));
        if (file >= 0)
            close(file);
        return;
    }
    struct recording_header header;
    uint64_t there = (uint64_t)status.st_size;
    memcpy(&header, start, sizeof header);
    struct contents contents = count_contents(start, there);
    munmap(start, (size_t)status.st_size);
    if (contents.size != header.size)
        (void)!pwrite(file, &contents.size, sizeof contents.size, offsetof(struct recording_header, size));
    if (contents.size < there)
        (void)!ftruncate(file, (off_t)contents.size);
    close(file);
    fprintf(stderr, "heddle: recorded %" PRIu64 " events of %" PRIu32 " thread%s in %s%s%s\n",
            contents.events, header.threads, header.threads == 1 ? "" : "s", path,
            header.flags & RECORDING_WINDOW && !header.sequence
                ? "; the part that was to be recorded has not begun (--window)"
            : header.flags & RECORDING_CUT ? "; the recording was cut before the program's end"
                                           : "",
            header.flags & RECORDING_ENDED ? "" : "; the program was ended by a signal");
}

// ---- the program

static char *whole_path(const char *path)
{
    char folder[4096];
    return path[0] == '/' || !getcwd(folder, sizeof folder) ? memory_copy_string(path)
                                                            : memory_format("%s/%s", folder, path);
}

static volatile pid_t running; // what signals that ask heddle to end are passed on to

static void pass_on(int number)
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
    const struct sigaction ignore = {.sa_handler = SIG_IGN}, pass = {.sa_handler = pass_on};
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

static int run_program(const struct executable *executable, const struct settings *settings, const char *path)
{
    char *recording = whole_path(path), *limit = memory_format("%" PRIu64, settings->max_trace);
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
        if (settings->window == WINDOW_MARKS)
            setenv("HEDDLE_RECORDING_WINDOW", "marks", 1);
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

static int record(const struct settings *settings, struct error *error)
{
    struct executable executable;
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
    bool good = may_replace(path, error) && executable_make(&executable, &options, false, error);
    if (good && begin_recording(path, executable.hash, settings, error)) {
        status = run_program(&executable, settings, path);
        finish_recording(path);
    }
    if (good)
        executable_free(&executable);
    return status;
}

static bool check(const struct settings *settings, struct error *error)
{
    return settings->files.size ||
           error_set(error, "no input files: name a program that `heddle cc` has built, or C files");
}

int command_record(const struct cli_command *command, int count, char **arguments)
{
    return arguments_run(command, count, arguments, (struct command_parts){check, record});
}
