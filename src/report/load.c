#include "report/load.h"

#include "program/frontend.h"
#include "program/property.h"

#include <string.h>

const char *const *load_strings(const text_list *list)
{
    return (const char *const *)list->data;
}

const char *load_cache(const struct settings *settings)
{
    return settings->cache && strcmp(settings->cache, "off") == 0 ? "" : settings->cache;
}

static struct frontend_options options_of(const struct settings *settings, struct interrupt *interrupt)
{
    return (struct frontend_options){
        .files = load_strings(&settings->files),
        .file_count = settings->files.size,
        .clang_arguments = load_strings(&settings->clang_arguments),
        .clang_argument_count = settings->clang_arguments.size,
        .compile_commands = settings->compile_commands,
        .pointer_bits = settings->m32   ? 32
                        : settings->m64 ? 64
                                        : 0,
        .cache_folder = load_cache(settings),
        .entries = load_strings(&settings->entries),
        .entry_count = settings->entries.size,
        .given_files = load_strings(&settings->given_files),
        .given_file_count = settings->given_files.size,
        .given_input = settings->given_input.size ? settings->given_input.data[0] : NULL,
        .symbolic_input = settings->symbolic_input,
        .effects = settings->effects,
        .volatile_atomic = settings->volatile_accesses == 1,
        .signed_shifts = settings->properties >> PROPERTY_OVERFLOW & 1,
        .own_errors = settings->own_errors,
        .verbose = settings->verbose,
        .interrupt = interrupt,
    };
}

struct program *load_program(const struct settings *settings, struct interrupt *interrupt,
                             struct error *error)
{
    struct frontend_options options = options_of(settings, interrupt);
    return frontend_load(&options, error);
}

char *load_harness(const struct settings *settings, size_t *size, struct error *error)
{
    struct frontend_options options = options_of(settings, NULL);
    bool elsewhere = settings->output && strchr(settings->output, '/');
    return frontend_harness(&options, elsewhere, size, error);
}

struct program *load_whole_program(const struct settings *settings, struct interrupt *interrupt,
                                   struct error *error)
{
    struct program *program = load_program(settings, interrupt, error);
    if (!program || program->main != NO_FUNCTION)
        return program;
    error_set(
        error,
        "%s: the program defines no function main (a library is checked with a main of yours, or --entry)",
        settings->files.data[0]);
    program_free(program);
    return NULL;
}
