// The GraphML format 1.0 of witnesses: an automaton that follows the violation, edge by edge.
#include "base/memory.h"
#include "report/svcomp_witness.h"

#include <string.h>

// ---- XML

// Characters that XML cannot hold at all become U+FFFD.
static void print_xml(struct buffer *out, const char *text)
{
    for (size_t left = strlen(text); left;) {
        size_t length = text_character(text, left);
        unsigned char c = (unsigned char)*text;
        if (c == '<' || c == '>' || c == '&' || c == '"')
            buffer_print(out, "&#%u;", c);
        else if (!length || (c < ' ' && c != '\n' && c != '\t') || c == 0x7f)
            buffer_print(out, "\xef\xbf\xbd");
        else
            buffer_append(out, text, length);
        length = length ? length : 1;
        text += length;
        left -= length;
    }
}

static void print_data(struct buffer *out, const char *key, const char *text)
{
    buffer_print(out, "<data key=\"%s\">", key);
    print_xml(out, text);
    buffer_print(out, "</data>");
}

static void print_number(struct buffer *out, const char *key, uint32_t number)
{
    buffer_print(out, "<data key=\"%s\">%u</data>", key, number);
}

// KEY(NAME, ATTRIBUTE, TYPE, OF, DEFAULT)
static const struct {
    const char *id, *name, *type, *of, *initial;
} keys[] = {
    {"witness-type", "witness-type", "string", "graph", NULL},
    {"sourcecodelang", "sourcecodelang", "string", "graph", NULL},
    {"producer", "producer", "string", "graph", NULL},
    {"specification", "specification", "string", "graph", NULL},
    {"programfile", "programfile", "string", "graph", NULL},
    {"programhash", "programhash", "string", "graph", NULL},
    {"architecture", "architecture", "string", "graph", NULL},
    {"creationtime", "creationtime", "string", "graph", NULL},
    {"entry", "isEntryNode", "boolean", "node", "false"},
    {"violation", "isViolationNode", "boolean", "node", "false"},
    {"startline", "startline", "int", "edge", NULL},
    {"endline", "endline", "int", "edge", NULL},
    {"threadId", "threadId", "string", "edge", NULL},
    {"createThread", "createThread", "string", "edge", NULL},
    {"enterFunction", "enterFunction", "string", "edge", NULL},
    {"assumption", "assumption", "string", "edge", NULL},
    {"assumption.scope", "assumption.scope", "string", "edge", NULL},
    {"assumption.resultfunction", "assumption.resultfunction", "string", "edge", NULL},
};

static void print_keys(struct buffer *out)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        buffer_print(out, "  <key id=\"%s\" attr.name=\"%s\" attr.type=\"%s\" for=\"%s\"", keys[i].id,
                     keys[i].name, keys[i].type, keys[i].of);
        if (keys[i].initial)
            buffer_print(out, "><default>%s</default></key>\n", keys[i].initial);
        else
            buffer_print(out, "/>\n");
    }
}

static void print_graph_data(struct buffer *out, const struct svcomp_witness *w)
{
    bool found = w->verdict->answer == SVCOMP_FALSE;
    const char *const data[][2] = {
        {"witness-type", found ? "violation_witness" : "correctness_witness"},
        {"sourcecodelang", "C"},
        {"producer", "heddle " HEDDLE_VERSION},
        {"specification", w->property->text},
        {"programfile", w->files->data[0]},
        {"programhash", w->hashes.data[0]},
        {"architecture", w->bits == 64 ? "64bit" : "32bit"},
        {"creationtime", w->created},
    };
    for (size_t i = 0; i < sizeof data / sizeof *data; i++) {
        buffer_print(out, "    ");
        print_data(out, data[i][0], data[i][1]);
        buffer_print(out, "\n");
    }
}

// ---- the automaton

struct automaton {
    struct buffer out;
    const struct svcomp_witness *witness;
    uint32_t nodes; // so far; the last one is where the next edge begins
};

// An edge to a new node; what it has besides its thread and its line is written before end_edge.
static void begin_edge(struct automaton *a, uint32_t thread, const struct source_place *place)
{
    buffer_print(&a->out, "    <edge source=\"N%u\" target=\"N%u\">", a->nodes - 1, a->nodes);
    print_number(&a->out, "threadId", thread);
    if (place && place->line && !place->runtime) {
        print_number(&a->out, "startline", place->line);
        print_number(&a->out, "endline", place->line);
    }
}

static void end_edge(struct automaton *a, bool violation)
{
    buffer_print(&a->out, "</edge>\n    <node id=\"N%u\"", a->nodes++);
    buffer_print(&a->out, violation ? "><data key=\"violation\">true</data></node>\n" : "/>\n");
}

static void add_input_edge(struct automaton *a, const struct path_step *step)
{
    char *value = svcomp_constant(step);
    if (!value)
        return;
    char *assumption = memory_format("\\result == %s", value);
    begin_edge(a, step->thread, &step->place);
    print_data(&a->out, "assumption", assumption);
    print_data(&a->out, "assumption.scope", step->place.function);
    print_data(&a->out, "assumption.resultfunction", step->name);
    end_edge(a, false);
    memory_free(assumption);
    memory_free(value);
}

// The thread enters its function in an edge of its own.
static void add_creation_edge(struct automaton *a, const struct path_step *step)
{
    begin_edge(a, step->thread, &step->place);
    print_number(&a->out, "createThread", step->other);
    end_edge(a, false);
    if (!step->name)
        return;
    begin_edge(a, step->other, NULL);
    print_data(&a->out, "enterFunction", step->name);
    end_edge(a, false);
}

static void add_step_edge(struct automaton *a, const struct path_step *step)
{
    switch (step->kind) {
    case PATH_INPUT: add_input_edge(a, step); break;
    case PATH_CREATE: add_creation_edge(a, step); break;
    case PATH_STATEMENT:
        begin_edge(a, step->thread, &step->place);
        end_edge(a, false);
        break;
    case PATH_JOIN: break;
    }
}

static void print_violation_edges(struct automaton *a)
{
    const struct svcomp_witness *w = a->witness;
    begin_edge(a, 0, NULL);
    print_number(&a->out, "createThread", 0);
    print_data(&a->out, "enterFunction", "main");
    end_edge(a, false);
    for (uint32_t i = 0; i < w->path.steps.size; i++)
        add_step_edge(a, &w->path.steps.data[i]);
    for (uint32_t i = 0; i < w->target_count; i++) {
        begin_edge(a, w->target_threads[i], &w->targets[i]);
        end_edge(a, i + 1 == w->target_count);
    }
}

char *svcomp_graphml(const struct svcomp_witness *w)
{
    struct automaton a = {.witness = w, .nodes = 1};
    buffer_print(&a.out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                         "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
                         "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
    print_keys(&a.out);
    buffer_print(&a.out, "  <graph edgedefault=\"directed\">\n");
    print_graph_data(&a.out, w);
    buffer_print(&a.out, "    <node id=\"N0\"><data key=\"entry\">true</data></node>\n");
    if (w->verdict->answer == SVCOMP_FALSE)
        print_violation_edges(&a);
    buffer_print(&a.out, "  </graph>\n</graphml>\n");
    return buffer_take(&a.out);
}
