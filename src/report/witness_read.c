#include "report/witness.h"

#include "base/file.h"
#include "base/memory.h"
#include "machine/describe.h"
#include "program/flags.h"
#include "program/given.h"
#include "report/json_text.h"
#include "report/option_value.h"
#include "report/settings_json.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Where in the file a value stands, for messages, and whether anything has been wrong so far.
struct witness_reader {
    const char *path;
    struct error *error;
};

static bool refuse_witness(const struct witness_reader *r, const char *what, const char *key)
{
    return error_set(r->error, "%s: not a usable witness: %s `%s`", r->path, what, key);
}

static json_t *require_member(const struct witness_reader *r, json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (!value)
        refuse_witness(r, "there is no", key);
    return value;
}

static bool read_object(const struct witness_reader *r, json_t *object, const char *key, json_t **to)
{
    *to = require_member(r, object, key);
    return *to && (json_is_object(*to) || refuse_witness(r, "no object in", key));
}

static bool read_array(const struct witness_reader *r, json_t *object, const char *key, json_t **to)
{
    *to = require_member(r, object, key);
    return *to && (json_is_array(*to) || refuse_witness(r, "no array in", key));
}

// A number between 0 and `maximum`; `missing` for null where that is not 0.
static bool read_number_member(const struct witness_reader *r, json_t *object, const char *key,
                               uint64_t maximum, uint64_t *to)
{
    json_t *value = require_member(r, object, key);
    if (!value)
        return false;
    if (!json_is_integer(value))
        return refuse_witness(r, "no number in", key);
    if (json_integer_value(value) < 0 || (uint64_t)json_integer_value(value) > maximum)
        return refuse_witness(r, "number out of range in", key);
    *to = (uint64_t)json_integer_value(value);
    return true;
}

static bool read_index_member(const struct witness_reader *r, json_t *object, const char *key,
                              uint32_t maximum, uint32_t *to)
{
    uint64_t number = 0;
    if (!read_number_member(r, object, key, maximum, &number))
        return false;
    *to = (uint32_t)number;
    return true;
}

static bool read_operation_kind(const struct witness_reader *r, json_t *value, enum operation_kind *to);

// A code index, or null for NO_CODE.
static bool read_code_member(const struct witness_reader *r, json_t *object, const char *key, uint32_t *to)
{
    *to = NO_CODE;
    return json_is_null(json_object_get(object, key)) || read_index_member(r, object, key, NO_CODE - 1, to);
}

static bool read_flag_member(const struct witness_reader *r, json_t *object, const char *key, bool *to)
{
    json_t *value = require_member(r, object, key);
    *to = json_is_true(value);
    return value && (json_is_boolean(value) || refuse_witness(r, "neither true nor false in", key));
}

// A text that may be used as a C string; valid as long as the JSON value.
static bool text_from_value(const struct witness_reader *r, json_t *value, const char *key, const char **to)
{
    if (!json_is_string(value) || strlen(json_string_value(value)) != json_string_length(value))
        return refuse_witness(r, "no text in", key);
    *to = json_string_value(value);
    return true;
}

static bool read_text_member(const struct witness_reader *r, json_t *object, const char *key, const char **to)
{
    json_t *value = require_member(r, object, key);
    return value && text_from_value(r, value, key, to);
}

// A name, which need not be UTF-8: a text, or an object whose `bytes` are hexadecimal digits (json_name).
// Owned by the caller.
static bool name_from_value(const struct witness_reader *r, json_t *value, const char *key, char **to)
{
    const char *wrong = NULL;
    *to = json_name_read(value, &wrong);
    return *to || refuse_witness(r, wrong, key);
}

static bool read_name_member(const struct witness_reader *r, json_t *object, const char *key, char **to)
{
    json_t *value = require_member(r, object, key);
    return value && name_from_value(r, value, key, to);
}

