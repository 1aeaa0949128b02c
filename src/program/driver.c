#include "program/driver.h"

#include "base/file.h"
#include "base/memory.h"
#include "program/command_line.h"
#include "program/compile.h"
#include "program/elf.h"
#include "program/embed.h"
#include "program/gcc_flags.h"
#include "program/inline_bodies.h"
#include "program/jobs.h"
#include "program/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char note[] = "heddle cc: note: ";

// One call of the compiler.
struct driver {
    struct tools tools;
    struct command words; // clang's, as they are run
    struct jobs jobs;
    char *scratch, *input; // temporary folder; in it, what stood on standard input (NULL: nothing needs it)
    int lock;
};

// Link-time optimisation would make files that are no machine code, of bitcode that is no more as it was
// written.
static bool is_link_time(const char *word)
{
    static const char *const words[] = {"-flto", "-flto=", "-ffat-lto-objects", "-fwhole-program-vtables"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if (strncmp(word, words[i], length) == 0 && (!word[length] || word[length - 1] == '='))
            return true;
    }
    return false;
}

static void take_words(struct driver *d, uint32_t count, char **arguments)
{
    bool said = false;
    command_add(&d->words, d->tools.clang);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_link_time(arguments[i])) {
            command_add(&d->words, arguments[i]);
            continue;
        }
        if (!said)
            fprintf(stderr, "%sno link-time optimisation: %s is left out\n", note, arguments[i]);
        said = true;
    }
}

// What clang says of the jobs that it would run; owned by the caller.
static char *ask_for_jobs(struct driver *d, struct error *error)
{
    struct command command = {0};
    pid_t pid;
    size_t size;
    char *path = memory_format("%s/jobs", d->scratch);
    struct process_setting setting = {.messages = path};
    command_add(&command, d->tools.clang);
    command_add(&command, "-###");
    for (uint32_t i = 1; i < d->words.words.size; i++)
        command_add(&command, d->words.words.data[i]);
    bool ran = process_start(&command, &setting, &pid, error);
    if (ran)
        process_wait(pid, NULL);
    char *text = ran ? file_read(path, FILE_LIMIT_SOURCE, &size, error) : NULL;
    command_free(&command);
    memory_free(path);
    return text;
}

static bool has_driver_word(const struct driver *d, const char *word)
{
    for (uint32_t i = 1; i < d->words.words.size; i++)
        if (strcmp(d->words.words.data[i], word) == 0)
            return true;
    return false;
}

static bool find_jobs(struct driver *d, struct error *error)
{
    char *text = ask_for_jobs(d, error);
    // Where warnings are errors, it is a test of what the compiler knows.
    char *dropped = text && !has_driver_word(d, "-Werror") ? gcc_flags_drop(&d->words, text) : NULL;
    if (dropped) {
        fprintf(stderr, "%signoring options unknown to clang:%s\n", note, dropped);
        memory_free(dropped);
        memory_free(text);
        text = ask_for_jobs(d, error);
    }
    if (text)
        jobs_read(&d->jobs, text);
    memory_free(text);
    return text != NULL;
}

static int become_clang(struct driver *d, struct error *error)
{
    struct command *words = &d->words;
    scratch_free(d->scratch, d->lock);
    d->scratch = NULL;
    vector_push(&words->words, NULL);
    signal(SIGPIPE, SIG_DFL);
    execv(words->words.data[0], words->words.data);
    words->words.size--;
    error_set(error, "%s: cannot be run: %s", d->tools.clang, strerror(errno));
    return -1;
}

