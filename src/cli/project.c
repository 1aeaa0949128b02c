#include "cli/project.h"

#include "base/file.h"
#include "base/memory.h"
#include "program/flags.h"
#include "report/json_text.h"

#include <string.h>

// What a target consists of, by its keys.
static text_list *list_of(struct project_target *target, const char *key)
{
    return strcmp(key, "files") == 0     ? &target->files
           : strcmp(key, "options") == 0 ? &target->options
           : strcmp(key, "flags") == 0   ? &target->flags
                                         : NULL;
}

static bool read_list(const char *where, const char *key, json_t *value, text_list *list, struct error *error)
{
    size_t i;
    json_t *text;
    if (!json_is_array(value))
        return error_set(error, "%s: `%s` is no list of texts", where, key);
    json_array_foreach(value, i, text)
    {
        if (!json_is_string(text))
            return error_set(error, "%s: `%s` is no list of texts", where, key);
        text_list_add(list, json_string_value(text));
    }
    return true;
}

// Names are also those of folders for witnesses.
static bool is_name(const char *name)
{
    return *name && *name != '-' && *name != '.' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == strlen(name);
}

static bool check_files(const char *where, const text_list *files, struct error *error)
{
    for (uint32_t i = 0; i < files->size; i++)
        if (files->data[i][0] == '-')
            return error_set(error, "%s: '%s' is no file (./%s?)", where, files->data[i], files->data[i]);
    return files->size || error_set(error, "%s: there are no `files`", where);
}

// Options that are the user's alone: the others say how the program is checked, these what the command is,
// and where it writes.
static const char *const for_command_line[] = {"--help",          "--version", "--format", "--target",
                                               "--print-program", "--cache",   "--witness"};

static bool is_for_command_line(const char *spelling)
{
    for (size_t i = 0; i < sizeof for_command_line / sizeof *for_command_line; i++)
        if (strcmp(spelling, for_command_line[i]) == 0)
            return true;
    return strncmp(spelling, "--store", strlen("--store")) == 0;
}

// A value in a text of its own would take the word that follows in the command line, whatever that is.
static bool check_option(const char *where, const char *text, struct error *error)
{
    if (text[0] != '-' || strcmp(text, "--") == 0)
        return error_set(error, "%s: '%s' is no option (files are in `files`, flags for clang in `flags`)",
                         where, text);
    size_t length = strcspn(text, "=");
    char *spelling = memory_copy_bytes(text, length);
    const struct option *option = option_find(spelling, COMMAND_CHECK);
    bool good = !is_for_command_line(spelling) ||
                error_set(error, "%s: %s is for the command line only", where, spelling);
    good = good && (!option || option->kind == OPTION_FLAG || text[length] ||
                    error_set(error, "%s: %s needs its value in the same text: \"%s=...\"", where, spelling,
                              spelling));
    memory_free(spelling);
    return good;
}

static bool check_options(const char *where, const text_list *options, struct error *error)
{
    for (uint32_t i = 0; i < options->size; i++)
        if (!check_option(where, options->data[i], error))
            return false;
    return true;
}

// A file of somebody else's repository must not make clang run or write anything.
static bool check_flags(const char *where, const text_list *flags, struct error *error)
{
    const char *const *words = (const char *const *)flags->data;
    for (uint32_t i = 0, length; i < flags->size; i += length)
        if (flag_read(words, flags->size, i, &length) == FLAG_DROP)
            return error_set(error,
                             "%s: clang's argument `%s` is not taken from heddle.json (give it behind --)",
                             where, words[i]);
    return true;
}

static bool read_target(struct project_target *target, const char *path, const char *name, json_t *value,
                        struct error *error)
{
    const char *key;
    json_t *member;
    char *where = memory_format("%s: target `%s`", path, name);
    bool good = is_name(name) || error_set(error, "%s: a name has letters, digits, - _ and .", where);
    target->name = memory_copy_string(name);
    good = good && (json_is_object(value) || error_set(error, "%s: is no object", where));
    json_object_foreach(value, key, member)
    {
        text_list *list = good ? list_of(target, key) : NULL;
        if (good && !list)
            good = error_set(error, "%s: unknown key `%s`; known: files, options, flags", where, key);
        good = good && read_list(where, key, member, list, error);
    }
    good = good && check_files(where, &target->files, error) &&
           check_options(where, &target->options, error) && check_flags(where, &target->flags, error);
    memory_free(where);
    return good;
}

static bool read_targets(struct project *project, const char *path, json_t *root, struct error *error)
{
    const char *name, *key;
    json_t *value, *targets = json_object_get(root, "targets");
    json_object_foreach(root, key, value)
    {
        if (strcmp(key, "targets") != 0)
            return error_set(error, "%s: unknown key `%s`; known: targets", path, key);
    }
    if (!json_is_object(targets) || !json_object_size(targets))
        return error_set(error, "%s: there is no object `targets` with a target", path);
    json_object_foreach(targets, name, value)
    {
        struct project_target target = {0};
        bool good = read_target(&target, path, name, value, error);
        vector_push(&project->targets, target);
        if (!good)
            return false;
    }
    return true;
}

bool project_read(struct project *project, const char *path, struct error *error)
{
    *project = (struct project){0};
    size_t size;
    json_error_t wrong;
    char *text = file_read(path, FILE_LIMIT_SOURCE, &size, error);
    if (!text)
        return false;
    json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &wrong);
    memory_free(text);
    bool good = root ? read_targets(project, path, root, error)
                     : error_set(error, "%s:%d: %s", path, wrong.line, wrong.text);
    json_decref(root);
    return good;
}

void project_free(struct project *project)
{
    for (uint32_t i = 0; i < project->targets.size; i++) {
        struct project_target *target = &project->targets.data[i];
        memory_free(target->name);
        text_list_free(&target->files);
        text_list_free(&target->options);
        text_list_free(&target->flags);
    }
    vector_free(&project->targets);
}

const struct project_target *project_find(const struct project *project, const char *name)
{
    for (uint32_t i = 0; i < project->targets.size; i++)
        if (strcmp(project->targets.data[i].name, name) == 0)
            return &project->targets.data[i];
    return NULL;
}

static json_t *list_json(const text_list *list)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < list->size; i++)
        json_add(array, json_text(list->data[i]));
    return array;
}

char *project_text(const struct project *project)
{
    json_t *root = json_object(), *targets = json_object();
    for (uint32_t i = 0; i < project->targets.size; i++) {
        const struct project_target *target = &project->targets.data[i];
        json_t *object = json_object();
        json_put(object, "files", list_json(&target->files));
        json_put(object, "options", list_json(&target->options));
        json_put(object, "flags", list_json(&target->flags));
        json_put(targets, target->name, object);
    }
    json_put(root, "targets", targets);
    return json_print(root);
}
