#include "analysis/registers.h"

#include "base/memory.h"
#include "program/registers.h"

#include <string.h>

// Values while they are computed; 0 as a whole stands for "not known yet" in the tables.
struct slot {
    bool known;
    struct register_value value;
};

struct registers_merge {
    uint32_t node, number; // of the register
};

struct computation {
    const struct program *program;
    const struct flow *flow;
    uint32_t register_count;
    struct slot **begins, **ends; // by node, then register: NULL until asked for / until written there
    VECTOR(struct register_use) uses;
    VECTOR(struct registers_merge) merges;

    VECTOR(uint32_t) chain; // nodes passed while looking for a value
    uint32_t code;          // of the instruction visited
    uint32_t node;
};

static struct slot *slot_of(const struct computation *c, struct slot **table, uint32_t node, uint32_t number)
{
    if (!table[node])
        table[node] = memory_zalloc((size_t)c->register_count + 1, sizeof **table);
    return &table[node][number];
}

// ---- definitions at the ends of nodes

static void note_definition(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct computation *c = context;
    if (!(role & REGISTER_WRITE))
        return;
    for (uint32_t r = *number; r < *number + words && r < c->register_count; r++)
        *slot_of(c, c->ends, c->node, r) = (struct slot){true, {VALUE_CODE, c->code}};
}

static void note_definitions(struct computation *c)
{
    for (c->node = 0; c->node < c->flow->count; c->node++) {
        const struct flow_node *n = &c->flow->nodes[c->node];
        for (c->code = n->first; c->code < n->end; c->code = code_next(c->program, c->code))
            instruction_visit_registers(&c->program->code[c->code], c->program->operands, note_definition, c);
    }
}

// ---- values at the beginnings of nodes

// What is known without looking at predecessors: the value at the end of `node`, or at its beginning if
// nothing in it writes the register, or where it has no predecessor or several.
static bool find_here(struct computation *c, uint32_t node, uint32_t number, bool at_end,
                      struct register_value *value)
{
    if (at_end && c->ends[node] && c->ends[node][number].known) {
        *value = c->ends[node][number].value;
        return true;
    }
    struct slot *begin = slot_of(c, c->begins, node, number);
    uint32_t before = c->flow->before.starts[node + 1] - c->flow->before.starts[node] + (node == 0);
    if (!begin->known && before == 1 && node != 0)
        return false;
    if (!begin->known && before <= 1) {
        *begin = (struct slot){true, {VALUE_ENTRY, number}};
    } else if (!begin->known) {
        *begin = (struct slot){true, {VALUE_MERGE, c->merges.size}};
        vector_push(&c->merges, (struct registers_merge){node, number});
    }
    *value = begin->value;
    return true;
}

// The value of the register at the beginning of the node, or at its end.
static struct register_value find_register_value(struct computation *c, uint32_t node, uint32_t number,
                                                 bool at_end)
{
    struct register_value value;
    vector_clear(&c->chain);
    while (!find_here(c, node, number, at_end, &value)) {
        if (c->chain.size > c->flow->count) { // a loop that the entry does not reach
            value = (struct register_value){VALUE_ENTRY, number};
            break;
        }
        vector_push(&c->chain, node);
        node = c->flow->before.targets[c->flow->before.starts[node]];
        at_end = true;
    }
    for (uint32_t k = 0; k < c->chain.size; k++)
        *slot_of(c, c->begins, c->chain.data[k], number) = (struct slot){true, value};
    return value;
}

// ---- uses

struct register_visit {
    struct computation *c;
    struct slot *now; // by register: written in this node so far
    bool writes;      // what to look at in this pass
};

static void visit_use(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct register_visit *v = context;
    struct computation *c = v->c;
    for (uint32_t r = *number; r < *number + words && r < c->register_count; r++) {
        if (v->writes && (role & REGISTER_WRITE))
            v->now[r] = (struct slot){true, {VALUE_CODE, c->code}};
        else if (!v->writes && (role & REGISTER_READ))
            vector_push(&c->uses, (struct register_use){r, v->now[r].known
                                                               ? v->now[r].value
                                                               : find_register_value(c, c->node, r, false)});
    }
}

static void find_uses(struct computation *c, struct registers *result)
{
    struct register_visit v = {c, memory_zalloc((size_t)c->register_count + 1, sizeof *v.now), false};
    for (c->node = 0; c->node < c->flow->count; c->node++) {
        const struct flow_node *n = &c->flow->nodes[c->node];
        memset(v.now, 0, ((size_t)c->register_count + 1) * sizeof *v.now);
        for (c->code = n->first; c->code < n->end;) {
            struct instruction *i = &c->program->code[c->code];
            result->starts[c->code - result->first] = c->uses.size;
            for (int pass = 0; pass < 2; pass++) {
                v.writes = pass;
                instruction_visit_registers(i, c->program->operands, visit_use, &v);
            }
            uint32_t next = code_next(c->program, c->code);
            while (++c->code < next)
                result->starts[c->code - result->first] = c->uses.size;
        }
    }
    result->starts[c->flow->end - result->first] = c->uses.size;
    memory_free(v.now);
}

