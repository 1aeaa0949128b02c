#include "report/prediction_view.h"

#include "predict/recording_names.h"
#include "predict/std_format.h"
#include "report/buffer.h"
#include "report/json_text.h"
#include "report/style.h"

// Of a long schedule the last events are shown: what comes right before the failure.
enum { SHOWN_IN_TEXT = 12, SHOWN_IN_JSON = 1000 };

static const char *const kind_words[] = {"data-race", "deadlock", "atomicity", "assertion", "abort"};

struct view {
    const struct event_trace *trace;
    struct style style;
    struct buffer text;
};

static const char *name(const struct event_trace *trace, enum event_names kind, uint32_t number)
{
    return event_trace_name_of(trace, kind, number);
}

static const char *operand_of_event(const struct event_trace *trace, const struct recorded_event *event)
{
    return name(trace, event_operand_names(event->kind), event->operand);
}

static void print_event_line(struct buffer *text, const struct event_trace *trace, uint32_t number)
{
    const struct recorded_event *event = &trace->events.data[number];
    char *what = memory_format("%s(%s)", std_operation(event), operand_of_event(trace, event));
    buffer_print(text, "%9u  %-10s  %-24s%s%s", number + 1, name(trace, NAMES_THREADS, event->thread), what,
                 name(trace, NAMES_PLACES, event->place)[0] ? "  " : "",
                 name(trace, NAMES_PLACES, event->place));
    while (text->bytes.size && vector_last(&text->bytes) == ' ')
        text->bytes.size--;
    buffer_print(text, "\n");
    memory_free(what);
}

char *prediction_event_line(const struct event_trace *trace, uint32_t event)
{
    struct buffer text = {0};
    print_event_line(&text, trace, event);
    return buffer_take(&text);
}

static void print_holds(struct view *view, const event_holds *holds)
{
    buffer_print(&view->text, holds->size ? ", holding" : ", holding no lock");
    for (uint32_t i = 0; i < holds->size; i++)
        buffer_print(&view->text, "%s %s%s", i ? "," : "",
                     name(view->trace, NAMES_LOCKS, holds->data[i].lock),
                     holds->data[i].shared ? " (shared)" : "");
}

static const char *verb_of_event(const struct recorded_event *event)
{
    bool atomic = event->flags & EVENT_ATOMIC;
    switch ((enum event_kind)event->kind) {
    case EVENT_READ: return atomic ? "reads atomically" : "reads";
    case EVENT_WRITE: return atomic ? "writes atomically" : "writes";
    default: return event->flags & EVENT_SHARED ? "waits for a shared hold of" : "waits for";
    }
}

static void print_predicted_event(struct view *view, uint32_t number)
{
    const struct recorded_event *event = &view->trace->events.data[number];
    const char *place = name(view->trace, NAMES_PLACES, event->place);
    event_holds holds = {0};
    event_trace_holds(view->trace, number, &holds);
    buffer_print(&view->text, "  thread %s %s %s%s%s (event %u)",
                 name(view->trace, NAMES_THREADS, event->thread), verb_of_event(event),
                 operand_of_event(view->trace, event), *place ? " at " : "", place, number + 1);
    print_holds(view, &holds);
    buffer_print(&view->text, "\n");
    vector_free(&holds);
}

static void print_predicted_schedule(struct view *view, const struct prediction *prediction)
{
    event_numbers schedule = {0};
    prediction_schedule(view->trace, prediction, &schedule);
    uint32_t hidden = schedule.size > SHOWN_IN_TEXT ? schedule.size - SHOWN_IN_TEXT : 0;
    buffer_print(&view->text, "\n  %sSchedule%s  %u of the %u events, in this order\n", view->style.strong,
                 view->style.end, schedule.size, view->trace->events.size);
    if (hidden)
        buffer_print(&view->text, "%s      ...  %u events%s\n", view->style.faint, hidden, view->style.end);
    for (uint32_t i = hidden; i < schedule.size; i++)
        print_event_line(&view->text, view->trace, schedule.data[i]);
    if (!prediction->failure)
        buffer_print(&view->text, prediction->kind == PREDICTION_RACE ? "    and then, in any order\n"
                                                                      : "    and then all of these wait\n");
    for (uint32_t i = 0; i < prediction->events.size; i++)
        print_event_line(&view->text, view->trace, prediction->events.data[i]);
    buffer_print(&view->text, "\n");
    vector_free(&schedule);
}

