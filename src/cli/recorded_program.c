#include "cli/recorded_program.h"

#include "program/executable.h"

static bool is_recorded_program(const struct frontend_options *options, uint64_t recorded,
                                struct error *error)
{
    uint64_t hash;
    if (!executable_hash(options, &hash, error)) {
        if (error->message && *error->message)
            return false;
        error_free(error);
        return error_set(error, "the program cannot be built any more");
    }
    return hash == recorded || error_set(error, "the program has changed since it was recorded");
}

struct program *recorded_program_load(const struct recorded_command *command, uint64_t hash,
                                      struct error *error)
{
    struct frontend_options options = recorded_command_options(command);
    if (!recorded_command_check(command, error) || !is_recorded_program(&options, hash, error))
        return NULL;
    options.own_errors = true; // reach_error and its like: natively they are the program's, too
    struct program *program = frontend_load(&options, error);
    if (!program && !*error->message) {
        error_free(error);
        error_set(error, "the program cannot be built any more");
    }
    if (program && program->main == NO_FUNCTION) {
        program_free(program);
        error_set(error, "the program defines no function main");
        return NULL;
    }
    return program;
}
