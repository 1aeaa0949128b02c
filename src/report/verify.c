#include "report/verify.h"

#include "explore/minimise.h"

#include "analysis/allocation.h"
#include "base/clock.h"
#include "base/memory.h"
#include "predict/value_search.h"
#include "report/cluster.h"
#include "report/kept_violations.h"
#include "report/missing.h"
#include "report/unfinished.h"

#include <stdio.h>
#include <string.h>

#define MINIMISE_SECONDS 2.0     // most for one violation
#define MINIMISE_ALL_SECONDS 5.0 // and for all of them
#define MINIMISE_LEAST 1.0       // with less left, nothing is begun

// The functions that --atomic names; the words for locks and marks are none. Whether it has the word.
static bool take_atomic(const struct settings *settings, const char *word, text_list *functions)
{
    bool has = false;
    for (uint32_t k = 0; k < settings->atomic.size; k++) {
        const char *name = settings->atomic.data[k];
        has |= strcmp(name, word) == 0;
        if (functions && strcmp(name, "locks") != 0 && strcmp(name, "marks") != 0)
            text_list_add(functions, name);
    }
    return has;
}

// How many threads there may be without --max-threads: at first, and where a program creates more.
enum { FIRST_THREADS = 256, MORE_THREADS = 16384 };

static uint32_t most_checked_threads(const struct settings *settings)
{
    uint64_t most = settings->max_threads ? settings->max_threads : FIRST_THREADS;
    return most > UINT32_MAX ? UINT32_MAX : (uint32_t)most;
}

// What is looked for in executions. A program without a heap has no leaks, and where these need not be looked
// for executions can be searched in more ways (docs/states.md, docs/pruning.md, docs/slicing.md). A search
// for nothing is none, so that leaks stay if they are all.
static uint32_t properties_in_executions(const struct heddle_check *check)
{
    const uint32_t leak = 1u << PROPERTY_LEAK;
    uint32_t all = check->settings.properties;
    bool none = all & leak && all != leak && !allocation_possible(check->program);
    return none ? all & ~leak : all;
}

// What the machine borrows of it stays in the check.
struct machine_options verify_machine_options(struct heddle_check *check)
{
    const struct settings *settings = &check->settings;
    text_list_free(&check->havoc);
    missing_havoc(settings, check->program, &check->havoc);
    text_list_free(&check->atomic);
    bool atomic_locks = take_atomic(settings, "locks", &check->atomic);
    // Where schedules are explored whatever conflicts, some refinements would only add operations and
    // choices.
    bool explores_some = settings->por != POR_NONE && settings->por != POR_RANDOM && !settings->preemptions &&
                         !settings->iterative;
    return (struct machine_options){
        .properties = properties_in_executions(check),
        .unwind = settings->unwind,
        .loop_bounds = check->loop_bounds.data,
        .loop_bound_count = check->loop_bounds.size,
        .spurious = settings->spurious,
        .malloc_may_fail = settings->malloc_may_fail,
        .create_may_fail = settings->create_may_fail,
        .weak_cas_fails = settings->weak_cas_fails,
        .prefer_writers = settings->prefer_writers,
        .time_may_pass = settings->time_may_pass,
        .random_numbers = (enum random_numbers)settings->random_numbers,
        .reuse = settings->reuse == 0,
        .stack_size = settings->stack_size,
        .most_threads = most_checked_threads(settings),
        .allocations_succeed = settings->allocations_succeed,
        .leaks = (enum leak_kind)settings->leaks,
        // For data races the order of updates matters: it decides what happens before what.
        .commute = settings->independence & INDEPENDENCE_COMMUTE &&
                   !(settings->properties & 1u << PROPERTY_DATA_RACE),
        .outcome = settings->independence & INDEPENDENCE_OUTCOME, // the machine ignores it for data races
        .arrivals = settings->independence & INDEPENDENCE_OUTCOME && explores_some,
        .peek = settings->independence & INDEPENDENCE_PEEK,
        .interchange = settings->independence & INDEPENDENCE_THREADS && explores_some,
        .unread_writes = settings->independence & INDEPENDENCE_OBSERVERS && explores_some,
        .havoc = load_strings(&check->havoc),
        .havoc_count = check->havoc.size,
        .atomic = load_strings(&check->atomic),
        .atomic_count = check->atomic.size,
        .atomic_locks = atomic_locks,
        .atomic_marks = take_atomic(settings, "marks", NULL),
        .arguments = load_strings(&settings->arguments),
        .argument_count = settings->arguments.size,
    };
}

