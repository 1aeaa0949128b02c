#include "machine/live.h"

#include "base/memory.h"
#include "base/vector.h"
#include "program/registers.h"

// A set of registers is an array of words, a bit each.
struct live {
    const struct program *program;
    const struct faint_values *faint;
    uint64_t **ends; // by function: for each of its blocks the set live at its end; NULL: not computed yet
    uint32_t *lists; // by instruction: index in `registers` of a count and that many registers; 0: not yet
    VECTOR(uint32_t) registers;
};

struct live *live_new(const struct program *program, const struct faint_values *faint)
{
    struct live *live = memory_zalloc(1, sizeof *live);
    live->program = program;
    live->faint = faint;
    live->ends = memory_zalloc(program->functions_count, sizeof *live->ends);
    live->lists = memory_zalloc(program->code_count, sizeof *live->lists);
    vector_push(&live->registers, 0); // index 0 is no list
    return live;
}

void live_free(struct live *live)
{
    if (!live)
        return;
    for (uint32_t f = 0; f < live->program->functions_count; f++)
        memory_free(live->ends[f]);
    memory_free(live->ends);
    memory_free(live->lists);
    vector_free(&live->registers);
    memory_free(live);
}

// ---- one instruction

struct transfer {
    uint64_t *set;
    enum register_role role;          // looked at in this pass
    const struct faint_values *faint; // reads of faint values do not count; NULL: all count
    uint32_t code;
};

static void transfer_register(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    const struct transfer *pass = context;
    if (role != pass->role ||
        (role == REGISTER_READ && pass->faint && faint_operand(pass->faint, pass->code, number)))
        return;
    for (uint32_t r = *number; r < *number + words; r++) {
        uint64_t bit = (uint64_t)1 << (r % 64);
        if (role == REGISTER_WRITE)
            pass->set[r / 64] &= ~bit;
        else
            pass->set[r / 64] |= bit;
    }
}

// From the set after an instruction to the set before it.
static void transfer(const struct live *live, uint32_t code, uint64_t *set)
{
    const struct program *p = live->program;
    struct instruction *i = &p->code[code]; // the visitor below changes nothing
    if (i->op == OP_LOOP || i->op == OP_EXTRA)
        return;
    struct transfer writes = {set, REGISTER_WRITE, live->faint, code};
    struct transfer reads = {set, REGISTER_READ, live->faint, code};
    instruction_visit_registers(i, p->operands, transfer_register, &writes);
    instruction_visit_registers(i, p->operands, transfer_register, &reads);
}

// ---- one function

struct flow {
    const struct live *live;
    const struct function *function;
    uint64_t *ends, *begins; // by block of the function
    uint32_t words;
};

static uint32_t block_at(const struct flow *flow, uint32_t code)
{
    uint32_t low = flow->function->first_block, high = flow->function->end_block;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (flow->live->program->blocks[middle].first <= code)
            low = middle;
        else
            high = middle;
    }
    return low - flow->function->first_block;
}

static void unite_target(const struct flow *flow, uint64_t *set, uint32_t code)
{
    const uint64_t *from = flow->begins + (size_t)block_at(flow, code) * flow->words;
    for (uint32_t w = 0; w < flow->words; w++)
        set[w] |= from[w];
}

// What is live where the block's successors begin.
static void unite_successors(const struct flow *flow, const struct block *block, uint64_t *set)
{
    const struct program *p = flow->live->program;
    uint32_t last = block->end - 1;
    while (last > block->first && p->code[last].op == OP_EXTRA)
        last--;
    const struct instruction *i = &p->code[last];
    switch (i->op) {
    case OP_BRANCH: unite_target(flow, set, i->d); // fall through
    case OP_JUMP: unite_target(flow, set, i->b); break;
    case OP_SWITCH: {
        const uint32_t *table = p->operands + i->b;
        unite_target(flow, set, table[1]);
        for (uint32_t k = 0; k < table[0]; k++)
            unite_target(flow, set, table[3 + 2 * k]);
        break;
    }
    default:
        if (!opcode_ends_block(i->op) && block->end < flow->function->end)
            unite_target(flow, set, block->end);
    }
}

// One round over all blocks, last first. True: something grew.
static bool flow_round(const struct flow *flow)
{
    bool grew = false;
    uint32_t count = flow->function->end_block - flow->function->first_block;
    uint64_t *set = memory_zalloc(flow->words, sizeof *set);
    for (uint32_t k = count; k-- > 0;) {
        const struct block *block = &flow->live->program->blocks[flow->function->first_block + k];
        uint64_t *end = flow->ends + (size_t)k * flow->words, *begin = flow->begins + (size_t)k * flow->words;
        unite_successors(flow, block, end);
        memcpy(set, end, flow->words * sizeof *set);
        for (uint32_t code = block->end; code-- > block->first;)
            transfer(flow->live, code, set);
        grew |= memcmp(begin, set, flow->words * sizeof *set) != 0;
        memcpy(begin, set, flow->words * sizeof *set);
    }
    memory_free(set);
    return grew;
}

static struct flow flow_of(struct live *live, uint32_t number)
{
    const struct function *f = &live->program->functions[number];
    struct flow flow = {live, f, live->ends[number], NULL, (f->register_count + 63) / 64};
    if (flow.ends)
        return flow;
    size_t size = (size_t)(f->end_block - f->first_block) * flow.words;
    live->ends[number] = flow.ends = memory_zalloc(size + 1, sizeof *flow.ends);
    flow.begins = memory_zalloc(size + 1, sizeof *flow.begins);
    while (flow_round(&flow))
        ;
    memory_free(flow.begins);
    flow.begins = NULL;
    return flow;
}

// ---- questions

static uint32_t make_list(struct live *live, uint32_t code)
{
    uint32_t number = program_function_at(live->program, code);
    struct flow flow = flow_of(live, number);
    uint32_t k = block_at(&flow, code), index = live->registers.size;
    uint64_t *set = memory_alloc((flow.words + 1) * sizeof *set);
    if (flow.words)
        memcpy(set, flow.ends + (size_t)k * flow.words, flow.words * sizeof *set);
    for (uint32_t at = live->program->blocks[flow.function->first_block + k].end; at-- > code;)
        transfer(live, at, set);
    vector_push(&live->registers, 0);
    for (uint32_t r = 0; r < flow.function->register_count; r++)
        if (set[r / 64] >> (r % 64) & 1)
            vector_push(&live->registers, r);
    live->registers.data[index] = live->registers.size - index - 1;
    memory_free(set);
    return index;
}

const uint32_t *live_before(struct live *live, uint32_t code, uint32_t *count)
{
    if (!live->lists[code])
        live->lists[code] = make_list(live, code);
    const uint32_t *list = live->registers.data + live->lists[code];
    *count = list[0];
    return list + 1;
}

bool live_has(struct live *live, uint32_t code, uint32_t number)
{
    uint32_t count;
    const uint32_t *list = live_before(live, code, &count);
    for (uint32_t low = 0, high = count; low < high;) {
        uint32_t middle = low + (high - low) / 2;
        if (list[middle] == number)
            return true;
        if (list[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}
