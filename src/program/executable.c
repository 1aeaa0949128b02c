#include "program/executable.h"

#include "base/file.h"
#include "base/memory.h"
#include "program/compile.h"
#include "program/elf.h"
#include "program/embed.h"
#include "program/request.h"
#include "program/scratch.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *name_of_file(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool has_bitcode(const char *file)
{
    size_t size, length;
    struct error ignored = {0};
    char *content = file_read(file, FILE_LIMIT_STORED, &size, &ignored);
    bool has = content && elf_section((const uint8_t *)content, size, EMBED_SECTION, &length, &ignored);
    memory_free(content);
    error_free(&ignored);
    return has;
}

// Libraries whose code is in the program already, and those that every program gets.
static bool is_left_out(const struct build *build, const char *library)
{
    static const char *const always[] = {"libc.so.6", "libpthread.so.0", "libdl.so.2", "libm.so.6"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (strcmp(library, always[i]) == 0)
            return true;
    if (strncmp(library, "ld-linux", 8) == 0)
        return true;
    for (uint32_t i = 0; i < build->dependencies.files.size; i++)
        if (strcmp(name_of_file(build->dependencies.files.data[i]), name_of_file(library)) == 0 &&
            has_bitcode(build->dependencies.files.data[i]))
            return true;
    return false;
}

// Folders of a run path, for the linker and for when the program runs.
static void add_folders(struct command *command, const char *folders, const char *file)
{
    static const char origin[] = "$ORIGIN";
    char *whole = realpath(file, NULL), *slash = whole ? strrchr(whole, '/') : NULL;
    if (slash)
        *slash = 0;
    while (folders && *folders) {
        size_t length = strcspn(folders, ":");
        char *folder = whole && strncmp(folders, origin, sizeof origin - 1) == 0
                           ? memory_format("%s%.*s", whole, (int)(length - (sizeof origin - 1)),
                                           folders + sizeof origin - 1)
                           : memory_copy_bytes(folders, length);
        command_format(command, "-L%s", folder);
        command_format(command, "-Wl,-rpath,%s", folder);
        memory_free(folder);
        folders += length + (folders[length] == ':');
    }
    free(whole);
}

static bool add_libraries(const struct build *build, struct command *command, const char *file,
                          struct error *error)
{
    size_t size, at = 0;
    char *content = file_read(file, FILE_LIMIT_STORED, &size, error);
    const uint8_t *bytes = (const uint8_t *)content;
    if (!content)
        return false;
    static const int64_t paths[] = {DT_RUNPATH, DT_RPATH};
    const char *name;
    if (elf_is(bytes, size)) {
        for (size_t i = 0; i < sizeof paths / sizeof *paths; i++, at = 0)
            add_folders(command, elf_dynamic_text(bytes, size, paths[i], &at), file);
        add_folders(command, getenv("LD_LIBRARY_PATH"), file);
        while ((name = elf_dynamic_text(bytes, size, DT_NEEDED, &at)))
            if (!is_left_out(build, name))
                command_format(command, strchr(name, '/') ? "%s" : "-l:%s", name);
    }
    memory_free(content);
    return true;
}

static bool is_for_linker(const char *word)
{
    return strncmp(word, "-l", 2) == 0 || strncmp(word, "-L", 2) == 0 || strncmp(word, "-Wl,", 4) == 0;
}

// `messages`: the file for what the linker says.
static bool link_program(const struct build *build, const char *object, const char *output,
                         const char *messages, struct error *error)
{
    struct command command = {0};
    pid_t pid;
    const struct frontend_options *options = build->options;
    const char *const words[] = {build->tools.clang, "-o", output, object};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        command_add(&command, words[i]);
    command_add(&command, "-Wl,--whole-archive"); // also for libraries that call what it stands before
    command_format(&command, "%s/libheddle-record.a", build->tools.record);
    command_add(&command, "-Wl,--no-whole-archive");
    for (uint32_t i = 0; i < build->units.size; i++)
        if (build->units.data[i].module &&
            !add_libraries(build, &command, build->units.data[i].file, error)) {
            command_free(&command);
            return false;
        }
    for (uint32_t i = 0; i < options->clang_argument_count; i++)
        if (is_for_linker(options->clang_arguments[i]))
            command_add(&command, options->clang_arguments[i]);
    static const char *const last[] = {"-pthread", "-ldl", "-lm"};
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        command_add(&command, last[i]);
    struct process_setting setting = {.verbose = options->verbose, .messages = messages};
    bool linked = process_start(&command, &setting, &pid, error) &&
                  (process_wait(pid, NULL) == 0 || error_set(error, "%s", ""));
    command_free(&command);
    return linked;
}

static char *object_path(const struct build *build)
{
    return memory_format("%s/recorded.o", build->scratch);
}

// Runs clang on the program's bitcode: all that takes long but compiling and instrumenting.
static bool optimise(const struct build *build, const char *bitcode, const char *object, struct error *error)
{
    struct command command = {0};
    pid_t pid;
    const char *const words[] = {build->tools.clang, "-O2", "-Wno-everything", "-c", "-o", object, bitcode};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        command_add(&command, words[i]);
    struct process_setting setting = {.verbose = build->options->verbose};
    bool done = process_start(&command, &setting, &pid, error) &&
                (process_wait(pid, NULL) == 0 || error_set(error, "%s", ""));
    command_free(&command);
    return done;
}

static bool instrument_and_link(struct build *build, struct executable *executable, bool steered,
                                const char *messages, struct error *error)
{
    char *bitcode = memory_format("%s/recorded.bc", build->scratch), *object = object_path(build);
    bool good = build_instrument(build, bitcode, false, error) &&
                file_hash(bitcode, &executable->hash, error) &&
                (!steered || build_instrument(build, bitcode, true, error)) &&
                optimise(build, bitcode, object, error) &&
                link_program(build, object, executable->path, messages, error);
    memory_free(bitcode);
    memory_free(object);
    return good;
}

static char *read_linker_messages(const char *path)
{
    size_t size;
    struct error ignored = {0};
    char *text = file_read(path, FILE_LIMIT_SOURCE, &size, &ignored);
    error_free(&ignored);
    return text;
}

// What has no definition may be an inline function, whose body is asked for then.
static bool make_executable(struct build *build, struct executable *executable, bool steered,
                            struct error *error)
{
    char *path = memory_format("%s/linker", build->scratch);
    bool good = instrument_and_link(build, executable, steered, path, error);
    char *said = good ? NULL : read_linker_messages(path);
    if (said && strstr(said, "undefined reference") && build_compile_inline(build)) {
        memory_free(said);
        error_free(error);
        good = instrument_and_link(build, executable, steered, path, error);
        said = good ? NULL : read_linker_messages(path);
    }
    if (said)
        fputs(said, stderr);
    memory_free(said);
    memory_free(path);
    return good;
}

// ---- the cache: of each program and way to instrument it the hash of its bitcode, and the object. It is
// linked anew each time, since what it is linked with is not looked at.

// False: it is not there. What it was made of is added to the dependencies.
static bool load_object(struct build *build, bool steered, uint64_t *hash)
{
    size_t size = 0;
    char *kept = build->cache ? cache_load_bitcode(build->cache, request_recorded_key(build, steered),
                                                   &build->dependencies, &size)
                              : NULL,
         *path = object_path(build);
    bool good = kept && size > sizeof *hash;
    int file = good ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    if (good)
        memcpy(hash, kept, sizeof *hash);
    good = file >= 0 && file_write_all(file, kept + sizeof *hash, size - sizeof *hash);
    if (file >= 0)
        good = close(file) == 0 && good;
    memory_free(kept);
    memory_free(path);
    return good;
}

static void keep_object(const struct build *build, bool steered, uint64_t hash)
{
    size_t size = 0;
    struct error ignored = {0};
    char *path = object_path(build), *kept_path = memory_format("%s/kept", build->scratch),
         *object = build->cache ? file_read(path, FILE_LIMIT_MODULE, &size, &ignored) : NULL;
    int file = object ? open(kept_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    bool good = file >= 0 && file_write_all(file, (const char *)&hash, sizeof hash) &&
                file_write_all(file, object, size);
    if (file >= 0)
        good = close(file) == 0 && good;
    if (good &&
        !cache_store_bitcode(build->cache, request_recorded_key(build, steered), &build->dependencies,
                             &build->begin, kept_path) &&
        build->options->verbose)
        fprintf(stderr, "heddle: note: the cache %s cannot be written\n", build->cache);
    memory_free(object);
    memory_free(kept_path);
    memory_free(path);
    error_free(&ignored);
}

// Where the object that is there cannot be linked, the program is made anew.
static bool link_kept(struct build *build, struct executable *executable, bool steered)
{
    struct error ignored = {0};
    char *object = object_path(build), *messages = memory_format("%s/linker", build->scratch);
    bool linked = load_object(build, steered, &executable->hash) &&
                  link_program(build, object, executable->path, messages, &ignored);
    memory_free(object);
    memory_free(messages);
    error_free(&ignored);
    return linked;
}

static bool compile_and_make(struct build *build, struct executable *executable, bool steered,
                             struct error *error)
{
    clock_gettime(CLOCK_REALTIME_COARSE, &build->begin);
    if (!build_compile(build, error) || !make_executable(build, executable, steered, error))
        return false;
    keep_object(build, steered, executable->hash);
    return true;
}

// The folder of the cache is the caller's (memory_free).
static bool prepare_executable(struct build *build, const struct frontend_options *options, char **folder,
                               struct error *error)
{
    *folder = cache_folder(options->cache_folder);
    build->cache = *folder;
    return build_prepare(build, options, error) && tools_check_clang(&build->tools, error) &&
           build_scratch(build, error);
}

bool executable_make(struct executable *executable, const struct frontend_options *options, bool steered,
                     struct error *error)
{
    struct build build = {.scratch_lock = -1};
    char *folder;
    *executable = (struct executable){.lock = -1};
    bool good = prepare_executable(&build, options, &folder, error);
    if (good) {
        executable->path = memory_format("%s/recorded", build.scratch);
        good = link_kept(&build, executable, steered) || compile_and_make(&build, executable, steered, error);
    }
    if (good) { // the folder stays
        executable->scratch = build.scratch;
        executable->lock = build.scratch_lock;
        build.scratch = NULL;
        build.scratch_lock = -1;
    } else {
        memory_free(executable->path);
        executable->path = NULL;
    }
    build_free(&build);
    memory_free(folder);
    return good;
}

bool executable_hash(const struct frontend_options *options, uint64_t *hash, struct error *error)
{
    struct build build = {.scratch_lock = -1, .quiet = true};
    char *folder;
    bool good = prepare_executable(&build, options, &folder, error);
    if (good && !load_object(&build, false, hash)) {
        char *bitcode = memory_format("%s/recorded.bc", build.scratch);
        clock_gettime(CLOCK_REALTIME_COARSE, &build.begin);
        good = build_compile(&build, error) && build_instrument(&build, bitcode, false, error) &&
               file_hash(bitcode, hash, error);
        memory_free(bitcode);
    }
    build_free(&build);
    memory_free(folder);
    return good;
}

void executable_free(struct executable *executable)
{
    scratch_free(executable->scratch, executable->lock);
    memory_free(executable->path);
    *executable = (struct executable){.lock = -1};
}
