// usage: fuzz_oracle por|jobs|parts|subsets|prune|edits|race|locks|native|threads|slices [--option=value ...]
// FILE COUNT
#include "oracle.h"

#include "base/memory.h"
#include "program/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *oracle_violation_text(const struct program *program, const struct exploration_violation *v)
{
    // At which of its operations a thread that goes round for ever is found may differ, if one is in the
    // runtime library, without a line. The message tells where all threads are, as the user sees it.
    bool anywhere = v->code == NO_CODE || v->property == PROPERTY_DEADLOCK;
    uint32_t line = anywhere ? 0 : program->locations[program->location_of[v->code]].line;
    return memory_format("%s at %u: %s", property_name(v->property), line, v->message);
}

uint32_t oracle_properties(void)
{
    uint32_t properties = 0;
#define PROPERTY(name, text, by_default) properties |= (uint32_t)(by_default) << PROPERTY_##name;
    PROPERTY_KINDS(PROPERTY)
#undef PROPERTY
    return properties;
}

bool oracle_enter(struct program *program, uint32_t number)
{
    char name[32];
    snprintf(name, sizeof name, "main_%u", number);
    program_forget_analyses(program);
    program->main = program_find_function(program, name);
    program->main_parameters = 0;
    return program->main != NO_FUNCTION;
}

void oracle_check_all(struct program *program, const struct oracle_options *options, oracle_check *check)
{
    for (uint32_t k = 0; k < options->count; k++) {
        if (oracle_enter(program, k))
            check(program, options, k);
        else
            printf("%u failed there is no main_%u\n", k, k);
        fflush(stdout);
    }
}

static struct program *load(const char *file)
{
    struct error error = {0};
    const char *arguments[] = {"-w", "-fwrapv"};
    struct frontend_options options = {.files = &file,
                                       .file_count = 1,
                                       .clang_arguments = arguments,
                                       .clang_argument_count = 2,
                                       .cache_folder = ""};
    struct program *program = frontend_load(&options, &error);
    if (!program)
        fprintf(stderr, "fuzz_oracle: %s\n", error.message ? error.message : "compilation failed");
    error_free(&error);
    return program;
}

static bool read_option(struct oracle_options *options, const char *argument)
{
    unsigned long number = 0;
    const char *value = strchr(argument, '=');
    if (value)
        number = strtoul(value + 1, NULL, 10);
    if (!strncmp(argument, "--native=", 9))
        options->native = value + 1;
    else if (!strncmp(argument, "--old=", 6))
        options->old = value + 1;
    else if (!strncmp(argument, "--max-executions=", 17))
        options->max_executions = number;
    else if (!strncmp(argument, "--max-seconds=", 14))
        options->max_seconds = (double)number;
    else if (!strncmp(argument, "--forbidden=", 12))
        options->forbidden = (uint32_t)number;
    else if (!strncmp(argument, "--settings=", 11))
        options->settings = (uint32_t)number;
    else if (!strncmp(argument, "--pieces=", 9))
        options->pieces = (uint32_t)number;
    else if (!strncmp(argument, "--subsets=", 10))
        options->subsets = (uint32_t)number;
    else if (!strncmp(argument, "--seed=", 7))
        options->seed = (uint32_t)number;
    else if (!strcmp(argument, "--verbose"))
        options->verbose = true;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    struct oracle_options options = {
        .max_seconds = 20, .forbidden = 2, .settings = 5, .subsets = 3, .pieces = 3};
    int k = 2;
    while (k < argc && read_option(&options, argv[k]))
        k++;
    if (argc - k != 2) {
        fputs("usage: fuzz_oracle por|alike|jobs|parts|subsets|prune|edits|race|locks|native|threads|slices "
              "[--option=value "
              "...] FILE "
              "COUNT\n",
              stderr);
        return 2;
    }
    bool alike = !strcmp(argv[1], "alike");
    bool edits = !strcmp(argv[1], "edits");
    bool jobs = !strcmp(argv[1], "jobs"), parts = !strcmp(argv[1], "parts"), por = !strcmp(argv[1], "por"),
         race = !strcmp(argv[1], "race"), prune = !strcmp(argv[1], "prune"),
         subsets = !strcmp(argv[1], "subsets");
    if (!options.max_executions)
        options.max_executions = prune || edits ? 2500 : 5000;
    options.parts = parts;
    options.file = argv[k];
    options.count = (uint32_t)strtoul(argv[k + 1], NULL, 10);
    struct program *program = load(options.file);
    struct program *old_version = edits && options.old ? load(options.old) : NULL;
    if (!program || (edits && !old_version))
        return 2;
    if (!por && !alike && !jobs && !parts && !subsets && !race && !prune && !edits && options.max_seconds > 1)
        options.max_seconds = 1; // what is not explored is not compared, and that is all
    if (por)
        oracle_por(program, &options);
    else if (alike)
        oracle_alike(program, &options);
    else if (jobs || parts)
        oracle_jobs(program, &options);
    else if (subsets)
        oracle_subsets(program, &options);
    else if (prune)
        oracle_prune(program, &options);
    else if (edits)
        oracle_edits(old_version, program, &options);
    else if (race)
        oracle_race(program, &options);
    else if (!strcmp(argv[1], "locks"))
        oracle_locks(program, &options);
    else if (!strcmp(argv[1], "threads") || !strcmp(argv[1], "slices"))
        oracle_analysis(program, &options, argv[1][0] == 's');
    else
        oracle_native(program, &options);
    program_free(old_version);
    program_free(program);
    return 0;
}