// A source on standard input is read twice.
static bool keep_input(struct driver *d, struct error *error)
{
    bool needed = false;
    for (uint32_t i = 0; i < d->jobs.sources.size; i++)
        needed |= strcmp(d->jobs.sources.data[i].file, "-") == 0;
    if (!needed)
        return true;
    d->input = memory_format("%s/input", d->scratch);
    int file = open(d->input, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    char text[65536];
    ssize_t got = 0;
    bool good = file >= 0;
    while (good && (got = read(STDIN_FILENO, text, sizeof text)) != 0)
        good = got > 0 ? file_write_all(file, text, (size_t)got) : errno == EINTR;
    good = good || error_set(error, "standard input: %s", strerror(errno));
    if (file >= 0)
        close(file);
    return good;
}

static char *scratch_file_of_source(const struct driver *d, uint32_t source, const char *suffix)
{
    return memory_format("%s/%u%s", d->scratch, source, suffix);
}

// Compiles a source as a check does, without a word; what goes wrong is reported when the compiler itself is
// through. `bodies`: with those of functions that are inline and nothing else, since what will be linked is
// not known.
static bool start_bitcode(struct driver *d, uint32_t number, bool bodies, pid_t *pid)
{
    const struct job_source *source = &d->jobs.sources.data[number];
    struct command command = {0}, expanded = {0};
    struct error ignored = {0};
    char *messages = scratch_file_of_source(d, number, ".messages"),
         *output = scratch_file_of_source(d, number, ".bc");
    struct process_setting setting = {.messages = messages,
                                      .input = strcmp(source->file, "-") == 0 ? d->input : NULL};
    command_add(&command, d->tools.clang);
    command_line_expand(&d->words, "", &expanded);
    command_line_filter(&expanded, 1, &command);
    command_add(&command, "-Wno-unknown-warning-option");
    compile_add_base(&command);
    compile_add_last(&command, &d->tools, true,
                     false); // heddle-lower leaves out the checks that nobody asks for
    if (bodies)
        inline_bodies_ask(&command);
    const char *const end[] = {"-o", output, "-x", source->language, "--", source->file};
    for (size_t i = 0; i < sizeof end / sizeof *end; i++)
        if (strcmp(end[i], "--") != 0 || source->file[0] != '-' || !source->file[1])
            command_add(&command, end[i]);
    bool started = process_start(&command, &setting, pid, &ignored);
    command_free(&command);
    command_free(&expanded);
    memory_free(messages);
    memory_free(output);
    error_free(&ignored);
    return started;
}

// The first error of the compiler, or what else is known.
static void tell_failure(struct driver *d, uint32_t number)
{
    char *path = scratch_file_of_source(d, number, ".messages");
    struct error ignored = {0};
    size_t size;
    char *text = file_read(path, FILE_LIMIT_SOURCE, &size, &ignored),
         *said = text ? strstr(text, "error: ") : NULL;
    if (said)
        said[strcspn(said, "\n")] = 0;
    fprintf(stderr, "%s%s carries no bitcode: %s\n", note, d->jobs.sources.data[number].file,
            said ? said + strlen("error: ") : "it cannot be compiled without optimisation");
    memory_free(text);
    memory_free(path);
    error_free(&ignored);
}

// The name of a source that tells it from those of other folders; owned by the caller.
static char *whole_name(const char *file)
{
    char folder[4096];
    if (strcmp(file, "-") == 0)
        return memory_copy_string("<stdin>");
    return file[0] == '/' || !getcwd(folder, sizeof folder) ? memory_copy_string(file)
                                                            : memory_format("%s/%s", folder, file);
}

static void add_bitcode_record(struct driver *d, uint32_t number, embed_bytes *section)
{
    char *path = scratch_file_of_source(d, number, ".bc"),
         *name = whole_name(d->jobs.sources.data[number].file);
    struct error ignored = {0};
    size_t size;
    char *bitcode = file_read(path, FILE_LIMIT_MODULE, &size, &ignored);
    if (bitcode)
        embed_add(section, name, bitcode, size);
    else
        tell_failure(d, number);
    memory_free(bitcode);
    memory_free(path);
    memory_free(name);
    error_free(&ignored);
}

// Which file a name stood for at some time.
struct identity {
    struct timespec written, changed;
    ino_t number;
    off_t size;
    bool regular;
};

static struct identity identify_file(const char *path)
{
    struct stat status;
    struct identity identity = {0};
    if (stat(path, &status) == 0)
        identity = (struct identity){status.st_mtim, status.st_ctim, status.st_ino, status.st_size,
                                     S_ISREG(status.st_mode)};
    return identity;
}

static bool is_same_file(const struct identity *a, const struct identity *b)
{
    return a->written.tv_sec == b->written.tv_sec && a->written.tv_nsec == b->written.tv_nsec &&
           a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec &&
           a->number == b->number && a->size == b->size;
}

// Gives each file that was made the bitcode of its sources.
static void add_sections(struct driver *d, const struct identity *before)
{
    for (uint32_t i = 0; i < d->jobs.sources.size; i++) {
        const char *output = d->jobs.sources.data[i].output;
        struct identity now = identify_file(output);
        embed_bytes section = {0};
        struct error error = {0};
        bool first = now.regular && !is_same_file(&now, &before[i]);
        for (uint32_t k = 0; k < i; k++)
            first &= strcmp(d->jobs.sources.data[k].output, output) != 0;
        for (uint32_t k = i; first && k < d->jobs.sources.size; k++)
            if (strcmp(d->jobs.sources.data[k].output, output) == 0)
                add_bitcode_record(d, k, &section);
        if (section.size && !elf_append_section(output, EMBED_SECTION, section.data, section.size, &error))
            fprintf(stderr, "%sno bitcode was added: %s\n", note, error.message);
        vector_free(&section);
        error_free(&error);
    }
}

static void finish_bitcode(struct driver *d, uint32_t number, pid_t pid)
{
    if (process_wait(pid, NULL) != 0 && start_bitcode(d, number, false, &pid))
        process_wait(pid, NULL);
}

// Runs clang as it was asked for, and beside it once more for each source's bitcode.
static int compile_sources(struct driver *d, struct error *error)
{
    uint32_t count = d->jobs.sources.size;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t at_once = processors > 0 ? (uint32_t)processors : 1;
    pid_t *pids = memory_zalloc(count, sizeof *pids), own;
    struct identity *before = memory_zalloc(count, sizeof *before);
    struct process_setting setting = {.ours = true, .input = d->input};
    for (uint32_t i = 0; i < count; i++)
        before[i] = identify_file(d->jobs.sources.data[i].output);
    int status = -1;
    if (process_start(&d->words, &setting, &own, error)) {
        for (uint32_t i = 0; i < count + at_once; i++) {
            if (i < count && !start_bitcode(d, i, true, &pids[i]))
                pids[i] = 0;
            if (i >= at_once && pids[i - at_once])
                finish_bitcode(d, i - at_once, pids[i - at_once]);
        }
        status = process_wait(own, NULL);
    }
    if (status == 0)
        add_sections(d, before);
    memory_free(pids);
    memory_free(before);
    return status;
}

static int run_driver(struct driver *d, uint32_t count, char **arguments, struct error *error)
{
    tools_find(&d->tools);
    if (!tools_check_clang(&d->tools, error) || !(d->scratch = scratch_new(&d->lock, error)))
        return -1;
    take_words(d, count, arguments);
    if (!has_driver_word(d, "-###") && !find_jobs(d, error))
        return -1;
    if (!d->jobs.sources.size)
        return become_clang(d, error);
    return keep_input(d, error) ? compile_sources(d, error) : -1;
}

int driver_run(uint32_t count, char **arguments, struct error *error)
{
    struct driver driver = {.lock = -1};
    int status = run_driver(&driver, count, arguments, error);
    scratch_free(driver.scratch, driver.lock);
    memory_free(driver.input);
    command_free(&driver.words);
    jobs_free(&driver.jobs);
    tools_free(&driver.tools);
    return status;
}
