#include "program/compile_way.h"

#include "base/memory.h"
#include "program/command_line.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// More ways than these are only counted.
#define MAX_WAYS_SHOWN 20

const char *compile_way_field(const json_t *entry, const char *name)
{
    const char *text = json_string_value(json_object_get(entry, name));
    return text ? text : "";
}

char *compile_way_join(const char *folder, const char *name)
{
    return name[0] == '/' || !*folder ? memory_copy_string(name) : memory_format("%s/%s", folder, name);
}

char *compile_way_path(const char *folder, const char *name)
{
    char *path = compile_way_join(folder, name), *slash = strrchr(path, '/'), *whole = NULL;
    if (slash)
        *slash = 0;
    char *real = realpath(!slash ? "." : slash == path ? "/" : path, NULL);
    if (real)
        whole = memory_format("%s/%s", strcmp(real, "/") == 0 ? "" : real, slash ? slash + 1 : path);
    free(real);
    memory_free(path);
    return whole;
}

void compile_way_words(const struct compile_way *way, struct command *expanded)
{
    struct command words = {0};
    const json_t *arguments = json_object_get(way->json, "arguments");
    for (size_t i = 0; i < json_array_size(arguments); i++) {
        const char *word = json_string_value(json_array_get(arguments, i));
        command_add(&words, word ? word : "");
    }
    if (!json_is_array(arguments))
        command_line_split(compile_way_field(way->json, "command"), &words);
    command_line_expand(&words, way->folder, expanded);
    command_free(&words);
}

char *compile_way_output(const struct compile_way *way)
{
    const char *output = compile_way_field(way->json, "output");
    struct command words = {0};
    compile_way_words(way, &words);
    for (uint32_t i = 1; !*output && i + 1 < words.words.size; i++)
        if (strcmp(words.words.data[i], "-o") == 0)
            output = words.words.data[i + 1];
    char *path = *output ? compile_way_path(way->folder, output) : NULL;
    if (*output && !path) // nothing was built there yet
        path = compile_way_join(way->folder, output);
    command_free(&words);
    return path;
}

// ---- what is different

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

// The flags that matter.
static void way_flags(const struct compile_way *way, struct command *flags)
{
    struct command words = {0}, all = {0};
    compile_way_words(way, &words);
    command_line_filter(&words, 1, &all);
    for (uint32_t i = 0; i < all.words.size; i++)
        if (!is_about_place(all.words.data[i]))
            command_add(flags, all.words.data[i]);
    command_free(&words);
    command_free(&all);
}

bool compile_way_same(const struct compile_way *a, const struct compile_way *b)
{
    struct command first = {0}, second = {0};
    way_flags(a, &first);
    way_flags(b, &second);
    bool same = strcmp(a->folder, b->folder) == 0 && first.words.size == second.words.size;
    for (uint32_t i = 0; same && i < first.words.size; i++)
        same = strcmp(first.words.data[i], second.words.data[i]) == 0;
    command_free(&first);
    command_free(&second);
    return same;
}

void compile_way_add(compile_way_list *ways, const struct compile_way *way)
{
    for (uint32_t i = 0; i < ways->size; i++)
        if (compile_way_same(ways->data[i], way))
            return;
    vector_push(ways, way);
}

static bool has_flag_word(const struct command *flags, const char *word)
{
    for (uint32_t i = 0; i < flags->words.size; i++)
        if (strcmp(flags->words.data[i], word) == 0)
            return true;
    return false;
}

// Appends the flags of one way that not all of them have; an argument of its own word with its flag.
static void print_flags(struct command *out, const struct command *flags, uint32_t count, uint32_t own)
{
    const struct command *words = &flags[own];
    bool any = false;
    for (uint32_t i = 0; i < words->words.size; i++) {
        const char *word = words->words.data[i];
        bool common = true;
        for (uint32_t k = 0; k < count && common; k++)
            common = has_flag_word(&flags[k], word);
        if (common)
            continue;
        if (i && word[0] != '-' && has_flag_word(words, words->words.data[i - 1]))
            command_format(out, " %s", words->words.data[i - 1]);
        command_format(out, " %s", word);
        any = true;
    }
    if (!any)
        command_format(out, " no other flags");
}

// As seen from here, where it is below.
static const char *way_shown(const char *path)
{
    char here[4096];
    size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
    return length > 1 && strncmp(path, here, length) == 0 && path[length] == '/' ? path + length + 1 : path;
}

// All pieces as one text, which is the caller's; the pieces are released.
static char *join_text_pieces(struct command *pieces)
{
    size_t length = 0;
    for (uint32_t i = 0; i < pieces->words.size; i++)
        length += strlen(pieces->words.data[i]);
    char *text = memory_alloc(length + 1), *end = text;
    for (uint32_t i = 0; i < pieces->words.size; i++)
        end = stpcpy(end, pieces->words.data[i]);
    *end = 0;
    command_free(pieces);
    return text;
}

char *compile_way_describe(const compile_way_list *ways, const char *file)
{
    struct command *flags = memory_zalloc(ways->size, sizeof *flags);
    struct command out = {0};
    bool folders = false;
    for (uint32_t i = 0; i < ways->size; i++) {
        way_flags(ways->data[i], &flags[i]);
        folders |= strcmp(ways->data[i]->folder, ways->data[0]->folder) != 0;
    }
    for (uint32_t i = 0; i < ways->size && i < MAX_WAYS_SHOWN; i++) {
        char *output = compile_way_output(ways->data[i]);
        command_format(&out, "%s%s#%u (%s%s", i ? ", " : "", file, i + 1, output ? way_shown(output) : "",
                       output ? ":" : "");
        print_flags(&out, flags, ways->size, i);
        if (folders)
            command_format(&out, " in %s", ways->data[i]->folder);
        command_format(&out, ")");
        memory_free(output);
    }
    if (ways->size > MAX_WAYS_SHOWN)
        command_format(&out, ", and %u more", ways->size - MAX_WAYS_SHOWN);
    for (uint32_t i = 0; i < ways->size; i++)
        command_free(&flags[i]);
    memory_free(flags);
    return join_text_pieces(&out);
}
