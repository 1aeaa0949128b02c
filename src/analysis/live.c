#include "analysis/live.h"

#include "base/bit_array.h"
#include "program/liveness.h"

struct live {
    const struct program *program;
    const struct faint_values *faint;
    struct liveness **functions; // by function; NULL: not computed yet
    uint32_t *lists; // by instruction: index in `registers` of a count and that many registers; 0: not yet
    VECTOR(uint32_t) registers;
};

struct live *live_new(const struct program *program, const struct faint_values *faint)
{
    struct live *live = memory_zalloc(1, sizeof *live);
    live->program = program;
    live->faint = faint;
    live->functions = memory_zalloc(program->functions_count, sizeof *live->functions);
    live->lists = memory_zalloc(program->code_count, sizeof *live->lists);
    vector_push(&live->registers, 0); // index 0 is no list
    return live;
}

void live_free(struct live *live)
{
    if (!live)
        return;
    for (uint32_t f = 0; f < live->program->functions_count; f++)
        if (live->functions[f]) {
            liveness_free(live->functions[f]);
            memory_free(live->functions[f]);
        }
    memory_free(live->functions);
    memory_free(live->lists);
    vector_free(&live->registers);
    memory_free(live);
}

// Whether an operand is looked at.
static bool operand_counts(const void *context, uint32_t code, const uint32_t *slot, enum register_role role)
{
    const struct live *live = context;
    if (live->program->code[code].op == OP_LOOP)
        return false;
    return role != REGISTER_READ || !live->faint || !faint_operand(live->faint, code, slot);
}

static const struct liveness *liveness_of(struct live *live, uint32_t function)
{
    if (!live->functions[function]) {
        struct liveness *made = memory_zalloc(1, sizeof *made);
        liveness_of_function(made, live->program, function, operand_counts, live);
        live->functions[function] = made;
    }
    return live->functions[function];
}

// ---- within a block

struct transfer {
    const struct live *live;
    uint64_t *row;
    enum register_role role; // looked at in this pass
    uint32_t code;
};

static void transfer_register(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    const struct transfer *t = context;
    if (role != t->role || !operand_counts(t->live, t->code, number, role))
        return;
    for (uint32_t r = *number; r < *number + words; r++)
        if (role == REGISTER_WRITE)
            bit_array_remove(t->row, r);
        else
            bit_array_add(t->row, r);
}

// From what is live after an instruction to what is before it.
static void transfer(const struct live *live, uint32_t code, uint64_t *row)
{
    const struct program *p = live->program;
    struct transfer t = {live, row, REGISTER_WRITE, code};
    if (p->code[code].op == OP_EXTRA)
        return;
    instruction_visit_registers(&p->code[code], p->operands, transfer_register, &t); // which changes nothing
    t.role = REGISTER_READ;
    instruction_visit_registers(&p->code[code], p->operands, transfer_register, &t);
}

// ---- questions

static uint32_t make_list(struct live *live, uint32_t code)
{
    const struct program *p = live->program;
    uint32_t number = program_function_at(p, code), index = live->registers.size;
    const struct function *f = &p->functions[number];
    const struct liveness *l = liveness_of(live, number);
    uint32_t block = program_block_at(p, f, code);
    uint64_t *row = bit_array_new(f->register_count);
    liveness_end(l, block, row);
    for (uint32_t at = p->blocks[f->first_block + block].end; at-- > code;)
        transfer(live, at, row);
    vector_push(&live->registers, 0);
    for (uint32_t r = 0; r < f->register_count; r++)
        if (bit_array_has(row, r))
            vector_push(&live->registers, r);
    live->registers.data[index] = live->registers.size - index - 1;
    memory_free(row);
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
