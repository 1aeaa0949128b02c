#include "analysis/affected_state.h"

static uint32_t flow_number(const struct affected_version *m, uint32_t code)
{
    const struct calls *calls = affected_calls(m);
    return calls->node_base[calls->function_of[code]] + flow_node_at(calls_flow_at(calls, code), code);
}

struct carrying {
    struct affected_version *to;
    const struct affected_version *from;
    const struct counterparts *counterparts;
    enum version version; // of `from`
};

static void carry_function(const struct carrying *c, uint32_t function, uint32_t to_base)
{
    uint32_t other = c->counterparts->functions[c->version][function];
    if (other != NO_FUNCTION)
        affected_add(c->to, to_base + other);
}

// `base`: of the nodes that stand for the flow nodes of `from`, `to_base` of those of `to`. Where calls cut
// the code differently there may be several.
static void carry_flow_node(const struct carrying *c, uint32_t number, uint32_t to_base)
{
    const struct calls *calls = affected_calls(c->from);
    uint32_t low = 0, high = c->from->program->functions_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (calls->node_base[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    const struct flow_node *node = &calls->flows[low]->nodes[number - calls->node_base[low]];
    for (uint32_t code = node->first; code < node->end; code = code_next(c->from->program, code)) {
        uint32_t other = c->counterparts->code[c->version][code];
        if (other != NO_CODE)
            affected_add(c->to, to_base + flow_number(c->to, other));
    }
}

static void carry_site(const struct carrying *c, uint32_t site, uint32_t to_base)
{
    uint32_t other = c->counterparts->code[c->version][affected_calls(c->from)->sites[site].code];
    if (other != NO_CODE && affected_calls(c->to)->site_of[other] != NO_CODE)
        affected_add(c->to, to_base + affected_calls(c->to)->site_of[other]);
}

static void carry_parameter(const struct carrying *c, uint32_t number)
{
    const struct dependence *from = c->from->dependence, *to = c->to->dependence;
    uint32_t function = 0;
    while (from->parameter_base[function + 1] <= number)
        function++;
    uint32_t other = c->counterparts->functions[c->version][function];
    if (other != NO_FUNCTION && to->parameter_base[other] < to->parameter_base[other + 1])
        affected_add(c->to, to->nodes.parameter + to->parameter_base[other] +
                                (number - from->parameter_base[function]));
}

// Merges of registers and ranges of memory are not carried over, but all that reads them is.
static void carry_node(const struct carrying *c, uint32_t node)
{
    const struct dependence_nodes *f = &c->from->dependence->nodes, *t = &c->to->dependence->nodes;
    if (node < f->reached) {
        uint32_t other = c->counterparts->code[c->version][node];
        if (other != NO_CODE)
            affected_add(c->to, other);
    } else if (node < f->called) {
        carry_flow_node(c, node - f->reached, t->reached);
    } else if (node < f->comes_back) {
        carry_function(c, node - f->called, t->called);
    } else if (node < f->parameter) {
        carry_function(c, node - f->comes_back, t->comes_back);
    } else if (node < f->merge) {
        carry_parameter(c, node - f->parameter);
    } else if (node >= f->result && node < f->continues) {
        carry_site(c, node - f->result, t->result);
    } else if (node >= f->continues && node < f->waited) {
        carry_site(c, node - f->continues, t->continues);
    } else if (node >= f->waited && node < f->cell) {
        carry_flow_node(c, node - f->waited, t->waited);
    }
}

void affected_carry(struct affected *a, enum version version)
{
    struct affected_version *from = &a->impacts[version], *to = &a->impacts[version_other(version)];
    const struct carrying c = {to, from, a->counterparts, version};
    while (from->carried < from->slice->order.size)
        carry_node(&c, from->slice->order.data[from->carried++]);
}
