#include "lower/allocate.h"

#include "base/bit_array.h"
#include "program/liveness.h"

#include <stdlib.h>

// A half-open interval of positions. Instruction k reads at 2k and writes at 2k + 1.
struct allocate_range {
    uint32_t start, end;
};
typedef VECTOR(struct allocate_range) ranges;

#define WITHIN_BLOCK 0xffffffffu

struct allocator {
    struct lowering *l;
    struct flat_code *flat;
    uint32_t count;        // virtual registers
    uint32_t *across;      // by register: its number among those that live across blocks, or WITHIN_BLOCK
    uint32_t *across_list; // those registers
    uint32_t across_count;
    bool *live_here;          // by register that lives within one block
    struct liveness liveness; // of those that live across blocks
    uint64_t *live;           // the set of these at the place looked at
    ranges *ranges;           // by register, in descending order while they are built, then ascending
    uint32_t *coalesced;      // union-find: the register it shares its place with
    uint32_t *color;          // by leader of a group
    VECTOR(ranges) occupied;  // by color
    uint32_t parameters;
    // The instruction looked at, and its block's first position.
    uint32_t position, block_start;
    bool shares; // whether the result may take the register of an operand that dies there
    bool needed;
};

// Whether a register is live at the place looked at. Only registers that live across blocks are in the sets.
static bool is_live_register(const struct allocator *a, uint32_t reg)
{
    uint32_t i = a->across[reg];
    return i == WITHIN_BLOCK ? a->live_here[reg] : bit_array_has(a->live, i);
}

static void set_live(struct allocator *a, uint32_t reg, bool live)
{
    uint32_t i = a->across[reg];
    if (i == WITHIN_BLOCK)
        a->live_here[reg] = live;
    else if (live)
        bit_array_add(a->live, i);
    else
        bit_array_remove(a->live, i);
}

// Operations that only compute a register: no access, no property looks at them.
static bool only_computes_register(const struct instruction *i)
{
    switch (i->op) {
    case OP_CONST:
    case OP_MOVE:
    case OP_UNDEF:
    case OP_TRUNC:
    case OP_ZEXT:
    case OP_SEXT:
    case OP_INDEX:
    case OP_TLS_ADDRESS:
    case OP_SELECT:
    case OP_WIDE_TRUNC:
    case OP_WIDE_ZEXT:
    case OP_WIDE_SEXT: return true;
    case OP_ADD:
    case OP_ADD_I:
    case OP_SUB:
    case OP_SUB_I:
    case OP_MUL:
    case OP_MUL_I: return (i->aux & ~(unsigned)OP_SCALES) == 0;
    default: return i->op >= OP_AND && i->op <= OP_SGE_I;
    }
}

static void visit_instruction(struct allocator *a, uint32_t k, register_visitor *visit)
{
    // EXTRA follows in an `emitted`, not in an `instruction`: visit a pair made of the two.
    struct emitted *code = a->flat->code.data;
    struct instruction pair[2] = {code[k].code, {0}};
    bool extra = opcode_has_extra(pair[0].op);
    if (extra)
        pair[1] = code[k + 1].code;
    instruction_visit_registers(pair, a->l->operands.data, visit, a);
    code[k].code = pair[0];
    if (extra)
        code[k + 1].code = pair[1];
}

static void note_block_of_write(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct allocator *a = context;
    for (uint32_t w = 0; w < words && role == REGISTER_WRITE; w++)
        a->coalesced[*number + w] = a->block_start; // the block it was last written in
}

static void note_across(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct allocator *a = context;
    for (uint32_t w = 0; w < words && (role & REGISTER_READ); w++) {
        uint32_t reg = *number + w;
        if (a->coalesced[reg] == a->block_start || a->across[reg] != WITHIN_BLOCK)
            continue;
        a->across_list[a->across_count] = reg;
        a->across[reg] = a->across_count++;
    }
}

// Finds the registers that are read in a block before they are written in it.
static void find_across(struct allocator *a)
{
    for (uint32_t i = 0; i < a->count; i++)
        a->across[i] = a->coalesced[i] = WITHIN_BLOCK;
    for (uint32_t b = 0; b < a->flat->blocks.size; b++) {
        a->block_start = b;
        for (uint32_t k = a->flat->blocks.data[b].first; k < a->flat->blocks.data[b].end; k++) {
            if (a->flat->code.data[k].code.op == OP_EXTRA)
                continue;
            visit_instruction(a, k, note_across);
            visit_instruction(a, k, note_block_of_write);
        }
    }
    for (uint32_t i = 0; i < a->count; i++)
        a->coalesced[i] = i;
}

