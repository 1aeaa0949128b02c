#include "analysis/slice.h"

struct slice *slice_new(const struct dependence *dependence)
{
    struct slice *slice = memory_zalloc(1, sizeof *slice);
    size_t count = (size_t)dependence->nodes.count + 1;
    slice->dependence = dependence;
    slice->kinds = DEPENDENCE_PLAIN;
    slice->members = bit_array_new(dependence->nodes.count);
    slice->touched = bit_array_new(dependence->program->code_count);
    slice->from = memory_alloc(count * sizeof *slice->from);
    slice->from_kind = memory_zalloc(count, 1);
    slice->by_part = bit_array_new(dependence->nodes.count);
    return slice;
}

void slice_free(struct slice *slice)
{
    if (!slice)
        return;
    memory_free(slice->members);
    memory_free(slice->excluded);
    memory_free(slice->touched);
    memory_free(slice->from);
    memory_free(slice->from_kind);
    memory_free(slice->by_part);
    vector_free(&slice->order);
    memory_free(slice);
}

void slice_follow(struct slice *slice, uint32_t kinds)
{
    if (kinds & ~slice->kinds)
        slice->closed[SLICE_BACKWARD] = slice->closed[SLICE_FORWARD] = 0;
    slice->kinds = kinds;
}

void slice_exclude(struct slice *slice, uint32_t node)
{
    if (!slice->excluded)
        slice->excluded = bit_array_new(slice->dependence->nodes.count);
    bit_array_add(slice->excluded, node);
}

// ---- adding

void slice_add_node(struct slice *slice, uint32_t node, uint32_t from, enum dependence_kind kind)
{
    if (node == NO_NODE || (slice->excluded && bit_array_has(slice->excluded, node)) ||
        !bit_array_add(slice->members, node))
        return;
    slice->from[node] = from;
    slice->from_kind[node] = (uint8_t)kind;
    if (from != NO_NODE && !bit_array_has(slice->members, from))
        bit_array_add(slice->by_part, node);
    vector_push(&slice->order, node);
}

void slice_add_register(struct slice *slice, uint32_t code, uint32_t number)
{
    bit_array_add(slice->touched, code);
    slice_add_node(slice, dependence_operand(slice->dependence, code, number), code, DEPENDENCE_DATA);
}

static void add_slice_arguments(struct slice *slice, uint32_t code)
{
    const struct program *p = slice->dependence->program;
    uint32_t operand;
    for (uint32_t k = 0; call_operand(p, code, k, &operand); k++)
        if (!(operand & OPERAND_CONSTANT))
            slice_add_register(slice, code, operand);
    if (p->code[code].op == OP_CALL_INDIRECT)
        slice_add_register(slice, code, p->code[code].a);
}

static void add_slice_address(struct slice *slice, uint32_t code)
{
    const struct instruction *i = &slice->dependence->program->code[code];
    switch (i->op) {
    case OP_LOAD:
    case OP_STORE:
    case OP_STORE_I:
    case OP_RMW:
    case OP_CMPXCHG:
    case OP_VA_START:
    case OP_VA_END:
    case OP_SCOPE_BEGIN:
    case OP_SCOPE_END:
    case OP_STACK_RESTORE:
    case OP_ALLOCA_DYN: slice_add_register(slice, code, i->a); break;
    case OP_VA_COPY:
        slice_add_register(slice, code, i->a);
        slice_add_register(slice, code, i->b);
        break;
    case OP_CALL:
    case OP_CALL_NATIVE:
    case OP_CALL_INDIRECT: add_slice_arguments(slice, code); break;
    default: break;
    }
}

void slice_add(struct slice *slice, uint32_t code, enum slice_part part)
{
    bit_array_add(slice->touched, code);
    if (part == SLICE_WHOLE) {
        slice_add_node(slice, code, NO_NODE, DEPENDENCE_DATA);
        return;
    }
    slice_add_node(slice, dependence_reached(slice->dependence, code), code, DEPENDENCE_CONTROL);
    if (part == SLICE_ADDRESS)
        add_slice_address(slice, code);
}

// ---- closing

void slice_close(struct slice *slice, enum slice_direction direction)
{
    const struct dependence *d = slice->dependence;
    const struct dependence_edges *e = direction == SLICE_BACKWARD ? &d->needs : &d->serves;
    while (slice->closed[direction] < slice->order.size) {
        uint32_t node = slice->order.data[slice->closed[direction]++];
        for (uint32_t k = e->starts[node]; k < e->starts[node + 1]; k++)
            if (slice->kinds >> e->edges[k].kind & 1)
                slice_add_node(slice, e->edges[k].node, node, e->edges[k].kind);
    }
}

// ---- questions

bool slice_why(const struct slice *slice, uint32_t code, struct slice_path *path)
{
    if (!slice_contains(slice, code)) {
        if (slice_touches(slice, code))
            vector_push(path, (struct slice_step){code, DEPENDENCE_DATA});
        return slice_touches(slice, code);
    }
    // Helper nodes are left out: between two instructions the edge next to the first one says most. The way
    // ends where a part was asked for: what that brought in may be why the rest of the instruction is in,
    // too.
    bool ends = false;
    for (uint32_t at = code;; at = slice->from[at]) {
        ends = ends || !bit_array_has(slice->members, at) || slice->from[at] == NO_NODE;
        if (at < slice->dependence->program->code_count)
            vector_push(path, (struct slice_step){at, ends ? DEPENDENCE_DATA : slice->from_kind[at]});
        if (ends)
            return true;
        ends = bit_array_has(slice->by_part, at);
    }
}
