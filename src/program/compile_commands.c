#include "program/compile_commands.h"

#include "base/file.h"
#include "base/memory.h"
#include "program/command_line.h"
#include "program/compile_way.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct compile_commands {
    json_t *root;
    char *path;
    VECTOR(struct compile_way) entries;
};

// Folders that are not absolute are below that of the database.
static char *entry_folder(const struct compile_commands *commands, const json_t *json)
{
    const char *folder = compile_way_field(json, "directory"), *slash = strrchr(commands->path, '/');
    if (!*folder || folder[0] == '/' || !slash)
        return memory_copy_string(folder);
    return memory_format("%.*s/%s", (int)(slash - commands->path), commands->path, folder);
}

static void add_command_entries(struct compile_commands *commands)
{
    for (size_t i = 0; i < json_array_size(commands->root); i++) {
        struct compile_way entry = {.json = json_array_get(commands->root, i)};
        entry.folder = entry_folder(commands, entry.json);
        char *path = compile_way_join(entry.folder, compile_way_field(entry.json, "file")),
             *real = *path ? realpath(path, NULL) : NULL;
        entry.file = real ? memory_copy_string(real) : NULL;
        memory_free(path);
        free(real);
        vector_push(&commands->entries, entry);
    }
}

struct compile_commands *compile_commands_read(const char *path, struct error *error)
{
    json_error_t problem;
    size_t size;
    char *text = file_read(path, FILE_LIMIT_SOURCE, &size, error);
    if (!text)
        return NULL;
    json_t *root = json_loadb(text, size, 0, &problem);
    memory_free(text);
    if (!root)
        error_set(error, "%s:%d: %s", path, problem.line, problem.text);
    else if (!json_is_array(root))
        error_set(error, "%s: not an array of compile commands", path);
    if (!root || !json_is_array(root)) {
        json_decref(root);
        return NULL;
    }
    struct compile_commands *commands = memory_zalloc(1, sizeof *commands);
    commands->root = root;
    commands->path = memory_copy_string(path);
    add_command_entries(commands);
    return commands;
}

void compile_commands_free(struct compile_commands *commands)
{
    if (!commands)
        return;
    for (uint32_t i = 0; i < commands->entries.size; i++) {
        memory_free(commands->entries.data[i].folder);
        memory_free(commands->entries.data[i].file);
        memory_free(commands->entries.data[i].output);
    }
    vector_free(&commands->entries);
    json_decref(commands->root);
    memory_free(commands->path);
    memory_free(commands);
}

// The different ways in which a file is compiled; NULL stands for none.
static void list_ways(const struct compile_commands *commands, const char *file, compile_way_list *ways)
{
    for (uint32_t i = 0; file && i < commands->entries.size; i++) {
        const struct compile_way *entry = &commands->entries.data[i];
        if (entry->file && strcmp(entry->file, file) == 0)
            compile_way_add(ways, entry);
    }
}

void compile_commands_each(const struct compile_commands *commands,
                           void (*add)(void *context, const struct compile_source *source), void *context)
{
    for (uint32_t i = 0; i < commands->entries.size; i++) {
        const char *file = commands->entries.data[i].file;
        bool first = file != NULL;
        for (uint32_t k = 0; k < i && first; k++)
            first = !commands->entries.data[k].file || strcmp(commands->entries.data[k].file, file) != 0;
        compile_way_list ways = {0};
        if (first)
            list_ways(commands, file, &ways);
        for (uint32_t k = 0; k < ways.size; k++) {
            char *output = compile_way_output(ways.data[k]);
            struct compile_source source = {file, ways.size > 1 ? k + 1 : 0, output};
            add(context, &source);
            memory_free(output);
        }
        vector_free(&ways);
    }
}

static bool check_command_entry(const struct compile_commands *commands, const char *file,
                                const struct compile_way *entry, struct error *error)
{
    struct stat status;
    struct command words = {0};
    const char *folder = entry->folder;
    compile_way_words(entry, &words);
    bool empty = words.words.size == 0;
    command_free(&words);
    if (empty) // it tells nothing
        return error_set(error, "%s: %s has no compile command for it", file, commands->path);
    if (!*folder)
        return error_set(error, "%s: the entry of %s names no `directory`", commands->path, file);
    if (stat(folder, &status) != 0)
        return error_set(error, "%s: the `directory` of %s: %s: %s", commands->path, file, folder,
                         strerror(errno));
    return S_ISDIR(status.st_mode) ||
           error_set(error, "%s: the `directory` of %s: %s: not a directory", commands->path, file, folder);
}

