#include "program/frontend.h"

#include "base/memory.h"
#include "program/compile.h"
#include "program/request.h"

#include <stdio.h>
#include <time.h>

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
    if (build_lower(build, output, error))
        program = program_read(output, error);
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
