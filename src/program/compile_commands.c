#include "program/compile_commands.h"

#include "base/file.h"
#include "base/memory.h"
#include "program/flags.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { RESPONSE_DEPTH = 8 }; // files with arguments that name more of them

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

// Splits a command as a shell does: blanks, quotes and backslashes.
static void split(const char *text, struct command *words)
{
    while (*text) {
        VECTOR(char) word = {0};
        char quote = 0;
        text += strspn(text, " \t\n");
        if (!*text)
            break;
        for (; *text && (quote || !strchr(" \t\n", *text)); text++) {
            if (quote ? *text == quote : *text == '"' || *text == '\'') {
                quote = quote ? 0 : *text;
                continue;
            }
            if (*text == '\\' && quote != '\'' && text[1])
                text++;
            vector_push(&word, *text);
        }
        vector_push(&word, 0);
        command_add(words, word.data);
        vector_free(&word);
    }
}

// Flags that matter, and yet are left out: they add checks to the program.
static bool adds_checks(const char *const *words, uint32_t length)
{
    static const char name[] = "_FORTIFY_SOURCE";
    const char *value = length == 2 ? words[1] : words[0] + strlen("-D");
    if (strncmp(words[0], "-Wp,-D", 6) == 0)
        value = words[0] + 6;
    else if (strncmp(words[0], "-D", 2) != 0)
        return false;
    return strncmp(value, name, sizeof name - 1) == 0;
}

static void filter(const struct command *words, struct command *command)
{
    const char *const *all = (const char *const *)words->words.data;
    for (uint32_t i = 1, length; i < words->words.size; i += length) { // the first is the compiler
        if (flag_read(all, words->words.size, i, &length) != FLAG_PROJECT || adds_checks(all + i, length))
            continue;
        for (uint32_t k = 0; k < length; k++)
            command_add(command, all[i + k]);
    }
}

// The words of a response file take the place of `@FILE`, as compilers do it; without such a file it stays.
static void expand(const struct command *from, const char *folder, unsigned depth, struct command *to)
{
    for (uint32_t i = 0; i < from->words.size; i++) {
        const char *word = from->words.data[i];
        char *path = word[0] != '@' || depth == 0   ? NULL
                     : word[1] == '/' || !folder[0] ? memory_copy_string(word + 1)
                                                    : memory_format("%s/%s", folder, word + 1);
        struct error ignored = {0};
        size_t size;
        char *text = path ? file_read(path, FILE_LIMIT_SOURCE, &size, &ignored) : NULL;
        if (text) {
            struct command words = {0};
            split(text, &words);
            expand(&words, folder, depth - 1, to);
            command_free(&words);
        } else {
            command_add(to, word);
        }
        memory_free(text);
        memory_free(path);
        error_free(&ignored);
    }
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
        split(field(entry, "command"), &words);
    // Silently compiling it without its flags could check another program than the one that is built. An
    // entry that tells nothing is as good as none.
    bool good = words.words.size > 0 ||
                error_set(error, "%s: %s has no compile command for it", file, commands->path);
    *folder = entry ? field(entry, "directory") : "";
    good = good && check_folder(commands, file, *folder, error);
    if (good) {
        expand(&words, *folder, RESPONSE_DEPTH, &expanded);
        filter(&expanded, command);
    }
    command_free(&words);
    command_free(&expanded);
    return good;
}