static bool read_names(const struct witness_reader *r, json_t *object, const char *key, text_list *to)
{
    json_t *array, *value;
    size_t i;
    if (!read_array(r, object, key, &array))
        return false;
    json_array_foreach(array, i, value)
    {
        char *name;
        if (!name_from_value(r, value, key, &name))
            return false;
        text_list_add(to, name);
        memory_free(name);
    }
    return true;
}

// Sixteen hexadecimal digits.
static bool hexadecimal_from_value(const struct witness_reader *r, json_t *value, const char *key,
                                   uint64_t *to)
{
    const char *text = NULL;
    uint64_t number = 0;
    if (!text_from_value(r, value, key, &text))
        return false;
    if (strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16)
        return refuse_witness(r, "not 16 hexadecimal digits in", key);
    for (const char *p = text; *p; p++)
        number = number << 4 | (uint64_t)(isdigit((unsigned char)*p) ? *p - '0' : *p - 'a' + 10);
    *to = number;
    return true;
}

static bool read_hexadecimal_member(const struct witness_reader *r, json_t *object, const char *key,
                                    uint64_t *to)
{
    json_t *value = require_member(r, object, key);
    return value && hexadecimal_from_value(r, value, key, to);
}

// Not there: none.
static bool read_optional_names(const struct witness_reader *r, json_t *options, const char *key,
                                text_list *to)
{
    return !json_object_get(options, key) || read_names(r, options, key, to);
}

static bool read_bounds(const struct witness_reader *r, json_t *options, struct settings *settings)
{
    // "max_threads" is not there where the default was enough.
    return read_number_member(r, options, "unwind", INT64_MAX, &settings->unwind) &&
           (!json_object_get(options, "max_threads") ||
            read_number_member(r, options, "max_threads", INT64_MAX, &settings->max_threads)) &&
           read_optional_names(r, options, "loop_bounds", &settings->loop_bounds);
}

static bool read_given(const struct witness_reader *r, json_t *object, struct settings *settings)
{
    return read_names(r, object, "entries", &settings->entries) &&
           read_names(r, object, "input_files", &settings->given_files) &&
           read_names(r, object, "stdin", &settings->given_input) &&
           read_number_member(r, object, "stdin_size", GIVEN_MOST_SYMBOLIC, &settings->symbolic_input);
}

static bool set_volatile(struct settings *settings, bool atomic)
{
    settings->volatile_accesses = atomic;
    return true;
}

// One of these words, as its number. Not there: the first one.
static bool read_choice(const struct witness_reader *r, json_t *options, const char *name,
                        const char *const *words, unsigned *choice)
{
    json_t *value = json_object_get(options, name);
    *choice = 0;
    if (!value)
        return true;
    const char *word = json_string_value(value);
    while (word && words[*choice] && strcmp(words[*choice], word) != 0)
        (*choice)++;
    return (word && words[*choice]) || refuse_witness(r, "unknown value of", name);
}

static bool read_options(const struct witness_reader *r, json_t *root, struct settings *settings)
{
    json_t *object;
    bool volatile_atomic = false;
    text_list properties = {0};
    if (!read_object(r, root, "options", &object))
        return false;
    bool good = read_names(r, object, "properties", &properties);
    settings->properties = 0;
    for (uint32_t i = 0; i < properties.size && good; i++) {
        unsigned property = 0;
        while (property < PROPERTY_COUNT && strcmp(property_name(property), properties.data[i]) != 0)
            property++;
        good = property < PROPERTY_COUNT || refuse_witness(r, "unknown property", properties.data[i]);
        settings->properties |= good ? 1u << property : 0;
    }
    text_list_free(&properties);
    return good && read_bounds(r, object, settings) &&
           read_flag_member(r, object, "spurious", &settings->spurious) &&
           read_flag_member(r, object, "malloc_may_fail", &settings->malloc_may_fail) &&
           read_flag_member(r, object, "create_may_fail", &settings->create_may_fail) &&
           read_flag_member(r, object, "weak_cas_fails", &settings->weak_cas_fails) &&
           read_flag_member(r, object, "prefer_writers", &settings->prefer_writers) &&
           read_flag_member(r, object, "time_may_pass", &settings->time_may_pass) &&
           read_number_member(r, object, "stack_size", INT64_MAX, &settings->stack_size) &&
           read_choice(r, object, "leaks", leak_words, &settings->leaks) &&
           read_choice(r, object, "rand", random_words, &settings->random_numbers) &&
           read_flag_member(r, object, "volatile_atomic", &volatile_atomic) &&
           set_volatile(settings, volatile_atomic) && read_names(r, object, "havoc", &settings->havoc) &&
           read_optional_names(r, object, "atomic", &settings->atomic) &&
           read_names(r, object, "args", &settings->arguments) && read_given(r, object, settings);
}

