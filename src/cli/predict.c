// heddle predict: reads traces, and prints what other orders of their events lead to.
#include "base/available.h"
#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/help.h"
#include "cli/steered.h"
#include "cli/walked.h"
#include "predict/recording.h"
#include "report/json_text.h"
#include "report/prediction_view.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static uint64_t memory_limit_of(const struct settings *settings)
{
    return settings->max_memory == BYTES_AUTO ? available_memory("") : settings->max_memory;
}

// With --engine=auto, the most events of a trace for the exact engine.
enum { EXACT_MOST_EVENTS = 100000 };

// In recordings the order of what is no access (memory that is freed, what code that was not instrumented may
// have written) is known to the order of the trace alone.
static bool is_exact(const struct settings *settings, const struct event_trace *trace)
{
    return !trace->recorded && (settings->engine == ENGINE_EXACT ||
                                (settings->engine == ENGINE_AUTO && trace->events.size <= EXACT_MOST_EVENTS));
}

// Where the events come from in the recording: for runs that follow it.
static bool wants_origins(const struct settings *settings)
{
    return settings->replay || walked_wanted(settings);
}

// Predicts from one trace, and prints it, or adds it to the array.
static int predict_from(const char *file, const struct settings *settings, json_t *array)
{
    struct event_trace trace = {0};
    struct error error = {0};
    int status = HEDDLE_BAD_INPUT;
    struct recording_info recording;
    recording_origins origins = {0};
    if (trace_file_read(&trace, file, &recording, wants_origins(settings) ? &origins : NULL, &error)) {
        struct prediction_result result;
        struct prediction_options options = {
            .races = settings->predicted & PREDICT_RACES,
            .deadlocks = settings->predicted & PREDICT_DEADLOCKS,
            .atomicity = settings->predicted & PREDICT_ATOMICITY && !trace.recorded,
            .most_predictions = settings->max_predictions,
            .most_steps = settings->max_cycles,
            .exact = is_exact(settings, &trace),
            .limits = {settings->predict_seconds, (unsigned)settings->predict_timeout,
                       memory_limit_of(settings)},
        };
        predict(&trace, &options, &result);
        if (recording.is_recording && walked_wanted(settings))
            walked_predictions(file, &trace, &origins, settings, memory_limit_of(settings), &result);
        else if (walked_wanted(settings))
            walked_impossible(settings, &result);
        if (settings->replay)
            steered_runs(file, &trace, &origins, &recording, settings, &result);
        if (array)
            json_add(array, prediction_json(file, &trace, &recording, &result));
        else {
            char *text = prediction_text(file, &trace, &recording, &options, &result,
                                         help_colour(settings->color, STDOUT_FILENO));
            fputs(text, stdout);
            memory_free(text);
        }
        status = result.predictions.size    ? HEDDLE_VIOLATION
                 : prediction_open(&result) ? HEDDLE_INCONCLUSIVE
                                            : HEDDLE_SAFE;
        prediction_result_free(&result);
    } else
        command_message(error.message);
    error_free(&error);
    vector_free(&origins);
    event_trace_free(&trace);
    return status;
}

// Bad input counts for more than a prediction, and that for more than what was left open.
static int worse_trace_status(int a, int b)
{
    static const int order[] = {HEDDLE_BAD_INPUT, HEDDLE_VIOLATION, HEDDLE_INCONCLUSIVE};
    for (uint32_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return a;
}

// The traces that are named, each after the part before it, if it has one that is not named, too.
static text_list all_parts(const text_list *files)
{
    text_list parts = {0};
    for (uint32_t i = 0; i < files->size; i++) {
        char *before = recording_part_before(files->data[i]);
        bool named = !before;
        for (uint32_t k = 0; k < files->size && !named; k++)
            named = strcmp(files->data[k], before) == 0;
        if (!named)
            text_list_add(&parts, before);
        memory_free(before);
        text_list_add(&parts, files->data[i]);
    }
    return parts;
}

static int predict_all(const struct settings *settings, struct error *error)
{
    (void)error; // of each trace by itself
    memory_limit(memory_limit_of(settings));
    json_t *array = settings->predict_format == PREDICT_JSON ? json_array() : NULL;
    int status = HEDDLE_SAFE;
    text_list parts = all_parts(&settings->files);
    for (uint32_t i = 0; i < parts.size; i++) {
        if (!array && parts.size > 1)
            printf("%s%s:\n", i ? "\n" : "", parts.data[i]);
        status = worse_trace_status(status, predict_from(parts.data[i], settings, array));
    }
    text_list_free(&parts);
    if (array) {
        json_t *object = json_object();
        json_put(object, "traces", array);
        char *text = json_print(object);
        fputs(text, stdout);
        memory_free(text);
    }
    return status;
}

static bool check_predict_settings(const struct settings *settings, struct error *error)
{
    if (settings->files.size == 0)
        return error_set(error, "no input files: name at least one trace");
    return settings->clang_arguments.size == 0 ||
           error_set(error, "-- is for clang, which predict does not run");
}

int command_predict(const struct cli_command *command, int count, char **arguments)
{
    return arguments_run(command, count, arguments,
                         (struct command_parts){check_predict_settings, predict_all});
}
