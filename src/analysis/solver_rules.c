// Rules of one node that do the same with each place become one: loads of the same offset from one pointer
// get what they load through one node, stores put what they store into one. Merged nodes (solver_cycles.c)
// have many such.
#include "analysis/solver.h"

#include <stdlib.h>

static int compare_rules(const struct solver_rule *a, const struct solver_rule *b)
{
    if (a->share != b->share)
        return a->share < b->share ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->third != b->third)
        return a->third < b->third ? -1 : 1;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return a->size < b->size ? -1 : a->size > b->size;
}

static int by_content(const void *x, const void *y)
{
    const struct solver_rule *a = x, *b = y;
    int order = compare_rules(a, b);
    if (order)
        return order;
    if (a->shared != b->shared) // the one to keep comes first
        return a->shared ? -1 : 1;
    return a->other < b->other ? -1 : a->other > b->other;
}

// Later blocks of arguments and results go through the first.
static void share_calls(struct solver *s, const struct solver_rule *rules, uint32_t first, uint32_t end)
{
    static const struct transform plain = {0, 0};
    uint32_t one = rules[first].other;
    for (uint32_t k = first + 1; k < end; k++) {
        for (uint32_t a = 0; rules[k].other != one && a < SHARED_ARGUMENTS; a++)
            solver_add_edge(s, rules[k].other + a, one + a, plain);
        for (uint32_t r = SHARED_ARGUMENTS; rules[k].other != one && r < SHARED_ARGUMENTS + SHARED_RESULTS;
             r++)
            solver_add_edge(s, one + r, rules[k].other + r, plain);
    }
}

// What the rules first .. end - 1 have in common becomes one; returns it.
static struct solver_rule share_rules(struct solver *s, const struct solver_rule *rules, uint32_t first,
                                      uint32_t end, bool *is_new)
{
    struct solver_rule one = rules[first];
    if (one.share == SHARE_CALL) {
        share_calls(s, rules, first, end);
        return one;
    }
    if (!one.shared) {
        one.other = solver_nodes(s, 1);
        one.shared = true;
        *is_new = true;
    }
    for (uint32_t k = first; k < end; k++) {
        uint32_t other = rules[k].other;
        if (other == one.other)
            continue;
        if (one.share == SHARE_OUT)
            solver_add_edge(s, one.other, other, (struct transform){0, 0});
        else if (other != NO_NODE)
            solver_add_edge(s, other, one.other, (struct transform){0, 0});
    }
    return one;
}

// In whole objects offsets mean nothing, and of a size only whether it is one of whole words.
static void make_wide(const struct solver *s, struct solver_rule *rule)
{
    if ((rule->share != SHARE_OUT && rule->share != SHARE_IN) || rule->size == UNKNOWN_SIZE)
        return;
    rule->offset = 0;
    rule->size = rule->size % s->objects->word ? 1 : s->objects->word;
}

void solver_share_rules(struct solver *s, uint32_t node)
{
    VECTOR(struct solver_rule) rules = {0};
    VECTOR(struct solver_rule) fresh = {0};
    for (uint32_t r = s->nodes.data[node].first_rule; r != NO_RULE; r = s->rules.data[r].next) {
        vector_push(&rules, s->rules.data[r]);
        if (s->nodes.data[node].wide)
            make_wide(s, &vector_last(&rules));
    }
    if (rules.size > 1)
        qsort(rules.data, rules.size, sizeof *rules.data, by_content);
    uint32_t chain = s->nodes.data[node].first_rule, last = NO_RULE;
    for (uint32_t k = 0, end; k < rules.size; k = end) {
        for (end = k + 1; end < rules.size && !compare_rules(&rules.data[k], &rules.data[end]) &&
                          (rules.data[k].share || rules.data[k].other == rules.data[end].other);)
            end++;
        struct solver_rule one = rules.data[k];
        bool is_new = false;
        if (one.share && end > k + 1)
            one = share_rules(s, rules.data, k, end, &is_new);
        if (is_new) {
            vector_push(&fresh, one);
            continue;
        }
        uint32_t next = s->rules.data[chain].next; // what is kept uses the places of the old chain
        s->rules.data[chain] = one;
        s->rules.data[chain].next = next;
        last = chain;
        chain = next;
    }
    struct node *n = &s->nodes.data[node];
    n->last_rule = last;
    if (last == NO_RULE)
        n->first_rule = NO_RULE;
    else
        s->rules.data[last].next = NO_RULE;
    for (uint32_t k = 0; k < fresh.size; k++)
        solver_add_rule(s, node, fresh.data[k]);
    vector_free(&rules);
    vector_free(&fresh);
}
