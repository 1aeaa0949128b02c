#include "analysis/decides.h"

static const uint8_t table[OP_COUNT] = {
    [OP_CONST] = BY_NONE,      [OP_MOVE] = BY_NONE,      [OP_UNDEF] = BY_NONE,     [OP_ADD] = BY_NONE,
    [OP_ADD_I] = BY_NONE,      [OP_SUB] = BY_NONE,       [OP_SUB_I] = BY_NONE,     [OP_MUL] = BY_NONE,
    [OP_MUL_I] = BY_NONE,      [OP_AND] = BY_NONE,       [OP_AND_I] = BY_NONE,     [OP_OR] = BY_NONE,
    [OP_OR_I] = BY_NONE,       [OP_XOR] = BY_NONE,       [OP_XOR_I] = BY_NONE,     [OP_EQ] = BY_NONE,
    [OP_EQ_I] = BY_NONE,       [OP_NE] = BY_NONE,        [OP_NE_I] = BY_NONE,      [OP_ULT] = BY_NONE,
    [OP_ULT_I] = BY_NONE,      [OP_ULE] = BY_NONE,       [OP_ULE_I] = BY_NONE,     [OP_UGT] = BY_NONE,
    [OP_UGT_I] = BY_NONE,      [OP_UGE] = BY_NONE,       [OP_UGE_I] = BY_NONE,     [OP_SLT] = BY_NONE,
    [OP_SLT_I] = BY_NONE,      [OP_SLE] = BY_NONE,       [OP_SLE_I] = BY_NONE,     [OP_SGT] = BY_NONE,
    [OP_SGT_I] = BY_NONE,      [OP_SGE] = BY_NONE,       [OP_SGE_I] = BY_NONE,     [OP_SELECT] = BY_NONE,
    [OP_TRUNC] = BY_NONE,      [OP_ZEXT] = BY_NONE,      [OP_SEXT] = BY_NONE,      [OP_INDEX] = BY_NONE,
    [OP_CTPOP] = BY_NONE,      [OP_CTLZ] = BY_NONE,      [OP_CTTZ] = BY_NONE,      [OP_BSWAP] = BY_NONE,
    [OP_BITREVERSE] = BY_NONE, [OP_OVERFLOW] = BY_NONE,  [OP_LOOP] = BY_NONE,      [OP_LOAD_G] = BY_NONE,
    [OP_STORE_G] = BY_NONE,    [OP_LOAD] = BY_ADDRESS,   [OP_STORE] = BY_ADDRESS,  [OP_STORE_I] = BY_ADDRESS,
    [OP_RMW] = BY_ADDRESS,     [OP_SHL] = BY_AMOUNT,     [OP_LSHR] = BY_AMOUNT,    [OP_ASHR] = BY_AMOUNT,
    [OP_SHL_I] = BY_NONE,      [OP_LSHR_I] = BY_NONE,    [OP_ASHR_I] = BY_NONE,    [OP_UDIV_I] = BY_DIVISOR,
    [OP_SDIV_I] = BY_DIVISOR,  [OP_UREM_I] = BY_DIVISOR, [OP_SREM_I] = BY_DIVISOR, [OP_FADD] = BY_WIDTH,
    [OP_FSUB] = BY_WIDTH,      [OP_FMUL] = BY_WIDTH,     [OP_FDIV] = BY_WIDTH,     [OP_SINT_TO_F] = BY_WIDTH,
    [OP_UINT_TO_F] = BY_WIDTH,
};

enum decides decides_by(const struct instruction *i)
{
    enum decides by = table[i->op];
    if (by == BY_DIVISOR) {
        uint64_t all = ~(uint64_t)0 >> (64 - i->width), divisor = (uint64_t)(int64_t)(int32_t)i->b & all;
        return divisor && divisor != all ? BY_NONE : BY_ALL;
    }
    if (by == BY_WIDTH)
        return i->width <= 64 ? BY_NONE : BY_ALL;
    return by;
}