static void note_operand(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct allocator *a = context;
    for (uint32_t w = 0; w < words; w++)
        if (a->across[*number + w] != WITHIN_BLOCK)
            liveness_operand(&a->liveness, a->across[*number + w], role);
}

static void compute_liveness(struct allocator *a)
{
    liveness_init(&a->liveness, a->flat->blocks.size, a->across_count);
    for (uint32_t b = 0; b < a->flat->blocks.size; b++) {
        const struct flat_block *block = &a->flat->blocks.data[b];
        liveness_block(&a->liveness);
        for (uint32_t k = block->first; k < block->end; k++)
            if (a->flat->code.data[k].code.op != OP_EXTRA)
                visit_instruction(a, k, note_operand);
        for (uint32_t s = 0; s < block->successors.size; s++)
            liveness_successor(&a->liveness, block->successors.data[s]);
    }
    liveness_solve(&a->liveness);
    a->live = bit_array_new(a->across_count);
}

// Ranges are found from the end of the code to its start: the one that grows is the last in the list.
static void extend_to(struct allocator *a, uint32_t number, uint32_t start, uint32_t end)
{
    ranges *list = &a->ranges[number];
    if (list->size && vector_last(list).start <= end) {
        vector_last(list).start = start;
        if (vector_last(list).end < end)
            vector_last(list).end = end;
        return;
    }
    vector_push(list, (struct allocate_range){start, end});
}

static void range_write(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct allocator *a = context;
    if (!(role & REGISTER_WRITE))
        return;
    for (uint32_t w = 0; w < words; w++) {
        uint32_t reg = *number + w, at = 2 * a->position + 1;
        if (role == REGISTER_READ_WRITE)
            continue; // the range goes on through the instruction
        if (is_live_register(a, reg))
            vector_last(&a->ranges[reg]).start = at;
        else
            extend_to(a, reg, at, at + 1);
        set_live(a, reg, false);
    }
}

static void range_read(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct allocator *a = context;
    if (!(role & REGISTER_READ))
        return;
    uint32_t at = 2 * a->position;
    for (uint32_t w = 0; w < words; w++) {
        uint32_t reg = *number + w;
        extend_to(a, reg, a->block_start, at + (a->shares && role == REGISTER_READ ? 1 : 2));
        set_live(a, reg, true);
    }
}

static void count_words(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct allocator *a = context;
    (void)number;
    if (words != 1 || role == REGISTER_READ_WRITE)
        a->shares = false;
}

static void look_needed(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct allocator *a = context;
    for (uint32_t w = 0; w < words && role == REGISTER_WRITE; w++)
        a->needed |= is_live_register(a, *number + w);
}

static void remove_instruction(struct allocator *a, uint32_t k)
{
    struct emitted *code = a->flat->code.data;
    if (opcode_has_extra(code[k].code.op))
        code[k + 1].code.op = OP_ILLEGAL;
    code[k].code.op = OP_ILLEGAL;
}

static void build_block_ranges(struct allocator *a, uint32_t b)
{
    const struct flat_block *block = &a->flat->blocks.data[b];
    struct emitted *code = a->flat->code.data;
    liveness_end(&a->liveness, b, a->live);
    a->block_start = 2 * block->first;
    for (uint32_t w = 0; w < a->liveness.words; w++)
        for (uint64_t set = a->live[w]; set; set &= set - 1)
            extend_to(a, a->across_list[w * 64 + (uint32_t)__builtin_ctzll(set)], 2 * block->first,
                      2 * block->end);
    for (uint32_t k = block->end; k-- > block->first;) {
        if (code[k].code.op == OP_EXTRA || code[k].code.op == OP_ILLEGAL)
            continue;
        a->position = k;
        a->needed = !only_computes_register(&code[k].code);
        visit_instruction(a, k, look_needed);
        if (!a->needed) {
            remove_instruction(a, k);
            continue;
        }
        a->shares =
            code[k].code.op != OP_CMPXCHG && code[k].code.op != OP_RMW && code[k].code.op != OP_OVERFLOW;
        visit_instruction(a, k, count_words);
        visit_instruction(a, k, range_write);
        visit_instruction(a, k, range_read);
    }
}

