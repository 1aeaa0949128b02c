// heddle trace: what a trace of events consists of.
#include "base/memory.h"
#include "cli/arguments.h"
#include "predict/recording.h"
#include "predict/std_format.h"
#include "report/buffer.h"
#include "report/prediction_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const kind_words[EVENT_KINDS] = {"reads", "writes", "acquires", "releases",
                                                    "forks", "joins",  "begins",   "ends"};

static void print_recording(const struct recording_info *recording)
{
    const char *end = prediction_early_end(recording);
    printf("%-10s %10" PRIu64 " bytes, %" PRIu64 " events of %u threads, %" PRIu64 " of them numbered\n",
           "recorded", recording->bytes, recording->events, recording->threads, recording->numbered);
    if (recording->used < recording->numbered)
        printf("  %-10s %8" PRIu64 " numbered events, which follow one that is missing\n", "left out",
               recording->numbered - recording->used);
    if (recording->ordered_locks)
        printf("  %-10s %8u that were not used as locks are, or asked for\n", "locks",
               recording->ordered_locks);
    printf("  %-10s %8u\n", "uncertain", recording->uncertain);
    if (end)
        printf("  %s\n", end);
}

static void print_statistics(const struct event_trace *trace)
{
    static const char *const things[] = {"threads", "variables", "locks", "places"};
    uint64_t kinds[EVENT_KINDS] = {0};
    for (uint32_t i = 0; i < trace->events.size; i++)
        kinds[trace->events.data[i].kind]++;
    printf("%-10s %10u\n", "events", trace->events.size);
    for (uint32_t i = 0; i < EVENT_KINDS; i++)
        if (kinds[i])
            printf("  %-10s %8" PRIu64 "\n", kind_words[i], kinds[i]);
    for (uint32_t i = 0; i < sizeof things / sizeof *things; i++)
        printf("%-10s %10u\n", things[i], event_trace_count(trace, (enum event_names)i));
    for (uint32_t t = 0; t < event_trace_count(trace, NAMES_THREADS); t++) {
        char *name = text_clean(event_trace_name_of(trace, NAMES_THREADS, t), false);
        printf("  %-10s %8u events\n", name, trace->threads.data[t].events);
        memory_free(name);
    }
}

// Which threads are asked for, or NULL with the error set: one is not in the trace.
static bool *choose_threads(const struct event_trace *trace, const text_list *names, struct error *error)
{
    uint32_t threads = event_trace_count(trace, NAMES_THREADS);
    bool *chosen = memory_zalloc(threads + 1, sizeof *chosen);
    for (uint32_t t = 0; t < threads; t++)
        chosen[t] = names->size == 0;
    for (uint32_t i = 0; i < names->size; i++) {
        uint32_t t = 0;
        while (t < threads && strcmp(event_trace_name_of(trace, NAMES_THREADS, t), names->data[i]) != 0)
            t++;
        chosen[t] = true;
        if (t < threads)
            continue;
        memory_free(chosen);
        error_set(error, "--threads: the trace has no thread '%s'", names->data[i]);
        return NULL;
    }
    return chosen;
}

static bool print_trace_event(const struct event_trace *trace, uint32_t number, bool to_std,
                              struct error *error)
{
    if (to_std)
        return std_write_event(trace, number, stdout, error);
    char *line = prediction_event_line(trace, number), *clean = text_clean(line, true);
    fputs(clean, stdout);
    memory_free(line);
    memory_free(clean);
    return true;
}

static bool print_events(const struct event_trace *trace, const struct settings *settings,
                         struct error *error)
{
    bool *chosen = choose_threads(trace, &settings->threads, error), good = chosen != NULL;
    uint64_t end = settings->to && settings->to < trace->events.size ? settings->to : trace->events.size;
    for (uint64_t i = settings->from ? settings->from - 1 : 0; good && i < end; i++)
        if (chosen[trace->events.data[i].thread])
            good = print_trace_event(trace, (uint32_t)i, settings->to_std, error);
    memory_free(chosen);
    return good;
}

static bool show_file(const char *file, const struct settings *settings, struct error *error)
{
    struct event_trace trace = {0};
    struct recording_info recording;
    bool good = trace_file_read(&trace, file, &recording, NULL, error);
    if (good && settings->to_std && trace.recorded)
        puts(STD_RECORDED);
    if (good && (settings->dump || settings->to_std))
        good = print_events(&trace, settings, error);
    else if (good) {
        if (recording.is_recording)
            print_recording(&recording);
        print_statistics(&trace);
    }
    event_trace_free(&trace);
    return good;
}

// Events are those of one file: they are numbered in it.
static int show_trace(const struct settings *settings, struct error *error)
{
    const char *file = settings->files.data[0];
    char *before = recording_part_before(file);
    bool good = true;
    if (before && (settings->dump || settings->to_std))
        fprintf(stderr, "heddle: the events of %s; the part before is in %s\n", file, before);
    else if (before) {
        printf("%s:\n", before);
        good = show_file(before, settings, error);
        if (good)
            printf("\n%s:\n", file);
    }
    memory_free(before);
    return good && show_file(file, settings, error) ? HEDDLE_SAFE : HEDDLE_BAD_INPUT;
}

static bool check_trace_settings(const struct settings *settings, struct error *error)
{
    if (settings->files.size != 1 || settings->clang_arguments.size)
        return error_set(error, "needs one trace");
    if (settings->dump && settings->to_std)
        return error_set(error, "--dump and --to-std exclude each other");
    bool filters = settings->from || settings->to || settings->threads.size;
    return !filters || settings->dump || settings->to_std ||
           error_set(error, "--threads, --from and --to go with --dump or --to-std");
}

int command_trace(const struct cli_command *command, int count, char **arguments)
{
    return arguments_run(command, count, arguments, (struct command_parts){check_trace_settings, show_trace});
}
