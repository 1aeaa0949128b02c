#include "cli/project.h"

#include "base/memory.h"
#include "cli/toml_text.h"
#include "program/flags.h"

#include <string.h>

// What is being read.
struct project_reading {
    const char *path, *name; // of the file, of the target
    unsigned line;           // of the target
    struct error *error;
    VECTOR(unsigned) lines; // of the texts of the list
};

// The format is a literal.
#define REFUSE(reading, line, ...) project_refuse((reading), (line), memory_format(__VA_ARGS__))

// Owns the text. Always false.
static bool project_refuse(const struct project_reading *reading, unsigned line, char *text)
{
    error_set(reading->error, "%s:%u: target `%s`: %s", reading->path, line, reading->name, text);
    memory_free(text);
    return false;
}

static bool read_string_list(struct project_reading *reading, const char *key, const json_t *node,
                             text_list *list)
{
    size_t i;
    json_t *text, *value = toml_value(node);
    vector_clear(&reading->lines);
    if (!json_is_array(value))
        return REFUSE(reading, toml_line(node), "`%s` is no list of strings", key);
    json_array_foreach(value, i, text)
    {
        if (!json_is_string(toml_value(text)))
            return REFUSE(reading, toml_line(text), "`%s` is no list of strings", key);
        text_list_add(list, json_string_value(toml_value(text)));
        vector_push(&reading->lines, toml_line(text));
    }
    return true;
}

// Names are also those of folders for witnesses.
static bool is_target_name(const char *name)
{
    return *name && *name != '-' && *name != '.' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == strlen(name);
}

static bool check_file_names(const struct project_reading *reading, const text_list *files)
{
    for (uint32_t i = 0; i < files->size; i++)
        if (files->data[i][0] == '-')
            return REFUSE(reading, reading->lines.data[i], "'%s' is no file (./%s?)", files->data[i],
                          files->data[i]);
    return true;
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

// A value in a string of its own would take the word that follows in the command line, whatever that is.
static bool check_option(const struct project_reading *reading, unsigned line, const char *text)
{
    if (text[0] != '-' || strcmp(text, "--") == 0)
        return REFUSE(reading, line, "'%s' is no option (files are in `files`, flags for clang in `flags`)",
                      text);
    size_t length = strcspn(text, "=");
    char *spelling = memory_copy_bytes(text, length);
    const struct option *option = option_find(spelling, COMMAND_CHECK);
    bool good =
        !is_for_command_line(spelling) || REFUSE(reading, line, "%s is for the command line only", spelling);
    good = good &&
           (!option || option->kind == OPTION_FLAG || text[length] ||
            REFUSE(reading, line, "%s needs its value in the same string: \"%s=...\"", spelling, spelling));
    memory_free(spelling);
    return good;
}

static bool check_options(const struct project_reading *reading, const text_list *options)
{
    for (uint32_t i = 0; i < options->size; i++)
        if (!check_option(reading, reading->lines.data[i], options->data[i]))
            return false;
    return true;
}

// A file of somebody else's repository must not make clang run or write anything.
static bool check_flags(const struct project_reading *reading, const text_list *flags)
{
    const char *const *words = (const char *const *)flags->data;
    for (uint32_t i = 0, length; i < flags->size; i += length)
        if (flag_read(words, flags->size, i, &length) == FLAG_DROP)
            return REFUSE(reading, reading->lines.data[i],
                          "clang's argument `%s` is not taken from " PROJECT_FILE " (give it behind --)",
                          words[i]);
    return true;
}

// What a target consists of, by its keys.
static bool read_target_member(struct project_reading *reading, const char *key, const json_t *node,
                               struct project_target *target)
{
    const struct {
        const char *key;
        text_list *list;
        bool (*check)(const struct project_reading *reading, const text_list *list);
    } lists[] = {{"files", &target->files, check_file_names},
                 {"options", &target->options, check_options},
                 {"flags", &target->flags, check_flags}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].key, key) == 0)
            return read_string_list(reading, key, node, lists[i].list) &&
                   lists[i].check(reading, lists[i].list);
    return REFUSE(reading, toml_line(node), "unknown key `%s`; known: files, options, flags", key);
}

static bool read_project_target(struct project_reading *reading, const json_t *node,
                                struct project_target *target)
{
    const char *key;
    json_t *member;
    if (!is_target_name(reading->name))
        return REFUSE(reading, reading->line, "a name has letters, digits, - _ and .");
    if (!json_is_object(toml_value(node)))
        return REFUSE(reading, reading->line, "is no table");
    json_object_foreach(toml_value(node), key, member)
    {
        if (!read_target_member(reading, key, member, target))
            return false;
    }
    return target->files.size || REFUSE(reading, reading->line, "there are no `files`");
}

static bool read_targets(struct project *project, struct project_reading *reading, const json_t *root)
{
    const char *key;
    json_t *node, *targets = toml_value(json_object_get(root, "targets"));
    json_object_foreach((json_t *)root, key, node)
    {
        if (strcmp(key, "targets") != 0)
            return error_set(reading->error, "%s:%u: unknown key `%s`; known: targets", reading->path,
                             toml_line(node), key);
    }
    if (!json_is_object(targets) || !json_object_size(targets))
        return error_set(reading->error, "%s: there is no target: a table [targets.NAME] for each",
                         reading->path);
    json_object_foreach(targets, reading->name, node)
    {
        struct project_target target = {.name = memory_copy_string(reading->name)};
        reading->line = toml_line(node);
        bool good = read_project_target(reading, node, &target);
        vector_push(&project->targets, target);
        if (!good)
            return false;
    }
    return true;
}

bool project_read(struct project *project, const char *path, struct error *error)
{
    *project = (struct project){0};
    struct project_reading reading = {.path = path, .error = error};
    json_t *document = toml_read(path, error);
    bool good = document && read_targets(project, &reading, toml_value(document));
    vector_free(&reading.lines);
    json_decref(document);
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

// Texts that fit one line stand in one, others each in a line of its own.
static void print_list(struct buffer *out, const char *key, const text_list *list)
{
    const size_t columns = 100;
    size_t size = 0;
    for (uint32_t i = 0; i < list->size; i++)
        size += strlen(list->data[i]) + 4;
    bool one = size < columns;
    if (list->size)
        buffer_print(out, "%s = [", key);
    for (uint32_t i = 0; i < list->size; i++) {
        buffer_print(out, "%s", one ? i ? ", " : "" : "\n    ");
        toml_print_string(out, list->data[i]);
        buffer_print(out, "%s", one ? "" : ",");
    }
    if (list->size)
        buffer_print(out, "%s]\n", one ? "" : "\n");
}

char *project_text(const struct project *project)
{
    struct buffer out = {0};
    buffer_print(&out, "# The programs of this project: `heddle check` checks them.\n");
    for (uint32_t i = 0; i < project->targets.size; i++) {
        const struct project_target *target = &project->targets.data[i];
        buffer_print(&out, "\n[targets.");
        toml_print_key(&out, target->name);
        buffer_print(&out, "]\n");
        print_list(&out, "files", &target->files);
        print_list(&out, "options", &target->options);
        print_list(&out, "flags", &target->flags);
    }
    return buffer_take(&out);
}
