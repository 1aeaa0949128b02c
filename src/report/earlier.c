#include "report/earlier.h"

#include "analysis/counterparts.h"
#include "analysis/slicing.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/installed.h"
#include "base/memory.h"
#include "base/rules.h"
#include "report/files.h"
#include "report/json_text.h"
#include "report/place.h"
#include "report/settings_json.h"
#include "report/store_place.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// The list of earlier checks with the same options is one entry of the store, newest first; each check's
// program is another one.
enum {
    MOST_VERSIONS = 32,   // in a list
    MOST_FUNCTIONS = 1024 // of which a list says what they are
};

struct earlier {
    struct store *store;
    struct store_key list, program; // of the program that is checked
};

// What people know the program by.
static const char *title_of(const struct settings *settings)
{
    return path_base(settings->files.data[0]);
}

// ---- keys

// Nobody can make two programs with one key: on servers, those who write programs need not be those who may
// write verdicts.
static struct store_key key_of_data(const void *data, size_t size, const char *sort)
{
    struct digest_piece pieces[] = {{sort, strlen(sort) + 1}, {data, size}};
    struct sha256 digest = digest_of(pieces, 2);
    struct store_key key = {.kind = STORE_CHECK};
    memcpy(&key.high, digest.bytes, sizeof key.high);
    memcpy(&key.low, digest.bytes + sizeof key.high, sizeof key.low);
    return key;
}

char *earlier_build(struct error *error)
{
    uint64_t hash = 0;
    char *path = installed_own_code();
    bool known =
        path ? file_hash(path, &hash, error) : error_set(error, "the file that heddle runs is not known");
    memory_free(path);
    return known ? memory_format("%s %016llx", HEDDLE_VERSION, (unsigned long long)hash) : NULL;
}

// Checks with equal keys differ in the program and in the properties, and in how they search.
static struct store_key list_key(const struct settings *settings, const char *build)
{
    json_t *object = settings_json(settings);
    json_put(object, "heddle", json_string(build));
    json_put(object, "reuse", json_integer(settings->reuse));
    char *text = json_dumps(object, JSON_SORT_KEYS);
    json_decref(object);
    struct store_key key = key_of_data(text ? text : "", text ? strlen(text) : 0, "checks");
    free(text);
    return key;
}

// The whole program, source lines and names too.
static struct store_key program_key(const struct program *program)
{
    size_t size;
    void *image = program_image(program, &size);
    struct store_key key = key_of_data(image, size, "program");
    memory_free(image);
    return key;
}

static bool same_key(const struct store_key *a, const struct store_key *b)
{
    return a->high == b->high && a->low == b->low;
}

struct store *earlier_store(struct earlier *e)
{
    return e->store;
}

static struct store_key key_of_program(const struct earlier *e, const struct store_key *program,
                                       const byte_vector *what)
{
    byte_vector all = {0};
    bytes_add_number(&all, e->list.high);
    bytes_add_number(&all, e->list.low);
    bytes_add_number(&all, program->high);
    bytes_add_number(&all, program->low);
    bytes_add(&all, what->data, what->size);
    struct store_key key = key_of_data(all.data, all.size, "of program");
    vector_free(&all);
    return key;
}

struct store_key earlier_key(const struct earlier *e, const byte_vector *what)
{
    return key_of_program(e, &e->program, what);
}

// Of the summaries of a check of that program.
static struct store_key summaries_key(const struct earlier *e, const struct settings *settings,
                                      const struct store_key *program)
{
    byte_vector what = {0};
    bytes_add_number(&what, settings->properties);
    earlier_add_search(settings, &what);
    struct store_key key = key_of_program(e, program, &what);
    key.kind = STORE_SUMMARIES;
    vector_free(&what);
    return key;
}

void earlier_keep_summaries(struct earlier *e, const struct settings *settings,
                            const struct checkpoint *summaries)
{
    struct store_key key = summaries_key(e, settings, &e->program);
    earlier_summaries_keep(e->store, &key, title_of(settings), summaries);
}

// ---- what programs have in common