// The conflicts of a cycle through a region.
static void print_conflicts(struct view *view, const struct prediction *prediction)
{
    for (uint32_t i = 1; i + 1 < prediction->events.size; i += 2) {
        buffer_print(&view->text, i == 1 ? "\n    in the region\n" : "    and later in that thread\n");
        print_event_line(&view->text, view->trace, prediction->events.data[i]);
        buffer_print(&view->text, "    comes before\n");
        print_event_line(&view->text, view->trace, prediction->events.data[i + 1]);
    }
    buffer_print(&view->text, "    in the region again\n\n");
}

static void print_region(struct view *view, const struct prediction *prediction)
{
    uint32_t begin = prediction->events.data[0];
    const struct recorded_event *event = &view->trace->events.data[begin];
    const char *place = name(view->trace, NAMES_PLACES, event->place);
    buffer_print(&view->text, "region %s of thread %s%s%s (event %u) was not atomic",
                 operand_of_event(view->trace, event), name(view->trace, NAMES_THREADS, event->thread),
                 *place ? " at " : "", place, begin + 1);
}

static void print_failure(struct view *view, const struct predicted_failure *failure)
{
    char *thread = recording_thread_name(failure->thread);
    buffer_print(&view->text, "%s in thread %s at %s", failure->message, thread, failure->place);
    memory_free(thread);
}

static void print_native_replay(struct view *view, const struct prediction *prediction)
{
    if (prediction->replayed && prediction->confirmed)
        buffer_print(&view->text, "  replayed natively: %sconfirmed%s\n\n", view->style.bad, view->style.end);
    else if (prediction->replayed)
        buffer_print(&view->text, "  replayed natively: not confirmed: %s\n\n", prediction->unconfirmed);
}

