#include "report/settings_json.h"

#include "report/json_text.h"

const char *const leak_words[] = {"unreached", "all", NULL};
const char *const random_words[] = {"seeded", "glibc", "any", NULL};

json_t *settings_strings_json(const text_list *list)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < list->size; i++)
        json_add(array, json_name(list->data[i]));
    return array;
}

json_t *settings_json(const struct settings *settings)
{
    json_t *object = json_object();
    json_put(object, "spurious", json_boolean(settings->spurious));
    json_put(object, "malloc_may_fail", json_boolean(settings->malloc_may_fail));
    json_put(object, "create_may_fail", json_boolean(settings->create_may_fail));
    json_put(object, "weak_cas_fails", json_boolean(settings->weak_cas_fails));
    json_put(object, "prefer_writers", json_boolean(settings->prefer_writers));
    json_put(object, "time_may_pass", json_boolean(settings->time_may_pass));
    json_put(object, "stack_size", json_integer((json_int_t)settings->stack_size));
    if (settings->leaks)
        json_put(object, "leaks", json_string(leak_words[settings->leaks]));
    if (settings->random_numbers)
        json_put(object, "rand", json_string(random_words[settings->random_numbers]));
    json_put(object, "volatile_atomic", json_boolean(settings->volatile_accesses == 1));
    json_put(object, "havoc", settings_strings_json(&settings->havoc));
    if (settings->loop_bounds.size)
        json_put(object, "loop_bounds", settings_strings_json(&settings->loop_bounds));
    if (settings->atomic.size)
        json_put(object, "atomic", settings_strings_json(&settings->atomic));
    json_put(object, "args", settings_strings_json(&settings->arguments));
    json_put(object, "entries", settings_strings_json(&settings->entries));
    json_put(object, "input_files", settings_strings_json(&settings->given_files));
    json_put(object, "stdin", settings_strings_json(&settings->given_input));
    json_put(object, "stdin_size", json_integer((json_int_t)settings->symbolic_input));
    return object;
}
