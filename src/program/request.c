#include "program/request.h"

#include "base/memory.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "0"
#endif

static void hash_request_text(XXH3_state_t *state, const char *text)
{
    if (text)
        XXH3_128bits_update(state, text, strlen(text));
    XXH3_128bits_update(state, text ? "\1" : "\2", 1);
}

// A tool is known by its path, size and time.
static void hash_tool(XXH3_state_t *state, const char *path)
{
    struct stat status;
    hash_request_text(state, path);
    if (!path || stat(path, &status) != 0)
        return;
    int64_t identity[3] = {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
    XXH3_128bits_update(state, identity, sizeof identity);
}

static XXH3_state_t *new_state(void)
{
    XXH3_state_t *state = XXH3_createState();
    XXH3_128bits_reset(state);
    hash_request_text(state, HEDDLE_VERSION);
    return state;
}

static struct cache_key finish_request_key(XXH3_state_t *state)
{
    XXH128_hash_t hash = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    return (struct cache_key){hash.low64, hash.high64};
}

// What every compilation depends on.
static void hash_compiler(XXH3_state_t *state, const struct build *build)
{
    static const char *const variables[] = {"CPATH", "C_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS",
                                            "GCC_EXEC_PREFIX"};
    char folder[4096];
    hash_tool(state, build->tools.clang);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        hash_request_text(state, getenv(variables[i]));
    hash_request_text(state, getcwd(folder, sizeof folder));
}

static void hash_unit(XXH3_state_t *state, const struct unit *unit)
{
    hash_request_text(state, unit->file);
    hash_request_text(state, unit->folder);
    for (uint32_t k = 0; k < unit->command.words.size; k++)
        hash_request_text(state, unit->command.words.data[k]);
}

struct cache_key request_unit_key(const struct build *build, const struct unit *unit)
{
    XXH3_state_t *state = new_state();
    hash_compiler(state, build);
    hash_unit(state, unit);
    hash_request_text(state, "bitcode");
    return finish_request_key(state);
}

struct cache_key request_key(const struct build *build)
{
    XXH3_state_t *state = new_state();
    hash_compiler(state, build);
    hash_tool(state, build->tools.lower);
    hash_request_text(state, getenv("LD_LIBRARY_PATH")); // where libraries of programs are looked for
    static const char *const runtimes[] = {"runtime-64.bc", "runtime-32.bc"};
    for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes; i++) {
        char *path = build->tools.runtime ? memory_format("%s/%s", build->tools.runtime, runtimes[i]) : NULL;
        hash_tool(state, path);
        memory_free(path);
    }
    uint32_t asked[] = {build->options->pointer_bits, build->options->signed_shifts,
                        build->options->volatile_atomic, build->options->own_errors};
    XXH3_128bits_update(state, asked, sizeof asked);
    for (uint32_t i = 0; i < build->options->entry_count; i++)
        hash_request_text(state, build->options->entries[i]);
    hash_request_text(state, NULL);
    for (uint32_t i = 0; i < build->options->given_file_count; i++)
        hash_request_text(state, build->options->given_files[i]);
    hash_request_text(state, build->options->given_input);
    hash_request_text(state, build->options->effects);
    XXH3_128bits_update(state, &build->options->symbolic_input, sizeof build->options->symbolic_input);
    for (uint32_t i = 0; i < build->units.size; i++)
        hash_unit(state, &build->units.data[i]);
    return finish_request_key(state);
}

struct cache_key request_recorded_key(const struct build *build, bool steered)
{
    XXH3_state_t *state = new_state();
    struct cache_key program = request_key(build);
    char *inlined = build->tools.record ? memory_format("%s/record-64.bc", build->tools.record) : NULL;
    XXH3_128bits_update(state, &program, sizeof program);
    hash_request_text(state, steered ? "steered" : "recorded");
    hash_tool(state, inlined);
    memory_free(inlined);
    return finish_request_key(state);
}
