#include "cli/walked.h"

#include "base/memory.h"
#include "cli/recorded_program.h"
#include "cli/steered.h"
#include "predict/assertion_prediction.h"
#include "predict/recorded_calls.h"
#include "report/load.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static void add_unwalked_reason(struct prediction_result *result, const char *message)
{
    vector_push(&result->reasons, memory_format("assertions were not looked at: %s", message));
}

static uint32_t properties_of(const struct settings *settings)
{
    return (settings->predicted & PREDICT_ASSERTIONS ? 1u << PROPERTY_ASSERTION : 0u) |
           (settings->predicted & PREDICT_ABORTS ? 1u << PROPERTY_ABORT : 0u);
}

bool walked_wanted(const struct settings *settings)
{
    return properties_of(settings) != 0;
}

void walked_impossible(const struct settings *settings, struct prediction_result *result)
{
    if (!(settings->predicted & PREDICT_BY_DEFAULT))
        add_unwalked_reason(result, "a text has no program; a recording of heddle record does");
}

static struct program *load_recorded_program(const struct recorded_command *command, uint64_t hash,
                                             struct error *error)
{
    int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct program *program = NULL;
    if (folder < 0 || chdir(command->folder) != 0)
        error_set(error, "%s: %s", command->folder, strerror(errno));
    else
        program = recorded_program_load(command, hash, error);
    if (folder >= 0) {
        if (fchdir(folder) != 0)
            error_set(error, "the folder is gone");
        close(folder);
    }
    return program;
}

void walked_predictions(const char *recording, const struct event_trace *trace,
                        const recording_origins *origins, const struct settings *settings,
                        uint64_t max_memory, struct prediction_result *result)
{
    struct recording_file file;
    struct recorded_command command;
    struct error error = {0};
    if (!recording_open(&file, recording, &error)) {
        add_unwalked_reason(result, error.message);
        error_free(&error);
        return;
    }
    struct program *program = NULL;
    if (recorded_command_read(&command, file.header, &error))
        program = load_recorded_program(&command, file.header->program, &error);
    if (program && file.header->flags & RECORDING_WINDOW) {
        if (recorded_calls_may_fail(program))
            error_set(
                &error,
                "the recording is of a part of the run (--window, --keep): assertions are not predicted");
    } else if (program && recorded_calls_may_fail(program)) {
        char *name = steered_program_name(command.files.data[0]);
        struct assertion_options options = {
            .properties = properties_of(settings),
            .most_events = settings->predict_events,
            .most_predictions = settings->max_predictions,
            .max_seconds = settings->predict_seconds,
            .solver_milliseconds = (unsigned)settings->predict_timeout,
            .max_memory = max_memory,
            .name = name,
            .arguments = load_strings(&command.arguments),
            .argument_count = command.arguments.size,
        };
        assertion_predictions(recording, program, trace, origins, &options, result);
        memory_free(name);
    }
    if (error.message)
        add_unwalked_reason(result, error.message);
    error_free(&error);
    program_free(program);
    recorded_command_free(&command);
    recording_close(&file);
}
