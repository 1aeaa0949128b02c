#include "report/cluster.h"

#include "base/available.h"
#include "base/failure.h"
#include "base/memory.h"
#include "cluster/coordinate.h"
#include "cluster/work.h"
#include "report/earlier.h"
#include "report/loop_bounds.h"
#include "report/option_value.h"
#include "report/store_place.h"
#include "report/verify.h"

#include <string.h>

// ---- what goes together

static const char *excluded(const struct settings *s)
{
    if (s->por != POR_OPTIMAL && s->por != POR_SOURCE)
        return "--por other than optimal and source";
    if (s->prune == PRUNE_ON)
        return "--prune=on";
    return s->jobs > 1                               ? "--jobs"
           : s->store                                ? "--store"
           : s->slice == SLICE_SETTING_DYNAMIC       ? "--slice=dynamic"
           : s->check_engine == CHECK_PREDICTS       ? "--engine=predict"
           : s->preemptions                          ? "--preemptions"
           : s->iterative                            ? "--iterative"
           : s->max_executions                       ? "--max-executions"
           : s->show_output                          ? "--show-output"
           : s->explain                              ? "--explain"
           : s->verify_cuts                          ? "--verify-cuts"
           : s->properties & 1u << PROPERTY_LIVELOCK ? "--property=livelock"
                                                     : NULL;
}

// The servers of a URL, with the check's key and certificates.
static bool find_servers(const struct settings *settings, const char *url, struct store_servers *servers,
                         struct error *error)
{
    if (strncmp(url, "redis://", 8) != 0 && strncmp(url, "rediss://", 9) != 0)
        return error_set(error,
                         "a cluster needs a redis server: redis://HOST:PORT/NAME, or rediss:// with TLS");
    return store_place_servers(settings, url, servers, error);
}

bool cluster_check(const struct settings *settings, struct error *error)
{
    struct store_servers servers;
    const char *other = excluded(settings);
    if (other)
        return error_set(error, "--cluster does not go with %s (docs/scale.md)", other);
    if (!find_servers(settings, settings->cluster, &servers, error))
        return false;
    store_address_free(&servers.address);
    char *build = earlier_build(error);
    memory_free(build);
    return build;
}

// ---- what workers are told

// Options that do not decide what an exploration explores.
static bool is_aside(const char *given)
{
    static const char *const aside[] = {
        "--cluster", "--cluster-patience",  "--store-key",  "--store-timeout", "--store-ca", "--format",
        "--witness", "--store-certificate", "--minimise",   "--width",         "--color",    "--progress",
        "--verbose", "--max-seconds",       "--max-memory", "--full-schedule", "--cache",    "--store-size",
        "--target"};
    size_t size = strcspn(given, "=");
    for (size_t k = 0; k < sizeof aside / sizeof *aside; k++)
        if (strlen(aside[k]) == size && memcmp(aside[k], given, size) == 0)
            return true;
    return false;
}

static void add_request(const struct settings *settings, byte_vector *to)
{
    struct error error = {0};
    char *build = earlier_build(&error);
    uint32_t count = 0;
    if (!build)
        failure_contradiction("which build this is was known when the settings were looked at");
    for (uint32_t k = 0; k < settings->given.size; k++)
        count += !is_aside(settings->given.data[k]);
    bytes_add_text(to, build);
    bytes_add_number(to, settings->max_threads); // these are set by more than their options
    bytes_add_number(to, settings->properties);
    bytes_add_number(to, count);
    for (uint32_t k = 0; k < settings->given.size; k++)
        if (!is_aside(settings->given.data[k]))
            bytes_add_text(to, settings->given.data[k]);
    memory_free(build);
}

struct exploration *cluster_run(struct heddle_check *check, const struct exploration_options *options)
{
    struct store_servers servers;
    struct exploration_options o = *options;
    byte_vector request = {0};
    if (!find_servers(&check->settings, check->settings.cluster, &servers, &check->error))
        failure_contradiction("the servers of --cluster were there when the settings were looked at");
    add_request(&check->settings, &request);
    const struct cluster_setting setting = {
        .servers = &servers, .request = bytes_reader(&request), .patience = check->settings.cluster_patience};
    o.prune = o.prune_late = false;
    o.output = NULL;
    struct exploration *result = cluster_explore(check->program, &o, &setting);
    vector_free(&request);
    store_address_free(&servers.address);
    return result;
}

