// From the blocks of a function to its code in the program: removes jumps that only lead to jumps, joins
// blocks in a straight line, orders them, allocates registers, and writes the tables.
#include "lower/allocate.h"
#include "lower/emit.h"
#include "program/registers.h"

#define NOWHERE 0xffffffffu

typedef void target_visitor(void *context, uint32_t *target);

static void visit_targets(struct lowering *l, struct instruction *i, target_visitor *visit, void *context)
{
    if (i->op == OP_BRANCH)
        visit(context, &i->d);
    if (i->op == OP_BRANCH || i->op == OP_JUMP)
        visit(context, &i->b);
    if (i->op == OP_SWITCH) {
        uint32_t count = l->operands.data[i->b];
        visit(context, &l->operands.data[i->b + 1]);
        for (uint32_t k = 0; k < count; k++)
            visit(context, &l->operands.data[i->b + 3 + 2 * k]);
    }
}

static struct emitted *terminator(struct lowering *l, uint32_t block)
{
    return &vector_last(&l->f.blocks.data[block].body);
}

// Drops what stands behind the first instruction that control does not pass.
static void truncate_blocks(struct lowering *l)
{
    for (uint32_t b = 0; b < l->f.blocks.size; b++) {
        struct lower_block *block = &l->f.blocks.data[b];
        for (uint32_t k = 0; k < block->body.size; k++)
            if (opcode_ends_block(block->body.data[k].code.op))
                block->body.size = k + 1;
    }
}

// `next` says for each of `count` blocks which one it only leads to, or itself. Afterwards it says where each
// leads in the end; of blocks in a circle, to one of them.
static void follow_chains(uint32_t *next, uint32_t count)
{
    for (uint32_t b = 0; b < count; b++) {
        uint32_t end = b, steps = 0;
        while (next[end] != end && steps++ < count)
            end = next[end];
        for (uint32_t k = b; k != end;) {
            uint32_t then = next[k];
            next[k] = end;
            k = then;
        }
        next[end] = end;
    }
}

static void lead_on(void *context, uint32_t *target)
{
    const uint32_t *next = context;
    *target = next[*target];
}

static void thread_jumps(struct lowering *l)
{
    uint32_t count = l->f.blocks.size, *next = memory_alloc((count + 1) * sizeof *next);
    for (uint32_t b = 0; b < count; b++) {
        const struct lower_block *block = &l->f.blocks.data[b];
        bool empty = block->body.size == 1 && block->body.data[0].code.op == OP_JUMP;
        next[b] = empty ? block->body.data[0].code.b : b;
    }
    follow_chains(next, count);
    for (uint32_t b = 0; b < count; b++) {
        struct instruction *last = &terminator(l, b)->code;
        visit_targets(l, last, lead_on, next);
        if (last->op == OP_BRANCH && last->b == last->d) {
            *last = (struct instruction){.op = OP_JUMP, .b = last->b};
        }
    }
    memory_free(next);
}

// Reachable blocks in reverse postorder, with the number of edges that lead to each.
struct block_graph {
    struct lowering *l;
    uint32_t *predecessors;
    bool *seen;
    VECTOR(uint32_t) order;
    VECTOR(uint32_t) targets;
};

static void note_target(void *context, uint32_t *target)
{
    struct block_graph *g = context;
    vector_push(&g->targets, *target);
}

static void order_graph_blocks(struct block_graph *g)
{
    VECTOR(struct visited_block {
        uint32_t block;
        bool left;
    })
    stack = {0};
    struct lowering *l = g->l;
    vector_push(&stack, (struct visited_block){0, false});
    while (stack.size) {
        struct visited_block frame = vector_pop(&stack);
        if (frame.left) {
            vector_push(&g->order, frame.block);
            continue;
        }
        if (g->seen[frame.block])
            continue;
        g->seen[frame.block] = true;
        vector_push(&stack, (struct visited_block){frame.block, true});
        vector_clear(&g->targets);
        visit_targets(l, &terminator(l, frame.block)->code, note_target, g);
        for (uint32_t i = 0; i < g->targets.size; i++) {
            g->predecessors[g->targets.data[i]]++;
            vector_push(&stack, (struct visited_block){g->targets.data[i], false});
        }
    }
    vector_free(&stack);
    for (uint32_t i = 0; i < g->order.size / 2; i++) {
        uint32_t swap = g->order.data[i];
        g->order.data[i] = g->order.data[g->order.size - 1 - i];
        g->order.data[g->order.size - 1 - i] = swap;
    }
}

// The block that goes on behind `block` without a jump, or NOWHERE.
static uint32_t continuation(struct block_graph *g, uint32_t block)
{
    const struct instruction *last = &terminator(g->l, block)->code;
    if (last->op != OP_JUMP || last->b == 0 || last->b == block || g->predecessors[last->b] != 1)
        return NOWHERE;
    return last->b;
}

// Joins chains of blocks and lists them in order; `place` gets the number of the joined block that starts
// with each.
static void flatten(struct block_graph *g, struct flat_code *flat, uint32_t *place)
{
    struct lowering *l = g->l;
    bool *inside = memory_zalloc(l->f.blocks.size, sizeof *inside);
    for (uint32_t i = 0; i < g->order.size; i++)
        if (continuation(g, g->order.data[i]) != NOWHERE)
            inside[continuation(g, g->order.data[i])] = true;
    for (uint32_t i = 0; i < g->order.size; i++) {
        uint32_t block = g->order.data[i];
        if (inside[block])
            continue;
        struct flat_block joined = {.first = flat->code.size};
        place[block] = flat->blocks.size;
        for (uint32_t next; block != NOWHERE; block = next) {
            next = continuation(g, block);
            const struct lower_block *source = &l->f.blocks.data[block];
            for (uint32_t k = 0; k + (next != NOWHERE) < source->body.size; k++)
                vector_push(&flat->code, source->body.data[k]);
        }
        joined.end = flat->code.size;
        vector_push(&flat->blocks, joined);
    }
    memory_free(inside);
}

