#include "report/witness.h"

#include "base/memory.h"
#include "report/files.h"
#include "report/json_text.h"

static json_t *strings_json(const text_list *list)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < list->size; i++)
        json_array_append_new(array, json_name(list->data[i]));
    return array;
}

static json_t *codes_json(const uint32_t *codes, uint32_t count)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(array, json_integer(codes[i]));
    return array;
}

// "file:line" for people who read the file; the code index is what counts.
static json_t *place_json(struct place place)
{
    char *text =
        place.file[0] ? memory_format("%s:%u", path_base(place.file), place.line) : memory_copy_string("");
    json_t *json = json_text(text);
    memory_free(text);
    return json;
}

static json_t *options_json(const struct settings *settings)
{
    json_t *object = json_object(), *properties = json_array();
    for (uint32_t i = 0; i < PROPERTY_COUNT; i++)
        if (settings->properties >> i & 1)
            json_array_append_new(properties, json_string(property_name((enum property)i)));
    json_object_set_new(object, "properties", properties);
    json_object_set_new(object, "unwind", json_integer((json_int_t)settings->unwind));
    json_object_set_new(object, "spurious", json_boolean(settings->spurious));
    json_object_set_new(object, "malloc_may_fail", json_boolean(settings->malloc_may_fail));
    json_object_set_new(object, "create_may_fail", json_boolean(settings->create_may_fail));
    json_object_set_new(object, "havoc", strings_json(&settings->havoc));
    json_object_set_new(object, "args", strings_json(&settings->arguments));
    return object;
}

static json_t *program_json(const struct program *program, const struct settings *settings)
{
    json_t *object = json_object(), *sources = json_array(), *paths = json_array();
    char *folder = folder_current();
    for (uint32_t i = 0; i < settings->files.size; i++) {
        const char *file = settings->files.data[i];
        char *path =
            file[0] == '/' || !folder ? memory_copy_string(file) : memory_format("%s/%s", folder, file);
        json_array_append_new(paths, json_name(path));
        memory_free(path);
    }
    for (uint32_t i = 0; i < program->sources_count; i++) {
        json_t *source = json_object();
        json_object_set_new(source, "path", json_name(program_string(program, program->sources[i].name)));
        json_object_set_new(source, "hash", json_hexadecimal(program->sources[i].hash));
        json_array_append_new(sources, source);
    }
    json_object_set_new(object, "files", strings_json(&settings->files));
    json_object_set_new(object, "absolute", paths);
    json_object_set_new(object, "folder", json_name(folder ? folder : "."));
    json_object_set_new(object, "clang", strings_json(&settings->clang_arguments));
    json_object_set_new(object, "compile_commands", json_name(settings->compile_commands));
    json_object_set_new(object, "width", json_integer(settings->m32 ? 32 : settings->m64 ? 64 : 0));
    json_object_set_new(object, "pointer_bits", json_integer(program->pointer_bits));
    json_object_set_new(object, "sources", sources);
    json_object_set_new(object, "hash", json_hexadecimal(program->hash));
    memory_free(folder);
    return object;
}

static json_t *access_json(const struct violation_access *access)
{
    json_t *object = json_object(), *locks = json_array();
    for (uint32_t i = 0; i < access->locks.size; i++)
        json_array_append_new(locks, json_text(access->locks.data[i]));
    json_object_set_new(object, "thread", json_integer(access->thread));
    json_object_set_new(object, "code", json_integer(access->code));
    json_object_set_new(object, "place", json_integer(access->place));
    json_object_set_new(object, "kind", json_string(operation_name(access->kind)));
    json_object_set_new(object, "write", json_boolean(access->write));
    json_object_set_new(object, "atomic", json_boolean(access->atomic));
    json_object_set_new(object, "size", json_integer((json_int_t)access->size));
    json_object_set_new(object, "stack", codes_json(access->stack.data, access->stack.size));
    json_object_set_new(object, "locks", locks);
    return object;
}

