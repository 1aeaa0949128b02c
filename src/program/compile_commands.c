#include "program/compile_commands.h"

#include "base/memory.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct compile_commands {
    json_t *root;
};

struct compile_commands *compile_commands_read(const char *path, struct error *error)
{
    json_error_t problem;
    json_t *root = json_load_file(path, 0, &problem);
    if (!root && problem.line > 0)
        error_set(error, "%s:%d: %s", path, problem.line, problem.text);
    else if (!root)
        error_set(error, "%s", problem.text); // names the file
    else if (!json_is_array(root))
        error_set(error, "%s: not an array of compile commands", path);
    if (!root || !json_is_array(root)) {
        json_decref(root);
        return NULL;
    }
    struct compile_commands *commands = memory_zalloc(1, sizeof *commands);
    commands->root = root;
    return commands;
}

void compile_commands_free(struct compile_commands *commands)
{
    if (!commands)
        return;
    json_decref(commands->root);
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
    if (file[0] == '/')
        return realpath(file, NULL);
    char *path = memory_format("%s/%s", field(entry, "directory"), file), *real = realpath(path, NULL);
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

// What is left out of a project's command: exact words, words with an argument of their own, beginnings of
// words.
static bool listed(const char *const *list, const char *word, bool beginning)
{
    for (; *list; list++)
        if (beginning ? strncmp(word, *list, strlen(*list)) == 0 : strcmp(word, *list) == 0)
            return true;
    return false;
}

static const char *const dropped[] = {"-c",  "-S",  "-E",    "-M",         "-MM",     "-MD", "-MMD",
                                      "-MP", "-MG", "-pipe", "--coverage", "-Werror", NULL};
static const char *const dropped_pairs[] = {"-o", "-MF", "-MT", "-MQ", "-Xlinker", NULL};
static const char *const dropped_beginnings[] = {"-O",
                                                 "-flto",
                                                 "-fsanitize",
                                                 "-fprofile",
                                                 "-Werror=",
                                                 "-Wl,",
                                                 "-Wp,-M",
                                                 "-D_FORTIFY_SOURCE",
                                                 "-Wp,-D_FORTIFY_SOURCE",
                                                 NULL};

static bool is_input(const char *word, const char *file)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
    size_t length = strlen(word), tail = strlen(base);
    return word[0] != '-' && length >= tail && strcmp(word + length - tail, base) == 0;
}

static void filter(const struct command *words, const char *file, struct command *command)
{
    for (uint32_t i = 1; i < words->words.size; i++) { // the first is the compiler
        const char *word = words->words.data[i];
        if (listed(dropped_pairs, word, false))
            i++;
        else if (!listed(dropped, word, false) && !listed(dropped_beginnings, word, true) &&
                 !is_input(word, file))
            command_add(command, word);
    }
}

bool compile_commands_flags(const struct compile_commands *commands, const char *file,
                            struct command *command, const char **folder)
{
    const json_t *entry = find_entry(commands, file);
    if (!entry)
        return false;
    struct command words = {0};
    const json_t *arguments = json_object_get(entry, "arguments");
    for (size_t i = 0; i < json_array_size(arguments); i++) {
        const char *word = json_string_value(json_array_get(arguments, i));
        command_add(&words, word ? word : "");
    }
    if (!json_is_array(arguments))
        split(field(entry, "command"), &words);
    if (!words.words.size) { // an entry that tells nothing is as good as none
        command_free(&words);
        return false;
    }
    filter(&words, field(entry, "file"), command);
    command_free(&words);
    *folder = *field(entry, "directory") ? field(entry, "directory") : NULL;
    return true;
}
