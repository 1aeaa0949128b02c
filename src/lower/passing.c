#include "lower/passing.h"

#include "program/registers.h"

enum { GENERAL_REGISTERS = 6, FLOATING_REGISTERS = 8, FLOATING_BITS = 128 };

// One that does not fit takes none: a later one may.
static bool take_registers(uint32_t *used, uint32_t wanted, uint32_t all)
{
    bool fits = wanted && *used + wanted <= all;
    *used += fits ? wanted : 0;
    return fits;
}

static uint32_t take_leaf(struct passing *passing, const struct leaf *leaf)
{
    if (leaf->kind == LEAF_FLOAT)
        return leaf->width <= 64 && take_registers(&passing->floating, 1, FLOATING_REGISTERS)
                   ? OPERAND_FLOATING
                   : 0;
    return leaf->width <= 128 &&
                   take_registers(&passing->general, words_of_width(leaf->width), GENERAL_REGISTERS)
               ? OPERAND_GENERAL
               : 0;
}

uint32_t passing_take(struct lowering *l, struct passing *passing, LLVMTypeRef type)
{
    const struct type_info *info = type_get(l, type);
    uint32_t where = 0;
    if (l->pointer_bits != 64)
        return 0;
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        return LLVMSizeOfTypeInBits(l->layout, type) <= FLOATING_BITS &&
                       take_registers(&passing->floating, 1, FLOATING_REGISTERS)
                   ? OPERAND_FLOATING
                   : 0;
    for (uint32_t i = 0; i < info->leaf_count; i++)
        where = take_leaf(passing, &info->leaves[i]);
    return info->leaf_count == 1 ? where : 0;
}
