// The difference of two versions as text: the new source with marks, and between its lines those of the old
// one that it does not have any more.
#include "report/buffer.h"
#include "report/diff_view.h"
#include "report/style.h"

#include <stdlib.h>

// A line of the old version that is shown after line `after` of the new one's file.
struct gone {
    const char *file; // of the new version; NULL: it has no counterpart of the old line's file
    uint32_t after;
    const struct diff_line *line;
};

struct diff_text_writing {
    struct diff_view *view;
    struct buffer out;
    struct style style;
    VECTOR(struct gone) gone;
    uint32_t next; // of them, to be shown
};

static const char *text_of_line(struct diff_text_writing *w, uint32_t version, const char *file,
                                uint32_t line)
{
    const char *text = sources_whole_line(&w->view->versions[version].sources, file, line);
    return text ? text : "";
}

// ---- old lines

// A line that is modified is shown as it was if it reads differently.
static bool is_gone_line(struct diff_text_writing *w, const struct diff_line *line)
{
    if (line->change != DIFF_MODIFIED || line->other == NO_LINE)
        return line->change != DIFF_SAME;
    const struct diff_line *other = &w->view->versions[DIFF_NEW].lines.data[line->other];
    return !line_match_equal(text_of_line(w, DIFF_OLD, line->file, line->line),
                             text_of_line(w, DIFF_NEW, other->file, other->line));
}

static uint32_t place_of_gone(const struct diff_file *file, uint32_t line)
{
    while (--line)
        if (line_match_of(&file->match, line))
            return line_match_of(&file->match, line);
    return 0;
}

static int compare_gone(const void *left, const void *right)
{
    const struct gone *a = left, *b = right;
    int files = a->file && b->file ? strcmp(a->file, b->file) : !a->file - !b->file;
    if (files)
        return files;
    if (a->after != b->after)
        return a->after < b->after ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

static void find_gone_lines(struct diff_text_writing *w)
{
    const struct diff_version *old = &w->view->versions[DIFF_OLD];
    for (uint32_t f = 0; f < old->files.size; f++) {
        const struct diff_file *file = &old->files.data[f];
        for (uint32_t k = file->first; k < file->end; k++)
            if (is_gone_line(w, &old->lines.data[k]))
                vector_push(&w->gone, (struct gone){file->other, place_of_gone(file, old->lines.data[k].line),
                                                    &old->lines.data[k]});
    }
    if (w->gone.size)
        qsort(w->gone.data, w->gone.size, sizeof *w->gone.data, compare_gone);
}

// ---- lines

static void print_diff_line(struct diff_text_writing *w, const char *marks, const char *colour,
                            uint32_t number, const char *text)
{
    buffer_print(&w->out, "%s%-2s%6u%s%s%s\n", colour, marks, number, text[0] ? "  " : "", text,
                 colour[0] ? w->style.end : "");
}

static void print_gone(struct diff_text_writing *w, const char *file, uint32_t before)
{
    for (; w->next < w->gone.size; w->next++) {
        const struct gone *g = &w->gone.data[w->next];
        if (!g->file || strcmp(g->file, file) != 0 || g->after >= before)
            return;
        print_diff_line(w, "-", w->style.bad, g->line->line,
                        text_of_line(w, DIFF_OLD, g->line->file, g->line->line));
    }
}

static void print_new_line(struct diff_text_writing *w, const char *file, uint32_t number,
                           const struct diff_line *line)
{
    const char *marks = "", *colour = line ? w->style.faint : "";
    if (line && line->change == DIFF_ONLY) {
        marks = "+";
        colour = w->style.good;
    } else if (line && line->change == DIFF_MODIFIED) {
        marks = "~";
        colour = w->style.doubt;
    } else if (line && (line->affected || line->affecting)) {
        marks = !line->affected ? "<" : line->affecting ? "<>" : " >";
        colour = line->affected ? w->style.mark : "";
    }
    print_diff_line(w, marks, colour, number, text_of_line(w, DIFF_NEW, file, number));
}

// ---- files

static bool has_gone(const struct diff_text_writing *w, const char *file)
{
    const struct gone *g = w->next < w->gone.size ? &w->gone.data[w->next] : NULL;
    return g && g->file && strcmp(g->file, file) == 0;
}

static bool has_marks(const struct diff_text_writing *w, const struct diff_file *file)
{
    for (uint32_t k = file->first; k < file->end; k++) {
        const struct diff_line *l = &w->view->versions[DIFF_NEW].lines.data[k];
        if (l->change != DIFF_SAME || l->affected || l->affecting)
            return true;
    }
    return has_gone(w, file->name);
}

static void print_diff_file(struct diff_text_writing *w, const struct diff_file *file)
{
    const struct diff_version *v = &w->view->versions[DIFF_NEW];
    struct sources *sources = &w->view->versions[DIFF_NEW].sources;
    bool readable = sources_whole_line(sources, file->name, 1) != NULL;
    uint32_t last = file->end > file->first ? v->lines.data[file->end - 1].line : 0;
    buffer_print(&w->out, "%s%s%s\n", w->style.strong, file->name, w->style.end);
    uint32_t k = file->first;
    for (uint32_t line = 1; readable ? sources_whole_line(sources, file->name, line) != NULL : line <= last;
         line++) {
        while (k < file->end && v->lines.data[k].line < line)
            k++;
        const struct diff_line *found =
            k < file->end && v->lines.data[k].line == line ? &v->lines.data[k] : NULL;
        print_gone(w, file->name, line);
        if (readable || found)
            print_new_line(w, file->name, line, found);
    }
    print_gone(w, file->name, UINT32_MAX);
    buffer_print(&w->out, "\n");
}

// What was in files that the new version has not.
static void print_gone_files(struct diff_text_writing *w)
{
    const char *name = NULL;
    for (; w->next < w->gone.size; w->next++) {
        const struct diff_line *line = w->gone.data[w->next].line;
        if (!name || strcmp(name, line->file) != 0)
            buffer_print(&w->out, "%s%s%s%s (only in the old version)\n", name ? "\n" : "", w->style.strong,
                         line->file, w->style.end);
        name = line->file;
        print_diff_line(w, "-", w->style.bad, line->line, text_of_line(w, DIFF_OLD, line->file, line->line));
    }
    if (name)
        buffer_print(&w->out, "\n");
}

// ---- the end

static void print_symbols(struct diff_text_writing *w, const char *what, const struct diff_symbol *symbols,
                          uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        const char *old_name = symbols[k].names[DIFF_OLD], *new_name = symbols[k].names[DIFF_NEW];
        if (!old_name)
            buffer_print(&w->out, "%s added: %s\n", what, new_name);
        else if (!new_name)
            buffer_print(&w->out, "%s deleted: %s\n", what, old_name);
        else if (strcmp(old_name, new_name) != 0)
            buffer_print(&w->out, "%s renamed: %s, now %s%s\n", what, old_name, new_name,
                         symbols[k].changed ? ", and changed" : "");
    }
}