bool verify_load(struct heddle_check *check,
                 struct program *(*loader)(const struct settings *, struct interrupt *, struct error *),
                 struct interrupt *interrupt)
{
    double begin = clock_seconds();
    check->program = loader(&check->settings, interrupt, &check->error);
    check->result.program = check->program;
    check->result.frontend_seconds = clock_seconds() - begin;
    if (!check->program || check->interrupt.out_of_memory)
        return false;
    return loop_bounds_resolve(&check->settings.loop_bounds, check->program, &check->loop_bounds,
                               &check->error);
}

static bool on_check_violation(void *context, const struct exploration_violation *violation)
{
    const struct heddle_check *check = context;
    return check->suffices(check->suffices_context, check->program, violation);
}

static void on_check_progress(void *context, const struct exploration_counters *counters, double seconds)
{
    struct heddle_check *check = context;
    pthread_mutex_lock(&check->interrupt.lock);
    check->so_far = *counters;
    pthread_mutex_unlock(&check->interrupt.lock);
    if (!check->progress)
        return;
    struct heddle_progress progress = {
        .executions = counters_executions(counters),
        .events = counters->events,
        .depth = counters->depth,
        .pruned = counters->partial,
        .seconds = seconds,
        .explored = counters->explored,
        .iteration = counters->iteration,
    };
    check->progress(check->progress_context, &progress);
}

static void on_check_output(void *context, int fd, const char *bytes, size_t count)
{
    struct heddle_check *check = context;
    (void)fd;
    buffer_append(&check->result.output, bytes, count);
}

// The search starts again: what its first execution has printed so far is not the output any more.
static void on_restart(void *context)
{
    struct heddle_check *check = context;
    buffer_free(&check->result.output);
}

static void on_checkpoint(void *context, const struct checkpoint *checkpoint)
{
    struct heddle_check *check = context;
    unfinished_keep(check->unfinished, checkpoint);
}

static void on_summaries(void *context, const struct checkpoint *summaries)
{
    struct heddle_check *check = context;
    earlier_keep_summaries(check->earlier, &check->settings, summaries);
}

// Of the time budget; 0: there is none.
static double seconds_left(const struct heddle_check *check)
{
    double all = check->settings.max_seconds, gone = clock_seconds() - check->result.began;
    return all <= 0 ? 0 : gone < all ? all - gone : 0.001;
}

enum { MOST_JOBS = 128 };

// Makes the witnesses simpler, within the time that is left.
static void minimise_violations(struct heddle_check *check)
{
    struct exploration *e = check->explored;
    double left = check->settings.max_seconds > 0 ? seconds_left(check) : MINIMISE_ALL_SECONDS;
    if (left < MINIMISE_LEAST || e->internal_error)
        return;
    double until = clock_seconds() + (left < MINIMISE_ALL_SECONDS ? left : MINIMISE_ALL_SECONDS);
    struct replay_analysis analysis = {0};
    for (uint32_t i = 0; i < e->violations.size; i++) {
        double own = clock_seconds() + MINIMISE_SECONDS;
        struct minimise_budget budget = {.executions = check->settings.minimise,
                                         .until = own < until ? own : until,
                                         .interrupt = &check->interrupt};
        if (e->violations.data[i].replayed)
            violation_minimise(check->program, &check->machine, &e->violations.data[i], &analysis, &budget);
    }
    replay_analysis_free(&analysis);
}

static enum heddle_status verdict_status(struct heddle_check *check)
{
    const struct exploration *exploration = check->explored;
    for (uint32_t i = 0; i < exploration->violations.size; i++)
        if (!exploration->violations.data[i].replayed && !exploration->internal_error)
            error_set(&check->error, "internal error: a violation was not replayed: %s",
                      exploration->violations.data[i].message);
    if (exploration->internal_error)
        error_set(&check->error, "internal error: %s", exploration->internal_error);
    if (check->error.message)
        return HEDDLE_INTERNAL_ERROR;
    switch (exploration->verdict) {
    case VERDICT_SAFE: return HEDDLE_SAFE;
    case VERDICT_VIOLATION: return HEDDLE_VIOLATION;
    case VERDICT_INCONCLUSIVE: return HEDDLE_INCONCLUSIVE;
    }
    return HEDDLE_INTERNAL_ERROR;
}

