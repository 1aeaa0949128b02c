// The difference of two versions as JSON, and as a graph for Graphviz.
#include "report/diff_view.h"
#include "report/dot_text.h"
#include "report/json_text.h"

static const char *const changes[DIFF_VERSIONS][3] = {{"same", "modified", "deleted"},
                                                      {"same", "modified", "added"}};

static json_t *line_json(const struct diff_view *view, uint32_t version, const struct diff_line *l)
{
    json_t *line = json_object();
    json_put(line, "line", json_integer(l->line));
    json_put(line, "change", json_string(changes[version][l->change]));
    json_put(line, "affected", json_boolean(l->affected));
    json_put(line, "affecting", json_boolean(l->affecting));
    if (l->other != NO_LINE) {
        const struct diff_line *other = &view->versions[!version].lines.data[l->other];
        json_put(line, "other_file", json_text(other->file));
        json_put(line, "other_line", json_integer(other->line));
    }
    return line;
}

static json_t *links_json(const struct diff_version *v)
{
    json_t *links = json_array();
    for (uint32_t k = 0; k < v->links.size; k++) {
        const struct line_link *l = &v->links.data[k];
        const struct diff_line *from = &v->lines.data[l->from], *to = &v->lines.data[l->to];
        json_add(links, json_link(from->file, from->line, to->file, to->line, l->word));
    }
    return links;
}

static json_t *diff_version_json(const struct diff_view *view, uint32_t version)
{
    const struct diff_version *v = &view->versions[version];
    json_t *all = json_object(), *files = json_array();
    for (uint32_t f = 0; f < v->files.size; f++) {
        json_t *file = json_object(), *lines = json_array();
        for (uint32_t k = v->files.data[f].first; k < v->files.data[f].end; k++)
            json_add(lines, line_json(view, version, &v->lines.data[k]));
        json_put(file, "file", json_text(v->files.data[f].name));
        json_put(file, "lines", lines);
        json_add(files, file);
    }
    json_put(all, "files", files);
    json_put(all, "dependences", links_json(v));
    return all;
}

static json_t *symbols_json(const struct diff_symbol *symbols, uint32_t count, bool code)
{
    json_t *list = json_array();
    for (uint32_t k = 0; k < count; k++) {
        json_t *symbol = json_object();
        json_put(symbol, "old", json_text(symbols[k].names[DIFF_OLD]));
        json_put(symbol, "new", json_text(symbols[k].names[DIFF_NEW]));
        json_put(symbol, "changed", json_boolean(symbols[k].changed));
        if (code) {
            json_put(symbol, "affected", json_boolean(symbols[k].affected));
            json_put(symbol, "affecting", json_boolean(symbols[k].affecting));
        }
        json_add(list, symbol);
    }
    return list;
}

char *diff_json(const struct diff_view *view)
{
    json_t *all = json_object();
    json_put(all, "schema", json_integer(1));
    json_put(all, "different", json_boolean(view->different));
    json_put(all, "added", json_integer(view->added));
    json_put(all, "modified", json_integer(view->modified));
    json_put(all, "deleted", json_integer(view->deleted));
    json_put(all, "affected", json_integer(view->affected));
    json_put(all, "affecting", json_integer(view->affecting));
    json_put(all, "old", diff_version_json(view, DIFF_OLD));
    json_put(all, "new", diff_version_json(view, DIFF_NEW));
    json_put(all, "functions", symbols_json(view->functions.data, view->functions.size, true));
    json_put(all, "globals", symbols_json(view->globals.data, view->globals.size, false));
    return json_print(all);
}

// ---- Graphviz

// Lines of the new version, and deleted ones of the old.
static bool is_drawn(uint32_t version, const struct diff_line *l)
{
    return version == DIFF_NEW ? l->change != DIFF_SAME || l->affected || l->affecting
                               : l->change == DIFF_ONLY;
}

static void print_node(struct buffer *out, uint32_t version, uint32_t line)
{
    buffer_print(out, "%c%u", version == DIFF_NEW ? 'n' : 'o', line);
}

static void print_nodes(struct buffer *out, struct diff_view *view, uint32_t version)
{
    static const char *const colours[DIFF_VERSIONS][3] = {{"", "", "indianred"},
                                                          {"", "goldenrod", "forestgreen"}};
    struct diff_version *v = &view->versions[version];
    for (uint32_t k = 0; k < v->lines.size; k++) {
        const struct diff_line *l = &v->lines.data[k];
        if (!is_drawn(version, l))
            continue;
        buffer_print(out, "    ");
        print_node(out, version, k);
        buffer_print(out, " [label=\"");
        dot_line(out, &v->sources, l->file, l->line);
        if (l->change != DIFF_SAME)
            buffer_print(out, "\", color=%s, style=bold];\n", colours[version][l->change]);
        else
            buffer_print(out, "\"%s];\n", l->affected ? "" : ", style=dashed");
    }
}

// Of the old version only the links of deleted lines; the other end is drawn as the new version has it.
static void print_links(struct buffer *out, const struct diff_view *view, uint32_t version)
{
    const struct diff_version *v = &view->versions[version];
    for (uint32_t k = 0; k < v->links.size; k++) {
        uint32_t ends[2] = {v->links.data[k].from, v->links.data[k].to}, versions[2] = {version, version};
        bool deleted = version == DIFF_NEW;
        for (unsigned e = 0; e < 2 && version == DIFF_OLD; e++) {
            deleted |= v->lines.data[ends[e]].change == DIFF_ONLY;
            if (v->lines.data[ends[e]].change == DIFF_ONLY)
                continue;
            versions[e] = DIFF_NEW;
            ends[e] = v->lines.data[ends[e]].other;
        }
        bool drawn = deleted;
        for (unsigned e = 0; e < 2 && drawn; e++)
            drawn =
                ends[e] != NO_LINE && is_drawn(versions[e], &view->versions[versions[e]].lines.data[ends[e]]);
        if (!drawn)
            continue;
        buffer_print(out, "    ");
        print_node(out, versions[0], ends[0]);
        buffer_print(out, " -> ");
        print_node(out, versions[1], ends[1]);
        buffer_print(out, " [label=\"%s\"];\n", v->links.data[k].word);
    }
}

char *diff_dot(struct diff_view *view)
{
    struct buffer out = {0};
    buffer_print(&out, "digraph diff {\n    node [shape=box, fontname=monospace];\n");
    for (uint32_t v = 0; v < DIFF_VERSIONS; v++)
        print_nodes(&out, view, v);
    for (uint32_t v = 0; v < DIFF_VERSIONS; v++)
        print_links(&out, view, v);
    buffer_print(&out, "}\n");
    return buffer_take(&out);
}