struct retarget {
    const uint32_t *map;
    struct flat_block *block; // NULL: do not note successors
};

static void retarget_one(void *context, uint32_t *target)
{
    struct retarget *r = context;
    *target = r->map[*target];
    if (r->block)
        vector_push(&r->block->successors, *target);
}

static void retarget_all(struct lowering *l, struct flat_code *flat, const uint32_t *map, bool note)
{
    for (uint32_t b = 0; b < flat->blocks.size; b++) {
        struct flat_block *block = &flat->blocks.data[b];
        struct retarget r = {map, note ? block : NULL};
        if (block->first == block->end)
            continue;
        visit_targets(l, &flat->code.data[block->end - 1].code, retarget_one, &r);
    }
}

// A block of which nothing but a jump is left, since its copies vanished: its target. Else the block itself.
static uint32_t jumps_on(const struct flat_code *flat, uint32_t b)
{
    const struct flat_block *block = &flat->blocks.data[b];
    const struct instruction *last = &flat->code.data[block->end - 1].code;
    for (uint32_t k = block->first; k + 1 < block->end; k++)
        if (flat->code.data[k].code.op != OP_ILLEGAL)
            return b;
    return last->op == OP_JUMP && b ? last->b : b;
}

// Leads edges past such blocks and empties them.
static void drop_jumps(struct lowering *l, struct flat_code *flat)
{
    uint32_t count = flat->blocks.size;
    uint32_t *map = memory_alloc((count + 1) * sizeof *map);
    for (uint32_t b = 0; b < count; b++)
        map[b] = jumps_on(flat, b);
    follow_chains(map, count);
    retarget_all(l, flat, map, false);
    for (uint32_t b = 0; b < count; b++) {
        struct instruction *last = &flat->code.data[flat->blocks.data[b].end - 1].code;
        if (last->op == OP_BRANCH && last->b == last->d)
            *last = (struct instruction){.op = OP_JUMP, .b = last->b};
        if (map[b] != b)
            flat->blocks.data[b].end = flat->blocks.data[b].first;
    }
    memory_free(map);
}

// Where every block starts once removed instructions are gone.
static void final_places(struct lowering *l, const struct flat_code *flat, uint32_t *starts)
{
    uint32_t at = l->code.size;
    for (uint32_t b = 0; b < flat->blocks.size; b++) {
        starts[b] = at;
        for (uint32_t k = flat->blocks.data[b].first; k < flat->blocks.data[b].end; k++)
            at += flat->code.data[k].code.op != OP_ILLEGAL;
    }
}

static void append_function(struct lowering *l, const struct flat_code *flat)
{
    struct function *function = &l->functions.data[l->f.number];
    function->first = l->code.size;
    function->first_block = l->blocks.size;
    for (uint32_t b = 0; b < flat->blocks.size; b++) {
        struct block block = {.first = l->code.size, .function = l->f.number};
        if (flat->blocks.data[b].first == flat->blocks.data[b].end)
            continue;
        for (uint32_t k = flat->blocks.data[b].first; k < flat->blocks.data[b].end; k++) {
            const struct emitted *e = &flat->code.data[k];
            if (e->code.op == OP_ILLEGAL)
                continue;
            vector_push(&l->code, e->code);
            if (e->code.op == OP_CONST && e->address)
                l->code.data[l->code.size - 1].aux = CONST_ADDRESS;
            vector_push(&l->location_of, e->location);
            vector_push(&l->code_is_address, e->address);
        }
        block.end = l->code.size;
        vector_push(&l->blocks, block);
    }
    function->end = l->code.size;
    function->end_block = l->blocks.size;
}

void body_assemble(struct lowering *l)
{
    struct block_graph g = {.l = l};
    struct flat_code flat = {0};
    uint32_t count = l->f.blocks.size;
    g.predecessors = memory_zalloc(count, sizeof *g.predecessors);
    g.seen = memory_zalloc(count, sizeof *g.seen);
    uint32_t *place = memory_zalloc(count + 1, sizeof *place);
    truncate_blocks(l);
    thread_jumps(l);
    order_graph_blocks(&g);
    flatten(&g, &flat, place);
    retarget_all(l, &flat, place, true);
    struct function *function = &l->functions.data[l->f.number];
    function->register_count = allocate_registers(l, &flat, function->parameter_words);
    uint32_t *starts = memory_zalloc(flat.blocks.size + 1, sizeof *starts);
    drop_jumps(l, &flat);
    final_places(l, &flat, starts);
    retarget_all(l, &flat, starts, false);
    append_function(l, &flat);
    for (uint32_t b = 0; b < flat.blocks.size; b++)
        vector_free(&flat.blocks.data[b].successors);
    vector_free(&flat.blocks);
    vector_free(&flat.code);
    vector_free(&g.order);
    vector_free(&g.targets);
    memory_free(g.predecessors);
    memory_free(g.seen);
    memory_free(place);
    memory_free(starts);
}
