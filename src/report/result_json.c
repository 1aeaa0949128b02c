// The JSON result of docs/design.md 2. A key, once released, keeps its meaning.
#include "base/memory.h"
#include "report/json_text.h"
#include "report/result.h"
#include "report/settings_json.h"
#include "report/story.h"

#include <string.h>

// Sets "a.b" of an object to a number, making object "a" if needed.
static void set_number(json_t *object, const struct result_number *number)
{
    const char *dot = strchr(number->path, '.');
    if (dot) {
        char *group = memory_copy_bytes(number->path, (size_t)(dot - number->path));
        json_t *inner = json_object_get(object, group);
        if (!inner) {
            inner = json_object();
            json_put(object, group, inner);
        }
        memory_free(group);
        object = inner;
    }
    json_put(object, dot ? dot + 1 : number->path,
             number->fraction ? json_real(number->value) : json_integer((json_int_t)number->value));
}

static json_t *result_access_json(const struct result *result, const struct exploration_violation *violation,
                                  const struct violation_access *access)
{
    json_t *object = json_object(), *stack = json_array(), *locks = json_array();
    struct source_place place = result_access_place(result, access);
    for (uint32_t i = 0; i < access->stack.size; i++) {
        struct source_place frame = place_of(result->program, access->stack.data[i]);
        if (!place_shows_frame(result->program, access->stack.data, access->stack.size, i))
            continue;
        json_t *entry = json_object();
        json_put(entry, "function", json_text(frame.function));
        json_put(entry, "file", json_text(frame.runtime ? "" : frame.file));
        json_put(entry, "line", json_integer(frame.runtime ? 0 : frame.line));
        json_add(stack, entry);
    }
    for (uint32_t i = 0; i < access->locks.size; i++)
        json_add(locks, json_text(access->locks.data[i]));
    const char *thread =
        access->thread < violation->thread_names.size ? violation->thread_names.data[access->thread] : "main";
    json_put(object, "thread", json_text(thread));
    json_put(object, "kind", json_string(result_access_kind(access)));
    json_put(object, "size", json_integer((json_int_t)access->size));
    json_put(object, "file", json_text(place.file));
    json_put(object, "line", json_integer(place.line));
    json_put(object, "column", json_integer(place.column));
    json_put(object, "function", json_text(place.function));
    json_put(object, "stack", stack);
    json_put(object, "locks", locks);
    return object;
}

// What went wrong in words: an array of sentences.
static json_t *story_json(struct result *result, uint32_t i)
{
    json_t *sentences = json_array();
    char *story = story_text(result, i);
    for (char *line = story, *end; line && *line; line = end + 1) {
        end = line + strcspn(line, "\n");
        *end = 0;
        json_add(sentences, json_text(line));
    }
    memory_free(story);
    return sentences;
}

static json_t *result_violation_json(struct result *result, uint32_t i)
{
    const struct exploration_violation *violation = &result->exploration->violations.data[i];
    struct source_place place = result_place(result, i);
    json_t *object = json_object(), *threads = json_array();
    for (uint32_t k = 0; k < result_thread_count(result, i); k++)
        json_add(threads, json_text(result_thread(result, i, k)));
    json_put(object, "kind", json_string(property_name(violation->property)));
    json_put(object, "message", json_text(violation->message));
    json_put(object, "file", json_text(place.file));
    json_put(object, "line", json_integer(place.line));
    json_put(object, "column", json_integer(place.column));
    json_put(object, "function", json_text(place.function));
    json_put(object, "threads", threads);
    json_put(object, "witness", json_text(result_witness(result, i)));
    json_put(object, "story", story_json(result, i));
    if (violation->accesses.size == 0)
        return object;
    json_t *accesses = json_array();
    for (uint32_t k = 0; k < violation->accesses.size; k++)
        json_add(accesses, result_access_json(result, violation, &violation->accesses.data[k]));
    json_put(object, "accesses", accesses);
    return object;
}

static json_t *remark_json(const char *message, struct source_place place)
{
    json_t *object = json_object();
    json_put(object, "message", json_text(message));
    json_put(object, "file", json_text(place.file));
    json_put(object, "line", json_integer(place.line));
    return object;
}