// ---- which entry is meant

// The number in FILE#NUMBER, and where its sign stands; 0: there is none.
static unsigned long number_in(const char *name, const char **sign)
{
    char *end;
    *sign = strrchr(name, '#');
    if (!*sign || *sign == name || (*sign)[1] < '1' || (*sign)[1] > '9')
        return 0;
    unsigned long number = strtoul(*sign + 1, &end, 10);
    return *end ? 0 : number;
}

char *compile_commands_source(const char *name, unsigned long *number)
{
    const char *sign;
    struct stat status;
    *number = stat(name, &status) == 0 ? 0 : number_in(name, &sign);
    return *number ? memory_copy_bytes(name, (size_t)(sign - name)) : memory_copy_string(name);
}

// A file that is compiled in several ways is several things; which of them belongs to the program only the
// user knows.
static const struct compile_way *choose_way(const struct compile_commands *commands, const char *name,
                                            const compile_way_list *ways, const char *file,
                                            unsigned long number, struct error *error)
{
    if (!ways->size && !number)
        return NULL;
    if (ways->size == 1 && number <= 1)
        return ways->data[0];
    if (number && number <= ways->size)
        return ways->data[number - 1];
    char *list = ways->size ? compile_way_describe(ways, file) : NULL;
    if (!list)
        error_set(error, "%s: %s has no compile command for %s", name, commands->path, file);
    else if (ways->size == 1)
        error_set(error, "%s: %s compiles it in one way only: name it %s", name, commands->path, file);
    else
        error_set(
            error,
            "%s: %s compiles it in %u different ways: name those that belong to the program, or what they "
            "are compiled to: %s",
            name, commands->path, ways->size, list);
    memory_free(list);
    return NULL;
}

static const struct compile_way *find_source(const struct compile_commands *commands, const char *name,
                                             struct error *error)
{
    unsigned long number;
    char *file = compile_commands_source(name, &number), *whole = realpath(file, NULL);
    compile_way_list ways = {0};
    list_ways(commands, whole, &ways);
    const struct compile_way *found = whole ? choose_way(commands, name, &ways, file, number, error) : NULL;
    vector_free(&ways);
    memory_free(file);
    free(whole);
    return found;
}

static const struct compile_way *find_output(struct compile_commands *commands, const char *file)
{
    char *wanted = compile_way_path("", file);
    const struct compile_way *found = NULL;
    for (uint32_t i = 0; wanted && !found && i < commands->entries.size; i++) {
        struct compile_way *entry = &commands->entries.data[i];
        if (!entry->output)
            entry->output = compile_way_output(entry);
        if (entry->output && strcmp(entry->output, wanted) == 0)
            found = entry;
    }
    memory_free(wanted);
    return found;
}

bool compile_commands_find(struct compile_commands *commands, const char *file, struct compile_entry *found,
                           struct error *error)
{
    *found = (struct compile_entry){0};
    const struct compile_way *entry = find_source(commands, file, error);
    if (error->message)
        return false;
    if (!entry)
        entry = find_output(commands, file);
    if (!entry)
        return true;
    if (!entry->file)
        return error_set(error, "%s: the source that %s names for it, %s, is not there", file, commands->path,
                         compile_way_field(entry->json, "file"));
    *found =
        (struct compile_entry){compile_way_field(entry->json, "file"), entry->folder, entry->file, entry};
    return check_command_entry(commands, file, entry, error);
}

bool compile_commands_same(const struct compile_entry *a, const struct compile_entry *b)
{
    return a->way && b->way && strcmp(a->source, b->source) == 0 && compile_way_same(a->way, b->way);
}

void compile_commands_flags(const struct compile_entry *found, struct command *command)
{
    struct command words = {0};
    compile_way_words(found->way, &words);
    command_line_filter(&words, 1, command); // the first is the compiler
    command_free(&words);
}
