#include "report/code_lines.h"

#include "analysis/flow.h"

#include <stdlib.h>

static bool of_user(const struct program *p, uint32_t code)
{
    const struct function *f = &p->functions[program_function_at(p, code)];
    return !(f->flags & FUNCTION_RUNTIME) && p->locations[p->location_of[code]].line != 0;
}

static int compare_lines(const void *left, const void *right)
{
    const struct code_line *a = left, *b = right;
    int files = strcmp(a->file, b->file);
    if (files)
        return files;
    return a->line < b->line ? -1 : a->line > b->line;
}

// The index of the line; NO_LINE: it is not in the list.
static uint32_t code_lines_find(const struct code_lines *lines, const char *file, uint32_t line)
{
    struct code_line key = {file, line};
    const struct code_line *found =
        lines->list.size ? bsearch(&key, lines->list.data, lines->list.size, sizeof key, compare_lines)
                         : NULL;
    return found ? (uint32_t)(found - lines->list.data) : NO_LINE;
}

uint32_t code_lines_at(const struct code_lines *lines, const struct program *p, uint32_t location)
{
    const struct location *l = &p->locations[location];
    return l->line ? code_lines_find(lines, program_string(p, l->file), l->line) : NO_LINE;
}

static void add_code_line(struct code_lines *lines, const struct program *p, uint32_t location)
{
    const struct location *l = &p->locations[location];
    if (l->line)
        vector_push(&lines->list, (struct code_line){program_string(p, l->file), l->line});
}

void code_lines_make(struct code_lines *lines, const struct program *p, const uint32_t *more,
                     uint32_t more_count)
{
    *lines = (struct code_lines){0};
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code))
        if (of_user(p, code))
            add_code_line(lines, p, p->location_of[code]);
    for (uint32_t k = 0; k < more_count; k++)
        add_code_line(lines, p, more[k]);
    if (lines->list.size)
        qsort(lines->list.data, lines->list.size, sizeof *lines->list.data, compare_lines);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < lines->list.size; k++)
        if (!kept || compare_lines(&lines->list.data[kept - 1], &lines->list.data[k]))
            lines->list.data[kept++] = lines->list.data[k];
    lines->list.size = kept;
    lines->line_of = memory_alloc(((size_t)p->code_count + 1) * sizeof *lines->line_of);
    for (uint32_t code = 0; code < p->code_count; code++)
        lines->line_of[code] = of_user(p, code) ? code_lines_at(lines, p, p->location_of[code]) : NO_LINE;
}

void code_lines_free(struct code_lines *lines)
{
    vector_free(&lines->list);
    memory_free(lines->line_of);
    lines->line_of = NULL;
}
