// What the subexpressions of a regular expression have matched, by the rule of POSIX: each part of it, from
// left to right, matches the longest text with which the rest still matches.
#include "runtime/regex.h"

struct search {
    struct regex_run *run;
    struct regex_range *groups;
    size_t count;
    bool no_memory;
};

static const struct regex_node *node_of_search(const struct search *search, unsigned number)
{
    return &search->run->regex->nodes[number];
}

static bool leads(const struct search *search, unsigned entry, unsigned exit, size_t begin, size_t end)
{
    return __runtime_regex_longest(search->run, entry, exit, begin, end, NULL) == (long)end;
}

// The longest end of the node from which `rest` to `exit` matches what is left, and which is `least` or more.
static size_t best_end(struct search *search, const struct regex_node *node, unsigned rest, unsigned exit,
                       size_t begin, size_t end, size_t least)
{
    bool *ends = malloc(end - begin + 1);
    if (!ends) {
        search->no_memory = true;
        return end;
    }
    __runtime_regex_longest(search->run, node->entry, node->exit, begin, end, ends);
    size_t best = end;
    while (best > least && !(ends[best - begin] && leads(search, rest, exit, best, end)))
        best--;
    free(ends);
    return best;
}

// What an earlier round has matched counts no more.
static void begin_round(struct search *search, unsigned number)
{
    const struct regex_node *node = node_of_search(search, number);
    for (; node->kind == REGEX_SEQUENCE; node = node_of_search(search, node->right))
        begin_round(search, node->left);
    if (node->kind == REGEX_GROUP && node->value < search->count)
        search->groups[node->value] = (struct regex_range){-1, -1};
    if (node->kind >= REGEX_GROUP)
        begin_round(search, node->left);
    if (node->kind == REGEX_CHOICE)
        begin_round(search, node->right);
}

static void find_groups(struct search *search, unsigned number, size_t begin, size_t end);

static void find_rounds(struct search *search, const struct regex_node *star, size_t begin, size_t end)
{
    const struct regex_node *node = node_of_search(search, star->left);
    if (begin == end && !star->value && leads(search, node->entry, node->exit, begin, end))
        find_groups(search, star->left, begin, end);
    while (begin < end && !search->no_memory) {
        size_t next = best_end(search, node, star->entry, star->exit, begin, end, begin + 1);
        begin_round(search, star->left);
        find_groups(search, star->left, begin, next);
        begin = next;
    }
}

static void find_groups(struct search *search, unsigned number, size_t begin, size_t end)
{
    const struct regex_node *node = node_of_search(search, number), *left;
    while (node->kind == REGEX_SEQUENCE && !search->no_memory) {
        left = node_of_search(search, node->left);
        size_t middle =
            best_end(search, left, node_of_search(search, node->right)->entry, node->exit, begin, end, begin);
        find_groups(search, node->left, begin, middle);
        begin = middle;
        node = node_of_search(search, node->right);
    }
    if (search->no_memory)
        return;
    left = node_of_search(search, node->left);
    switch (node->kind) {
    case REGEX_GROUP:
        if (node->value < search->count)
            search->groups[node->value] = (struct regex_range){(int)begin, (int)end};
        find_groups(search, node->left, begin, end);
        break;
    case REGEX_CHOICE:
        find_groups(search, leads(search, left->entry, left->exit, begin, end) ? node->left : node->right,
                    begin, end);
        break;
    case REGEX_OPTIONAL:
        if (leads(search, left->entry, left->exit, begin, end))
            find_groups(search, node->left, begin, end);
        break;
    case REGEX_STAR: find_rounds(search, node, begin, end); break;
    }
}

// ---- as glibc

// Where the walk goes from a state in which two ways begin.
static unsigned short choose(const struct search *search, const struct regex_state *state, size_t at,
                             size_t end, size_t *visited)
{
    const struct regex *regex = search->run->regex;
    bool again = *visited == at + 1; // a round that has matched nothing
    *visited = at + 1;
    return !again && leads(search, state->next, regex->nodes[regex->root].exit, at, end) ? state->next
                                                                                         : state->other;
}

static void note_group(const struct search *search, const struct regex_state *state, size_t at)
{
    unsigned number = state->value / 2;
    if (number == 0 || number >= search->count)
        return;
    if (state->value % 2)
        search->groups[number].end = (int)at;
    else
        search->groups[number] = (struct regex_range){(int)at, -1};
}

static void walk_automaton(const struct search *search, size_t begin, size_t end, size_t *visited)
{
    const struct regex *regex = search->run->regex;
    const struct regex_node *root = &regex->nodes[regex->root];
    size_t at = begin;
    for (unsigned short number = root->entry;;) {
        const struct regex_state *state = &regex->states[number];
        if (state->kind == REGEX_JUMP)
            note_group(search, state, at);
        else if (state->kind != REGEX_SPLIT && state->kind != REGEX_ANCHOR)
            at++;
        if (number == root->exit)
            return;
        number = state->kind == REGEX_SPLIT ? choose(search, state, at, end, &visited[number]) : state->next;
    }
}

// Compares what glibc finds. False: there is no memory.
static bool compare_with_glibc(struct search *search, size_t begin, size_t end)
{
    size_t states = search->run->regex->state_count;
    struct regex_range *groups = malloc(search->count * sizeof *groups);
    size_t *visited = calloc(states, sizeof *visited);
    struct search other = {search->run, groups, search->count, false};
    bool same = true, possible = groups && visited;
    if (possible) {
        for (size_t i = 0; i < search->count; i++)
            groups[i] = (struct regex_range){-1, -1};
        walk_automaton(&other, begin, end, visited);
        for (size_t i = 1; i < search->count; i++)
            same =
                same && groups[i].begin == search->groups[i].begin && groups[i].end == search->groups[i].end;
    }
    free(groups);
    free(visited);
    if (!same || search->run->regex->is_ambiguous)
        __heddle_unmodelled_value(
            "what parentheses of a regular expression match where POSIX and glibc differ");
    return possible;
}

bool __runtime_regex_find_groups(struct regex_run *run, size_t begin, size_t end, struct regex_range *groups,
                                 size_t count)
{
    struct search search = {run, groups, count, false};
    for (size_t i = 0; i < count; i++)
        groups[i] = (struct regex_range){-1, -1};
    if (count)
        groups[0] = (struct regex_range){(int)begin, (int)end};
    if (count <= 1 || !run->regex->group_count)
        return true;
    find_groups(&search, run->regex->root, begin, end);
    return !search.no_memory && compare_with_glibc(&search, begin, end);
}