static bool read_sources(const struct witness_reader *r, json_t *program, struct witness *witness)
{
    json_t *array, *value;
    size_t i;
    if (!read_array(r, program, "sources", &array))
        return false;
    json_array_foreach(array, i, value)
    {
        struct witness_source source = {0};
        if (!json_is_object(value))
            return refuse_witness(r, "no object in", "sources");
        if (!read_hexadecimal_member(r, value, "hash", &source.hash) ||
            !read_name_member(r, value, "path", &source.name))
            return false;
        vector_push(&witness->sources, source);
    }
    return true;
}

// Replaying must not do more than compile: of clang's arguments only those are taken that can do no harm.
static bool check_arguments(const struct witness_reader *r, const struct witness *witness)
{
    const text_list *arguments = &witness->settings.clang_arguments;
    struct error problem = {0};
    bool good =
        flags_harmless((const char *const *)arguments->data, arguments->size, witness->folder, &problem);
    if (!good)
        error_set(r->error, "%s: %s", r->path, problem.message);
    error_free(&problem);
    return good;
}

static bool read_program(const struct witness_reader *r, json_t *root, struct witness *witness)
{
    json_t *object;
    uint32_t width = 0, pointer_bits = 0;
    struct settings *settings = &witness->settings;
    if (!read_object(r, root, "program", &object) || !read_names(r, object, "files", &settings->files) ||
        !read_name_member(r, object, "folder", &witness->folder) ||
        !read_names(r, object, "clang", &settings->clang_arguments) || !check_arguments(r, witness) ||
        !read_index_member(r, object, "width", 64, &width) ||
        !read_index_member(r, object, "pointer_bits", 64, &pointer_bits) ||
        !read_sources(r, object, witness) ||
        !read_hexadecimal_member(r, object, "hash", &witness->program_hash))
        return false;
    if (!json_is_null(json_object_get(object, "effects")) &&
        !read_name_member(r, object, "effects", &settings->effects))
        return false;
    if (!json_is_null(json_object_get(object, "compile_commands")) &&
        !read_name_member(r, object, "compile_commands", &settings->compile_commands))
        return false;
    if (settings->files.size == 0)
        return refuse_witness(r, "nothing in", "files");
    if (width != 0 && width != 32 && width != 64)
        return refuse_witness(r, "number out of range in", "width");
    if (pointer_bits != 32 && pointer_bits != 64)
        return refuse_witness(r, "number out of range in", "pointer_bits");
    settings->m32 = width == 32;
    settings->m64 = width == 64;
    witness->pointer_bits = pointer_bits;
    return true;
}

// "main" or a creation path below it, "main.2.1", whose parent is in the list already.
static bool good_thread_name(const text_list *before, const char *name)
{
    const char *dot = strrchr(name, '.');
    if (strcmp(name, "main") == 0)
        return before->size == 0;
    if (!dot || dot[1] < '1' || dot[1] > '9' || dot[1 + strspn(dot + 1, "0123456789")] ||
        strtoul(dot + 1, NULL, 10) > MACHINE_MAX_CHILDREN)
        return false;
    bool parent = false;
    for (uint32_t i = 0; i < before->size; i++) {
        const char *other = before->data[i];
        parent |= strlen(other) == (size_t)(dot - name) && strncmp(other, name, (size_t)(dot - name)) == 0;
        if (strcmp(other, name) == 0)
            return false;
    }
    return parent;
}

