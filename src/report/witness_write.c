#include "report/witness.h"

#include "base/memory.h"
#include "report/files.h"
#include "report/json_text.h"
#include "report/settings_json.h"

static json_t *codes_json(const uint32_t *codes, uint32_t count)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_add(array, json_integer(codes[i]));
    return array;
}

// "file:line" for people who read the file; the code index is what counts.
static json_t *place_json(struct source_place place)
{
    char *text =
        place.file[0] ? memory_format("%s:%u", path_base(place.file), place.line) : memory_copy_string("");
    json_t *json = json_text(text);
    memory_free(text);
    return json;
}

static json_t *options_json(const struct settings *settings, const struct exploration_violation *violation)
{
    json_t *object = settings_json(settings), *properties = json_array();
    for (uint32_t i = 0; i < PROPERTY_COUNT; i++)
        if (settings->properties >> i & 1)
            json_add(properties, json_string(property_name((enum property)i)));
    json_put(object, "properties", properties);
    uint64_t unwind = violation->unwind ? violation->unwind : settings->unwind;
    json_put(object, "unwind", json_integer((json_int_t)unwind));
    uint64_t threads = violation->most_threads ? violation->most_threads : settings->max_threads;
    if (threads)
        json_put(object, "max_threads", json_integer((json_int_t)threads));
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
        json_add(paths, json_name(path));
        memory_free(path);
    }
    for (uint32_t i = 0; i < program->sources_count; i++) {
        json_t *source = json_object();
        json_put(source, "path", json_name(program_string(program, program->sources[i].name)));
        json_put(source, "hash", json_hexadecimal(program->sources[i].hash));
        json_add(sources, source);
    }
    json_put(object, "files", settings_strings_json(&settings->files));
    json_put(object, "absolute", paths);
    json_put(object, "folder", json_name(folder ? folder : "."));
    json_put(object, "clang", settings_strings_json(&settings->clang_arguments));
    json_put(object, "compile_commands", json_name(settings->compile_commands));
    json_put(object, "effects", json_name(settings->effects));
    json_put(object, "width", json_integer(settings->m32 ? 32 : settings->m64 ? 64 : 0));
    json_put(object, "pointer_bits", json_integer(program->pointer_bits));
    json_put(object, "sources", sources);
    json_put(object, "hash", json_hexadecimal(program->hash));
    memory_free(folder);
    return object;
}

static json_t *code_json(uint32_t code)
{
    return code == NO_CODE ? json_null() : json_integer(code);
}

static json_t *witness_access_json(const struct violation_access *access)
{
    json_t *object = json_object(), *locks = json_array();
    for (uint32_t i = 0; i < access->locks.size; i++)
        json_add(locks, json_text(access->locks.data[i]));
    json_put(object, "thread", json_integer(access->thread));
    json_put(object, "code", code_json(access->code));
    json_put(object, "place", code_json(access->place));
    json_put(object, "kind", json_string(operation_name(access->kind)));
    json_put(object, "write", json_boolean(access->write));
    json_put(object, "atomic", json_boolean(access->atomic));
    json_put(object, "size", json_integer((json_int_t)access->size));
    json_put(object, "stack", codes_json(access->stack.data, access->stack.size));
    json_put(object, "locks", locks);
    return object;
}

static json_t *witness_violation_json(const struct exploration_violation *violation,
                                      struct source_place place)
{
    json_t *object = json_object();
    json_put(object, "kind", json_string(property_name(violation->property)));
    json_put(object, "message", json_text(violation->message));
    json_put(object, "file", json_text(place.file));
    json_put(object, "line", json_integer(place.line));
    json_put(object, "function", json_text(place.function));
    json_put(object, "thread", json_integer(violation->thread));
    json_put(object, "code", code_json(violation->code));
    json_put(object, "stack", codes_json(violation->stack.data, violation->stack.size));
    json_put(object, "blocked", codes_json(violation->blocked.data, violation->blocked.size));
    if (violation->cycle.length)
        json_put(object, "cycle",
                 json_pack("{s:I,s:I}", "begin", (json_int_t)violation->cycle.begin, "length",
                           (json_int_t)violation->cycle.length));
    if (violation->accesses.size == 0)
        return object;
    json_t *accesses = json_array();
    for (uint32_t i = 0; i < violation->accesses.size; i++)
        json_add(accesses, witness_access_json(&violation->accesses.data[i]));
    json_put(object, "accesses", accesses);
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
    json_put(object, "thread", input_thread_json(violation, input->maker));
    json_put(object, "number", json_integer((json_int_t)input->number));
    json_put(object, "width", json_integer(input->width));
    json_put(object, "value", json_hexadecimal(input->value));
    json_put(object, "name", json_text(input->name ? input->name : ""));
    if (input->immaterial)
        json_put(object, "immaterial", json_true());
    if (input->is_float)
        json_put(object, "float", json_true());
    return object;
}

static json_t *step_json(const struct program *program, const struct schedule_step *step)
{
    json_t *object = json_object();
    json_put(object, "thread", json_integer(step->thread));
    json_put(object, "kind", json_string(operation_name(step->kind)));
    if (step->choice)
        json_put(object, "choice", json_integer(step->alternative));
    json_put(object, "at", place_json(place_of(program, step->code)));
    json_put(object, "code", code_json(step->code));
    return object;
}

static json_t *fact_json(const struct program *program, const struct learnt_fact *fact)
{
    json_t *object = json_object();
    uint32_t code = (uint32_t)fact->what;
    json_put(object, "fact", json_string(learnt_name(fact->kind)));
    switch (learnt_argument(fact->kind)) {
    case LEARNT_HAS_NOTHING: break;
    case LEARNT_HAS_NUMBER: json_put(object, "number", json_integer((json_int_t)fact->what)); break;
    case LEARNT_HAS_NAME: json_put(object, "name", json_hexadecimal(fact->what)); break;
    case LEARNT_HAS_SITES: json_put(object, "other", code_json(fact->other)); // fall through
    case LEARNT_HAS_CODE:
    case LEARNT_HAS_STATIC:
        json_put(object, "code", code_json(code));
        json_put(object, "at", place_json(place_of(program, code)));
        break;
    }
    return object;
}

char *witness_text(const struct program *program, const struct settings *settings,
                   const struct exploration_violation *violation, struct source_place place)
{
    json_t *object = json_object(), *threads = json_array(), *inputs = json_array(), *schedule = json_array(),
           *learnt = json_array();
    for (uint32_t i = 0; i < violation->thread_names.size; i++)
        json_add(threads, json_text(violation->thread_names.data[i]));
    for (uint32_t i = 0; i < violation->inputs.size; i++)
        json_add(inputs, input_json(violation, &violation->inputs.data[i]));
    for (uint32_t i = 0; i < violation->schedule.size; i++)
        json_add(schedule, step_json(program, &violation->schedule.data[i]));
    json_put(object, "heddle_witness", json_integer(WITNESS_VERSION));
    json_put(object, "heddle", json_string(HEDDLE_VERSION));
    json_put(object, "violation", witness_violation_json(violation, place));
    json_put(object, "program", program_json(program, settings));
    json_put(object, "options", options_json(settings, violation));
    json_put(object, "threads", threads);
    for (uint32_t i = 0; i < violation->learnt.size; i++)
        json_add(learnt, fact_json(program, &violation->learnt.data[i]));
    json_put(object, "learnt", learnt);
    json_put(object, "inputs", inputs);
    json_put(object, "steps", schedule);
    return json_print(object);
}
