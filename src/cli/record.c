// heddle record: builds a program that records what it does, and runs it.
#include "base/memory.h"
#include "cli/arguments.h"
#include "program/executable.h"
#include "record/recording.h"
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

// A new file: a program that still writes the one of that name goes on with the old one.
static bool begin_recording(const char *path, uint64_t program, struct error *error)
{
    if (!may_replace(path, error))
        return false;
    char *new = memory_format("%s.XXXXXX", path);
    int file = mkostemp(new, O_CLOEXEC);
    struct recording_header header = {.version = RECORDING_VERSION, .pointer_bytes = 8, .program = program};
    memcpy(header.magic, RECORDING_MAGIC, sizeof header.magic);
    mode_t mask = umask(0);
    umask(mask);
    bool good = file >= 0 && write(file, &header, sizeof header) == (ssize_t)sizeof header &&
                ftruncate(file, RECORDING_CHUNK) == 0 && fchmod(file, 0666 & ~mask) == 0 &&
                rename(new, path) == 0;
    if (!good)
        error_set(error, "%s: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    if (file >= 0 && !good)
        unlink(new);
    memory_free(new);
    return good;
}

enum {
    EVENTS_IN_CHUNK = (RECORDING_CHUNK - sizeof(struct recording_chunk)) / sizeof(struct recording_event)
};

static uint64_t events_in(const char *chunk)
{
    const struct recording_event *events =
        (const struct recording_event *)(const void *)(chunk + sizeof(struct recording_chunk));
    uint64_t count = events[EVENTS_IN_CHUNK - 1].kind ? EVENTS_IN_CHUNK : 0;
    while (count < EVENTS_IN_CHUNK && events[count].kind)
        count++;
    return count;
}

// What there is in the chunks of a recording.
struct contents {
    uint64_t events, chunks; // chunks: up to the last that was begun
};

static void count_chunk(const struct recording_chunk *chunk, uint64_t position, uint32_t *copied,
                        struct contents *contents)
{
    bool current = chunk->kind == RECORDING_CURRENT, of_thread = chunk->thread < RECORDING_THREADS;
    if (chunk->kind != RECORDING_UNUSED)
        contents->chunks = position > contents->chunks ? position : contents->chunks;
    if (!of_thread || (chunk->kind != RECORDING_EVENTS && !current))
        return;
    if (current && chunk->number < copied[chunk->thread]) // killed while it was emptied
        return;
    contents->events += events_in((const char *)chunk);
    if (!current && chunk->number >= copied[chunk->thread])
        copied[chunk->thread] = chunk->number + 1;
}

// Of the first chunks of a file that is mapped. Copies first, which stand for current ones of their number.
static struct contents count_contents(const char *start, uint64_t chunks)
{
    struct contents contents = {0};
    uint32_t *copied = memory_zalloc(RECORDING_THREADS, sizeof *copied); // chunks, by thread
    for (unsigned round = 0; round < 2; round++)
        for (uint64_t i = 1; i <= chunks; i++) {
            const struct recording_chunk *chunk = (const void *)(start + i * RECORDING_CHUNK);
            if ((chunk->kind == RECORDING_CURRENT) == (round == 1))
                count_chunk(chunk, i, copied, &contents);
        }
    memory_free(copied);
    return contents;
}

// The program is over: what it reserved and did not need is given back, and what there is is told.
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
    uint64_t there = (uint64_t)status.st_size / RECORDING_CHUNK;
    memcpy(&header, start, sizeof header);
    struct contents contents = count_contents(start, header.chunks < there ? header.chunks : there - 1);
    munmap(start, (size_t)status.st_size);
    if (contents.chunks < header.chunks &&
        pwrite(file, &contents.chunks, sizeof contents.chunks, offsetof(struct recording_header, chunks)) > 0)
        header.chunks = contents.chunks;
    if (header.chunks + 1 < there)
        (void)!ftruncate(file, (off_t)((header.chunks + 1) * RECORDING_CHUNK));
    close(file);
    fprintf(stderr, "heddle: recorded %" PRIu64 " events of %" PRIu32 " thread%s in %s%s%s\n", contents.events,
            header.threads, header.threads == 1 ? "" : "s", path,
            header.flags & RECORDING_CUT ? "; the recording was cut before the program's end" : "",
            header.flags & RECORDING_ENDED ? "" : "; the program was ended by a signal");
}

// ---- the program

static char *whole_path(const char *path)
{
    char folder[4096];
    return path[0] == '/' || !getcwd(folder, sizeof folder) ? memory_copy_string(path)
                                                            : memory_format("%s/%s", folder, path);
}

// What the program is told that its name is.
static char *program_name(const char *file)
{
    size_t length = strlen(file);
    bool source = length > 2 && file[length - 2] == '.' && strchr("ci", file[length - 1]);
    return source ? memory_copy_bytes(file, length - 2) : memory_copy_string(file);
}

// Signals of the terminal are for the program alone.
static int run_program(const struct executable *executable, const struct settings *settings, const char *path)
{
    char *recording = whole_path(path), *limit = memory_format("%" PRIu64, settings->max_trace);
    const text_list *arguments = &settings->clang_arguments; // what follows --
    char **words = memory_zalloc(arguments->size + 2, sizeof *words);
    words[0] = program_name(settings->files.data[0]);
    for (uint32_t i = 0; i < arguments->size; i++)
        words[i + 1] = arguments->data[i];
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    pid_t pid = fork();
    if (pid == 0) {
        sigaction(SIGINT, &interrupt, NULL);
        sigaction(SIGQUIT, &quit, NULL);
        signal(SIGPIPE, SIG_DFL);
        setenv("HEDDLE_RECORDING", recording, 1);
        setenv("HEDDLE_RECORDING_LIMIT", limit, 1);
        execv(executable->path, words);
        fprintf(stderr, "heddle: %s: %s\n", executable->path, strerror(errno));
        _exit(127);
    }
    int status = 0;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
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
        .verbose = settings->verbose,
    };
    int status = HEDDLE_BAD_INPUT;
    bool good = may_replace(path, error) && executable_make(&executable, &options, error);
    if (good && begin_recording(path, executable.hash, error)) {
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
