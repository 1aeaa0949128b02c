#include "program/frontend.h"

#include "base/file.h"
#include "base/memory.h"
#include "program/compile.h"
#include "program/inline_bodies.h"
#include "program/request.h"

#include <stdio.h>
#include <time.h>

static struct program *lower_and_read(struct build *build, const char *output, struct error *error)
{
    return build_lower(build, output, error) ? program_read(output, error) : NULL;
}

// Where a function has no body, those of inline functions are asked for. Takes `program`, which is in
// *output; returns it or another one, and its file.
static struct program *with_inline_bodies(struct build *build, struct program *program, char **output)
{
    struct error ignored = {0};
    if (!inline_bodies_missing(program, &build->dependencies) || !build_compile_inline(build))
        return program;
    char *second = memory_format("%s/inline.hp", build->scratch);
    struct program *better = lower_and_read(build, second, &ignored);
    error_free(&ignored);
    memory_free(better ? *output : second);
    if (!better)
        return program;
    *output = second;
    program_free(program);
    return better;
}

static struct program *load_through_cache(struct build *build, const char *folder, struct error *error)
{
    struct cache_key key = request_key(build);
    struct program *program = folder ? cache_load(folder, key, &build->dependencies) : NULL;
    if (program)
        return program;
    clock_gettime(CLOCK_REALTIME_COARSE, &build->begin);
    build->cache = folder;
    if (!build_compile(build, error))
        return NULL;
    char *output = memory_format("%s/program.hp", build->scratch);
    program = lower_and_read(build, output, error);
    if (program)
        program = with_inline_bodies(build, program, &output);
    if (program && folder && !cache_store(folder, key, &build->dependencies, &build->begin, output) &&
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

char *frontend_harness(const struct frontend_options *options, bool absolute, size_t *size,
                       struct error *error)
{
    struct build build = {.scratch_lock = -1, .harness = absolute ? "--harness=absolute" : "--harness"};
    char *text = NULL;
    if (build_prepare(&build, options, error) && build_compile(&build, error)) {
        char *output = memory_format("%s/driver.c", build.scratch);
        if (build_lower(&build, output, error))
            text = file_read(output, FILE_LIMIT_SOURCE, size, error);
        memory_free(output);
    }
    build_free(&build);
    return text;
}
