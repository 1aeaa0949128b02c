#include "program/compile_commands.h"

#include "base/file.h"
#include "base/memory.h"
#include "program/command_line.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct compile_commands {
    json_t *root;
    char *path;
};

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
    return commands;
}

void compile_commands_free(struct compile_commands *commands)
{
    if (!commands)
        return;
    json_decref(commands->root);
    memory_free(commands->path);
    memory_free(commands);
}

static const char *field(const json_t *entry, const char *name)
{
    const char *text = json_string_value(json_object_get(entry, name));
    return text ? text : "";
}

// The path of the entry's file, without links; owned by the caller (free), or NULL.
static char *entry_file(const json_t *entry)
{
    const char *file = field(entry, "file");
    const char *folder = field(entry, "directory");
    if (file[0] == '/' || !*folder)
        return realpath(file, NULL);
    char *path = memory_format("%s/%s", folder, file), *real = realpath(path, NULL);
    memory_free(path);
    return real;
}

static const json_t *find_entry(const struct compile_commands *commands, const char *file)
{
    char *wanted = realpath(file, NULL);
    const json_t *found = NULL;
    for (size_t i = 0; wanted && !found && i < json_array_size(commands->root); i++) {
        const json_t *entry = json_array_get(commands->root, i);
        char *path = entry_file(entry);
        if (path && strcmp(path, wanted) == 0)
            found = entry;
        free(path);
    }
    free(wanted);
    return found;
}

static bool check_folder(const struct compile_commands *commands, const char *file, const char *folder,
                         struct error *error)
{
    struct stat status;
    if (!*folder)
        return error_set(error, "%s: the entry of %s names no `directory`", commands->path, file);
    if (stat(folder, &status) != 0)
        return error_set(error, "%s: the `directory` of %s: %s: %s", commands->path, file, folder,
                         strerror(errno));
    return S_ISDIR(status.st_mode) ||
           error_set(error, "%s: the `directory` of %s: %s: not a directory", commands->path, file, folder);
}

bool compile_commands_flags(const struct compile_commands *commands, const char *file,
                            struct command *command, const char **folder, struct error *error)
{
    const json_t *entry = find_entry(commands, file);
    struct command words = {0}, expanded = {0};
    const json_t *arguments = json_object_get(entry, "arguments");
    for (size_t i = 0; i < json_array_size(arguments); i++) {
        const char *word = json_string_value(json_array_get(arguments, i));
        command_add(&words, word ? word : "");
    }
    if (entry && !json_is_array(arguments))
        command_line_split(field(entry, "command"), &words);
    // Silently compiling it without its flags could check another program than the one that is built. An
    // entry that tells nothing is as good as none.
    bool good = words.words.size > 0 ||
                error_set(error, "%s: %s has no compile command for it", file, commands->path);
    *folder = entry ? field(entry, "directory") : "";
    good = good && check_folder(commands, file, *folder, error);
    if (good) {
        command_line_expand(&words, *folder, &expanded);
        command_line_filter(&expanded, 1, command); // the first is the compiler
    }
    command_free(&words);
    command_free(&expanded);
    return good;
}
