// usage: simulate_scale [--workers=N] [--work=N] [--rest=N] [--milliseconds=N] FILE.c [-- CLANG-ARGUMENTS...]
//
// What an exploration in parts (explore/split.h) would cost on so many machines, by simulation on one: parts
// are explored one after the other, and the time that each has taken passes on a simulated worker's clock,
// with some milliseconds for taking a part and telling what came of it. Which parts there are at which
// simulated moment, and so what is explored, is as it would be. Prints one line.
//
// --work: until a part leaves its rest to others, in steps of about 10 ns; --rest: so many parts at most, if
// that does not take several times as long.
#include "base/clock.h"
#include "base/memory.h"
#include "explore/split.h"
#include "program/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct setting {
    uint32_t workers, rest;
    uint64_t work;
    double delay; // seconds
};

// A part that a simulated worker has taken.
struct taken {
    double end; // on the simulated clock
    uint32_t epoch, part;
    byte_vector result;
};

struct simulation {
    const struct program *program;
    struct exploration_options options;
    struct setting setting;
    struct split *split;
    uint32_t epoch, next; // parts below `next` have been taken in that epoch
    VECTOR(struct taken) taken;
    double now, busy, longest;
    uint64_t parts, bytes;
    uint32_t most; // at a time
};

static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool find_next(struct simulation *s)
{
    if (s->epoch != split_epoch(s->split)) {
        s->epoch = split_epoch(s->split);
        s->next = 0;
    }
    return s->next < split_count(s->split);
}

static void take_part(struct simulation *s)
{
    struct taken t = {.epoch = s->epoch, .part = s->next++};
    const struct part_limits limits = {.work = s->setting.work, .rest = s->setting.rest};
    byte_vector epoch = {0}, bytes = {0};
    split_write_epoch(s->split, &epoch);
    split_write_path(s->split, t.part, &bytes);
    const struct byte_reader facts = {epoch.data, epoch.data + epoch.size, false};
    const struct byte_reader path = {bytes.data, bytes.data + bytes.size, false};
    double begin = processor_seconds();
    if (!part_explore(s->program, &s->options, facts, path, &limits, clock_seconds(), &t.result))
        exit(4);
    double seconds = processor_seconds() - begin;
    t.end = s->now + s->setting.delay + seconds;
    s->busy += seconds;
    s->longest = seconds > s->longest ? seconds : s->longest;
    s->parts++;
    s->bytes += bytes.size + t.result.size;
    vector_push(&s->taken, t);
    if (s->taken.size > s->most)
        s->most = s->taken.size;
    vector_free(&epoch);
    vector_free(&bytes);
}

// The first of those that are explored at this moment comes to its end.
static void end_first(struct simulation *s)
{
    uint32_t first = 0;
    for (uint32_t k = 1; k < s->taken.size; k++)
        if (s->taken.data[k].end < s->taken.data[first].end)
            first = k;
    struct taken t = s->taken.data[first];
    s->taken.data[first] = vector_last(&s->taken);
    s->taken.size--;
    s->now = t.end;
    split_hear(s->split, t.epoch, t.part, t.result.data, t.result.size);
    vector_free(&t.result);
}

static void simulate(struct simulation *s)
{
    s->split = split_new(s->program, &s->options, clock_seconds());
    while (!split_is_over(s->split)) {
        while (s->taken.size < s->setting.workers && find_next(s))
            take_part(s);
        if (!s->taken.size)
            exit(4);
        end_first(s);
    }
    for (uint32_t k = 0; k < s->taken.size; k++)
        vector_free(&s->taken.data[k].result);
    vector_free(&s->taken);
    struct exploration *e = split_end(s->split);
    printf("workers %u verdict %d executions %llu parts %llu seconds %.3f busy %.3f idle %.1f%% most %u "
           "longest %.3f messages %llu bytes %llu\n",
           s->setting.workers, (int)e->verdict, (unsigned long long)counters_executions(&e->counters),
           (unsigned long long)s->parts, s->now, s->busy, 100 * (1 - s->busy / (s->now * s->setting.workers)),
           s->most, s->longest, (unsigned long long)(4 * s->parts), (unsigned long long)s->bytes);
    exploration_free(e);
}

static bool read_option(struct setting *setting, const char *argument)
{
    const char *value = strchr(argument, '=');
    if (!value)
        return false;
    unsigned long long number = strtoull(value + 1, NULL, 10);
    if (!strncmp(argument, "--workers=", 10))
        setting->workers = (uint32_t)number;
    else if (!strncmp(argument, "--work=", 7))
        setting->work = number;
    else if (!strncmp(argument, "--rest=", 7))
        setting->rest = (uint32_t)number;
    else if (!strncmp(argument, "--milliseconds=", 15))
        setting->delay = (double)number / 1000;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    struct simulation s = {.setting = {.workers = 1, .rest = 64, .work = 10000000, .delay = 0.002}};
    int k = 1;
    while (k < argc && read_option(&s.setting, argv[k]))
        k++;
    if (k == argc) {
        fputs(
            "usage: simulate_scale [--workers=N] [--work=N] [--rest=N] [--milliseconds=N] FILE.c [-- ...]\n",
            stderr);
        return 2;
    }
    struct error error = {0};
    const char *file = argv[k++];
    k += k < argc && !strcmp(argv[k], "--");
    struct frontend_options load = {.files = &file,
                                    .file_count = 1,
                                    .clang_arguments = (const char *const *)argv + k,
                                    .clang_argument_count = (uint32_t)(argc - k)};
    struct program *program = frontend_load(&load, &error);
    if (!program) {
        fprintf(stderr, "simulate_scale: %s\n", error.message);
        error_free(&error);
        return 2;
    }
    s.program = program;
    s.options = (struct exploration_options){.por = POR_OPTIMAL, .all = true};
    s.options.machine =
        (struct machine_options){.outcome = true, .arrivals = true, .peek = true, .reuse = true};
#define PROPERTY(name, text, by_default)                                                                     \
    s.options.machine.properties |= (uint32_t)(by_default) << PROPERTY_##name;
    PROPERTY_KINDS(PROPERTY)
#undef PROPERTY
    simulate(&s);
    program_free(program);
    return 0;
}
