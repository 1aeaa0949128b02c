// heddle svcomp: a check by the rules of SV-COMP, with the competition's verdicts and witnesses.
#include "base/clock.h"
#include "base/failure.h"
#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/help.h"
#include "cli/interrupts.h"
#include "cli/progress.h"
#include "report/svcomp_witness.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct svcomp_run {
    struct settings *settings;
    const struct svcomp_property *property;
    struct progress progress;
    double began;
};

static int print_unknown(const char *why)
{
    char *text = memory_format("unknown: %s", why);
    command_message(text);
    memory_free(text);
    puts("UNKNOWN");
    return HEDDLE_INCONCLUSIVE;
}

// In the thread that watches over the check: nothing can be waited for any more.
static void abandon_svcomp(void *context, struct heddle_check *covered)
{
    struct svcomp_run *run = context;
    (void)covered;
    progress_clear(&run->progress);
    print_unknown(ENDED_BY_TIME);
    fflush(stdout);
    _exit(HEDDLE_INCONCLUSIVE);
}

// A verdict stands without its witness.
static void write_svcomp_witnesses(struct svcomp_run *run, struct heddle_check *check,
                                   const struct svcomp_verdict *verdict)
{
    const text_list *paths = &check->settings.svcomp_witnesses;
    for (uint32_t i = 0; i < paths->size && verdict->answer != SVCOMP_UNKNOWN; i++) {
        struct error error = {0};
        if (!svcomp_witness_write(check, run->property, verdict, paths->data[i], &error))
            command_message(error.message);
        error_free(&error);
    }
}

// clang computes constant expressions itself: where it warns that one overflows, the program has an overflow
// that heddle does not see, if it is ever executed. False: it does.
static bool constants_fit(struct settings *settings)
{
    struct heddle_check *check = heddle_new();
    FILE *nowhere = fopen("/dev/null", "w");
    bool good = check && nowhere;
    if (good) {
        struct settings own = check->settings;
        check->settings = *settings;
        text_list_add(&check->settings.clang_arguments, "-Wno-everything");
        text_list_add(&check->settings.clang_arguments, "-Werror=integer-overflow");
        good = heddle_print_program(check, nowhere) == HEDDLE_SAFE;
        *settings = check->settings;
        check->settings = own;
    }
    if (nowhere)
        fclose(nowhere);
    heddle_free(check);
    return good;
}

static struct svcomp_verdict verdict_of(struct svcomp_run *run, struct heddle_check *check, bool every)
{
    struct svcomp_verdict verdict = svcomp_verdict(check, run->property, every);
    bool doubtful = verdict.answer == SVCOMP_TRUE && run->property->rules & 1u << SVCOMP_NO_OVERFLOW;
    if (doubtful && !constants_fit(&check->settings))
        verdict = (struct svcomp_verdict){
            .answer = SVCOMP_UNKNOWN,
            .why =
                memory_copy_string("a constant expression overflows, which clang has computed: whether it is "
                                   "executed is not known")};
    return verdict;
}

// One exploration; *again: whether another one, of all violations, may say more.
static enum heddle_status explore_once(struct svcomp_run *run, bool every, struct svcomp_verdict *verdict,
                                       bool *again)
{
    struct heddle_check *check = heddle_new();
    if (!check)
        failure_memory();
    struct settings own = check->settings;
    check->settings = *run->settings;
    check->settings.all = every;
    check->suffices = svcomp_violates;
    check->suffices_context = run->property;
    interrupts_stop(check);
    heddle_on_overdue(check, abandon_svcomp, run);
    if (run->progress.enabled)
        heddle_on_progress(check, progress_show, &run->progress);
    enum heddle_status status = heddle_run(check);
    progress_clear(&run->progress);
    *again = false;
    if (status == HEDDLE_BAD_INPUT) {
        command_fail(check, status);
    } else {
        *verdict = verdict_of(run, check, every);
        *again = !every && verdict->answer == SVCOMP_UNKNOWN && svcomp_needs_every(check, run->property);
        if (status == HEDDLE_INTERNAL_ERROR)
            command_fail(check, status);
        write_svcomp_witnesses(run, check, verdict);
    }
    interrupts_stop(NULL);
    *run->settings = check->settings;
    check->settings = own;
    heddle_free(check);
    return status;
}

