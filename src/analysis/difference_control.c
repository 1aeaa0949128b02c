// Changes of control. A statement that has not changed itself may lead somewhere else: `break`, `return` and
// `goto` are jumps, on which nothing depends. What follows is looked for through all that has no counterpart:
// where the two versions find nothing in common, all that may come later is displaced.
#include "analysis/difference.h"
#include "base/bit_array.h"
#include "program/registers.h"

struct following {
    struct difference *difference;
    uint32_t *seen[VERSION_COUNT]; // by instruction: the search that came to it last
    uint32_t search;
    struct definitions open, found[VERSION_COUNT];
};

bool difference_connects(unsigned op)
{
    return op == OP_JUMP || op == OP_LOOP;
}

static void add_next_codes(struct following *f, const struct program *p, uint32_t code)
{
    const struct instruction *i = &p->code[code];
    switch (i->op) {
    case OP_JUMP: vector_push(&f->open, i->b); break;
    case OP_BRANCH:
        vector_push(&f->open, i->b);
        vector_push(&f->open, i->d);
        break;
    case OP_SWITCH:
        for (uint32_t k = 0; k <= p->operands[i->b]; k++)
            vector_push(&f->open, p->operands[i->b + 1 + 2 * k]);
        break;
    default:
        if (!opcode_ends_block(i->op))
            vector_push(&f->open, code_next(p, code));
        break;
    }
}

// The first instructions with counterparts on the ways from those in `open`. Whether these are such
// themselves.
static bool find_following(struct following *f, enum version version)
{
    const struct matching *m = f->difference->matching;
    const struct program *p = matching_program(m, version);
    struct definitions *found = &f->found[version];
    uint32_t first = f->open.size, looked_at = 0;
    vector_clear(found);
    f->search++;
    while (f->open.size) {
        uint32_t code = vector_pop(&f->open);
        if (f->seen[version][code] == f->search)
            continue;
        f->seen[version][code] = f->search;
        looked_at++;
        if (m->codes[version][code] != NO_CODE && !difference_connects(p->code[code].op))
            vector_push(found, code);
        else
            add_next_codes(f, p, code);
    }
    return looked_at == found->size && first > 0;
}

static bool in_common(const struct following *f)
{
    const struct definitions *a = &f->found[VERSION_OLD], *b = &f->found[VERSION_NEW];
    for (uint32_t i = 0; i < a->size; i++)
        for (uint32_t k = 0; k < b->size; k++)
            if (f->difference->matching->codes[VERSION_OLD][a->data[i]] == b->data[k])
                return true;
    return !a->size && !b->size;
}

// Whether control goes on somewhere else; *direct: nothing new lies on the way.
static bool control_leads_elsewhere(struct following *f, const uint32_t target[VERSION_COUNT], bool *direct)
{
    *direct = true;
    for (uint32_t v = 0; v < VERSION_COUNT; v++) {
        vector_push(&f->open, target[v]);
        *direct &= find_following(f, v);
    }
    return !in_common(f);
}

// All that the call of the function may execute after the instruction.
static void displace_after(struct difference *d, enum version version, uint32_t code)
{
    struct code_content *c = d->matching->contents[version];
    const struct flow *flow = code_content_flow(c, program_function_at(c->program, code));
    uint32_t own = flow_node_at(flow, code);
    uint64_t *nodes = bit_array_new(flow->count);
    flow_reach(flow, own, nodes);
    for (uint32_t k = code_next(c->program, code); k < flow->nodes[own].end; k = code_next(c->program, k))
        bit_array_add(d->displaced[version], k);
    for (uint32_t n = 0; n < flow->count; n++)
        for (uint32_t k = flow->nodes[n].first; bit_array_has(nodes, n) && k < flow->nodes[n].end;
             k = code_next(c->program, k))
            bit_array_add(d->displaced[version], k);
    memory_free(nodes);
}

static bool compare_ways(struct following *f, uint32_t old_code, uint32_t new_code)
{
    struct difference *d = f->difference;
    struct code_content_parts a = {0}, b = {0};
    code_content_take_apart(d->matching->contents[VERSION_OLD], old_code, &a);
    code_content_take_apart(d->matching->contents[VERSION_NEW], new_code, &b);
    bool elsewhere = false;
    for (uint32_t k = 0; a.targets.size == b.targets.size && k < a.targets.size; k++) {
        bool direct;
        if (!control_leads_elsewhere(f, (uint32_t[]){a.targets.data[k], b.targets.data[k]}, &direct))
            continue;
        elsewhere = true;
        if (direct)
            d->codes[VERSION_OLD][old_code] = d->codes[VERSION_NEW][new_code] = CHANGE_MODIFIED;
    }
    code_content_parts_free(&a);
    code_content_parts_free(&b);
    return elsewhere;
}

static bool compare_next(struct following *f, uint32_t old_code, uint32_t new_code)
{
    const struct matching *m = f->difference->matching;
    const struct program *p = matching_program(m, VERSION_OLD), *q = matching_program(m, VERSION_NEW);
    bool direct;
    unsigned op = p->code[old_code].op;
    if (op == OP_BRANCH || op == OP_SWITCH)
        return compare_ways(f, old_code, new_code);
    if (opcode_ends_block(op))
        return false;
    return control_leads_elsewhere(f, (uint32_t[]){code_next(p, old_code), code_next(q, new_code)}, &direct);
}

// A jump is its target.
static void part_jumps(struct following *f)
{
    struct matching *m = f->difference->matching;
    const struct program *p = matching_program(m, VERSION_OLD), *q = matching_program(m, VERSION_NEW);
    for (uint32_t code = 0; code < p->code_count; code++) {
        uint32_t other = m->codes[VERSION_OLD][code];
        bool direct;
        if (p->code[code].op != OP_JUMP || other == NO_CODE ||
            !control_leads_elsewhere(f, (uint32_t[]){p->code[code].b, q->code[other].b}, &direct))
            continue;
        m->codes[VERSION_OLD][code] = m->codes[VERSION_NEW][other] = NO_CODE;
    }
}

bool difference_control(struct difference *d)
{
    struct following f = {.difference = d};
    const struct matching *m = d->matching;
    const struct program *p = matching_program(m, VERSION_OLD);
    bool any = false;
    for (uint32_t v = 0; v < VERSION_COUNT; v++)
        f.seen[v] = memory_zalloc((size_t)matching_program(m, v)->code_count + 1, sizeof *f.seen[v]);
    part_jumps(&f);
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        uint32_t other = m->codes[VERSION_OLD][code];
        if (other == NO_CODE || difference_connects(p->code[code].op) || !compare_next(&f, code, other))
            continue;
        displace_after(d, VERSION_OLD, code);
        displace_after(d, VERSION_NEW, other);
        any = true;
    }
    for (uint32_t v = 0; v < VERSION_COUNT; v++) {
        memory_free(f.seen[v]);
        vector_free(&f.found[v]);
    }
    vector_free(&f.open);
    return any;
}