static bool read_thread_names(const struct witness_reader *r, json_t *root,
                              struct exploration_violation *violation)
{
    text_list names = {0}, checked = {0};
    bool good = read_names(r, root, "threads", &names);
    if (good && (names.size == 0 || names.size > MACHINE_MAX_THREADS))
        good = refuse_witness(r, "no or too many names in", "threads");
    for (uint32_t i = 0; i < names.size && good; i++) {
        good = good_thread_name(&checked, names.data[i]) ||
               refuse_witness(r, "not a thread's name:", names.data[i]);
        text_list_add(&checked, names.data[i]);
    }
    for (uint32_t i = 0; i < names.size && good; i++) {
        char *name = memory_copy_string(names.data[i]);
        vector_push(&violation->thread_names, name);
    }
    text_list_free(&names);
    text_list_free(&checked);
    return good;
}

static bool find_input_thread(const struct exploration_violation *violation, const char *name,
                              uint64_t *maker)
{
    size_t prefix = strlen(WITNESS_MEMORY);
    for (uint32_t i = 0; i < violation->thread_names.size; i++) {
        if (strcmp(violation->thread_names.data[i], name) == 0) {
            *maker = i;
            return true;
        }
    }
    if (strncmp(name, WITNESS_MEMORY, prefix) != 0 || strlen(name) != prefix + 16 ||
        strspn(name + prefix, "0123456789abcdef") != 16)
        return false;
    *maker = strtoull(name + prefix, NULL, 16);
    return *maker >= violation->thread_names.size;
}

static bool read_violation_input(const struct witness_reader *r, json_t *value,
                                 struct exploration_violation *violation)
{
    struct schedule_input input = {0};
    const char *thread = NULL, *name = NULL;
    uint32_t width;
    if (!read_text_member(r, value, "thread", &thread) ||
        !read_number_member(r, value, "number", INT64_MAX, &input.number) ||
        !read_index_member(r, value, "width", 64, &width) ||
        !read_hexadecimal_member(r, value, "value", &input.value) ||
        !read_text_member(r, value, "name", &name))
        return false;
    if (width == 0 || (width < 64 && input.value >> width))
        return refuse_witness(r, "number out of range in", "width");
    if (!find_input_thread(violation, thread, &input.maker))
        return refuse_witness(r, "unknown thread", thread);
    // Threads make fewer; bits that an operation on floating-point numbers leaves open (machine/nan.h) are
    // one bit, or as many as what is not a number has.
    bool nan_bits = input.number >> 32 == 2 && (width == 1 || width == 23 || width == 52);
    if (input.maker < violation->thread_names.size && input.number >> 33 && !nan_bits)
        return refuse_witness(r, "number out of range in", "number");
    input.width = width;
    input.name = memory_copy_string(name);
    input.immaterial = json_is_true(json_object_get(value, "immaterial"));
    input.is_float = json_is_true(json_object_get(value, "float"));
    vector_push(&violation->inputs, input);
    return true;
}

static bool read_operation_kind(const struct witness_reader *r, json_t *value, enum operation_kind *to)
{
    const char *name = NULL;
    if (!read_text_member(r, value, "kind", &name))
        return false;
    for (unsigned kind = 0; kind < OPERATION_KIND_COUNT; kind++) {
        if (strcmp(operation_name(kind), name) == 0) {
            *to = kind;
            return true;
        }
    }
    return refuse_witness(r, "unknown operation", name);
}

static bool read_step(const struct witness_reader *r, json_t *value, struct exploration_violation *violation)
{
    struct schedule_step step = {0};
    step.choice = json_object_get(value, "choice") != NULL;
    if (!read_index_member(r, value, "thread", violation->thread_names.size - 1, &step.thread) ||
        !read_operation_kind(r, value, &step.kind) || !read_code_member(r, value, "code", &step.code) ||
        (step.choice && !read_index_member(r, value, "choice", UINT32_MAX - 1, &step.alternative)))
        return false;
    vector_push(&violation->schedule, step);
    return true;
}