static json_t *reasons_json(const struct result *result)
{
    json_t *reasons = json_array();
    for (uint32_t i = 0; i < result_reason_count(result); i++) {
        struct result_reason reason = result_reason(result, i);
        json_add(reasons, remark_json(reason.message, reason.place));
    }
    return reasons;
}

static json_t *result_warnings_json(const struct result *result)
{
    json_t *warnings = json_array();
    for (uint32_t i = 0; i < result->exploration->warnings.size; i++) {
        const struct exploration_remark *remark = &result->exploration->warnings.data[i];
        json_add(warnings, remark_json(remark->message, place_of(result->program, remark->code)));
    }
    return warnings;
}

// What was taken over from an earlier check, and what is known of it.
static json_t *reuse_json(const struct result *result)
{
    static const char *const kinds[] = {[REUSE_NOTHING] = "nothing",
                                        [REUSE_VERDICT] = "verdict",
                                        [REUSE_VIOLATIONS] = "violations",
                                        [REUSE_PLACES] = "places",
                                        [REUSE_SUMMARIES] = "summaries"};
    const struct earlier_reuse *reuse = &result->reuse;
    json_t *object = json_object();
    json_put(object, "what", json_string(kinds[reuse->kind]));
    json_put(object, "why_not", json_text(reuse->why));
    json_put(object, "problem", json_text(result->store_problem));
    json_put(object, "kept", json_boolean(result->kept));
    json_put(object, "resumed_executions",
             json_integer((json_int_t)counters_executions(&result->exploration->before)));
    json_put(object, "resumed_seconds", json_real(result->exploration->seconds_before));
    if (reuse->kind == REUSE_NOTHING)
        return object;
    json_put(object, "of", json_text(reuse->title));
    json_put(object, "when", json_integer(reuse->when));
    json_put(object, "executions", json_integer((json_int_t)reuse->executions));
    json_put(object, "seconds", json_real(reuse->seconds));
    json_put(object, "places", json_integer(reuse->places.all));
    json_put(object, "places_affected", json_integer(reuse->places.count));
    json_put(object, "summaries_why_not", json_text(result_no_summaries(result)));
    const struct summary_statistics *summaries = &result->exploration->summaries;
    json_put(object, "summaries_carried", json_integer((json_int_t)summaries->carried));
    json_put(object, "summaries_dropped", json_integer((json_int_t)summaries->not_carried));
    json_put(object, "summaries_hits", json_integer((json_int_t)summaries->carried_hits));
    return object;
}

// What the text of the program shows of data races.
static json_t *race_proof_json(const struct result *result)
{
    const struct race_proof *proof = result->race_proof;
    if (!proof)
        return json_null();
    struct source_place place = place_of(result->program, proof->code);
    json_t *object = json_object(), *list = json_array();
    for (uint32_t i = 0; i < proof->objects.size; i++) {
        const struct protected_object *protected = &proof->objects.data[i];
        json_t *entry = json_object(), *locks = json_array();
        for (uint32_t k = 0; k < protected->locks.size; k++)
            json_add(locks, json_text(protected->locks.data[k]));
        json_put(entry, "name", json_text(protected->name));
        json_put(entry, "locks", locks);
        json_add(list, entry);
    }
    json_put(object, "proven", json_boolean(proof->proven));
    json_put(object, "why_not", json_text(proof->why_not));
    json_put(object, "file", json_text(place.file));
    json_put(object, "line", json_integer(place.line));
    json_put(object, "protected", list);
    return object;
}

// How several processes shared the exploration (--jobs).
static json_t *processes_json(const struct result *result)
{
    const struct exploration *exploration = result->exploration;
    json_t *object = json_object();
    json_put(object, "asked", json_integer((json_int_t)result->settings->jobs));
    json_put(object, "parts", json_integer((json_int_t)exploration->parts));
    json_put(object, "why_one", json_text(exploration->not_parallel));
    return object;
}

static json_t *result_sources_json(const struct program *program)
{
    json_t *sources = json_array();
    for (uint32_t i = 0; program && i < program->sources_count; i++) {
        json_t *source = json_object();
        json_put(source, "path", json_name(program_string(program, program->sources[i].name)));
        json_put(source, "hash", json_hexadecimal(program->sources[i].hash));
        json_add(sources, source);
    }
    return sources;
}

