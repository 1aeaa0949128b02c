#include "report/loop_bounds.h"

#include "analysis/loop_lines.h"
#include "base/memory.h"
#include "report/option_value.h"

#include <stdlib.h>
#include <string.h>

// FILE:LINE=N in its parts. The file is owned by the caller.
struct bound_text {
    char *file;
    uint64_t line, rounds;
};

static bool read_bound_parts(const struct option *option, const char *text, struct bound_text *parts,
                             struct error *error)
{
    const char *equals = strrchr(text, '='), *colon = NULL;
    struct error part = {0};
    *parts = (struct bound_text){0};
    for (const char *p = text; p < equals; p++)
        colon = *p == ':' ? p : colon;
    if (colon && colon != text) {
        char *line = memory_copy_bytes(colon + 1, (size_t)(equals - colon - 1));
        bool good = option_read_count(option, line, &parts->line, &part) &&
                    option_read_count(option, equals + 1, &parts->rounds, &part);
        memory_free(line);
        error_free(&part);
        if (good && parts->line && parts->line <= UINT32_MAX && parts->rounds) {
            parts->file = memory_copy_bytes(text, (size_t)(colon - text));
            return true;
        }
    }
    return error_set(error, "%s: '%s' is not FILE:LINE=N, with a line and a number of rounds from 1 on",
                     option->spelling, text);
}

bool loop_bounds_read(const struct option *option, const char *value, struct settings *settings,
                      struct error *error)
{
    struct bound_text parts;
    if (!strchr(value, '='))
        return option_read_count(option, value, &settings->unwind, error);
    if (!read_bound_parts(option, value, &parts, error))
        return false;
    memory_free(parts.file);
    text_list_add(&settings->loop_bounds, value);
    return true;
}

static void add_loop_bound(loop_bound_list *bounds, const struct loop_bound *bound)
{
    uint32_t at = 0;
    while (at < bounds->size && bounds->data[at].code < bound->code)
        at++;
    if (at < bounds->size && bounds->data[at].code == bound->code) {
        bounds->data[at] = *bound;
        return;
    }
    vector_push(bounds, *bound);
    for (uint32_t k = bounds->size - 1; k > at; k--)
        bounds->data[k] = bounds->data[k - 1];
    bounds->data[at] = *bound;
}

static bool resolve_loop_bound(const char *text, const struct program *program, loop_bound_list *bounds,
                               struct error *error)
{
    static const struct option option = {.spelling = "--unwind"};
    struct bound_text parts;
    loop_line_list found = {0};
    bool file_known;
    uint32_t nearest;
    if (!read_bound_parts(&option, text, &parts, error))
        return false;
    bool good = loop_lines_find(program, parts.file, (uint32_t)parts.line, &found, &file_known, &nearest);
    for (uint32_t k = 0; k < found.size; k++)
        add_loop_bound(bounds, &(struct loop_bound){found.data[k].code, parts.rounds, text});
    if (!good && !file_known)
        error_set(error, "--unwind=%s: the program has no code of a file %s", text, parts.file);
    else if (!good && nearest)
        error_set(error, "--unwind=%s: no loop begins at line %u of %s; the nearest one begins at line %u",
                  text, (unsigned)parts.line, parts.file, nearest);
    else if (!good)
        error_set(error, "--unwind=%s: there is no loop in %s", text, parts.file);
    memory_free(parts.file);
    vector_free(&found);
    return good;
}

bool loop_bounds_resolve(const text_list *texts, const struct program *program, loop_bound_list *bounds,
                         struct error *error)
{
    vector_clear(bounds);
    for (uint32_t k = 0; k < texts->size; k++)
        if (!resolve_loop_bound(texts->data[k], program, bounds, error))
            return false;
    return true;
}