static void print_prediction(struct view *view, const struct prediction *prediction)
{
    uint32_t first = prediction->events.size ? prediction->events.data[0] : 0;
    buffer_print(&view->text, "%spredicted (%s)%s: ", view->style.bad, kind_words[prediction->kind],
                 view->style.end);
    if (prediction->kind == PREDICTION_RACE)
        buffer_print(&view->text, "two accesses of %s at the same time",
                     operand_of_event(view->trace, &view->trace->events.data[first]));
    else if (prediction->failure)
        print_failure(view, prediction->failure);
    else if (prediction->kind == PREDICTION_DEADLOCK)
        buffer_print(&view->text, "%u threads wait for each other", prediction->events.size);
    else
        print_region(view, prediction);
    if (prediction->count > 1)
        buffer_print(&view->text, " (%llu times at these places)", (unsigned long long)prediction->count);
    buffer_print(&view->text, "\n");
    if (!prediction->prefix) {
        print_conflicts(view, prediction);
        return;
    }
    for (uint32_t i = 0; i < prediction->events.size; i++)
        print_predicted_event(view, prediction->events.data[i]);
    print_predicted_schedule(view, prediction);
    print_native_replay(view, prediction);
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static void print_trace_numbers(struct view *view, const struct prediction_options *options,
                                const struct prediction_result *result)
{
    buffer_print(&view->text, "%u event%s of %u thread%s", view->trace->events.size,
                 plural(view->trace->events.size), event_trace_count(view->trace, NAMES_THREADS),
                 plural(event_trace_count(view->trace, NAMES_THREADS)));
    if (options->races)
        buffer_print(
            &view->text,
            "; accesses that race with an earlier one: %llu (by happens-before alone %llu), candidates "
            "%llu",
            (unsigned long long)result->racing, (unsigned long long)result->hb_racing,
            (unsigned long long)result->candidates);
    if (options->deadlocks)
        buffer_print(&view->text, "; cycles of lock requests: %llu", (unsigned long long)result->patterns);
    if (options->atomicity)
        buffer_print(&view->text, "; regions that were not atomic: %llu",
                     (unsigned long long)result->regions);
    buffer_print(&view->text, "\n");
    if (options->exact)
        buffer_print(&view->text, "exact engine: %llu candidate%s decided, %llu not\n",
                     (unsigned long long)(result->exact.candidates - result->exact.undecided),
                     plural(result->exact.candidates - result->exact.undecided),
                     (unsigned long long)result->exact.undecided);
}

const char *prediction_early_end(const struct recording_info *recording)
{
    if (!recording->is_recording)
        return NULL;
    if (recording->truncated)
        return "the recording ends early: its file has lost its end";
    if (recording->followed && recording->held)
        return "the recording goes on in its next part, with a gap before it: there was no room until "
               "no thread held a lock";
    if (recording->followed)
        return "the recording goes on in its next part";
    if (recording->held)
        return "the recording ends early: it had its share of --max-trace, and there was no moment at "
               "which no thread held a lock";
    if (recording->cut && recording->window && recording->part)
        return "the recording ends early: there was no room for more, or something happened that cannot be "
               "recorded";
    if (recording->cut && recording->window)
        return "the recording is of a part of the run, up to its end (heddle_record_end, that time), or "
               "there was no room for more";
    if (recording->cut)
        return "the recording ends early: there was no room for more";
    if (!recording->ended)
        return "the recording ends early: the program was killed, or still runs";
    return recording->gap ? "the recording ends early: of some event it has only the number" : NULL;
}

static void print_reason(struct view *view, bool holds, const char *reason)
{
    if (holds)
        buffer_print(&view->text, "%sinconclusive%s: %s\n", view->style.doubt, view->style.end, reason);
}

// What was not looked at, or not decided.
static void print_open(struct view *view, const struct prediction_result *result)
{
    print_reason(view, result->incomplete, "not all cycles of lock requests were looked at (--max-cycles)");
    print_reason(view, result->exact.late, "not all candidates were looked at (--max-seconds)");
    print_reason(view, result->exact_full, "not all candidates were looked at (--max-predictions)");
    print_reason(view, result->exact.timeout && !result->no_solver,
                 "the solver did not decide a candidate (--solver-timeout, --max-memory)");
    print_reason(view, result->exact.too_large,
                 "a candidate depends on more orders of events than the exact engine looks at (1,000,000)");
    print_reason(view, result->no_solver, "candidates need the solver Z3, which cannot be loaded");
    for (uint32_t i = 0; i < result->reasons.size; i++)
        print_reason(view, true, result->reasons.data[i]);
}

char *prediction_text(const char *file, const struct event_trace *trace,
                      const struct recording_info *recording, const struct prediction_options *options,
                      const struct prediction_result *result, bool colour)
{
    struct view view = {.trace = trace, .style = style_new(colour)};
    for (uint32_t i = 0; i < result->predictions.size; i++)
        print_prediction(&view, &result->predictions.data[i]);
    if (result->unreported)
        buffer_print(&view.text, "%llu more at further places are not shown (--max-predictions)\n",
                     (unsigned long long)result->unreported);
    print_open(&view, result);
    bool nothing = !prediction_open(result) && result->predictions.size == 0;
    if (nothing)
        buffer_print(&view.text, "%snothing predicted%s from %s\n", view.style.good, view.style.end, file);
    if (nothing && result->walked)
        buffer_print(&view.text, "assertions were looked at with the recorded run's branches and addresses "
                                 "(also indices), and with the values that its copies had\n");
    print_trace_numbers(&view, options, result);
    if (!options->exact && (options->races || options->deadlocks))
        buffer_print(&view.text, "the exact engine was not asked%s\n",
                     trace->recorded ? ": it does not read recordings" : " (--engine)");
    if (recording->window)
        buffer_print(&view.text,
                     "the recording begins in the middle of the run (%s): what came before is unknown\n",
                     recording->part ? "--keep=newest" : "--window");
    if (prediction_early_end(recording))
        buffer_print(&view.text, "%s\n", prediction_early_end(recording));
    char *text = buffer_take(&view.text), *clean = text_clean(text, true);
    memory_free(text);
    return clean;
}

// ---- JSON

static json_t *recorded_event_json(const struct event_trace *trace, uint32_t number)
{
    const struct recorded_event *event = &trace->events.data[number];
    const char *place = name(trace, NAMES_PLACES, event->place);
    event_holds holds = {0};
    json_t *object = json_object(), *locks = json_array();
    event_trace_holds(trace, number, &holds);
    for (uint32_t i = 0; i < holds.size; i++)
        json_add(locks, json_text(name(trace, NAMES_LOCKS, holds.data[i].lock)));
    json_put(object, "event", json_integer(number + 1));
    json_put(object, "thread", json_text(name(trace, NAMES_THREADS, event->thread)));
    json_put(object, "operation", json_text(std_operation(event)));
    json_put(object, "operand", json_text(operand_of_event(trace, event)));
    json_put(object, "place", json_text(*place ? place : NULL));
    json_put(object, "locks", locks);
    vector_free(&holds);
    return object;
}

static void put_schedule(json_t *object, const struct event_trace *trace, const struct prediction *prediction)
{
    json_t *prefix = json_array(), *last = json_array();
    event_numbers schedule = {0};
    for (uint32_t t = 0; t < event_trace_count(trace, NAMES_THREADS); t++) {
        if (!prediction->prefix[t])
            continue;
        json_t *thread = json_object();
        json_put(thread, "thread", json_text(name(trace, NAMES_THREADS, t)));
        json_put(thread, "events", json_integer(prediction->prefix[t]));
        json_add(prefix, thread);
    }
    prediction_schedule(trace, prediction, &schedule);
    for (uint32_t i = schedule.size > SHOWN_IN_JSON ? schedule.size - SHOWN_IN_JSON : 0; i < schedule.size;
         i++)
        json_add(last, json_integer(schedule.data[i] + (json_int_t)1));
    json_put(object, "prefix", prefix);
    json_put(object, "schedule_length", json_integer(schedule.size));
    json_put(object, "schedule", last);
    vector_free(&schedule);
}

static void put_failure(json_t *object, const struct predicted_failure *failure)
{
    char *thread = recording_thread_name(failure->thread);
    json_put(object, "message", json_text(failure->message));
    json_put(object, "place", json_text(failure->place));
    json_put(object, "thread", json_text(thread));
    memory_free(thread);
}

static json_t *one_json(const struct event_trace *trace, const struct prediction *prediction)
{
    json_t *object = json_object(), *events = json_array();
    for (uint32_t i = 0; i < prediction->events.size; i++)
        json_add(events, recorded_event_json(trace, prediction->events.data[i]));
    json_put(object, "kind", json_text(kind_words[prediction->kind]));
    json_put(object, "count", json_integer((json_int_t)prediction->count));
    json_put(object, "engine",
             json_text(prediction->failure ? "values"
                       : prediction->exact ? "exact"
                                           : "fast"));
    json_put(object, "events", events);
    if (prediction->failure)
        put_failure(object, prediction->failure);
    if (prediction->prefix)
        put_schedule(object, trace, prediction);
    if (prediction->replayed) {
        json_put(object, "replay", json_text(prediction->confirmed ? "confirmed" : "not confirmed"));
        json_put(object, "replay_reason", json_text(prediction->unconfirmed));
    }
    return object;
}

static json_t *recording_json(const struct recording_info *recording)
{
    json_t *object = json_object();
    json_put(object, "bytes", json_integer((json_int_t)recording->bytes));
    json_put(object, "events", json_integer((json_int_t)recording->events));
    json_put(object, "ends_early", json_text(prediction_early_end(recording)));
    json_put(object, "window", json_boolean(recording->window));
    json_put(object, "part", json_integer((json_int_t)recording->part));
    json_put(object, "uncertain", json_integer(recording->uncertain));
    json_put(object, "objects_for_locks", json_integer(recording->ordered_locks));
    return object;
}

json_t *prediction_json(const char *file, const struct event_trace *trace,
                        const struct recording_info *recording, const struct prediction_result *result)
{
    json_t *object = json_object(), *predictions = json_array(), *reasons = json_array();
    for (uint32_t i = 0; i < result->predictions.size; i++)
        json_add(predictions, one_json(trace, &result->predictions.data[i]));
    json_put(object, "file", json_text(file));
    json_put(object, "verdict",
             json_text(result->predictions.size  ? "predicted"
                       : prediction_open(result) ? "inconclusive"
                                                 : "nothing predicted"));
    json_put(object, "complete", json_boolean(!prediction_open(result)));
    json_put(object, "trace_events", json_integer(trace->events.size));
    json_put(object, "trace_threads", json_integer(event_trace_count(trace, NAMES_THREADS)));
    json_put(object, "predictions", predictions);
    for (uint32_t i = 0; i < result->reasons.size; i++)
        json_add(reasons, json_text(result->reasons.data[i]));
    json_put(object, "reasons", reasons);
    json_put(object, "not_shown", json_integer((json_int_t)result->unreported));
    json_put(object, "racing_accesses", json_integer((json_int_t)result->racing));
    json_put(object, "happens_before_racing_accesses", json_integer((json_int_t)result->hb_racing));
    json_put(object, "race_candidates", json_integer((json_int_t)result->candidates));
    json_put(object, "lock_cycles", json_integer((json_int_t)result->patterns));
    json_put(object, "exact_candidates", json_integer((json_int_t)result->exact.candidates));
    json_put(object, "exact_undecided", json_integer((json_int_t)result->exact.undecided));
    json_put(object, "regions_not_atomic", json_integer((json_int_t)result->regions));
    if (recording->is_recording)
        json_put(object, "recording", recording_json(recording));
    return object;
}