// What was checked, for what and how.
static json_t *asked_json(const struct result *result)
{
    const struct settings *settings = result->settings;
    const struct exploration *exploration = result->exploration;
    json_t *object = json_object(), *properties = json_array();
    for (uint32_t i = 0; i < PROPERTY_COUNT; i++)
        if (result_properties(result) >> i & 1)
            json_add(properties, json_string(property_name((enum property)i)));
    json_put(object, "heddle", json_string(HEDDLE_VERSION));
    json_put(object, "files", settings_strings_json(&settings->files));
    json_put(object, "clang", settings_strings_json(&settings->clang_arguments));
    json_put(object, "pointer_bits", json_integer(result->program ? result->program->pointer_bits : 0));
    json_put(object, "properties", properties);
    json_put(object, "options", settings_json(settings));
    json_put(object, "effects", json_name(settings->effects));
    json_put(object, "one_thread", json_boolean(exploration->alone));
    json_put(object, "nothing_to_check", json_boolean(exploration->nothing_to_check));
    json_put(object, "vacuous", json_boolean(exploration->vacuous));
    json_put(object, "other_errors", json_boolean(exploration->stopped));
    json_put(object, "sources", result_sources_json(result->program));
    return object;
}

// Where executions came from.
static json_t *origins_json(const struct result *result)
{
    static const char *const kinds[] = {
        [ORIGIN_ORDER] = "order", [ORIGIN_INPUT] = "input", [ORIGIN_CHOICE] = "choice"};
    json_t *origins = json_array();
    for (uint32_t i = 0; i < result->exploration->origins.size; i++) {
        const struct execution_origin *origin = &result->exploration->origins.data[i];
        struct source_place place = place_of(result->program, origin->code);
        json_t *object = json_object();
        json_put(object, "kind", json_string(kinds[origin->kind]));
        json_put(object, "name", json_text(origin->name ? origin->name : ""));
        json_put(object, "file", json_text(place.file));
        json_put(object, "line", json_integer(place.line));
        json_put(object, "executions", json_integer((json_int_t)origin->count));
        json_add(origins, object);
    }
    return origins;
}

static json_t *check_json(struct result *result)
{
    json_t *object = json_object(), *violations = json_array();
    struct result_number numbers[RESULT_NUMBERS];
    for (uint32_t i = 0; i < result->exploration->violations.size; i++)
        json_add(violations, result_violation_json(result, i));
    json_put(object, "schema", json_integer(RESULT_SCHEMA));
    json_put(object, "verdict", json_string(result_verdict(result)));
    json_put(object, "bounded", json_boolean(result->exploration->bounded));
    json_put(object, "check", asked_json(result));
    json_put(object, "violations", violations);
    json_put(object, "reasons", reasons_json(result));
    json_put(object, "warnings", result_warnings_json(result));
    if (result->settings->explain)
        json_put(object, "origins", origins_json(result));
    if (result->exploration->internal_error)
        json_put(object, "internal_error", json_text(result->exploration->internal_error));
    json_put(object, "race_proof", race_proof_json(result));
    if (result->settings->store)
        json_put(object, "earlier", reuse_json(result));
    if (result->settings->jobs > 1)
        json_put(object, "processes", processes_json(result));
    result_numbers(result, numbers);
    for (uint32_t i = 0; i < RESULT_NUMBERS; i++)
        set_number(object, &numbers[i]);
    return object;
}

static json_t *replay_json(struct result *result)
{
    static const char *const outcomes[] = {[REPLAY_CONFIRMED] = "confirmed",
                                           [REPLAY_NOT_CONFIRMED] = "not confirmed",
                                           [REPLAY_DIVERGED] = "diverged",
                                           [REPLAY_UNDECIDED] = "undecided"};
    const struct timeline *timeline = result_timeline(result, 0);
    json_t *object = json_object();
    json_put(object, "schema", json_integer(RESULT_SCHEMA));
    json_put(object, "outcome", json_string(outcomes[timeline->outcome]));
    json_put(object, "why", json_text(timeline->why));
    json_put(object, "witness", json_text(result->replayed));
    json_put(object, "steps", json_integer(timeline->steps));
    json_put(object, "violation", result_violation_json(result, 0));
    return object;
}

char *result_json(struct result *result)
{
    json_t *object = result->replayed ? replay_json(result) : check_json(result);
    if (result->settings->show_output) {
        char *output = result_output(result);
        json_put(object, "program_output", json_text(output));
        memory_free(output);
    }
    return json_print(object);
}
