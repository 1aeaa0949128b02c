// Slices as text: the source with a mark in front of each line, `*` what was asked for, `+` in the slice.
#include "report/buffer.h"
#include "report/place.h"
#include "report/slice_view.h"
#include "report/style.h"

#include <string.h>

struct slice_text_writing {
    const struct slice_view *view;
    struct buffer out;
    struct sources sources;
    struct style style;
};

static const char *line_text(struct slice_text_writing *w, const char *file, uint32_t line, bool whole)
{
    const char *text =
        whole ? sources_whole_line(&w->sources, file, line) : sources_line(&w->sources, file, line);
    return text ? text : "";
}

static void print_slice_line(struct slice_text_writing *w, const char *file, uint32_t line)
{
    const struct slice_line *l = slice_view_line(w->view, file, line);
    enum slice_mark mark = l ? l->mark : SLICE_MARK_OUT;
    static const char marks[] = " +*";
    const char *colour = mark == SLICE_MARK_CRITERION ? w->style.mark : "";
    if (l && mark == SLICE_MARK_OUT)
        colour = w->style.faint;
    const char *text = line_text(w, file, line, true);
    buffer_print(&w->out, "%s%c %5u%s%s%s\n", colour, marks[mark], line, text[0] ? "  " : "", text,
                 colour[0] ? w->style.end : "");
}

// Whether the lines [first, end) of one file have anything in the slice.
static bool any_in(const struct slice_view *view, uint32_t first, uint32_t end)
{
    for (uint32_t k = first; k < end; k++)
        if (view->lines.data[k].mark != SLICE_MARK_OUT)
            return true;
    return false;
}

static void print_slice_file(struct slice_text_writing *w, uint32_t first, uint32_t end)
{
    const char *file = w->view->lines.data[first].file;
    bool readable = sources_whole_line(&w->sources, file, 1) != NULL;
    buffer_print(&w->out, "%s%s%s\n", w->style.strong, file, w->style.end);
    for (uint32_t line = 1; readable && sources_whole_line(&w->sources, file, line); line++)
        print_slice_line(w, file, line);
    for (uint32_t k = first; !readable && k < end; k++)
        print_slice_line(w, file, w->view->lines.data[k].line);
    buffer_print(&w->out, "\n");
}

static void print_files(struct slice_text_writing *w)
{
    uint32_t size = w->view->lines.size, shown = 0;
    for (uint32_t first = 0, end; first < size; first = end) {
        const struct slice_line *lines = w->view->lines.data;
        for (end = first + 1; end < size && strcmp(lines[end].file, lines[first].file) == 0;)
            end++;
        if (!any_in(w->view, first, end))
            continue;
        print_slice_file(w, first, end);
        shown++;
    }
    if (!shown)
        buffer_print(&w->out, "Nothing in the program is about these properties.\n");
    else
        buffer_print(&w->out, "%u of %u instructions are in the slice.\n", w->view->sliced,
                     w->view->instructions);
}

static void print_reasons(struct slice_text_writing *w)
{
    const struct slice_view *view = w->view;
    if (!view->why_in) {
        buffer_print(&w->out, "%s is not in the slice.\n", view->why);
        return;
    }
    for (uint32_t k = 0; k < view->reasons.size; k++) {
        const struct slice_reason *r = &view->reasons.data[k];
        buffer_print(&w->out, "%s%s:%u%s in %s: %s\n", w->style.strong, r->file, r->line, w->style.end,
                     r->function, line_text(w, r->file, r->line, false));
        if (!r->text)
            buffer_print(&w->out, "    which was asked for\n");
        else if (k + 1 == view->reasons.size)
            buffer_print(&w->out, "    is in, since heddle's runtime library %s it\n", r->text);
        else if (view->forward)
            buffer_print(&w->out, "    %s\n", r->text);
        else
            buffer_print(&w->out, "    is in, since the next %s it\n", r->text);
    }
}

char *slice_text(const struct slice_view *view, bool colour)
{
    struct slice_text_writing w = {.view = view, .style = style_new(colour)};
    if (view->asked_why)
        print_reasons(&w);
    else
        print_files(&w);
    sources_free(&w.sources);
    char *text = buffer_take(&w.out), *clean = text_clean(text, true);
    memory_free(text);
    return clean;
}