static bool read_each(const struct witness_reader *r, json_t *root, const char *key,
                      bool (*read)(const struct witness_reader *, json_t *, struct exploration_violation *),
                      struct exploration_violation *violation)
{
    json_t *array, *value;
    size_t i;
    if (!read_array(r, root, key, &array))
        return false;
    json_array_foreach(array, i, value)
    {
        if (!json_is_object(value))
            return refuse_witness(r, "no object in", key);
        if (!read(r, value, violation))
            return false;
    }
    return true;
}

// An array of numbers below `limit`.
static bool read_number_array(const struct witness_reader *r, json_t *object, const char *key, uint32_t limit,
                              void (*add)(struct exploration_violation *, uint32_t),
                              struct exploration_violation *violation)
{
    json_t *array, *value;
    size_t i;
    if (!read_array(r, object, key, &array))
        return false;
    json_array_foreach(array, i, value)
    {
        if (!json_is_integer(value) || json_integer_value(value) < 0 || json_integer_value(value) >= limit)
            return refuse_witness(r, "number out of range in", key);
        add(violation, (uint32_t)json_integer_value(value));
    }
    return true;
}

static bool read_fact(const struct witness_reader *r, json_t *value, struct learnt_fact *fact)
{
    const char *name = NULL;
    uint32_t code = 0, kind = 0;
    if (!read_text_member(r, value, "fact", &name))
        return false;
    while (kind < LEARNT_KIND_COUNT && strcmp(learnt_name(kind), name) != 0)
        kind++;
    if (kind == LEARNT_KIND_COUNT)
        return refuse_witness(r, "unknown fact", name);
    *fact = (struct learnt_fact){.kind = kind};
    switch (learnt_argument(kind)) {
    case LEARNT_HAS_NOTHING: return true;
    case LEARNT_HAS_NUMBER: return read_number_member(r, value, "number", 1, &fact->what);
    case LEARNT_HAS_NAME: return read_hexadecimal_member(r, value, "name", &fact->what);
    case LEARNT_HAS_SITES:
        if (!read_index_member(r, value, "other", NO_CODE - 1, &fact->other))
            return false; // fall through
    case LEARNT_HAS_CODE:
    case LEARNT_HAS_STATIC: break;
    }
    if (!read_code_member(r, value, "code", &code))
        return false;
    fact->what = code;
    return true;
}

static bool read_learnt(const struct witness_reader *r, json_t *root, struct exploration_violation *violation)
{
    json_t *array, *value;
    size_t i;
    if (!read_array(r, root, "learnt", &array))
        return false;
    json_array_foreach(array, i, value)
    {
        struct learnt_fact fact = {0};
        if (!read_fact(r, value, &fact))
            return false;
        vector_push(&violation->learnt, fact);
    }
    return true;
}

static void add_stack_code(struct exploration_violation *violation, uint32_t number)
{
    vector_push(&violation->stack, number);
}

static void add_blocked_thread(struct exploration_violation *violation, uint32_t number)
{
    vector_push(&violation->blocked, number);
}

// An array of numbers below `limit`, of an access.
static bool read_access_stack(const struct witness_reader *r, json_t *object, struct violation_access *access)
{
    json_t *array, *value;
    size_t i;
    if (!read_array(r, object, "stack", &array))
        return false;
    json_array_foreach(array, i, value)
    {
        if (!json_is_integer(value) || json_integer_value(value) < 0 || json_integer_value(value) >= NO_CODE)
            return refuse_witness(r, "number out of range in", "stack");
        vector_push(&access->stack, (uint32_t)json_integer_value(value));
    }
    return true;
}

static bool read_access_locks(const struct witness_reader *r, json_t *object, struct violation_access *access)
{
    text_list locks = {0};
    bool good = read_names(r, object, "locks", &locks);
    for (uint32_t i = 0; i < locks.size; i++)
        vector_push(&access->locks, memory_copy_string(locks.data[i]));
    text_list_free(&locks);
    return good;
}

