// Content hashes of blocks: equal where the code is, in whatever version of the program, at whatever address.
// Names stand for globals and functions; targets count from the block; registers are those of the function.
#include "lower/lower.h"
#include "program/layout.h"
#include "program/registers.h"

#include <stdlib.h>

struct hasher {
    struct lowering *l;
    uint32_t *by_address; // globals that have an address, ascending
    uint32_t count;
    uint32_t first; // of the block hashed
};

static uint64_t hash_name_string(const struct lowering *l, uint32_t name)
{
    const char *text = l->strings.data + name;
    return hash_bytes(text, strlen(text));
}

// Where files have static symbols of one name, linking numbers them (count.3): the file tells which is meant.
static uint64_t hash_symbol(const struct lowering *l, uint32_t name, uint32_t location)
{
    uint64_t hash = hash_name_string(l, name);
    bool numbered = strchr(l->strings.data + name, '.') != NULL;
    return numbered ? hash_combine(hash, hash_name_string(l, l->locations.data[location].file)) : hash;
}

static uint64_t hash_function(const struct lowering *l, uint32_t number)
{
    return hash_symbol(l, l->functions.data[number].name, l->functions.data[number].location);
}

// Literals are numbered by clang (.str.4, __const.main.table.2): their content names them better.
static uint64_t hash_global(const struct lowering *l, const struct global *global)
{
    const char *name = l->strings.data + global->name;
    bool literal = name[0] == '.' || strncmp(name, "__const.", 8) == 0;
    if (literal && !(global->flags & GLOBAL_ZERO))
        return hash_bytes(l->data.data + global->data, global->size);
    return hash_symbol(l, global->name, global->location);
}

// An address, by what lies there.
static uint64_t hash_address(const struct hasher *h, uint64_t address)
{
    const struct lowering *l = h->l;
    uint32_t low = 0, high = h->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct global *global = &l->globals.data[h->by_address[middle]];
        if (global->address + global->size < address)
            low = middle + 1;
        else
            high = middle;
    }
    const struct global *global = low < h->count ? &l->globals.data[h->by_address[low]] : NULL;
    if (global && address >= global->address)
        return hash_combine(hash_global(l, global), address - global->address);
    uint64_t function = (address - LAYOUT_FUNCTION_BASE) / LAYOUT_FUNCTION_STRIDE;
    if (address >= LAYOUT_FUNCTION_BASE && function < l->functions.size)
        return hash_function(l, (uint32_t)function);
    return hash_mix(~address);
}

static uint64_t hash_constant(const struct hasher *h, uint32_t index)
{
    uint64_t value = h->l->constants.data[index];
    return h->l->constant_is_address.data[index] ? hash_address(h, value) : hash_mix(value);
}

static uint64_t hash_call_operand(const struct hasher *h, uint32_t operand)
{
    return operand & OPERAND_CONSTANT ? hash_constant(h, operand & ~OPERAND_CONSTANT) : operand;
}

static uint64_t hash_call_list(const struct hasher *h, uint32_t at)
{
    const uint32_t *list = h->l->operands.data + at, *pair = list + 2 + list[0];
    uint64_t hash = hash_combine(list[0], list[1]);
    for (uint32_t k = 0; k < list[0]; k++)
        hash = hash_combine(hash, hash_call_operand(h, list[2 + k]));
    for (uint32_t k = 0; k < list[1]; k++, pair += 2)
        hash = hash_combine(hash_combine(hash, hash_call_operand(h, pair[0])), pair[1]);
    return hash;
}

static uint64_t relative(const struct hasher *h, uint32_t target)
{
    return (uint64_t)((int64_t)target - (int64_t)h->first);
}

static uint64_t hash_switch(const struct hasher *h, uint32_t at)
{
    const uint32_t *table = h->l->operands.data + at;
    uint64_t hash = hash_combine(table[0], relative(h, table[1]));
    for (uint32_t k = 0; k < table[0]; k++)
        hash = hash_combine(hash_combine(hash, hash_constant(h, table[2 + 2 * k])),
                            relative(h, table[3 + 2 * k]));
    return hash;
}

static uint64_t hash_site(const struct hasher *h, uint64_t index)
{
    const struct site *site = &h->l->sites.data[index];
    return hash_combine(hash_combine(hash_name_string(h->l, site->name), site->size), site->alignment);
}

static uint64_t hash_thread_local(const struct hasher *h, uint64_t number)
{
    for (uint32_t i = 0; i < h->l->globals.size; i++) {
        const struct global *global = &h->l->globals.data[i];
        if ((global->flags & GLOBAL_THREAD_LOCAL) && global->address == number)
            return hash_global(h->l, global);
    }
    return number;
}

static uint64_t hash_instruction(const struct hasher *h, uint32_t index)
{
    const struct lowering *l = h->l;
    const struct instruction *i = &l->code.data[index];
    uint64_t hash = hash_mix((uint64_t)i->op << 32 | (uint64_t)i->width << 8 | i->aux);
    uint64_t q = instruction_immediate(i);
    switch (i->op) {
    case OP_CALL:
        hash = hash_combine(hash_combine(hash, i->d), hash_function(l, i->a));
        return hash_combine(hash, hash_call_list(h, i->b));
    case OP_CALL_NATIVE: {
        const char *name = native_name(i->a);
        hash = hash_combine(hash_combine(hash, i->d), hash_bytes(name, strlen(name)));
        return hash_combine(hash, hash_call_list(h, i->b));
    }
    case OP_CALL_INDIRECT:
        hash = hash_combine(hash_combine(hash, i->d), i->a);
        hash = hash_combine(
            hash, hash_name_string(l, l->operands.data[program_call_signature(l->operands.data, i->b)]));
        return hash_combine(hash, hash_call_list(h, i->b));
    case OP_JUMP: return hash_combine(hash, relative(h, i->b));
    case OP_BRANCH:
        return hash_combine(hash_combine(hash_combine(hash, i->a), relative(h, i->b)), relative(h, i->d));
    case OP_SWITCH: return hash_combine(hash_combine(hash, i->a), hash_switch(h, i->b));
    case OP_ALLOCA: return hash_combine(hash_combine(hash, i->d), hash_site(h, q));
    case OP_ALLOCA_DYN: return hash_combine(hash_combine(hash_combine(hash, i->d), i->a), hash_site(h, i->b));
    case OP_TLS_ADDRESS: return hash_combine(hash_combine(hash, i->d), hash_thread_local(h, q));
    case OP_UNDEF: return hash_combine(hash_combine(hash, i->d), hash_name_string(l, (uint32_t)q));
    case OP_UNSUPPORTED: return hash_combine(hash, hash_name_string(l, (uint32_t)q));
    default: break;
    }
    if (l->code_is_address.data[index])
        return hash_combine(hash_combine(hash, i->d), hash_address(h, q));
    return hash_combine(hash_combine(hash_combine(hash, i->d), i->a), i->b);
}

void hash_blocks(struct lowering *l)
{
    struct hasher h = {.l = l};
    h.by_address = memory_alloc((l->globals.size + 1) * sizeof *h.by_address);
    for (uint32_t i = 0; i < l->globals.size; i++)
        if (!(l->globals.data[i].flags & GLOBAL_THREAD_LOCAL))
            h.by_address[h.count++] = i;
    for (uint32_t b = 0; b < l->blocks.size; b++) {
        struct block *block = &l->blocks.data[b];
        h.first = block->first;
        for (uint32_t k = block->first; k < block->end; k++)
            block->hash = hash_combine(block->hash, hash_instruction(&h, k));
    }
    memory_free(h.by_address);
}