static void print_changed_functions(struct diff_text_writing *w)
{
    const struct diff_view *view = w->view;
    if (view->added || view->modified || view->deleted)
        return;
    for (uint32_t k = 0; k < view->functions.size; k++)
        if (view->functions.data[k].changed)
            buffer_print(&w->out, "changed, at no line that is known: %s\n",
                         view->functions.data[k].names[DIFF_NEW] ? view->functions.data[k].names[DIFF_NEW]
                                                                 : view->functions.data[k].names[DIFF_OLD]);
}

static void print_end(struct diff_text_writing *w)
{
    const struct diff_view *view = w->view;
    print_symbols(w, "function", view->functions.data, view->functions.size);
    print_symbols(w, "global", view->globals.data, view->globals.size);
    if (!view->different) {
        buffer_print(&w->out, "No difference.\n");
        return;
    }
    print_changed_functions(w);
    buffer_print(
        &w->out,
        "+ added, ~ modified, - as it was in the old version, > affected by the change, < can affect "
        "it\n%u added, %u modified, %u deleted; %u affected, %u can affect the change\n",
        view->added, view->modified, view->deleted, view->affected, view->affecting);
}

char *diff_text(struct diff_view *view, bool colour)
{
    struct diff_text_writing w = {.view = view, .style = style_new(colour)};
    const struct diff_version *v = &view->versions[DIFF_NEW];
    find_gone_lines(&w);
    for (uint32_t k = 0; view->different && k < v->files.size; k++)
        if (has_marks(&w, &v->files.data[k]))
            print_diff_file(&w, &v->files.data[k]);
    print_gone_files(&w);
    print_end(&w);
    vector_free(&w.gone);
    char *text = buffer_take(&w.out), *clean = text_clean(text, true);
    memory_free(text);
    return clean;
}