static uint64_t name_hash(const struct program *p, const struct function *f)
{
    const char *name = program_string(p, f->name);
    return hash_bytes(name, strlen(name));
}

// A function's content as far as it does not depend on where it stands.
static uint64_t content_hash(const struct program *p, const struct function *f)
{
    uint64_t hash = name_hash(p, f);
    for (uint32_t b = f->first_block; b < f->end_block; b++)
        hash = hash_combine(hash, p->blocks[b].hash);
    return hash;
}

static bool is_counted_function(const struct function *f)
{
    return f->kind == FUNCTION_DEFINED && !(f->flags & FUNCTION_RUNTIME);
}

static int compare_sketch_hashes(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

// The user's functions: for each a hash of its name and one of its content, ascending all together.
struct sketch {
    uint64_t *data;
    uint32_t size, capacity;
};

static struct sketch sketch_of(const struct program *p)
{
    struct sketch s = {0};
    for (uint32_t f = 0; f < p->functions_count && s.size < 2 * MOST_FUNCTIONS; f++)
        if (is_counted_function(&p->functions[f])) {
            vector_push(&s, name_hash(p, &p->functions[f]));
            vector_push(&s, content_hash(p, &p->functions[f]));
        }
    if (s.size)
        qsort(s.data, s.size, sizeof *s.data, compare_sketch_hashes);
    return s;
}

static json_t *functions_json(const struct program *p)
{
    json_t *array = json_array();
    struct sketch s = sketch_of(p);
    for (uint32_t k = 0; k < s.size; k++)
        json_add(array, json_hexadecimal(s.data[k]));
    memory_free(s.data);
    return array;
}

// ---- the list

struct version_entry {
    uint32_t properties;
    struct store_key program;
    int64_t when;
    uint64_t executions;
    double seconds;
    const char *title; // of the JSON
    uint32_t common;   // with the program that is checked (common_functions)
};

static bool read_hash_text(const json_t *value, uint64_t *number)
{
    const char *text = json_string_value(value);
    char *end = NULL;
    if (!text || strlen(text) != 16)
        return false;
    *number = strtoull(text, &end, 16);
    return *end == 0;
}

static bool read_version(const json_t *object, struct version_entry *v)
{
    const json_t *title = json_object_get(object, "title"),
                 *properties = json_object_get(object, "properties");
    const json_t *when = json_object_get(object, "when"), *executions = json_object_get(object, "executions");
    const json_t *seconds = json_object_get(object, "seconds");
    if (!json_is_string(title) || !json_is_integer(properties) || !json_is_integer(when) ||
        !json_is_integer(executions) || !json_is_number(seconds))
        return false;
    *v = (struct version_entry){.properties = (uint32_t)json_integer_value(properties),
                                .program = {.kind = STORE_CHECK},
                                .when = json_integer_value(when),
                                .executions = (uint64_t)json_integer_value(executions),
                                .seconds = json_number_value(seconds),
                                .title = json_string_value(title)};
    return read_hash_text(json_object_get(object, "high"), &v->program.high) &&
           read_hash_text(json_object_get(object, "low"), &v->program.low);
}

// Of names and contents.
static uint32_t common_functions(const json_t *object, const struct sketch *sketch)
{
    const json_t *array = json_object_get(object, "functions");
    uint32_t common = 0;
    for (size_t k = 0; k < json_array_size(array); k++) {
        uint64_t number;
        if (sketch->size && read_hash_text(json_array_get(array, k), &number) &&
            bsearch(&number, sketch->data, sketch->size, sizeof number, compare_sketch_hashes))
            common++;
    }
    return common;
}

// An array, empty if there is no list. Owned by the caller.
static json_t *read_version_list(struct earlier *e)
{
    size_t size;
    char *text = store_read(e->store, &e->list, &size);
    json_t *list = text ? json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL) : NULL;
    memory_free(text);
    if (json_is_array(list))
        return list;
    json_decref(list);
    return json_array();
}

