// Slices as JSON, and as a graph for Graphviz.
#include "report/buffer.h"
#include "report/dot_text.h"
#include "report/json_text.h"
#include "report/slice_view.h"

#include <string.h>

static const char *const marks[] = {"out", "in", "criterion"};

static json_t *lines_of(const struct slice_view *view, uint32_t first, uint32_t end)
{
    json_t *lines = json_array();
    for (uint32_t k = first; k < end; k++) {
        json_t *line = json_object();
        json_put(line, "line", json_integer(view->lines.data[k].line));
        json_put(line, "mark", json_string(marks[view->lines.data[k].mark]));
        json_add(lines, line);
    }
    return lines;
}

static json_t *files_of(const struct slice_view *view)
{
    json_t *files = json_array();
    const struct slice_line *lines = view->lines.data;
    for (uint32_t first = 0, end; first < view->lines.size; first = end) {
        for (end = first + 1; end < view->lines.size && strcmp(lines[end].file, lines[first].file) == 0;)
            end++;
        json_t *file = json_object();
        json_put(file, "file", json_text(lines[first].file));
        json_put(file, "lines", lines_of(view, first, end));
        json_add(files, file);
    }
    return files;
}

static json_t *links_of(const struct slice_view *view)
{
    json_t *links = json_array();
    for (uint32_t k = 0; k < view->links.size; k++) {
        const struct line_link *l = &view->links.data[k];
        const struct slice_line *from = &view->lines.data[l->from], *to = &view->lines.data[l->to];
        json_add(links, json_link(from->file, from->line, to->file, to->line, l->word));
    }
    return links;
}

static json_t *reasons_of(const struct slice_view *view)
{
    json_t *reasons = json_array();
    for (uint32_t k = 0; k < view->reasons.size; k++) {
        const struct slice_reason *r = &view->reasons.data[k];
        json_t *reason = json_object();
        json_put(reason, "file", json_text(r->file));
        json_put(reason, "line", json_integer(r->line));
        json_put(reason, "function", json_text(r->function));
        json_put(reason, "kind", json_text(r->word));
        json_add(reasons, reason);
    }
    return reasons;
}

char *slice_json(const struct slice_view *view)
{
    json_t *all = json_object();
    json_put(all, "schema", json_integer(1));
    json_put(all, "direction", json_string(view->forward ? "forward" : "backward"));
    json_put(all, "instructions", json_integer(view->instructions));
    json_put(all, "sliced", json_integer(view->sliced));
    json_put(all, "files", files_of(view));
    json_put(all, "dependences", links_of(view));
    if (view->asked_why)
        json_put(all, "why", reasons_of(view));
    return json_print(all);
}

// ---- Graphviz

char *slice_dot(const struct slice_view *view)
{
    struct buffer out = {0};
    struct sources sources = {0};
    buffer_print(&out, "digraph slice {\n    node [shape=box, fontname=monospace];\n");
    for (uint32_t k = 0; k < view->lines.size; k++) {
        const struct slice_line *l = &view->lines.data[k];
        if (l->mark == SLICE_MARK_OUT)
            continue;
        buffer_print(&out, "    n%u [label=\"", k);
        dot_line(&out, &sources, l->file, l->line);
        buffer_print(&out, "\"%s];\n", l->mark == SLICE_MARK_CRITERION ? ", style=bold" : "");
    }
    for (uint32_t k = 0; k < view->links.size; k++)
        buffer_print(&out, "    n%u -> n%u [label=\"%s\"];\n", view->links.data[k].from,
                     view->links.data[k].to, view->links.data[k].word);
    buffer_print(&out, "}\n");
    sources_free(&sources);
    return buffer_take(&out);
}
