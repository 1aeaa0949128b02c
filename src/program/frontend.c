#include "program/frontend.h"

#include "base/memory.h"
#include "program/compile.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "0"
#endif

static void hash_text(XXH3_state_t *state, const char *text)
{
    if (text)
        XXH3_128bits_update(state, text, strlen(text));
    XXH3_128bits_update(state, text ? "\1" : "\2", 1);
}

// A tool is known by its path, size and time.
static void hash_tool(XXH3_state_t *state, const char *path)
{
    struct stat status;
    hash_text(state, path);
    if (!path || stat(path, &status) != 0)
        return;
    int64_t identity[3] = {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
    XXH3_128bits_update(state, identity, sizeof identity);
}

// Everything but the content of files that the program depends on.
static struct cache_key request_key(const struct build *build)
{
    static const char *const variables[] = {"CPATH", "C_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS",
                                            "GCC_EXEC_PREFIX"};
    char folder[4096];
    XXH3_state_t *state = XXH3_createState();
    XXH3_128bits_reset(state);
    hash_text(state, HEDDLE_VERSION);
    hash_tool(state, build->tools.clang);
    hash_tool(state, build->tools.lower);
    static const char *const runtimes[] = {"runtime-64.bc", "runtime-32.bc"};
    for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes; i++) {
        char *path = build->tools.runtime ? memory_format("%s/%s", build->tools.runtime, runtimes[i]) : NULL;
        hash_tool(state, path);
        memory_free(path);
    }
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        hash_text(state, getenv(variables[i]));
    hash_text(state, getcwd(folder, sizeof folder));
    uint32_t asked[2] = {build->options->pointer_bits, build->options->signed_shifts};
    XXH3_128bits_update(state, asked, sizeof asked);
    for (uint32_t i = 0; i < build->options->given_file_count; i++)
        hash_text(state, build->options->given_files[i]);
    hash_text(state, build->options->given_input);
    XXH3_128bits_update(state, &build->options->symbolic_input, sizeof build->options->symbolic_input);
    for (uint32_t i = 0; i < build->units.size; i++) {
        const struct unit *unit = &build->units.data[i];
        hash_text(state, unit->file);
        hash_text(state, unit->folder);
        for (uint32_t k = 0; k < unit->command.words.size; k++)
            hash_text(state, unit->command.words.data[k]);
    }
    XXH128_hash_t hash = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    return (struct cache_key){hash.low64, hash.high64};
}

static struct program *load_through_cache(struct build *build, const char *folder, struct error *error)
{
    struct cache_key key = request_key(build);
    struct timespec begin;
    struct program *program = folder ? cache_load(folder, key, &build->dependencies) : NULL;
    if (program)
        return program;
    clock_gettime(CLOCK_REALTIME_COARSE, &begin);
    if (!build_compile(build, error))
        return NULL;
    char *output = memory_format("%s/program.hp", build->scratch);
    if (build_lower(build, output, error))
        program = program_read(output, error);
    if (program && folder && !cache_store(folder, key, &build->dependencies, &begin, output) &&
        build->options->verbose)
        fprintf(stderr, "heddle: note: the cache %s cannot be written\n", folder);
    memory_free(output);
    return program;
}

struct program *frontend_load(const struct frontend_options *options, struct error *error)
{
    struct build build = {.scratch_lock = -1};
    struct program *program = NULL;
    if (build_prepare(&build, options, error)) {
        char *folder = cache_folder(options->cache_folder);
        program = load_through_cache(&build, folder, error);
        memory_free(folder);
    }
    build_free(&build);
    return program;
}