static void spend_time(struct svcomp_run *run)
{
    double *seconds = &run->settings->max_seconds, gone = clock_seconds() - run->began;
    if (*seconds > 0)
        *seconds = gone < *seconds ? *seconds - gone : 0.001;
}

static int explore_and_print_verdict(struct svcomp_run *run)
{
    struct svcomp_verdict verdict = {.answer = SVCOMP_UNKNOWN};
    bool again;
    enum heddle_status status = explore_once(run, false, &verdict, &again);
    if (again) {
        spend_time(run);
        svcomp_verdict_free(&verdict);
        status = explore_once(run, true, &verdict, &again);
    }
    if (status == HEDDLE_BAD_INPUT)
        return HEDDLE_BAD_INPUT;
    static const int statuses[] = {HEDDLE_SAFE, HEDDLE_VIOLATION, HEDDLE_INCONCLUSIVE};
    int result = statuses[verdict.answer];
    if (verdict.answer == SVCOMP_UNKNOWN) {
        print_unknown(verdict.why ? verdict.why : "no reason given");
    } else {
        char *text = svcomp_verdict_text(&verdict);
        puts(text);
        memory_free(text);
    }
    svcomp_verdict_free(&verdict);
    return status == HEDDLE_INTERNAL_ERROR && result == HEDDLE_INCONCLUSIVE ? HEDDLE_INTERNAL_ERROR : result;
}

static void set_defaults(struct settings *settings, const struct svcomp_property *property)
{
    settings->properties = svcomp_properties(property);
    settings->leaks = svcomp_leaks(property);
    settings->own_errors = !(property->rules & 1u << SVCOMP_UNREACH_CALL);
    settings->stack_size = 0; // the rules know no end of the stack
    settings->allocations_succeed = !settings->malloc_may_fail;
    settings->spurious = true; // as POSIX has it; the competition has tasks that fail by it
    if (!settings->m64)
        settings->m32 = true;
}

static bool known_function(const char *function)
{
    return !function || strcmp(function, "reach_error") == 0 || strcmp(function, "__VERIFIER_error") == 0;
}

static int decide_property(struct settings *settings, const struct svcomp_property *property)
{
    if (property->rules & 1u << SVCOMP_TERMINATION)
        return print_unknown("heddle does not check termination");
    if (!known_function(property->function))
        return print_unknown(
            "of functions that must not be called, heddle knows reach_error and __VERIFIER_error");
    set_defaults(settings, property);
    struct svcomp_run run = {.settings = settings,
                             .property = property,
                             .progress = {.enabled = progress_wanted(settings->progress)},
                             .began = clock_seconds()};
    return explore_and_print_verdict(&run);
}

static bool check_settings(const struct settings *settings, struct error *error)
{
    if (!settings->property_file)
        return error_set(error, "--prp is missing: the property file");
    if (settings->m32 && settings->m64)
        return error_set(error, "--32 and --64 exclude each other");
    for (uint32_t i = 0; i < settings->svcomp_witnesses.size; i++)
        if (!svcomp_witness_known(settings->svcomp_witnesses.data[i]))
            return error_set(error, "--witness: '%s' ends neither in .graphml nor in .yml or .yaml",
                             settings->svcomp_witnesses.data[i]);
    return settings_check(settings, error);
}

static int run_svcomp(const struct cli_command *command, struct settings *settings)
{
    struct error error = {0};
    struct svcomp_property property = {0};
    int status = HEDDLE_BAD_INPUT;
    if (settings->help)
        status = help_print(command);
    else if (settings->version)
        status = help_version();
    else if (!check_settings(settings, &error))
        command_refuse(command, "%s", error.message);
    else if (!svcomp_property_read(settings->property_file, &property, &error))
        command_message(error.message);
    else
        status = decide_property(settings, &property);
    svcomp_property_free(&property);
    error_free(&error);
    return status;
}

int command_svcomp(const struct cli_command *command, int count, char **arguments)
{
    struct settings settings;
    settings_init(&settings);
    int status = arguments_read(command, count, arguments, NULL, &settings) ? run_svcomp(command, &settings)
                                                                            : HEDDLE_BAD_INPUT;
    settings_free(&settings);
    return status;
}
