#include "report/slice_view.h"

#include "analysis/analyses.h"
#include "analysis/criteria.h"
#include "report/code_lines.h"

#include <stdlib.h>
#include <string.h>

struct slice_view_making {
    struct slice_view *view;
    const struct program *program;
    const struct slice_request *request;
    struct dependence *dependence;
    struct slice *slice;
    struct code_lines lines; // as view->lines
};

// ---- lines

const struct slice_line *slice_view_line(const struct slice_view *view, const char *file, uint32_t line)
{
    for (uint32_t low = 0, high = view->lines.size; low < high;) {
        uint32_t middle = low + (high - low) / 2;
        const struct slice_line *l = &view->lines.data[middle];
        int files = strcmp(l->file, file);
        if (files == 0 && l->line == line)
            return l;
        if (files < 0 || (files == 0 && l->line < line))
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static void make_slice_lines(struct slice_view_making *m)
{
    code_lines_make(&m->lines, m->program, NULL, 0);
    for (uint32_t k = 0; k < m->lines.list.size; k++)
        vector_push(&m->view->lines, (struct slice_line){m->lines.list.data[k].file,
                                                         m->lines.list.data[k].line, SLICE_MARK_OUT});
}

static void mark_lines(struct slice_view_making *m)
{
    const struct program *p = m->program;
    struct slice_view *view = m->view;
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        if (m->lines.line_of[code] == NO_NODE)
            continue;
        enum slice_mark *mark = &view->lines.data[m->lines.line_of[code]].mark;
        view->instructions++;
        view->sliced += slice_touches(m->slice, code);
        if (bit_array_has(m->slice->touched, code))
            *mark = SLICE_MARK_CRITERION;
        else if (slice_contains(m->slice, code) && *mark == SLICE_MARK_OUT)
            *mark = SLICE_MARK_IN;
    }
}

// ---- places given by people

// Whether `given` names the file: the same path, or the last parts of one are all of the other.
static bool names_file(const char *file, const char *given, size_t length)
{
    size_t own = strlen(file), same = own < length ? own : length;
    if (same == 0 || strncmp(file + own - same, given + length - same, same) != 0)
        return false;
    return own == length || (own > length ? file[own - same - 1] : given[length - same - 1]) == '/';
}

// The index of the line that FILE:LINE means; NO_NODE with the error set.
static uint32_t read_slice_line(const struct slice_view_making *m, const char *option, const char *text,
                                struct error *error)
{
    const char *colon = strrchr(text, ':');
    char *end = NULL;
    unsigned long line = colon && colon[1] >= '0' && colon[1] <= '9' ? strtoul(colon + 1, &end, 10) : 0;
    if (!end || *end || line == 0 || line > UINT32_MAX || colon == text) {
        error_set(error, "%s: '%s' is not of the form FILE:LINE", option, text);
        return NO_NODE;
    }
    bool file_found = false;
    const struct slice_view *view = m->view;
    for (uint32_t k = 0; k < view->lines.size; k++) {
        if (!names_file(view->lines.data[k].file, text, (size_t)(colon - text)))
            continue;
        file_found = true;
        if (view->lines.data[k].line == line)
            return k;
    }
    error_set(error,
              file_found ? "%s: line %lu of %.*s: no code there that main can reach"
                         : "%s: line %lu of %.*s: no file with code that main can reach is called that",
              option, line, (int)(colon - text), text);
    return NO_NODE;
}

static bool add_slice_criteria(struct slice_view_making *m, struct error *error)
{
    const struct program *p = m->program;
    for (uint32_t k = 0; k < m->request->at_count; k++) {
        uint32_t line = read_slice_line(m, "--at", m->request->at[k], error);
        if (line == NO_NODE)
            return false;
        for (uint32_t code = 0; code < p->code_count; code = code_next(p, code))
            if (m->lines.line_of[code] == line)
                slice_add(m->slice, code, SLICE_WHOLE);
    }
    if (m->request->at_count == 0)
        criteria_add(m->slice, m->request->properties, NULL);
    return true;
}

// ---- why

static bool better(const struct slice_path *path, const struct slice_path *best)
{
    return best->size == 0 || path->size < best->size;
}

// The shortest way of an instruction on the line.
static void find_way(const struct slice_view_making *m, uint32_t line, struct slice_path *best)
{
    for (uint32_t code = 0; code < m->program->code_count; code = code_next(m->program, code)) {
        struct slice_path path = {0};
        if (m->lines.line_of[code] == line && slice_why(m->slice, code, &path) && better(&path, best)) {
            vector_free(best);
            *best = path;
        } else {
            vector_free(&path);
        }
    }
}

static void add_reasons(struct slice_view_making *m, const struct slice_path *path)
{
    const struct program *p = m->program;
    struct slice_view *view = m->view;
    vector_reserve(&view->reasons, path->size);
    if (!view->reasons.data)
        return; // an empty path
    for (uint32_t k = 0; k < path->size; k++) {
        struct slice_step step = path->data[k];
        uint32_t line = m->lines.line_of[step.code];
        if (line == NO_NODE) // in the runtime library: the step before it leads further
            continue;
        const char *function = program_string(p, p->functions[program_function_at(p, step.code)].name);
        const struct slice_line *l = &view->lines.data[line];
        struct slice_reason *last = view->reasons.size ? &vector_last(&view->reasons) : NULL;
        bool end = k + 1 == path->size;
        struct slice_reason reason = {l->file, function, l->line, end ? NULL : dependence_word(step.kind),
                                      end ? NULL : dependence_text(step.kind)};
        if (last && last->file == reason.file && last->line == reason.line)
            view->reasons.size--;
        view->reasons.data[view->reasons.size++] = reason;
    }
}

static bool explain(struct slice_view_making *m, struct error *error)
{
    struct slice_view *view = m->view;
    if (!m->request->why)
        return true;
    uint32_t line = read_slice_line(m, "--why", m->request->why, error);
    if (line == NO_NODE)
        return false;
    struct slice_path path = {0};
    find_way(m, line, &path);
    view->asked_why = true;
    view->why_in = path.size > 0;
    view->why = memory_copy_string(m->request->why);
    add_reasons(m, &path);
    vector_free(&path);
    return true;
}

// ---- links

static void make_slice_links(struct slice_view_making *m)
{
    uint64_t *sources = bit_array_new(m->program->code_count);
    for (uint32_t code = 0; code < m->program->code_count; code++)
        if (slice_touches(m->slice, code))
            bit_array_add(sources, code);
    line_links_make(&m->view->links, m->dependence, m->slice->kinds, sources, m->slice->members,
                    m->lines.line_of);
    memory_free(sources);
}

// ---- all of it

static bool fill_slice_view(struct slice_view_making *m, struct error *error)
{
    slice_follow(m->slice, DEPENDENCE_ORDERED);
    make_slice_lines(m);
    if (!add_slice_criteria(m, error))
        return false;
    slice_close(m->slice, m->request->forward ? SLICE_FORWARD : SLICE_BACKWARD);
    mark_lines(m);
    if (!explain(m, error))
        return false;
    if (m->request->links)
        make_slice_links(m);
    return true;
}

bool slice_view_make(struct slice_view *view, const struct program *program,
                     const struct slice_request *request, struct error *error)
{
    *view = (struct slice_view){.forward = request->forward};
    struct slice_view_making m = {.view = view, .program = program, .request = request};
    m.dependence = dependence_compute_ordered(analyses_threads(program));
    m.slice = slice_new(m.dependence);
    bool good = fill_slice_view(&m, error);
    slice_free(m.slice);
    dependence_free(m.dependence);
    code_lines_free(&m.lines);
    return good;
}

void slice_view_free(struct slice_view *view)
{
    vector_free(&view->lines);
    vector_free(&view->links);
    vector_free(&view->reasons);
    memory_free(view->why);
    view->why = NULL;
}