static bool read_witness_access(const struct witness_reader *r, json_t *value,
                                struct exploration_violation *violation)
{
    vector_push(&violation->accesses, (struct violation_access){0});
    struct violation_access *access = &vector_last(&violation->accesses);
    return read_index_member(r, value, "thread", violation->thread_names.size - 1, &access->thread) &&
           read_code_member(r, value, "code", &access->code) &&
           read_code_member(r, value, "place", &access->place) &&
           read_operation_kind(r, value, &access->kind) &&
           read_flag_member(r, value, "write", &access->write) &&
           read_flag_member(r, value, "atomic", &access->atomic) &&
           read_number_member(r, value, "size", INT64_MAX, &access->size) &&
           read_access_stack(r, value, access) && read_access_locks(r, value, access);
}

// A data race has two accesses, an atomicity violation three, other violations none.
static bool read_accesses(const struct witness_reader *r, json_t *object,
                          struct exploration_violation *violation)
{
    uint32_t count = violation->property == PROPERTY_DATA_RACE   ? 2
                     : violation->property == PROPERTY_ATOMICITY ? 3
                                                                 : 0;
    if (!count && !json_object_get(object, "accesses"))
        return true;
    if (!read_each(r, object, "accesses", read_witness_access, violation))
        return false;
    return violation->accesses.size == count || refuse_witness(r, "not the right number of", "accesses");
}

// A livelock has one. Where it ends is looked at once the steps are known (check_cycle).
static bool read_cycle(const struct witness_reader *r, json_t *violation, struct violation_cycle *cycle)
{
    json_t *object;
    return read_object(r, violation, "cycle", &object) &&
           read_index_member(r, object, "begin", UINT32_MAX - 1, &cycle->begin) &&
           read_index_member(r, object, "length", UINT32_MAX - 1, &cycle->length);
}

// The cycle begins with an operation, is made of these only, and goes to the end of the schedule.
static bool check_cycle(const struct witness_reader *r, const struct exploration_violation *violation)
{
    const struct violation_cycle *cycle = &violation->cycle;
    if (violation->property != PROPERTY_LIVELOCK)
        return true;
    if (!cycle->length || (uint64_t)cycle->begin + cycle->length != violation->schedule.size)
        return refuse_witness(r, "not the last steps in", "cycle");
    for (uint32_t i = cycle->begin; i < violation->schedule.size; i++)
        if (violation->schedule.data[i].choice)
            return refuse_witness(r, "a choice in", "cycle");
    return true;
}

static bool read_violation(const struct witness_reader *r, json_t *root,
                           struct exploration_violation *violation)
{
    json_t *object;
    const char *kind = NULL, *message = NULL;
    uint32_t threads = violation->thread_names.size;
    if (!read_object(r, root, "violation", &object) || !read_text_member(r, object, "kind", &kind) ||
        !read_text_member(r, object, "message", &message) ||
        !read_index_member(r, object, "thread", threads - 1, &violation->thread) ||
        !read_code_member(r, object, "code", &violation->code) ||
        !read_number_array(r, object, "stack", NO_CODE, add_stack_code, violation) ||
        !read_number_array(r, object, "blocked", threads, add_blocked_thread, violation))
        return false;
    violation->message = memory_copy_string(message);
    for (unsigned property = 0; property < PROPERTY_COUNT; property++) {
        if (strcmp(property_name(property), kind) == 0) {
            violation->property = property;
            return read_accesses(r, object, violation) &&
                   (property != PROPERTY_LIVELOCK || read_cycle(r, object, &violation->cycle));
        }
    }
    return refuse_witness(r, "unknown kind of violation", kind);
}