// The version to compare with: the same program, or the one with most in common, the newest of those. One
// that has nothing in common counts where it has the title. False: none.
static bool choose_version(const json_t *list, uint32_t properties, const char *title,
                           const struct program *program, const struct store_key *key,
                           struct version_entry *best)
{
    struct sketch sketch = sketch_of(program);
    bool found = false;
    for (size_t k = 0; k < json_array_size(list); k++) {
        struct version_entry v;
        if (!read_version(json_array_get(list, k), &v) || (v.properties & properties) != properties)
            continue;
        v.common =
            same_key(&v.program, key) ? UINT32_MAX : common_functions(json_array_get(list, k), &sketch);
        if (v.common < sketch.size / 4 && strcmp(v.title, title) != 0)
            continue; // not half of the names are equal
        if (!found || v.common > best->common)
            *best = v;
        found = true;
    }
    memory_free(sketch.data);
    return found;
}

// ---- finding

// Nor does it matter that functions or variables lie elsewhere.
static bool nothing_changed(const struct counterparts *counterparts)
{
    if (!counterparts_all(counterparts) || !counterparts->moved)
        return counterparts_all(counterparts);
    struct affected *affected = affected_find(counterparts, 0);
    bool none = !affected_any(affected);
    affected_free(affected);
    return none;
}

// Takes over what the old version's check has left; the version becomes the reuse's, or is freed.
static void compare_versions(struct earlier *e, struct earlier_reuse *reuse, const struct settings *settings,
                             const struct version_entry *version, struct program *old_version,
                             const struct program *new_version)
{
    struct counterparts *counterparts = counterparts_find(old_version, new_version);
    if (nothing_changed(counterparts)) {
        reuse->kind = REUSE_VERDICT;
    } else if (settings->slice == SLICE_SETTING_OFF || !slicing_helps(settings->properties)) {
        reuse->why =
            settings->slice == SLICE_SETTING_OFF ? "--slice=off" : "the properties are about everything";
    } else {
        struct affected *affected = affected_find(counterparts, settings->stack_size);
        reuse->why = affected_unknown(affected);
        if (!reuse->why) {
            reuse->kind = REUSE_PLACES;
            reuse->places = affected_places(affected, settings->properties);
        }
        affected_free(affected);
    }
    if (reuse->kind == REUSE_PLACES && reuse->places.count > 0) {
        struct store_key key = summaries_key(e, settings, &version->program);
        reuse->summaries =
            earlier_summaries_find(e->store, &key, old_version, counterparts, &reuse->no_summaries);
        if (reuse->summaries && !earlier_summaries_place_slice(settings, new_version, &reuse->places))
            reuse->kind = REUSE_SUMMARIES;
        return;
    }
    counterparts_free(counterparts);
    program_free(old_version);
}

static struct program *load_version(struct earlier *e, const struct version_entry *v)
{
    struct error error = {0};
    size_t size;
    void *image = store_read(e->store, &v->program, &size);
    struct program *program = image ? program_from_image(v->title, image, size, &error) : NULL;
    memory_free(image);
    error_free(&error);
    return program;
}

struct earlier_reuse earlier_find(struct earlier *e, const struct settings *settings,
                                  const struct program *program)
{
    struct earlier_reuse reuse = {.kind = REUSE_NOTHING};
    struct version_entry version;
    const struct store_key key = e->program;
    double begin = clock_seconds();
    json_t *list = read_version_list(e);
    if (choose_version(list, settings->properties, title_of(settings), program, &key, &version)) {
        reuse.title = memory_copy_string(version.title);
        reuse.when = version.when;
        reuse.executions = version.executions;
        reuse.seconds = version.seconds;
        bool unchanged = same_key(&version.program, &key) || !rule_holds(RULE_EDIT_PROGRAM);
        struct program *old_version = unchanged ? NULL : load_version(e, &version);
        if (unchanged)
            reuse.kind = REUSE_VERDICT;
        else if (old_version)
            compare_versions(e, &reuse, settings, &version, old_version, program);
    }
    json_decref(list);
    reuse.analysis_seconds = clock_seconds() - begin;
    return reuse;
}