// ---- workers

struct worker_context {
    uint64_t memory;
    void (*remark)(void *context, const char *text);
};

static bool set_given_option(struct settings *settings, const char *given, struct error *error)
{
    char *spelling = memory_copy_bytes(given, strcspn(given, "="));
    const char *value = strchr(given, '=');
    const struct option *option = option_find(spelling, COMMAND_CHECK);
    memory_free(spelling);
    return option ? settings_set(settings, option, value ? value + 1 : NULL, error)
                  : error_set(error, "a job has an option that there is not: %s", given);
}

static bool read_request(struct byte_reader from, struct settings *settings, struct error *error)
{
    char *build = earlier_build(error), *other = bytes_text(&from);
    bool good =
        build && (strcmp(build, other) == 0 ||
                  error_set(error, "a check of another build of heddle is left to workers of that build"));
    uint64_t threads = bytes_number(&from), properties = bytes_number(&from);
    for (uint32_t k = 0, count = bytes_count(&from, 1); k < count && good; k++) {
        char *given = bytes_text(&from);
        good = set_given_option(settings, given, error);
        memory_free(given);
    }
    settings->max_threads = threads;
    settings->properties = (uint32_t)properties;
    memory_free(build);
    memory_free(other);
    return good && (!from.damaged || error_set(error, "a job cannot be read"));
}

static void close_program(struct worker_program *program)
{
    heddle_free(program->owner);
}

static bool open_worker_program(void *context, struct byte_reader request, const void *image, size_t size,
                                struct worker_program *program, struct error *error)
{
    const struct worker_context *worker = context;
    struct heddle_check *check = heddle_new();
    if (!check)
        failure_memory();
    bool good = read_request(request, &check->settings, error);
    if (good)
        check->program = program_from_image("a program of a cluster", image, size, error);
    good = check->program &&
           loop_bounds_resolve(&check->settings.loop_bounds, check->program, &check->loop_bounds, error);
    if (!good) {
        heddle_free(check);
        return false;
    }
    check->machine = verify_machine_options(check);
    *program = (struct worker_program){.program = check->program, .owner = check};
    program->options = verify_exploration_options(check);
    program->options.max_seconds = 0;
    program->options.max_memory = worker->memory;
    return true;
}

static void pass_remark(void *context, const char *text)
{
    const struct worker_context *worker = context;
    worker->remark(NULL, text);
}

bool cluster_worker_check(const struct settings *settings, struct error *error)
{
    struct store_servers servers;
    if (settings->files.size != 1 || settings->clang_arguments.size)
        return error_set(error, "worker takes one URL: redis://HOST:PORT/NAME, or rediss:// with TLS");
    if (settings->claim_after <= 0)
        return error_set(error, "--claim-after needs a number of seconds");
    if (!find_servers(settings, settings->files.data[0], &servers, error))
        return false;
    store_address_free(&servers.address);
    return true;
}

enum heddle_status cluster_work(const struct settings *settings, const atomic_bool *stop,
                                void (*remark)(void *context, const char *text), struct error *error)
{
    struct store_servers servers;
    if (!find_servers(settings, settings->files.data[0], &servers, error))
        return HEDDLE_BAD_INPUT;
    struct worker_context context = {.memory = settings->max_memory, .remark = remark};
    if (context.memory == BYTES_AUTO)
        context.memory = available_memory("");
    const struct worker_setting setting = {.servers = &servers,
                                           .claim_after = settings->claim_after,
                                           .stop = stop,
                                           .context = &context,
                                           .open = open_worker_program,
                                           .close = close_program,
                                           .remark = pass_remark};
    worker_run(&setting);
    store_address_free(&servers.address);
    return HEDDLE_SAFE;
}