// The program could not be made: because it was to end?
enum heddle_status verify_not_loaded(struct heddle_check *check)
{
    if (!interrupt_raised(&check->interrupt))
        return HEDDLE_BAD_INPUT;
    error_free(&check->error);
    check->nothing.interrupted = check->interrupt.stop;
    check->nothing.bounded = true;
    check->result.ended_early = check->interrupt.stop            ? ENDED_BY_STOP
                                : check->interrupt.out_of_memory ? ENDED_BY_MEMORY
                                                                 : ENDED_BY_TIME;
    return HEDDLE_INCONCLUSIVE;
}

// Looks at the orders of the events of executions.
static struct exploration *predict(const struct heddle_check *check, struct exploration_options *options)
{
    const struct settings *settings = &check->settings;
    struct value_options values = {
        .model = settings->model == 0 ? MODEL_CTP : MODEL_MAXIMAL,
        .prefixes = settings->prefixes == 0,
        .runs = settings->runs,
        .most_events = settings->max_events,
        .schedule = (enum run_schedule)settings->run_schedule,
    };
    // Each access is to be what its operation says, in whatever order.
    options->machine.peek = options->machine.unread_writes = options->machine.commute = false;
    options->machine.outcome = options->machine.arrivals = options->machine.interchange = false;
    return predict_values(check->program, options, &values);
}

// Whether all was covered but what needs more threads than there were, and nothing was found.
static bool wants_more_threads(struct heddle_check *check)
{
    const struct exploration *e = check->explored;
    if (check->settings.max_threads || check->settings.check_engine == CHECK_PREDICTS ||
        e->verdict != VERDICT_INCONCLUSIVE || e->out_of_budget || e->internal_error ||
        interrupt_raised(&check->interrupt))
        return false;
    char reason[sizeof MACHINE_THREADS_REASON + 10];
    snprintf(reason, sizeof reason, MACHINE_THREADS_REASON, FIRST_THREADS);
    for (uint32_t k = 0; k < e->reasons.size; k++)
        if (strstr(e->reasons.data[k].message, reason))
            return true;
    return false;
}

// The machine may have so many threads; witnesses say so.
static void allow_threads(struct heddle_check *check, uint32_t most)
{
    check->settings.max_threads = check->machine.most_threads = most;
}

struct exploration_options verify_exploration_options(struct heddle_check *check)
{
    static const enum slice_mode slice_modes[] = {SLICE_ON, SLICE_DYNAMIC, SLICE_OFF}; // enum slice_setting
    const struct settings *settings = &check->settings;
    return (struct exploration_options){
        .por = check->machine.properties & 1u << PROPERTY_LIVELOCK ? POR_STATES : settings->por,
        .seed = settings->seed,
        .preemption_limit = settings->preemptions,
        .iterative = settings->iterative,
        .slice = slice_modes[settings->slice],
        .prune = settings->prune != PRUNE_OFF,
        .prune_late = settings->prune == PRUNE_AUTO,
        .verify_cuts = settings->verify_cuts,
        .summary_entries = settings->summary_entries,
        .summary_nodes = settings->summary_nodes,
        .all = settings->all,
        .explain = settings->explain,
        .max_seconds = seconds_left(check),
        .max_executions = settings->max_executions,
        .max_memory = check->memory,
        .states = settings->states,
        .walk_threads = settings->max_threads ? 0 : MORE_THREADS,
        .jobs = settings->jobs > MOST_JOBS ? MOST_JOBS : (uint32_t)settings->jobs,
        .solver_milliseconds = settings->solver_timeout > UINT32_MAX ? 0 : (unsigned)settings->solver_timeout,
        .interrupt = &check->interrupt,
        .progress = on_check_progress,
        .output = settings->show_output ? on_check_output : NULL,
        .restarted = on_restart,
        .suffices = settings->all && check->suffices ? on_check_violation : NULL,
        .context = check,
        .machine = check->machine,
    };
}