static bool read_root(const struct witness_reader *r, json_t *root, struct witness *witness)
{
    json_t *version = json_object_get(root, "heddle_witness");
    if (!version)
        return error_set(r->error, "%s: not a heddle witness", r->path);
    if (!json_is_integer(version) || json_integer_value(version) != WITNESS_VERSION)
        return error_set(r->error, "%s: this witness has another version than %d, the one this heddle reads",
                         r->path, WITNESS_VERSION);
    return read_thread_names(r, root, &witness->violation) && read_program(r, root, witness) &&
           read_options(r, root, &witness->settings) && read_violation(r, root, &witness->violation) &&
           read_learnt(r, root, &witness->violation) &&
           read_each(r, root, "inputs", read_violation_input, &witness->violation) &&
           read_each(r, root, "steps", read_step, &witness->violation) && check_cycle(r, &witness->violation);
}

bool witness_read(const char *path, struct witness *witness, struct error *error)
{
    size_t size;
    char *text = file_read(path, FILE_LIMIT_SOURCE, &size, error);
    bool good = text && witness_read_text(path, text, size, witness, error);
    memory_free(text);
    return good;
}

bool witness_read_text(const char *path, const char *text, size_t size, struct witness *witness,
                       struct error *error)
{
    json_error_t problem;
    struct witness_reader reader = {.path = path, .error = error};
    settings_init(&witness->settings);
    json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &problem);
    if (!root)
        return error_set(error, "%s: not a heddle witness: line %d: %s", path, problem.line, problem.text);
    bool good = read_root(&reader, root, witness);
    json_decref(root);
    return good;
}

void witness_free(struct witness *witness)
{
    for (uint32_t i = 0; i < witness->sources.size; i++)
        memory_free(witness->sources.data[i].name);
    vector_free(&witness->sources);
    exploration_free_violation(&witness->violation);
    memory_free(witness->folder);
    settings_free(&witness->settings);
    memset(witness, 0, sizeof *witness);
}

bool witness_check_sources(const struct witness *witness, const char *path, struct error *error)
{
    for (uint32_t i = 0; i < witness->sources.size; i++) {
        const struct witness_source *source = &witness->sources.data[i];
        uint64_t hash;
        struct error problem = {0};
        if (!file_hash(source->name, &hash, &problem)) {
            error_set(error, "%s: a source of the witness's program is gone: %s", path, problem.message);
            error_free(&problem);
            return false;
        }
        if (hash != source->hash)
            return error_set(error,
                             "%s: %s has changed since the witness was written; check the program again",
                             path, source->name);
    }
    return true;
}

static bool code_fits(uint32_t code, uint32_t count)
{
    return code == NO_CODE || code < count;
}

// Whether every code index, and whatever else the machine is given, exists in the program.
static bool numbers_fit(const struct exploration_violation *violation, const struct program *program)
{
    uint32_t count = program->code_count;
    bool good = code_fits(violation->code, count);
    for (uint32_t i = 0; i < violation->stack.size; i++)
        good = good && violation->stack.data[i] < count;
    for (uint32_t i = 0; i < violation->schedule.size; i++)
        good = good && code_fits(violation->schedule.data[i].code, count);
    for (uint32_t i = 0; i < violation->accesses.size; i++) {
        const struct violation_access *access = &violation->accesses.data[i];
        good = good && code_fits(access->code, count) && code_fits(access->place, count);
        for (uint32_t k = 0; k < access->stack.size; k++)
            good = good && access->stack.data[k] < count;
    }
    for (uint32_t i = 0; i < violation->learnt.size; i++)
        good = good && learnt_fits(program, &violation->learnt.data[i]);
    return good;
}

bool witness_check_program(const struct witness *witness, const char *path, const struct program *program,
                           struct error *error)
{
    if (program->pointer_bits != witness->pointer_bits)
        return error_set(error, "%s: the witness is for %u-bit pointers, the program compiles to %u bits",
                         path, witness->pointer_bits, program->pointer_bits);
    if (program->hash != witness->program_hash)
        return error_set(
            error,
            "%s: the sources are the same, but the compiled program has changed since the witness was "
            "written (another clang, heddle or flags); check the program again",
            path);
    if (!numbers_fit(&witness->violation, program))
        return error_set(error, "%s: not a usable witness: the schedule does not fit the program", path);
    return true;
}
