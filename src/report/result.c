#include "report/result.h"

#include "base/memory.h"

#include <string.h>
#include <sys/resource.h>

void result_free(struct result *result)
{
    for (uint32_t i = 0; i < result->timelines.size; i++)
        timeline_free(result->timelines.data[i]);
    vector_free(&result->timelines);
    text_list_free(&result->witnesses);
    buffer_free(&result->output);
    earlier_reuse_free(&result->reuse);
    race_proof_free(result->race_proof);
    memory_free(result->store_problem);
    replay_analysis_free(&result->analysis);
    sources_free(&result->sources);
}

uint32_t result_properties(const struct result *result)
{
    bool proven = result->race_proof && result->race_proof->proven;
    return result->settings->properties | (proven ? 1u << PROPERTY_DATA_RACE : 0);
}

const char *result_no_summaries(const struct result *result)
{
    return result->exploration->not_carried ? "what was learnt then does not fit the edited program"
                                            : result->reuse.no_summaries;
}

static const struct exploration_violation *violation_at(const struct result *result, uint32_t i)
{
    return &result->exploration->violations.data[i];
}

struct timeline *result_timeline(struct result *result, uint32_t violation)
{
    while (result->timelines.size <= violation)
        vector_push(&result->timelines, NULL);
    struct timeline **timeline = &result->timelines.data[violation];
    if (!*timeline)
        *timeline = timeline_build(result->program, result->machine, violation_at(result, violation),
                                   &result->analysis);
    return *timeline;
}

struct source_place result_place(struct result *result, uint32_t violation)
{
    const struct exploration_violation *v = violation_at(result, violation);
    const struct timeline *timeline = v->blocked.size > 0 ? result_timeline(result, violation) : NULL;
    for (uint32_t i = 0; timeline && i < timeline->waiting.size; i++)
        if (!timeline->waiting.data[i].joining && // a join is seldom the cause
            !timeline->waiting.data[i].runs)
            return place_of(result->program, timeline->waiting.data[i].code);
    if (v->accesses.size == 2)
        return result_access_place(result, &v->accesses.data[1]);
    return place_of_stack(result->program, v->code, v->stack.data, v->stack.size);
}

const char *result_access_kind(const struct violation_access *access)
{
    switch (access->kind) {
    case OPERATION_READ: return access->atomic ? "atomic read" : "read";
    case OPERATION_WRITE: return access->atomic ? "atomic write" : "write";
    case OPERATION_UPDATE: return access->write ? "atomic update" : "atomic read";
    case OPERATION_FREE: return "free";
    case OPERATION_BLOCK_SIZE: return "look at the size";
    default: return access->atomic ? operation_name(access->kind) : access->write ? "write" : "read";
    }
}

struct source_place result_access_place(const struct result *result, const struct violation_access *access)
{
    return place_of(result->program, access->place);
}

uint32_t result_thread_count(const struct result *result, uint32_t violation)
{
    const struct exploration_violation *v = violation_at(result, violation);
    return v->blocked.size > 0 ? v->blocked.size : v->accesses.size > 0 ? v->accesses.size : 1;
}

const char *result_thread(const struct result *result, uint32_t violation, uint32_t i)
{
    const struct exploration_violation *v = violation_at(result, violation);
    uint32_t thread = i < v->blocked.size               ? v->blocked.data[i]
                      : i == 1 && v->accesses.size == 2 ? v->accesses.data[0].thread
                                                        : v->thread;
    return thread < v->thread_names.size ? v->thread_names.data[thread] : "main";
}

const char *result_witness(const struct result *result, uint32_t violation)
{
    return violation < result->witnesses.size ? result->witnesses.data[violation] : NULL;
}

const char *result_verdict(const struct result *result)
{
    static const char *const names[] = {
        [VERDICT_SAFE] = "safe", [VERDICT_VIOLATION] = "violation", [VERDICT_INCONCLUSIVE] = "inconclusive"};
    return names[result->exploration->verdict];
}

char *result_output(struct result *result)
{
    struct buffer copy = {0};
    const struct buffer *from =
        result->exploration->violations.size > 0 ? &result_timeline(result, 0)->output : &result->output;
    buffer_append(&copy, from->bytes.data, from->bytes.size);
    return buffer_take(&copy);
}

static double peak_rss(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_maxrss * 1024 : 0;
}

void result_numbers(const struct result *result, struct result_number numbers[RESULT_NUMBERS])
{
    const struct exploration_counters *counters = &result->exploration->counters;
    const struct smt_statistics *solver = &result->exploration->solver;
    const struct summary_statistics *summaries = &result->exploration->summaries;
    const struct result_number all[RESULT_NUMBERS] = {
        {"executions.complete", false, (double)counters->complete},
        {"executions.partial", false, (double)counters->partial},
        {"executions.blocked", false, (double)counters->blocked},
        {"executions.infeasible", false, (double)counters->infeasible},
        {"executions.bounded", false, (double)counters->bounded},
        {"executions.sleep_blocked", false, (double)counters->sleep_blocked},
        {"summaries.entries", false, (double)summaries->entries},
        {"summaries.hits", false, (double)summaries->hits},
        {"summaries.dropped", false, (double)summaries->dropped},
        {"summaries.largest", false, (double)summaries->largest},
        {"solver.queries", false, (double)solver->queries},
        {"solver.cache_hits", false, (double)(solver->model_hits + solver->unsat_hits)},
        {"solver.seconds", true, solver->seconds},
        {"seconds.frontend", true, result->frontend_seconds},
        {"seconds.analysis", true, result->exploration->analysis_seconds},
        {"seconds.exploration", true, result->exploration->seconds},
        {"seconds.total", true, result->total_seconds},
        {"states", false, (double)result->exploration->states},
        {"events", false, (double)counters->events},
        {"instructions", false, (double)result->exploration->machine.instructions},
        {"peak_rss_bytes", false, peak_rss()},
    };
    memcpy(numbers, all, sizeof all);
}

// What lifts a reason whose message does not say it itself, by a part of the message.
static const struct {
    const char *part, *hint;
} hints[] = {
    {"no body and no model",
     "--havoc=NAME if it may return anything and changes nothing, or by a definition of it"},
    {"solver is not available", "installing Z3 (Debian: libz3-4)"},
};

static const char *find_hint(const char *message)
{
    for (uint32_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strstr(message, hints[i].part) && !strstr(message, "--"))
            return hints[i].hint;
    return NULL;
}

uint32_t result_reason_count(const struct result *result)
{
    return result->exploration->reasons.size + (result->ended_early != NULL);
}

struct result_reason result_reason(const struct result *result, uint32_t i)
{
    if (i >= result->exploration->reasons.size)
        return (struct result_reason){
            .message = result->ended_early, .place = place_of(result->program, NO_CODE), .times = 1};
    const struct exploration_remark *remark = &result->exploration->reasons.data[i];
    return (struct result_reason){.message = remark->message,
                                  .hint = find_hint(remark->message),
                                  .place = place_of(result->program, remark->code),
                                  .times = remark->times};
}
