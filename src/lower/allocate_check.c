#include "lower/allocate.h"

#include "program/registers.h"

// What a final register holds: a virtual register's number, or one of these.
#define NOT_REACHED 0xffffffffu
#define NOTHING 0xfffffffeu

struct checker {
    struct lowering *l;
    const struct flat_code *flat;
    const uint32_t *colors;
    uint32_t color_count;
    uint32_t *entry; // for each block, what the final registers hold at its start
    uint32_t *held;  // at the place looked at
    bool report;
    bool failed;
};

static void read_held(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct checker *c = context;
    for (uint32_t w = 0; w < words && (role & REGISTER_READ); w++) {
        uint32_t color = c->colors[*number + w];
        bool consecutive = color == c->colors[*number] + w && color < c->color_count;
        if (c->report && (!consecutive || c->held[color] != *number + w))
            c->failed = true;
    }
}

static void write_held(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct checker *c = context;
    for (uint32_t w = 0; w < words && (role & REGISTER_WRITE); w++) {
        uint32_t color = c->colors[*number + w];
        if (color != c->colors[*number] + w || color >= c->color_count)
            c->failed = true;
        else
            c->held[color] = *number + w;
    }
}

static void run_block(struct checker *c, uint32_t b)
{
    const struct flat_block *block = &c->flat->blocks.data[b];
    const struct emitted *code = c->flat->code.data;
    memcpy(c->held, c->entry + (size_t)b * c->color_count, c->color_count * sizeof *c->held);
    for (uint32_t k = block->first; k < block->end; k++) {
        if (code[k].code.op == OP_EXTRA || code[k].code.op == OP_ILLEGAL)
            continue;
        struct instruction pair[2] = {code[k].code, {0}};
        if (opcode_has_extra(pair[0].op))
            pair[1] = code[k + 1].code;
        instruction_visit_registers(pair, c->l->operands.data, read_held, c);
        instruction_visit_registers(pair, c->l->operands.data, write_held, c);
    }
}

// Joins what is held now with what is known at the start of a block. True if that changed.
static bool join_held(struct checker *c, uint32_t b)
{
    bool changed = false;
    uint32_t *entry = c->entry + (size_t)b * c->color_count;
    for (uint32_t i = 0; i < c->color_count; i++) {
        uint32_t joined = entry[i] == NOT_REACHED || entry[i] == c->held[i] ? c->held[i] : NOTHING;
        changed |= joined != entry[i];
        entry[i] = joined;
    }
    return changed;
}

void allocation_check(struct lowering *l, const struct flat_code *flat, const uint32_t *colors,
                      uint32_t color_count, uint32_t parameters)
{
    struct checker c = {.l = l, .flat = flat, .colors = colors, .color_count = color_count};
    size_t cells = (size_t)(color_count + 1) * flat->blocks.size;
    c.entry = memory_alloc(cells * sizeof *c.entry);
    c.held = memory_alloc((color_count + 1) * sizeof *c.held);
    for (size_t i = 0; i < cells; i++)
        c.entry[i] = NOT_REACHED;
    for (uint32_t i = 0; i < color_count; i++)
        c.entry[i] = i < parameters ? i : NOTHING;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < flat->blocks.size; b++) {
            run_block(&c, b);
            const struct flat_block *block = &flat->blocks.data[b];
            for (uint32_t s = 0; s < block->successors.size; s++)
                changed |= join_held(&c, block->successors.data[s]);
        }
    }
    c.report = true;
    for (uint32_t b = 0; b < flat->blocks.size; b++)
        run_block(&c, b);
    if (c.failed)
        error_set(l->error, "internal error: register allocation of `%s` is wrong",
                  LLVMGetValueName(l->f.function));
    memory_free(c.entry);
    memory_free(c.held);
}