static json_t *violation_json(const struct exploration_violation *violation, struct place place)
{
    json_t *object = json_object();
    json_object_set_new(object, "kind", json_string(property_name(violation->property)));
    json_object_set_new(object, "message", json_text(violation->message));
    json_object_set_new(object, "file", json_text(place.file));
    json_object_set_new(object, "line", json_integer(place.line));
    json_object_set_new(object, "function", json_text(place.function));
    json_object_set_new(object, "thread", json_integer(violation->thread));
    json_object_set_new(object, "code",
                        violation->code == NO_FUNCTION ? json_null() : json_integer(violation->code));
    json_object_set_new(object, "stack", codes_json(violation->stack.data, violation->stack.size));
    json_object_set_new(object, "blocked", codes_json(violation->blocked.data, violation->blocked.size));
    if (violation->accesses.size == 0)
        return object;
    json_t *accesses = json_array();
    for (uint32_t i = 0; i < violation->accesses.size; i++)
        json_array_append_new(accesses, access_json(&violation->accesses.data[i]));
    json_object_set_new(object, "accesses", accesses);
    return object;
}

// The name of the thread that made the input; memory that was never written is named by a number beyond all
// threads.
static json_t *input_thread_json(const struct exploration_violation *violation, uint64_t maker)
{
    if (maker < violation->thread_names.size)
        return json_text(violation->thread_names.data[maker]);
    char *text = memory_format(WITNESS_MEMORY "%016llx", (unsigned long long)maker);
    json_t *json = json_text(text);
    memory_free(text);
    return json;
}

static json_t *input_json(const struct exploration_violation *violation, const struct schedule_input *input)
{
    json_t *object = json_object();
    json_object_set_new(object, "thread", input_thread_json(violation, input->maker));
    json_object_set_new(object, "number", json_integer((json_int_t)input->number));
    json_object_set_new(object, "width", json_integer(input->width));
    json_object_set_new(object, "value", json_hexadecimal(input->value));
    json_object_set_new(object, "name", json_text(input->name ? input->name : ""));
    return object;
}

static json_t *step_json(const struct program *program, const struct schedule_step *step)
{
    json_t *object = json_object();
    json_object_set_new(object, "thread", json_integer(step->thread));
    json_object_set_new(object, "kind", json_string(operation_name(step->kind)));
    if (step->choice)
        json_object_set_new(object, "choice", json_integer(step->alternative));
    json_object_set_new(object, "at", place_json(place_of(program, step->code)));
    json_object_set_new(object, "code", step->code == NO_FUNCTION ? json_null() : json_integer(step->code));
    return object;
}

char *witness_text(const struct program *program, const struct settings *settings,
                   const struct exploration_violation *violation, struct place place)
{
    json_t *object = json_object(), *threads = json_array(), *inputs = json_array(), *schedule = json_array(),
           *shared = json_array();
    for (uint32_t i = 0; i < violation->thread_names.size; i++)
        json_array_append_new(threads, json_text(violation->thread_names.data[i]));
    for (uint32_t i = 0; i < violation->inputs.size; i++)
        json_array_append_new(inputs, input_json(violation, &violation->inputs.data[i]));
    for (uint32_t i = 0; i < violation->schedule.size; i++)
        json_array_append_new(schedule, step_json(program, &violation->schedule.data[i]));
    json_object_set_new(object, "heddle_witness", json_integer(WITNESS_VERSION));
    json_object_set_new(object, "heddle", json_string(HEDDLE_VERSION));
    json_object_set_new(object, "violation", violation_json(violation, place));
    json_object_set_new(object, "program", program_json(program, settings));
    json_object_set_new(object, "options", options_json(settings));
    json_object_set_new(object, "threads", threads);
    for (uint32_t i = 0; i < violation->shared.size; i++)
        json_array_append_new(shared, json_hexadecimal(violation->shared.data[i]));
    json_object_set_new(object, "shared", shared);
    json_object_set_new(object, "inputs", inputs);
    json_object_set_new(object, "steps", schedule);
    return json_print(object);
}
