// The automaton of a regular expression, which is nondeterministic: each node has a state in which it begins
// and one in which it ends, and nothing leads out of a node but by the latter.
#include "runtime/regex.h"

static unsigned short new_state(struct regex *regex, unsigned kind, unsigned value)
{
    unsigned short number = regex->state_count++;
    regex->states[number] = (struct regex_state){.kind = (unsigned char)kind, .value = (unsigned short)value};
    return number;
}

static void make_own_states(struct regex *regex, struct regex_node *node)
{
    switch (node->kind) {
    case REGEX_SEQUENCE: return; // those of what it consists of
    case REGEX_GROUP:
        node->entry = new_state(regex, REGEX_JUMP, 2u * node->value);
        node->exit = new_state(regex, REGEX_JUMP, 2u * node->value + 1);
        return;
    case REGEX_EMPTY: node->entry = node->exit = new_state(regex, REGEX_JUMP, 0); return;
    case REGEX_CHOICE:
    case REGEX_STAR:
    case REGEX_OPTIONAL: node->entry = new_state(regex, REGEX_SPLIT, 0); break;
    default: node->entry = new_state(regex, node->kind, node->value); break;
    }
    node->exit = new_state(regex, REGEX_JUMP, 0);
    regex->states[node->entry].next = node->exit;
}

static const struct regex_node *last_part(const struct regex *regex, const struct regex_node *node)
{
    while (node->kind == REGEX_SEQUENCE)
        node = &regex->nodes[node->right];
    return node;
}

// Sequences take their states from their ends. A node comes behind what it consists of, but for the rest of a
// sequence.
static void take_states(struct regex *regex)
{
    struct regex_node *nodes = regex->nodes;
    for (unsigned i = 0; i < regex->node_count; i++)
        if (nodes[i].kind == REGEX_SEQUENCE) {
            nodes[i].entry = nodes[nodes[i].left].entry;
            nodes[i].exit = last_part(regex, &nodes[i])->exit;
        }
}

static void connect(struct regex *regex, const struct regex_node *node)
{
    const struct regex_node *left = &regex->nodes[node->left], *right = &regex->nodes[node->right];
    struct regex_state *states = regex->states;
    switch (node->kind) {
    case REGEX_GROUP:
        states[node->entry].next = left->entry;
        states[left->exit].next = node->exit;
        break;
    case REGEX_SEQUENCE: states[left->exit].next = right->entry; break;
    case REGEX_CHOICE:
        states[node->entry].next = left->entry;
        states[node->entry].other = right->entry;
        states[left->exit].next = states[right->exit].next = node->exit;
        break;
    case REGEX_STAR:
    case REGEX_OPTIONAL:
        states[node->entry].next = left->entry;
        states[node->entry].other = node->exit;
        states[left->exit].next = node->kind == REGEX_STAR ? node->entry : node->exit;
        break;
    }
}

bool __runtime_regex_make_states(struct regex *regex)
{
    regex->states = malloc(2 * (size_t)regex->node_count * sizeof *regex->states);
    if (!regex->states)
        return false;
    for (unsigned i = 0; i < regex->node_count; i++)
        make_own_states(regex, &regex->nodes[i]);
    take_states(regex);
    for (unsigned i = 0; i < regex->node_count; i++)
        connect(regex, &regex->nodes[i]);
    return true;
}