static struct exploration *explore_program(struct heddle_check *check,
                                           const struct exploration_options *options)
{
    return check->settings.cluster ? cluster_run(check, options) : explore(check->program, options);
}

// Programs that create threads without end are common, and what is wrong with them shows with few: these come
// first. A program that creates some thousands is explored once more, with as many.
static void explore_more_threads(struct heddle_check *check, struct exploration_options *options)
{
    exploration_free(check->explored);
    allow_threads(check, MORE_THREADS);
    options->machine.most_threads = MORE_THREADS;
    options->max_seconds = seconds_left(check);
    buffer_free(&check->result.output);
    check->explored = explore_program(check, options);
}

// Livelocks are found by a search over states only, whatever --por says.
static void warn_of_reduction(const struct settings *settings, struct exploration *exploration)
{
    if (!(settings->properties & 1u << PROPERTY_LIVELOCK) || settings->por == POR_STATES)
        return;
    const char *given = NULL;
    for (uint32_t k = 0; k < settings->given.size; k++)
        if (strncmp(settings->given.data[k], "--por=", strlen("--por=")) == 0)
            given = settings->given.data[k];
    if (!given)
        return;
    char *text = memory_format(
        "%s has no effect: --property=livelock needs a search over states (--por=states)", given);
    exploration_warn(exploration, NO_CODE, text);
    memory_free(text);
}

// All that the properties are about, or what of it an earlier check says nothing of.
static enum heddle_status explore_places(struct heddle_check *check, const struct affected_places *places)
{
    const struct settings *settings = &check->settings;
    check->machine = verify_machine_options(check);
    const struct slicing_known known = {places ? places->places : NULL, places ? places->unreached : NULL};
    if (places)
        check->machine.properties = places->properties;
    struct exploration_options options = verify_exploration_options(check);
    options.known = places ? &known : NULL;
    const struct earlier_summaries *summaries = check->result.reuse.summaries;
    if (summaries) {
        options.carried = &summaries->carried;
        options.machine.numbering = &summaries->carried.code.numbering;
    }
    if (check->earlier)
        options.keep_summaries = on_summaries;
    struct unfinished *unfinished =
        check->earlier
            ? unfinished_begin(check->earlier, settings, check->program, places, options.machine.numbering)
            : NULL;
    if (unfinished) {
        options.checkpoint = unfinished_checkpoint(unfinished);
        options.keep = on_checkpoint;
    }
    check->unfinished = unfinished;
    check->explored = settings->check_engine == CHECK_PREDICTS ? predict(check, &options)
                                                               : explore_program(check, &options);
    if (wants_more_threads(check))
        explore_more_threads(check, &options);
    minimise_violations(check);
    unfinished_end(unfinished, check->explored, &check->result.kept);
    check->unfinished = NULL;
    check->result.exploration = check->explored;
    missing_warn_of_havoc(settings, check->program, check->explored);
    missing_warn(settings, check->program, check->explored);
    warn_of_reduction(settings, check->explored);
    return verdict_status(check);
}

// Safe without an execution: nothing that runs has changed since a check that ended so, or the program's text
// alone shows it.
static enum heddle_status end_safe(struct heddle_check *check)
{
    check->machine = verify_machine_options(check);
    check->explored = memory_zalloc(1, sizeof *check->explored);
    check->explored->verdict = VERDICT_SAFE;
    check->result.exploration = check->explored;
    return HEDDLE_SAFE;
}

// What cannot be decided with what an earlier check says is checked as a whole.
static enum heddle_status explore_again(struct heddle_check *check)
{
    const struct affected_places *places = &check->result.reuse.places;
    enum heddle_status status = explore_places(check, places);
    // An unaffected place at which a thread stops is one that was not safe: then something is wrong with what
    // was affected.
    bool found = status == HEDDLE_SAFE || status == HEDDLE_VIOLATION;
    bool decided = found && !check->explored->stopped;
    if (decided || check->explored->out_of_budget || interrupt_raised(&check->interrupt))
        return status;
    exploration_free(check->explored);
    error_free(&check->error);
    check->explored = NULL;
    check->result.exploration = &check->nothing;
    earlier_reuse_free(&check->result.reuse);
    check->result.reuse.why = "checking again only what the change can affect was inconclusive";
    return explore_places(check, NULL);
}

