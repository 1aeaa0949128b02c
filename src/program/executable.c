#include "program/executable.h"

#include "base/file.h"
#include "base/memory.h"
#include "program/compile.h"
#include "program/elf.h"
#include "program/embed.h"
#include "program/scratch.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *name_of(const char *path)
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
        if (strcmp(name_of(build->dependencies.files.data[i]), name_of(library)) == 0 &&
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
static bool link_program(const struct build *build, const char *bitcode, const char *output,
                         const char *messages, struct error *error)
{
    struct command command = {0};
    pid_t pid;
    const struct frontend_options *options = build->options;
    const char *const words[] = {build->tools.clang, "-O2", "-Wno-everything", "-o", output, bitcode};
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

static bool instrument_and_link(struct build *build, struct executable *executable, bool steered,
                                const char *messages, struct error *error)
{
    char *bitcode = memory_format("%s/recorded.bc", build->scratch);
    bool good = build_instrument(build, bitcode, false, error) &&
                file_hash(bitcode, &executable->hash, error) &&
                (!steered || build_instrument(build, bitcode, true, error)) &&
                link_program(build, bitcode, executable->path, messages, error);
    memory_free(bitcode);
    return good;
}

static char *read_messages(const char *path)
{
    size_t size;
    struct error ignored = {0};
    char *text = file_read(path, FILE_LIMIT_SOURCE, &size, &ignored);
    error_free(&ignored);
    return text;
}

// What has no definition may be an inline function, whose body is asked for then.
static bool make(struct build *build, struct executable *executable, bool steered, struct error *error)
{
    char *path = memory_format("%s/linker", build->scratch);
    bool good = instrument_and_link(build, executable, steered, path, error);
    char *said = good ? NULL : read_messages(path);
    if (said && strstr(said, "undefined reference") && build_compile_inline(build)) {
        memory_free(said);
        error_free(error);
        good = instrument_and_link(build, executable, steered, path, error);
        said = good ? NULL : read_messages(path);
    }
    if (said)
        fputs(said, stderr);
    memory_free(said);
    memory_free(path);
    return good;
}

bool executable_make(struct executable *executable, const struct frontend_options *options, bool steered,
                     struct error *error)
{
    struct build build = {.scratch_lock = -1};
    *executable = (struct executable){.lock = -1};
    bool good = build_prepare(&build, options, error) && tools_check_clang(&build.tools, error) &&
                build_compile(&build, error);
    if (good) {
        executable->path = memory_format("%s/recorded", build.scratch);
        good = make(&build, executable, steered, error);
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
    return good;
}

bool executable_hash(const struct frontend_options *options, uint64_t *hash, struct error *error)
{
    struct build build = {.scratch_lock = -1, .quiet = true};
    bool good = build_prepare(&build, options, error) && tools_check_clang(&build.tools, error) &&
                build_compile(&build, error);
    if (good) {
        char *bitcode = memory_format("%s/recorded.bc", build.scratch);
        good = build_instrument(&build, bitcode, false, error) && file_hash(bitcode, hash, error);
        memory_free(bitcode);
    }
    build_free(&build);
    return good;
}

void executable_free(struct executable *executable)
{
    scratch_free(executable->scratch, executable->lock);
    memory_free(executable->path);
    *executable = (struct executable){.lock = -1};
}