// The operands of the merges; finding them may make more merges.
static void find_operands(struct computation *c, struct registers *result)
{
    VECTOR(uint32_t) starts = {0};
    VECTOR(struct register_value) operands = {0};
    for (uint32_t k = 0; k < c->merges.size; k++) {
        struct registers_merge m = c->merges.data[k];
        const struct graph *before = &c->flow->before;
        vector_push(&starts, operands.size);
        if (m.node == 0)
            vector_push(&operands, (struct register_value){VALUE_ENTRY, m.number});
        for (uint32_t e = before->starts[m.node]; e < before->starts[m.node + 1]; e++)
            vector_push(&operands, find_register_value(c, before->targets[e], m.number, true));
    }
    vector_push(&starts, operands.size);
    result->merge_count = c->merges.size;
    result->merge_starts = starts.data;
    result->operands = operands.data;
    result->merge_nodes = memory_alloc(((size_t)c->merges.size + 1) * sizeof(uint32_t));
    result->merge_registers = memory_alloc(((size_t)c->merges.size + 1) * sizeof(uint32_t));
    for (uint32_t k = 0; k < c->merges.size; k++) {
        result->merge_nodes[k] = c->merges.data[k].node;
        result->merge_registers[k] = c->merges.data[k].number;
    }
}

// ---- merges of a single value

static struct register_value resolve_merge(const struct register_value *stands_for,
                                           struct register_value value)
{
    while (value.kind == VALUE_MERGE &&
           (stands_for[value.number].kind != VALUE_MERGE || stands_for[value.number].number != value.number))
        value = stands_for[value.number];
    return value;
}

static bool is_same_value(struct register_value a, struct register_value b)
{
    return a.kind == b.kind && a.number == b.number;
}

// The one value that the merge has beside itself; the merge if there are several.
static struct register_value single_value(const struct registers *r, const struct register_value *stands_for,
                                          uint32_t merge)
{
    struct register_value own = {VALUE_MERGE, merge}, found = own;
    for (uint32_t k = r->merge_starts[merge]; k < r->merge_starts[merge + 1]; k++) {
        struct register_value operand = resolve_merge(stands_for, r->operands[k]);
        if (is_same_value(operand, own) || is_same_value(operand, found))
            continue;
        if (!is_same_value(found, own))
            return own;
        found = operand;
    }
    return found;
}

// Merges are made wherever control flow joins; those that have one value beside themselves stand for it.
static void remove_needless_merges(struct registers *r, uint32_t use_count)
{
    struct register_value *stands_for = memory_alloc(((size_t)r->merge_count + 1) * sizeof *stands_for);
    for (uint32_t m = 0; m < r->merge_count; m++)
        stands_for[m] = (struct register_value){VALUE_MERGE, m};
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t m = 0; m < r->merge_count; m++) {
            struct register_value value = single_value(r, stands_for, m), own = {VALUE_MERGE, m};
            if (!is_same_value(stands_for[m], own) || is_same_value(value, own))
                continue;
            stands_for[m] = value;
            changed = true;
        }
    }
    for (uint32_t k = 0; k < use_count; k++)
        r->uses[k].value = resolve_merge(stands_for, r->uses[k].value);
    for (uint32_t k = 0; k < r->merge_starts[r->merge_count]; k++)
        r->operands[k] = resolve_merge(stands_for, r->operands[k]);
    memory_free(stands_for);
}

struct registers *registers_compute(const struct program *program, const struct flow *flow)
{
    struct registers *result = memory_zalloc(1, sizeof *result);
    struct computation c = {.program = program,
                            .flow = flow,
                            .register_count = program->functions[flow->function].register_count,
                            .begins = memory_zalloc((size_t)flow->count + 1, sizeof *c.begins),
                            .ends = memory_zalloc((size_t)flow->count + 1, sizeof *c.ends)};
    result->first = flow->first;
    result->starts = memory_zalloc((size_t)(flow->end - flow->first) + 1, sizeof(uint32_t));
    note_definitions(&c);
    find_uses(&c, result);
    find_operands(&c, result);
    result->uses = c.uses.data;
    remove_needless_merges(result, c.uses.size);
    for (uint32_t n = 0; n < flow->count; n++) {
        memory_free(c.begins[n]);
        memory_free(c.ends[n]);
    }
    memory_free(c.begins);
    memory_free(c.ends);
    vector_free(&c.merges);
    vector_free(&c.chain);
    return result;
}

void registers_free(struct registers *registers)
{
    if (!registers)
        return;
    memory_free(registers->starts);
    memory_free(registers->uses);
    memory_free(registers->merge_starts);
    memory_free(registers->merge_nodes);
    memory_free(registers->merge_registers);
    memory_free(registers->operands);
    memory_free(registers);
}

// ---- questions

const struct register_use *registers_uses(const struct registers *registers, uint32_t code, uint32_t *count)
{
    const uint32_t *start = registers->starts + (code - registers->first);
    *count = start[1] - start[0];
    return *count ? registers->uses + start[0] : NULL;
}

bool registers_value(const struct registers *registers, uint32_t code, uint32_t number,
                     struct register_value *value)
{
    uint32_t count;
    const struct register_use *uses = registers_uses(registers, code, &count);
    for (uint32_t k = 0; k < count; k++) {
        if (uses[k].number == number) {
            *value = uses[k].value;
            return true;
        }
    }
    return false;
}

bool registers_copied(const struct registers *registers, const struct program *program, uint32_t code,
                      uint32_t number, struct register_value *value)
{
    enum { MOST_COPIES = 16 };
    for (unsigned copies = 0; copies < MOST_COPIES; copies++) {
        if (!registers_value(registers, code, number, value))
            return false;
        if (value->kind != VALUE_CODE || program->code[value->number].op != OP_MOVE)
            return true;
        code = value->number;
        number = program->code[code].a;
    }
    return false;
}
