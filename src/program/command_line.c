#include "program/command_line.h"

#include "base/file.h"
#include "base/memory.h"
#include "program/flags.h"

#include <string.h>

enum { RESPONSE_DEPTH = 8 }; // files with arguments that name more of them

void command_line_split(const char *text, struct command *words)
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

void command_line_filter(const struct command *words, uint32_t first, struct command *to)
{
    const char *const *all = (const char *const *)words->words.data;
    for (uint32_t i = first, length; i < words->words.size; i += length) {
        if (flag_read(all, words->words.size, i, &length) != FLAG_PROJECT || adds_checks(all + i, length))
            continue;
        for (uint32_t k = 0; k < length; k++)
            command_add(to, all[i + k]);
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
            command_line_split(text, &words);
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

void command_line_expand(const struct command *words, const char *folder, struct command *to)
{
    expand(words, folder, RESPONSE_DEPTH, to);
}
