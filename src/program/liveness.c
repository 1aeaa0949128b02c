#include "program/liveness.h"

#include "base/bit_array.h"

void liveness_init(struct liveness *l, uint32_t blocks, uint32_t registers)
{
    *l = (struct liveness){.words = (registers + 63) / 64};
    size_t size = (size_t)blocks * l->words + 1;
    l->used = memory_zalloc(size, sizeof *l->used);
    l->defined = memory_zalloc(size, sizeof *l->defined);
    l->live = memory_zalloc(size, sizeof *l->live);
}

void liveness_free(struct liveness *l)
{
    memory_free(l->used);
    memory_free(l->defined);
    memory_free(l->live);
    vector_free(&l->starts);
    vector_free(&l->to);
}

void liveness_block(struct liveness *l)
{
    vector_push(&l->starts, l->to.size);
}

void liveness_operand(struct liveness *l, uint32_t number, enum register_role role)
{
    size_t row = (size_t)(l->starts.size - 1) * l->words;
    if (role & REGISTER_READ && !bit_array_has(l->defined + row, number))
        bit_array_add(l->used + row, number);
    if (role & REGISTER_WRITE)
        bit_array_add(l->defined + row, number);
}

const uint32_t *liveness_successors(const struct liveness *l, uint32_t block, uint32_t *count)
{
    uint32_t first = l->starts.data[block];
    *count = (block + 1 < l->starts.size ? l->starts.data[block + 1] : l->to.size) - first;
    return vector_from(&l->to, first);
}

void liveness_end(const struct liveness *l, uint32_t block, uint64_t *row)
{
    uint32_t count;
    const uint32_t *to = liveness_successors(l, block, &count);
    memset(row, 0, l->words * sizeof *row);
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t w = 0; w < l->words; w++)
            row[w] |= liveness_begin(l, to[k])[w];
}

void liveness_solve(struct liveness *l)
{
    uint64_t *row = memory_zalloc((size_t)l->words + 1, sizeof *row);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t block = l->starts.size; block-- > 0;) {
            size_t at = (size_t)block * l->words;
            liveness_end(l, block, row);
            for (uint32_t w = 0; w < l->words; w++, at++) {
                uint64_t live = l->used[at] | (row[w] & ~l->defined[at]);
                changed |= live != l->live[at];
                l->live[at] = live;
            }
        }
    }
    memory_free(row);
}

// ---- functions

struct function_scan {
    struct liveness *liveness;
    const struct program *program;
    const struct function *function;
    liveness_filter *counts;
    const void *context;
    uint32_t code;
};

static void scan_operand(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    const struct function_scan *s = context;
    if (!s->counts || s->counts(s->context, s->code, number, role))
        for (uint32_t w = 0; w < words; w++)
            liveness_operand(s->liveness, *number + w, role);
}

static void add_successor_at(struct function_scan *s, uint32_t code)
{
    liveness_successor(s->liveness, program_block_at(s->program, s->function, code));
}

static void scan_successors(struct function_scan *s, const struct block *block)
{
    const struct program *p = s->program;
    uint32_t last = block->end - 1;
    if (last > block->first && p->code[last].op == OP_EXTRA)
        last--;
    const struct instruction *i = &p->code[last];
    switch (i->op) {
    case OP_BRANCH: add_successor_at(s, i->d); // fall through
    case OP_JUMP: add_successor_at(s, i->b); break;
    case OP_SWITCH: {
        const uint32_t *table = p->operands + i->b;
        add_successor_at(s, table[1]);
        for (uint32_t k = 0; k < table[0]; k++)
            add_successor_at(s, table[3 + 2 * k]);
        break;
    }
    default:
        if (!opcode_ends_block(i->op) && block->end < s->function->end)
            add_successor_at(s, block->end);
    }
}

void liveness_of_function(struct liveness *l, const struct program *program, uint32_t function,
                          liveness_filter *counts, const void *context)
{
    const struct function *f = &program->functions[function];
    struct function_scan s = {l, program, f, counts, context, 0};
    liveness_init(l, f->end_block - f->first_block, f->register_count);
    for (uint32_t b = f->first_block; b < f->end_block; b++) {
        const struct block *block = &program->blocks[b];
        liveness_block(l);
        for (s.code = block->first; s.code < block->end; s.code++) // the visitor changes nothing
            if (program->code[s.code].op != OP_EXTRA)
                instruction_visit_registers(&program->code[s.code], program->operands, scan_operand, &s);
        scan_successors(&s, block);
    }
    liveness_solve(l);
}
