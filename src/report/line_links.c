#include "report/line_links.h"

#include "analysis/dependence.h"
#include "base/bit_array.h"
#include "report/code_lines.h"

#include <stdlib.h>

struct linking {
    struct line_links *links;
    const struct dependence *dependence;
    uint32_t kinds;
    const uint64_t *members;
    const uint32_t *line_of;
    uint32_t *seen; // by node: the instruction whose dependences were looked for last
};

static int compare_links(const void *left, const void *right)
{
    const struct line_link *a = left, *b = right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    return strcmp(a->word, b->word);
}

static void add_links(struct linking *l, uint32_t code)
{
    const struct dependence *d = l->dependence;
    VECTOR(uint32_t) stack = {0};
    vector_push(&stack, code);
    while (stack.size) {
        uint32_t node = vector_pop(&stack);
        for (uint32_t k = d->needs.starts[node]; k < d->needs.starts[node + 1]; k++) {
            struct dependence_edge e = d->needs.edges[k];
            if (!(l->kinds >> e.kind & 1) || !bit_array_has(l->members, e.node))
                continue;
            uint32_t line = e.node < d->program->code_count ? l->line_of[e.node] : NO_LINE;
            if (line != NO_LINE) {
                if (line != l->line_of[code])
                    vector_push(l->links,
                                (struct line_link){l->line_of[code], line, dependence_word(e.kind)});
            } else if (l->seen[e.node] != code) {
                l->seen[e.node] = code;
                vector_push(&stack, e.node);
            }
        }
    }
    vector_free(&stack);
}

void line_links_make(struct line_links *links, const struct dependence *d, uint32_t kinds,
                     const uint64_t *sources, const uint64_t *members, const uint32_t *line_of)
{
    struct linking l = {links, d, kinds, members, line_of, NULL};
    l.seen = memory_alloc(((size_t)d->nodes.count + 1) * sizeof *l.seen);
    for (uint32_t n = 0; n < d->nodes.count; n++)
        l.seen[n] = NO_NODE;
    for (uint32_t code = 0; code < d->program->code_count; code = code_next(d->program, code))
        if (line_of[code] != NO_LINE && bit_array_has(sources, code))
            add_links(&l, code);
    memory_free(l.seen);
    if (links->size)
        qsort(links->data, links->size, sizeof *links->data, compare_links);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < links->size; k++)
        if (!kept || compare_links(&links->data[kept - 1], &links->data[k]))
            links->data[kept++] = links->data[k];
    links->size = kept;
}