void earlier_reuse_free(struct earlier_reuse *reuse)
{
    memory_free(reuse->title);
    memory_free(reuse->places.places);
    memory_free(reuse->places.unreached);
    earlier_summaries_free(reuse->summaries);
    *reuse = (struct earlier_reuse){.kind = REUSE_NOTHING};
}

// ---- keeping

static uint64_t executions_of(const struct exploration *e)
{
    return counters_executions(&e->counters) + counters_executions(&e->before);
}

static bool is_proof_of_use(const struct exploration *e)
{
    return e->verdict == VERDICT_SAFE && !e->vacuous && !e->stopped && !e->bounded && !e->warnings.size &&
           !e->reasons.size && !e->internal_error;
}

static json_t *earlier_version_json(const struct settings *settings, const struct program *program,
                                    const struct exploration *e, const struct store_key *key,
                                    const char *title)
{
    json_t *object = json_object();
    json_put(object, "title", json_text(title));
    json_put(object, "properties", json_integer(settings->properties));
    json_put(object, "when", json_integer(time(NULL)));
    json_put(object, "executions", json_integer((json_int_t)executions_of(e)));
    json_put(object, "seconds", json_real(e->seconds + e->analysis_seconds + e->seconds_before));
    json_put(object, "high", json_hexadecimal(key->high));
    json_put(object, "low", json_hexadecimal(key->low));
    json_put(object, "functions", functions_json(program));
    return object;
}

// The list with the version in front, and without older ones of the same program for no other properties.
static json_t *list_with(const json_t *list, json_t *version, const struct store_key *key,
                         uint32_t properties)
{
    json_t *longer = json_array();
    json_add(longer, version);
    for (size_t k = 0; k < json_array_size(list) && json_array_size(longer) < MOST_VERSIONS; k++) {
        json_t *entry = json_array_get(list, k);
        struct version_entry v;
        bool repeated = read_version(entry, &v) && same_key(&v.program, key) && !(v.properties & ~properties);
        if (!repeated)
            json_add(longer, json_incref(entry));
    }
    return longer;
}

bool earlier_keep(struct earlier *e, const struct settings *settings, const struct program *program,
                  const struct exploration *exploration, struct error *error)
{
    if (!is_proof_of_use(exploration) || store_is_read_only(e->store))
        return true;
    size_t size;
    void *image = program_image(program, &size);
    const char *title = title_of(settings);
    const struct store_key key = e->program;
    json_t *list = read_version_list(e);
    json_t *longer = list_with(list, earlier_version_json(settings, program, exploration, &key, title), &key,
                               settings->properties);
    char *text = json_print(longer);
    const struct store_entry entries[] = {
        {.key = key, .title = title, .data = image, .size = size},
        {.key = e->list, .title = title, .data = text, .size = strlen(text)},
    };
    bool good = store_write(e->store, entries, 2, error);
    memory_free(text);
    memory_free(image);
    json_decref(list);
    return good;
}

// ---- the store

struct earlier *earlier_open(const struct settings *settings, const struct program *program, char **problem)
{
    struct error error = {0};
    *problem = NULL;
    if (!settings->store || !settings->store[0] || settings->por == POR_RANDOM)
        return NULL;
    uint64_t size = settings->store_size ? settings->store_size : UINT64_MAX;
    char *build = earlier_build(&error);
    struct store *store =
        build ? store_place_open(settings, settings->store, STORE_MAKE, size, &error) : NULL;
    if (!store) {
        memory_free(build);
        *problem = memory_copy_string(error.message ? error.message : "the store cannot be opened");
        error_free(&error);
        return NULL;
    }
    struct earlier *earlier = memory_zalloc(1, sizeof *earlier);
    earlier->store = store;
    earlier->list = list_key(settings, build);
    memory_free(build);
    earlier->program = program_key(program);
    return earlier;
}

const char *earlier_failure(const struct earlier *earlier)
{
    return store_failure(earlier->store);
}

void earlier_close(struct earlier *earlier)
{
    if (!earlier)
        return;
    store_close(earlier->store);
    memory_free(earlier);
}
