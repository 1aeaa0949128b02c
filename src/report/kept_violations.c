#include "report/kept_violations.h"

#include "report/json_text.h"
#include "report/witness.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// The key: the program, the properties asked for, and whether one violation is asked for or all.
static struct store_key key_of_violations(const struct earlier *earlier, const struct settings *settings)
{
    byte_vector what = {0};
    bytes_add_text(&what, "violations");
    bytes_add_number(&what, settings->properties);
    bytes_add_number(&what, settings->all);
    struct store_key key = earlier_key(earlier, &what);
    vector_free(&what);
    return key;
}

// ---- finding

// The replay fails with the properties that the violation was looked for with, and with as many threads where
// no other number is asked for.
static bool fails_again(const char *text, const struct settings *settings, const struct program *program,
                        struct machine_options *machine, struct replay_analysis *analysis,
                        struct exploration *exploration)
{
    static const char name[] = "a witness of the store";
    struct witness witness = {0};
    struct error error = {0};
    char *why = NULL;
    bool good = witness_read_text(name, text, strlen(text), &witness, &error) &&
                witness_check_program(&witness, name, program, &error);
    if (good) {
        machine->properties = witness.settings.properties;
        if (!settings->max_threads && witness.settings.max_threads > machine->most_threads)
            machine->most_threads = witness.settings.max_threads > UINT32_MAX
                                        ? UINT32_MAX
                                        : (uint32_t)witness.settings.max_threads;
        good = violation_confirm(program, machine, &witness.violation, analysis, &why) == REPLAY_CONFIRMED;
    }
    if (good) {
        vector_push(&exploration->violations, witness.violation);
        witness.violation = (struct exploration_violation){0};
    }
    memory_free(why);
    error_free(&error);
    witness_free(&witness);
    return good;
}

static bool read_reuse(const json_t *object, struct earlier_reuse *reuse)
{
    const json_t *title = json_object_get(object, "title"), *when = json_object_get(object, "when"),
                 *executions = json_object_get(object, "executions"),
                 *seconds = json_object_get(object, "seconds");
    if (!json_is_string(title) || !json_is_integer(when) || !json_is_integer(executions) ||
        !json_is_number(seconds))
        return false;
    *reuse = (struct earlier_reuse){.kind = REUSE_VIOLATIONS,
                                    .title = memory_copy_string(json_string_value(title)),
                                    .when = json_integer_value(when),
                                    .executions = (uint64_t)json_integer_value(executions),
                                    .seconds = json_number_value(seconds)};
    return true;
}

static struct exploration *replay_all(const json_t *witnesses, const struct settings *settings,
                                      const struct program *program, struct machine_options *machine)
{
    struct exploration *exploration = memory_zalloc(1, sizeof *exploration);
    struct replay_analysis analysis = {0};
    bool good = json_array_size(witnesses) > 0;
    exploration->verdict = VERDICT_VIOLATION;
    for (size_t k = 0; k < json_array_size(witnesses) && good; k++) {
        const char *text = json_string_value(json_array_get(witnesses, k));
        good = text && fails_again(text, settings, program, machine, &analysis, exploration);
    }
    replay_analysis_free(&analysis);
    if (good)
        return exploration;
    exploration_free(exploration);
    return NULL;
}

struct exploration *kept_violations_find(struct earlier *earlier, const struct settings *settings,
                                         const struct program *program, struct machine_options *machine,
                                         struct earlier_reuse *reuse)
{
    size_t size;
    struct machine_options options = *machine;
    struct store_key key = key_of_violations(earlier, settings);
    char *text = store_read(earlier_store(earlier), &key, &size);
    json_t *root = text ? json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL) : NULL;
    struct exploration *exploration =
        replay_all(json_object_get(root, "witnesses"), settings, program, &options);
    if (exploration && !read_reuse(root, reuse)) {
        exploration_free(exploration);
        exploration = NULL;
    }
    if (exploration) {
        machine->properties = options.properties;
        machine->most_threads = options.most_threads;
    }
    json_decref(root);
    memory_free(text);
    return exploration;
}

// ---- keeping

static bool has_violations_of_use(const struct exploration *e, bool all)
{
    bool whole = !all || !(e->bounded || e->stopped || e->reasons.size);
    return e->verdict == VERDICT_VIOLATION && whole && !e->warnings.size && !e->internal_error;
}

static json_t *witnesses_json(struct result *result)
{
    json_t *array = json_array();
    struct settings found_with = *result->settings; // borrows all
    found_with.properties = result->machine->properties;
    for (uint32_t k = 0; k < result->exploration->violations.size; k++) {
        char *text = witness_text(result->program, &found_with, &result->exploration->violations.data[k],
                                  result_place(result, k));
        json_add(array, json_text(text));
        memory_free(text);
    }
    return array;
}

void kept_violations_keep(struct earlier *earlier, struct result *result)
{
    const struct exploration *e = result->exploration;
    struct store *store = earlier_store(earlier);
    struct error error = {0}; // without, the next check searches again
    if (!has_violations_of_use(e, result->settings->all) || store_is_read_only(store))
        return;
    const char *title = path_base(result->settings->files.data[0]);
    uint64_t executions = counters_executions(&e->counters) + counters_executions(&e->before);
    json_t *object = json_object();
    json_put(object, "title", json_text(title));
    json_put(object, "when", json_integer(time(NULL)));
    json_put(object, "executions", json_integer((json_int_t)executions));
    json_put(object, "seconds", json_real(e->seconds + e->analysis_seconds + e->seconds_before));
    json_put(object, "witnesses", witnesses_json(result));
    char *text = json_print(object);
    const struct store_entry entry = {.key = key_of_violations(earlier, result->settings),
                                      .title = title,
                                      .data = text,
                                      .size = strlen(text)};
    store_write(store, &entry, 1, &error);
    error_free(&error);
    memory_free(text);
}