// The first range that ends behind `place`.
static uint32_t first_behind(const ranges *list, uint32_t place)
{
    uint32_t low = 0, high = list->size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list->data[middle].end <= place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool lists_overlap(const ranges *a, const ranges *b)
{
    uint32_t i = b->size ? first_behind(a, b->data[0].start) : a->size, k = 0;
    while (i < a->size && k < b->size) {
        if (a->data[i].end <= b->data[k].start)
            i++;
        else if (b->data[k].end <= a->data[i].start)
            k++;
        else
            return true;
    }
    return false;
}

// Adds the ranges of `b`, most of which lie behind those of `a`: only the tail from the first of them on is
// rewritten.
static void merge_into(ranges *a, const ranges *b)
{
    ranges tail = {0};
    uint32_t from = b->size ? first_behind(a, b->data[0].start) : a->size, i = 0, k = 0;
    for (uint32_t t = from; t < a->size; t++)
        vector_push(&tail, a->data[t]);
    a->size = from;
    uint32_t rest = tail.data ? tail.size : 0;
    while (i < rest || k < b->size) {
        bool left = i < rest && (k == b->size || tail.data[i].start < b->data[k].start);
        struct allocate_range next = left ? tail.data[i++] : b->data[k++];
        if (a->size && vector_last(a).end >= next.start) {
            if (vector_last(a).end < next.end)
                vector_last(a).end = next.end;
        } else {
            vector_push(a, next);
        }
    }
    vector_free(&tail);
}

static uint32_t find_coalesced(struct allocator *a, uint32_t reg)
{
    while (a->coalesced[reg] != reg)
        reg = a->coalesced[reg] = a->coalesced[a->coalesced[reg]];
    return reg;
}

// Registers that a copy connects get one place if they are never live at the same time.
static void coalesce(struct allocator *a)
{
    for (uint32_t k = 0; k < a->flat->code.size; k++) {
        const struct instruction *i = &a->flat->code.data[k].code;
        if (i->op != OP_MOVE)
            continue;
        uint32_t to = find_coalesced(a, i->d), from = find_coalesced(a, i->a);
        bool single = a->l->f.registers.data[to].size == 1 && a->l->f.registers.data[from].size == 1;
        bool both_fixed = to < a->parameters && from < a->parameters;
        if (to == from || !single || both_fixed || lists_overlap(&a->ranges[to], &a->ranges[from]))
            continue;
        uint32_t kept = to < a->parameters ? to : from, gone = kept == to ? from : to;
        merge_into(&a->ranges[kept], &a->ranges[gone]);
        a->coalesced[gone] = kept;
    }
}

static ranges *color_ranges(struct allocator *a, uint32_t color)
{
    while (a->occupied.size <= color)
        vector_push(&a->occupied, (ranges){0});
    return &a->occupied.data[color];
}

// Whether `list` is free at a color; the position to start looking from is found by bisection.
static bool color_free(struct allocator *a, uint32_t color, const ranges *list)
{
    const ranges *taken = color_ranges(a, color);
    if (!taken->size || !list->size)
        return true;
    if (vector_last(taken).end <= list->data[0].start || vector_last(list).end <= taken->data[0].start)
        return true;
    return !lists_overlap(taken, list);
}

static void take_color(struct allocator *a, uint32_t color, uint32_t leader, uint32_t size,
                       const ranges *list)
{
    a->color[leader] = color;
    for (uint32_t w = 0; w < size; w++)
        merge_into(color_ranges(a, color + w), list);
}

static void color_group(struct allocator *a, uint32_t leader)
{
    uint32_t size = a->l->f.registers.data[leader].size, color = 0, free_words = 0;
    ranges all = {0};
    for (uint32_t w = 0; w < size; w++)
        merge_into(&all, &a->ranges[leader + w]);
    while (all.size && free_words < size) {
        free_words = color_free(a, color, &all) ? free_words + 1 : 0;
        color++;
    }
    if (all.size)
        take_color(a, color - size, leader, size, &all);
    else
        a->color[leader] = 0;
    vector_free(&all);
}

struct allocation_order {
    uint32_t start, leader;
};

static int compare_order(const void *x, const void *y)
{
    const struct allocation_order *a = x, *b = y;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->leader < b->leader ? -1 : a->leader > b->leader;
}

static void color_all(struct allocator *a)
{
    VECTOR(struct allocation_order) queue = {0};
    for (uint32_t i = 0; i < a->count; i++) {
        struct virtual_register *reg = &a->l->f.registers.data[i];
        if (reg->leader != i || a->coalesced[i] != i)
            continue;
        uint32_t start = UINT32_MAX;
        for (uint32_t w = 0; w < reg->size; w++)
            if (a->ranges[i + w].size && a->ranges[i + w].data[0].start < start)
                start = a->ranges[i + w].data[0].start;
        if (i >= a->parameters) {
            vector_push(&queue, (struct allocation_order){start, i});
            continue;
        }
        a->color[i] = i;
        for (uint32_t w = 0; w < reg->size; w++)
            merge_into(color_ranges(a, i + w), &a->ranges[i + w]);
    }
    if (queue.size)
        qsort(queue.data, queue.size, sizeof *queue.data, compare_order);
    for (uint32_t i = 0; i < queue.size; i++)
        color_group(a, queue.data[i].leader);
    vector_free(&queue);
}

static uint32_t color_of(struct allocator *a, uint32_t reg)
{
    if (a->l->f.registers.data[reg].size == 1)
        reg = find_coalesced(a, reg);
    uint32_t leader = a->l->f.registers.data[reg].leader;
    return a->color[leader] + reg - leader;
}

static void rewrite_coalesced(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct allocator *a = context;
    (void)words;
    (void)role;
    *number = a->coalesced[*number];
}

static void allocator_begin(struct allocator *a)
{
    a->count = a->l->f.registers.size;
    a->across = memory_alloc((a->count + 1) * sizeof *a->across);
    a->across_list = memory_alloc((a->count + 1) * sizeof *a->across_list);
    a->live_here = memory_zalloc(a->count + 1, sizeof *a->live_here);
    a->ranges = memory_zalloc(a->count + 1, sizeof *a->ranges);
    a->coalesced = memory_zalloc(a->count + 1, sizeof *a->coalesced);
    a->color = memory_zalloc(a->count + 1, sizeof *a->color);
}

static void allocator_free(struct allocator *a)
{
    for (uint32_t i = 0; i < a->count; i++)
        vector_free(&a->ranges[i]);
    for (uint32_t i = 0; i < a->occupied.size; i++)
        vector_free(&a->occupied.data[i]);
    vector_free(&a->occupied);
    memory_free(a->across);
    memory_free(a->across_list);
    memory_free(a->live_here);
    liveness_free(&a->liveness);
    memory_free(a->live);
    memory_free(a->ranges);
    memory_free(a->coalesced);
    memory_free(a->color);
}

static void build_ranges(struct allocator *a)
{
    for (uint32_t b = a->flat->blocks.size; b-- > 0;)
        build_block_ranges(a, b);
    for (uint32_t i = 0; i < a->count; i++) {
        ranges *list = &a->ranges[i];
        for (uint32_t k = 0; k < list->size / 2; k++) {
            struct allocate_range swap = list->data[k];
            list->data[k] = list->data[list->size - 1 - k];
            list->data[list->size - 1 - k] = swap;
        }
    }
}

// Replaces numbers by colors. From here on `coalesced` holds the color of every register.
static void rewrite_code(struct allocator *a)
{
    struct emitted *code = a->flat->code.data;
    uint32_t *colors = memory_alloc((a->count + 1) * sizeof *colors);
    for (uint32_t i = 0; i < a->count; i++)
        colors[i] = color_of(a, i);
    memory_free(a->coalesced);
    a->coalesced = colors;
    if (a->l->check)
        allocation_check(a->l, a->flat, colors, a->occupied.size, a->parameters);
    for (uint32_t k = 0; k < a->flat->code.size; k++) {
        if (code[k].code.op == OP_EXTRA || code[k].code.op == OP_ILLEGAL)
            continue;
        visit_instruction(a, k, rewrite_coalesced);
        if (code[k].code.op == OP_MOVE && code[k].code.d == code[k].code.a)
            remove_instruction(a, k);
    }
}

uint32_t allocate_registers(struct lowering *l, struct flat_code *flat, uint32_t parameters)
{
    struct allocator a = {.l = l, .flat = flat, .parameters = parameters};
    allocator_begin(&a);
    find_across(&a);
    compute_liveness(&a);
    build_ranges(&a);
    coalesce(&a);
    color_all(&a);
    rewrite_code(&a);
    uint32_t count = a.occupied.size > parameters ? a.occupied.size : parameters;
    allocator_free(&a);
    return count;
}
