#include "analysis/loop_lines.h"

#include "analysis/flow.h"
#include "base/bit_array.h"
#include "base/memory.h"

#include <string.h>

struct line_search {
    const struct program *program;
    const char *file;
    uint32_t line, nearest;
    bool file_known;
    loop_line_list *heads, bodies; // loops with their head there, and with the beginning of their body
};

// Whether `path`, of a location, is the file that somebody calls `name`: the path itself, or its last parts.
static bool loop_lines_same_file(const char *path, const char *name)
{
    size_t length = strlen(name), whole = strlen(path);
    if (length == 0 || length > whole || strcmp(path + whole - length, name) != 0)
        return false;
    return length == whole || path[whole - length - 1] == '/' || name[0] == '/';
}

// The line of an instruction in the file; 0: it is elsewhere.
static uint32_t line_of(const struct line_search *s, uint32_t code)
{
    const struct location *l = &s->program->locations[s->program->location_of[code]];
    return loop_lines_same_file(program_string(s->program, l->file), s->file) ? l->line : 0;
}

static uint32_t line_distance(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

static void note_line(struct line_search *s, uint32_t line)
{
    if (line && (!s->nearest || line_distance(line, s->line) < line_distance(s->nearest, s->line)))
        s->nearest = line;
}

// The line of the first instruction of a node that has one; what clang made for itself has none.
static uint32_t line_of_node(const struct line_search *s, const struct flow_node *node)
{
    uint32_t line = 0;
    for (uint32_t code = node->first; code < node->end && !line; code = code_next(s->program, code))
        line = line_of(s, code);
    return line;
}

// The line at which a loop goes on behind its head, and whether it goes back to the head from the line.
static uint32_t body_line(const struct line_search *s, const struct flow *flow, const uint64_t *loop,
                          uint32_t head, bool *goes_back)
{
    uint32_t first = 0;
    *goes_back = false;
    for (uint32_t node = 0; node < flow->count; node++) {
        if (!bit_array_has(loop, node))
            continue;
        for (uint32_t k = flow->next.starts[node]; k < flow->next.starts[node + 1]; k++)
            if (flow->next.targets[k] == head)
                *goes_back |= line_of(s, flow_last(s->program, flow, node)) == s->line;
        if (node != head && !first)
            first = line_of_node(s, &flow->nodes[node]);
    }
    return first;
}

static void look_at_loop(struct line_search *s, const struct flow *flow, uint32_t code)
{
    uint32_t head = flow_node_at(flow, code), line = line_of_node(s, &flow->nodes[head]);
    uint64_t *loop = flow_natural_loop(flow, head);
    bool goes_back = false;
    uint32_t body = loop ? body_line(s, flow, loop, head, &goes_back) : 0;
    note_line(s, line);
    if (line == s->line || goes_back)
        vector_push(s->heads, (struct loop_line){code, line});
    else if (body == s->line)
        vector_push(&s->bodies, (struct loop_line){code, line});
    memory_free(loop);
}

// Of loops of one function whose bodies begin at the line, those that have no other of them within.
static void add_innermost(struct line_search *s, const struct flow *flow, uint32_t from)
{
    uint32_t kept = from;
    loop_line_list all = {0};
    for (uint32_t k = from; k < s->bodies.size; k++)
        vector_push(&all, s->bodies.data[k]);
    for (uint32_t k = 0; k < all.size; k++) {
        uint64_t *loop = flow_natural_loop(flow, flow_node_at(flow, all.data[k].code));
        bool innermost = true;
        for (uint32_t other = 0; other < all.size && loop; other++)
            innermost &= other == k || !bit_array_has(loop, flow_node_at(flow, all.data[other].code));
        if (innermost)
            s->bodies.data[kept++] = all.data[k];
        memory_free(loop);
    }
    s->bodies.size = kept;
    vector_free(&all);
}

static void find_loops_in_function(struct line_search *s, uint32_t function)
{
    const struct program *p = s->program;
    const struct function *f = &p->functions[function];
    struct flow *flow = NULL;
    uint32_t bodies = s->bodies.size;
    for (uint32_t code = f->first; code < f->end; code = code_next(p, code)) {
        s->file_known |= line_of(s, code) != 0;
        if (p->code[code].op != OP_LOOP)
            continue;
        if (!flow)
            flow = flow_compute(p, function, NULL, NULL);
        look_at_loop(s, flow, code);
    }
    if (flow)
        add_innermost(s, flow, bodies);
    flow_free(flow);
}

bool loop_lines_find(const struct program *program, const char *file, uint32_t line, loop_line_list *found,
                     bool *file_known, uint32_t *nearest)
{
    struct line_search s = {.program = program, .file = file, .line = line, .heads = found};
    uint32_t before = found->size;
    for (uint32_t k = 0; k < program->functions_count; k++)
        if (program->functions[k].kind == FUNCTION_DEFINED &&
            !(program->functions[k].flags & FUNCTION_RUNTIME))
            find_loops_in_function(&s, k);
    bool has_heads = found->size > before;
    for (uint32_t k = 0; k < s.bodies.size && !has_heads; k++)
        vector_push(found, s.bodies.data[k]);
    vector_free(&s.bodies);
    *file_known = s.file_known;
    *nearest = s.nearest;
    return found->size > before;
}
