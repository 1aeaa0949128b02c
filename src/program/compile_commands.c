#include "program/compile_commands.h"

#include "base/file.h"
#include "base/memory.h"
#include "program/command_line.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// One way in which a file is compiled.
struct entry {
    const json_t *json;
    char *folder; // as it is found from here; "": not named
    char *file;   // without links; NULL: not there
    char *output; // likewise, but for its last part; NULL: unknown
};

struct compile_commands {
    json_t *root;
    char *path;
    VECTOR(struct entry) entries;
};

static const char *field(const json_t *entry, const char *name)
{
    const char *text = json_string_value(json_object_get(entry, name));
    return text ? text : "";
}

static char *join(const char *folder, const char *name)
{
    return name[0] == '/' || !*folder ? memory_copy_string(name) : memory_format("%s/%s", folder, name);
}

// A path without links; what it names need not be there, but its folder. Owned by the caller; NULL: it is
// not.
static char *whole_path(const char *folder, const char *name)
{
    char *path = join(folder, name), *slash = strrchr(path, '/'), *whole = NULL;
    if (slash)
        *slash = 0;
    char *real = realpath(!slash ? "." : slash == path ? "/" : path, NULL);
    if (real)
        whole = memory_format("%s/%s", strcmp(real, "/") == 0 ? "" : real, slash ? slash + 1 : path);
    free(real);
    memory_free(path);
    return whole;
}

// Words of the entry's command, response files expanded.
static void entry_words(const struct entry *entry, struct command *expanded)
{
    struct command words = {0};
    const json_t *arguments = json_object_get(entry->json, "arguments");
    for (size_t i = 0; i < json_array_size(arguments); i++) {
        const char *word = json_string_value(json_array_get(arguments, i));
        command_add(&words, word ? word : "");
    }
    if (!json_is_array(arguments))
        command_line_split(field(entry->json, "command"), &words);
    command_line_expand(&words, entry->folder, expanded);
    command_free(&words);
}

// What the entry's file is compiled to.
static char *entry_output(const struct entry *entry)
{
    const char *output = field(entry->json, "output");
    struct command words = {0};
    entry_words(entry, &words);
    for (uint32_t i = 1; !*output && i + 1 < words.words.size; i++)
        if (strcmp(words.words.data[i], "-o") == 0)
            output = words.words.data[i + 1];
    char *path = *output ? whole_path(entry->folder, output) : NULL;
    command_free(&words);
    return path;
}

// Folders that are not absolute are below that of the database.
static char *entry_folder(const struct compile_commands *commands, const json_t *json)
{
    const char *folder = field(json, "directory"), *slash = strrchr(commands->path, '/');
    if (!*folder || folder[0] == '/' || !slash)
        return memory_copy_string(folder);
    return memory_format("%.*s/%s", (int)(slash - commands->path), commands->path, folder);
}

static void add_entries(struct compile_commands *commands)
{
    for (size_t i = 0; i < json_array_size(commands->root); i++) {
        struct entry entry = {.json = json_array_get(commands->root, i)};
        entry.folder = entry_folder(commands, entry.json);
        char *path = join(entry.folder, field(entry.json, "file")),
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
    add_entries(commands);
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

void compile_commands_each(const struct compile_commands *commands,
                           void (*add)(void *context, const char *file), void *context)
{
    for (uint32_t i = 0; i < commands->entries.size; i++) {
        const char *file = commands->entries.data[i].file;
        bool first = file != NULL;
        for (uint32_t k = 0; k < i && first; k++)
            first = !commands->entries.data[k].file || strcmp(commands->entries.data[k].file, file) != 0;
        if (first)
            add(context, file);
    }
}

static bool check_entry(const struct compile_commands *commands, const char *file, const struct entry *entry,
                        struct error *error)
{
    struct stat status;
    struct command words = {0};
    const char *folder = entry->folder;
    entry_words(entry, &words);
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

// Code for shared libraries and for programs means the same.
static bool is_about_place(const char *word)
{
    static const char *const words[] = {"-fPIC",    "-fpic",    "-fPIE",    "-fpie", "-fno-PIC",
                                        "-fno-pic", "-fno-PIE", "-fno-pie", "-DPIC"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

// The flags that matter, with the folder that they are relative to.
static void meaning(const struct entry *entry, struct command *flags)
{
    struct command words = {0}, all = {0};
    entry_words(entry, &words);
    command_line_filter(&words, 1, &all);
    command_add(flags, entry->folder);
    for (uint32_t i = 0; i < all.words.size; i++)
        if (!is_about_place(all.words.data[i]))
            command_add(flags, all.words.data[i]);
    command_free(&words);
    command_free(&all);
}

// A word of one that the other has not, or has elsewhere; NULL: they are the same.
static const char *difference(const struct command *a, const struct command *b)
{
    for (uint32_t i = 0; i < a->words.size || i < b->words.size; i++) {
        const char *x = i < a->words.size ? a->words.data[i] : NULL,
                   *y = i < b->words.size ? b->words.data[i] : NULL;
        if (!x || !y || strcmp(x, y) != 0)
            return y ? y : x;
    }
    return NULL;
}

// A file that is compiled in two ways is two things; which of them belongs to the program only the user
// knows.
static bool refuse_if_different(const struct compile_commands *commands, const char *file,
                                const struct entry *a, const struct entry *b, struct error *error)
{
    struct command first = {0}, second = {0};
    meaning(a, &first);
    meaning(b, &second);
    const char *word = difference(&first, &second);
    if (word) {
        char *one = entry_output(a), *other = entry_output(b);
        if (one && other && strcmp(one, other) != 0)
            error_set(
                error,
                "%s: %s compiles it in different ways (`%s`): name what it is compiled to instead, %s or %s",
                file, commands->path, word, one, other);
        else
            error_set(error, "%s: %s compiles it in different ways (`%s`)", file, commands->path, word);
        memory_free(one);
        memory_free(other);
    }
    bool different = word != NULL;
    command_free(&first);
    command_free(&second);
    return !different;
}

static const struct entry *find_source(const struct compile_commands *commands, const char *file,
                                       struct error *error)
{
    char *wanted = realpath(file, NULL);
    const struct entry *found = NULL;
    for (uint32_t i = 0; wanted && i < commands->entries.size; i++) {
        const struct entry *entry = &commands->entries.data[i];
        if (!entry->file || strcmp(entry->file, wanted) != 0)
            continue;
        if (!found)
            found = entry;
        else if (!refuse_if_different(commands, file, found, entry, error))
            break;
    }
    free(wanted);
    return found;
}

static const struct entry *find_output(struct compile_commands *commands, const char *file)
{
    char *wanted = whole_path("", file);
    const struct entry *found = NULL;
    for (uint32_t i = 0; wanted && !found && i < commands->entries.size; i++) {
        struct entry *entry = &commands->entries.data[i];
        if (!entry->output)
            entry->output = entry_output(entry);
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
    const struct entry *entry = find_source(commands, file, error);
    if (error->message)
        return false;
    if (!entry)
        entry = find_output(commands, file);
    if (!entry)
        return true;
    if (!entry->file)
        return error_set(error, "%s: the source that %s names for it, %s, is not there", file, commands->path,
                         field(entry->json, "file"));
    *found = (struct compile_entry){field(entry->json, "file"), entry->folder, entry->file, entry};
    return check_entry(commands, file, entry, error);
}

void compile_commands_flags(const struct compile_entry *found, struct command *command)
{
    struct command words = {0};
    entry_words(found->entry, &words);
    command_line_filter(&words, 1, command); // the first is the compiler
    command_free(&words);
}