// Whether all that an earlier check of the program found fails again.
static bool replay_kept_violations(struct heddle_check *check)
{
    check->machine = verify_machine_options(check);
    check->explored = kept_violations_find(check->earlier, &check->settings, check->program, &check->machine,
                                           &check->result.reuse);
    if (check->machine.most_threads != most_checked_threads(&check->settings))
        allow_threads(check, check->machine.most_threads);
    if (check->explored)
        check->result.exploration = check->explored;
    return check->explored;
}

static enum heddle_status explore_with_store(struct heddle_check *check)
{
    struct earlier_reuse *reuse = &check->result.reuse;
    if (check->earlier && replay_kept_violations(check))
        return HEDDLE_VIOLATION;
    if (check->earlier)
        *reuse = earlier_find(check->earlier, &check->settings, check->program);
    switch (reuse->kind) {
    case REUSE_VERDICT: return end_safe(check);
    case REUSE_PLACES: return explore_again(check);
    case REUSE_SUMMARIES:
    case REUSE_VIOLATIONS:
    case REUSE_NOTHING: break;
    }
    return explore_places(check, NULL);
}

// Whether the program's text shows that there is no data race, where that is asked for. Then it need not be
// looked for any more.
static bool prove_no_race(struct heddle_check *check)
{
    struct settings *settings = &check->settings;
    const uint32_t race = 1u << PROPERTY_DATA_RACE;
    bool draws = settings->check_engine == CHECK_PREDICTS || settings->por == POR_RANDOM;
    if (!(settings->properties & race) || settings->race_proof != 0 || draws)
        return false;
    check->result.race_proof = race_proof_try(check->program);
    if (check->result.race_proof->proven)
        settings->properties &= ~race; // witnesses say so
    return check->result.race_proof->proven;
}

// The proof says nothing of errors of other kinds. Where the first execution ends in one, that is worth a
// warning: it may be that every execution does. Loops go round a few times only, so that it comes to an end.
static void warn_of_first_execution(struct heddle_check *check)
{
    enum { ROUNDS = 16 };
    const double seconds = 1;
    struct exploration_options options = verify_exploration_options(check);
    options.machine.properties = 1u << PROPERTY_DATA_RACE;
    options.machine.unwind = ROUNDS;
    options.max_executions = options.jobs = 1;
    if (options.max_seconds <= 0 || options.max_seconds > seconds)
        options.max_seconds = seconds;
    options.prune = options.prune_late = options.explain = false;
    options.slice = SLICE_OFF;
    options.progress = NULL;
    options.output = NULL;
    options.restarted = NULL;
    struct exploration *first = explore(check->program, &options);
    for (uint32_t k = 0; first->stopped && k < first->warnings.size; k++)
        exploration_warn(check->explored, first->warnings.data[k].code, first->warnings.data[k].message);
    exploration_free(first);
}

enum heddle_status verify(struct heddle_check *check)
{
    double begin = clock_seconds();
    if (prove_no_race(check) && !check->settings.properties) {
        enum heddle_status status = end_safe(check);
        warn_of_first_execution(check);
        check->explored->analysis_seconds = clock_seconds() - begin;
        return status;
    }
    struct error error = {0};
    struct earlier *earlier = earlier_open(&check->settings, check->program, &check->result.store_problem);
    check->earlier = earlier;
    enum heddle_status status = explore_with_store(check);
    if (earlier && status == HEDDLE_SAFE && check->result.reuse.kind != REUSE_VERDICT &&
        !earlier_keep(earlier, &check->settings, check->program, check->explored, &error))
        check->result.store_problem = memory_copy_string(error.message ? error.message : "not written");
    if (earlier && status == HEDDLE_VIOLATION && check->result.reuse.kind != REUSE_VIOLATIONS)
        kept_violations_keep(earlier, &check->result);
    if (earlier && earlier_failure(earlier) && !check->result.store_problem)
        check->result.store_problem = memory_copy_string(earlier_failure(earlier));
    error_free(&error);
    earlier_close(earlier);
    check->earlier = NULL;
    return status;
}
