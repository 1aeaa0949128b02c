#include "cli/recorded_file.h"

#include "base/memory.h"
#include "record/packing.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Whether what is there may be replaced: a recording, or nothing yet.
static bool may_replace_recording(const char *path, struct error *error)
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

// The names of other parts of a recording than the one that is written.
static char *earlier_of(const char *path)
{
    return memory_format("%s%s", path, RECORDING_EARLIER);
}

static char *new_of(const char *path)
{
    return memory_format("%s%s", path, RECORDING_NEW);
}

bool recorded_file_may_replace(const char *path, const struct settings *settings, struct error *error)
{
    bool parts = settings->keep == KEEP_NEWEST;
    char *earlier = earlier_of(path), *new = new_of(path);
    bool good = may_replace_recording(path, error) &&
                (!parts || (may_replace_recording(earlier, error) && may_replace_recording(new, error)));
    memory_free(earlier);
    memory_free(new);
    return good;
}

static void remove_recording_parts(const char *path)
{
    char *earlier = earlier_of(path), *new = new_of(path);
    unlink(earlier);
    unlink(new);
    memory_free(earlier);
    memory_free(new);
}

// A number that no other run has.
static uint64_t number_of_run(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec << 30 | (uint64_t)now.tv_nsec) ^ (uint64_t)getpid() << 48;
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

static bool write_header(int file, uint64_t program, uint64_t run, const struct settings *settings)
{
    uint64_t size;
    char *words = command_words(settings, &size);
    struct recording_header header = {
        .version = RECORDING_VERSION, .pointer_bytes = 8, .program = program, .command = size, .run = run};
    memcpy(header.magic, RECORDING_MAGIC, sizeof header.magic);
    bool good = write(file, &header, sizeof header) == (ssize_t)sizeof header &&
                (!size || write(file, words, size) == (ssize_t)size);
    free(words);
    return good;
}

// A new file: a program that still writes the one of that name goes on with the old one.
bool recorded_file_begin(const char *path, uint64_t program, const struct settings *settings, uint64_t *run,
                         struct error *error)
{
    *run = number_of_run();
    if (!recorded_file_may_replace(path, settings, error))
        return false;
    if (settings->keep == KEEP_NEWEST)
        remove_recording_parts(path);
    char *new = memory_format("%s.XXXXXX", path);
    int file = mkostemp(new, O_CLOEXEC);
    mode_t mask = umask(0);
    umask(mask);
    bool good = file >= 0 && write_header(file, program, *run, settings) &&
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

static uint64_t events_in(const char *chunk)
{
    const struct recording_event *events =
        (const struct recording_event *)(const void *)(chunk + sizeof(struct recording_chunk));
    uint64_t count = events[PACKING_EVENTS - 1].kind ? PACKING_EVENTS : 0;
    while (count < PACKING_EVENTS && events[count].kind)
        count++;
    return count;
}

static uint64_t events_packed(const struct recording_chunk *chunk)
{
    uint32_t count = 0;
    if (chunk->bytes >= sizeof count)
        memcpy(&count, chunk + 1, sizeof count);
    return count;
}

// What there is in the chunks of a recording.
struct contents {
    uint64_t events, size; // size: of the file, up to the end of the last chunk that was begun
};

// Of a packed chunk, and of a current one that is not a packed one's twin.
static uint64_t count_chunk_events(const struct recording_chunk *chunk, uint32_t *packed)
{
    if (chunk->thread >= RECORDING_THREADS)
        return 0;
    if (chunk->kind == RECORDING_PACKED)
        packed[chunk->thread] = chunk->number + 1;
    if (chunk->kind == RECORDING_CURRENT && chunk->number < packed[chunk->thread]) // it was being emptied
        return 0;
    return chunk->kind == RECORDING_PACKED ? events_packed(chunk)
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
                contents.events += count_chunk_events(chunk, packed);
        }
    memory_free(packed);
    return contents;
}

// The program is over: what it reserved and did not need is given back. False, with the errno: it is gone.
// 0: a file of another run has the name, which may be written still, and is left as it is.
static bool finish_part(const char *path, uint64_t run, struct recording_header *header,
                        struct contents *contents)
{
    struct stat status;
    errno = 0;
    int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    char *start = file >= 0 && fstat(file, &status) == 0 && status.st_size >= RECORDING_CHUNK
                      ? mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, file, 0)
                      : MAP_FAILED;
    bool own = start != MAP_FAILED && ((const struct recording_header *)(const void *)start)->run == run;
    if (!own) {
        int error = start == MAP_FAILED ? errno : 0;
        if (start != MAP_FAILED)
            munmap(start, (size_t)status.st_size);
        if (file >= 0)
            close(file);
        errno = error;
        return false;
    }
    uint64_t there = (uint64_t)status.st_size;
    memcpy(header, start, sizeof *header);
    *contents = count_contents(start, there);
    munmap(start, (size_t)status.st_size);
    if (contents->size != header->size)
        (void)!pwrite(file, &contents->size, sizeof contents->size, offsetof(struct recording_header, size));
    if (contents->size < there)
        (void)!ftruncate(file, (off_t)contents->size);
    close(file);
    return true;
}

static const char *how_it_ended(const struct recording_header *header)
{
    if (header->flags & RECORDING_WINDOW && !header->sequence)
        return "; the part that was to be recorded has not begun (--window)";
    if (header->flags & RECORDING_HELD)
        return "; the recording was cut before the program's end: it had its share of --max-trace, and there "
               "was no "
               "moment at which no thread held a lock";
    return header->flags & RECORDING_CUT ? "; the recording was cut before the program's end" : "";
}

// Says what there is of the part before, if there is one. What was killed while a part began may have left
// two names of one file, and one that has not begun.
static void finish_earlier(const char *path, const struct recording_header *header)
{
    struct recording_header before;
    struct contents contents;
    char *earlier = earlier_of(path), *new = new_of(path);
    unlink(new);
    if (header->part && finish_part(earlier, header->run, &before, &contents) &&
        before.part + 1 == header->part)
        fprintf(stderr,
                "heddle: the part before is in %s: %" PRIu64 " events; older ones (%" PRIu64
                ") were removed (--keep)\n",
                earlier, contents.events, header->part - 1);
    else
        unlink(earlier);
    memory_free(earlier);
    memory_free(new);
}

void recorded_file_finish(const char *path, uint64_t run, const struct settings *settings)
{
    struct recording_header header;
    struct contents contents;
    if (!finish_part(path, run, &header, &contents)) {
        fprintf(stderr, "heddle: %s: the recording is gone: %s\n", path,
                errno ? strerror(errno) : "another one has its name");
        return;
    }
    fprintf(stderr, "heddle: recorded %" PRIu64 " events of %" PRIu32 " thread%s in %s%s%s\n",
            contents.events, header.threads, header.threads == 1 ? "" : "s", path, how_it_ended(&header),
            header.flags & RECORDING_ENDED ? "" : "; the program was ended by a signal");
    if (settings->keep == KEEP_NEWEST)
        finish_earlier(path, &header);
}
