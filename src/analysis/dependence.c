#include "analysis/dependence.h"

#include "analysis/dependence_build.h"

static const struct {
    const char *word, *text;
} kinds[] = {
#define DEPENDENCE(name, word, text) {word, text},
    DEPENDENCE_KINDS(DEPENDENCE)
#undef DEPENDENCE
};

const char *dependence_word(enum dependence_kind kind)
{
    return kinds[kind].word;
}

const char *dependence_text(enum dependence_kind kind)
{
    return kinds[kind].text;
}

// Numbers the nodes: instructions, flow nodes (reached), functions (called; comes back), parameters, merges
// of registers, results of calls, calls (whether they come back), flow nodes (what was waited for before),
// and then cells of memory, as many as there are.
static void number_nodes(struct dependence *d)
{
    const struct program *p = d->program;
    uint32_t functions = p->functions_count, flow_nodes = d->calls->node_base[functions];
    struct dependence_nodes *n = &d->nodes;
    d->parameter_base = memory_zalloc((size_t)functions + 1, sizeof *d->parameter_base);
    d->merge_base = memory_zalloc((size_t)functions + 1, sizeof *d->merge_base);
    for (uint32_t f = 0; f < functions; f++) {
        bool code = d->registers[f] != NULL;
        d->parameter_base[f + 1] = d->parameter_base[f] + (code ? p->functions[f].parameter_words : 0);
        d->merge_base[f + 1] = d->merge_base[f] + (code ? d->registers[f]->merge_count : 0);
    }
    n->reached = p->code_count;
    n->called = n->reached + flow_nodes;
    n->comes_back = n->called + functions;
    n->parameter = n->comes_back + functions;
    n->merge = n->parameter + d->parameter_base[functions];
    n->result = n->merge + d->merge_base[functions];
    n->continues = n->result + d->calls->site_count;
    n->waited = n->continues + d->calls->site_count;
    n->cell = n->count = n->waited + flow_nodes;
}

static void compute_registers(struct dependence *d)
{
    const struct program *p = d->program;
    d->registers = memory_zalloc((size_t)p->functions_count + 1, sizeof(struct registers *));
    for (uint32_t f = 0; f < p->functions_count; f++)
        if (d->calls->flows[f])
            d->registers[f] = registers_compute(p, d->calls->flows[f]);
}

static struct dependence_edges make_dependence_edges(const struct dependence_build *b, bool reversed)
{
    uint32_t count = b->d->nodes.count;
    struct dependence_edges e = {
        memory_zalloc((size_t)count + 2, sizeof *e.starts),
        memory_alloc(((size_t)b->links.size + 1) * sizeof *e.edges),
    };
    for (uint32_t k = 0; k < b->links.size; k++)
        e.starts[(reversed ? b->links.data[k].to : b->links.data[k].from) + 2]++;
    for (uint32_t n = 2; n < count + 2; n++)
        e.starts[n] += e.starts[n - 1];
    for (uint32_t k = 0; k < b->links.size; k++) {
        struct dependence_link l = b->links.data[k];
        uint32_t row = reversed ? l.to : l.from;
        e.edges[e.starts[row + 1]++] = (struct dependence_edge){reversed ? l.from : l.to, l.kind};
    }
    return e;
}

static struct dependence *compute_dependence(struct threads *threads, bool ordered)
{
    struct dependence *d = memory_zalloc(1, sizeof *d);
    struct dependence_build b = {.d = d};
    d->program = threads->program;
    d->calls = threads->calls;
    d->threads = threads;
    compute_registers(d);
    number_nodes(d);
    dependence_build_data(&b);
    dependence_build_control(&b);
    dependence_build_memory(&b);
    if (ordered)
        dependence_build_order(&b);
    d->needs = make_dependence_edges(&b, false);
    d->serves = make_dependence_edges(&b, true);
    vector_free(&b.links);
    return d;
}

struct dependence *dependence_compute(struct threads *threads)
{
    return compute_dependence(threads, false);
}

struct dependence *dependence_compute_ordered(struct threads *threads)
{
    return compute_dependence(threads, true);
}

void dependence_free(struct dependence *dependence)
{
    if (!dependence)
        return;
    for (uint32_t f = 0; f < dependence->program->functions_count; f++)
        registers_free(dependence->registers[f]);
    memory_free(dependence->registers);
    memory_free(dependence->parameter_base);
    memory_free(dependence->merge_base);
    memory_free(dependence->needs.starts);
    memory_free(dependence->needs.edges);
    memory_free(dependence->serves.starts);
    memory_free(dependence->serves.edges);
    memory_free(dependence);
}

// ---- nodes

uint32_t dependence_reached(const struct dependence *d, uint32_t code)
{
    uint32_t function = d->calls->function_of[code];
    return dependence_node_reached(d, function, flow_node_at(d->calls->flows[function], code));
}

uint32_t dependence_value(const struct dependence *d, uint32_t function, struct register_value value)
{
    if (value.kind == VALUE_MERGE)
        return d->nodes.merge + d->merge_base[function] + value.number;
    if (value.kind == VALUE_ENTRY)
        return value.number < d->program->functions[function].parameter_words
                   ? d->nodes.parameter + d->parameter_base[function] + value.number
                   : NO_NODE;
    uint32_t site = d->calls->site_of[value.number];
    return site != NO_CODE && d->calls->sites[site].entered_count ? d->nodes.result + site : value.number;
}

uint32_t dependence_operand(const struct dependence *d, uint32_t code, uint32_t register_number)
{
    uint32_t function = d->calls->function_of[code];
    struct register_value value;
    if (!registers_value(d->registers[function], code, register_number, &value))
        return NO_NODE;
    return dependence_value(d, function, value);
}
