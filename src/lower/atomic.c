// Atomic read-modify-write operations, and the library calls that clang makes for atomics it does not inline.
#include "lower/emit.h"
#include "program/registers.h"

#include <stdlib.h>

static int rmw_of(LLVMAtomicRMWBinOp operation)
{
    switch (operation) {
    case LLVMAtomicRMWBinOpXchg: return RMW_XCHG;
    case LLVMAtomicRMWBinOpAdd: return RMW_ADD;
    case LLVMAtomicRMWBinOpSub: return RMW_SUB;
    case LLVMAtomicRMWBinOpAnd: return RMW_AND;
    case LLVMAtomicRMWBinOpNand: return RMW_NAND;
    case LLVMAtomicRMWBinOpOr: return RMW_OR;
    case LLVMAtomicRMWBinOpXor: return RMW_XOR;
    case LLVMAtomicRMWBinOpMax: return RMW_MAX;
    case LLVMAtomicRMWBinOpMin: return RMW_MIN;
    case LLVMAtomicRMWBinOpUMax: return RMW_UMAX;
    case LLVMAtomicRMWBinOpUMin: return RMW_UMIN;
    case LLVMAtomicRMWBinOpFAdd: return RMW_FADD;
    case LLVMAtomicRMWBinOpFSub: return RMW_FSUB;
    default: return -1;
    }
}

// Whether an instruction only computes a value from its operands.
static bool only_computes(LLVMValueRef user)
{
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMStore:
    case LLVMLoad:
    case LLVMCall:
    case LLVMInvoke:
    case LLVMRet:
    case LLVMBr:
    case LLVMSwitch:
    case LLVMIndirectBr:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMAlloca:
    case LLVMUDiv: // by zero they fail
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl: // by too much they are an overflow
    case LLVMLShr:
    case LLVMAShr: return false;
    case LLVMAdd: // a signed one may overflow, which is a property
    case LLVMSub:
    case LLVMMul: return !LLVMGetNSW(user);
    default: return !LLVMIsATerminatorInst(user);
    }
}

// Values that come back to themselves through phi nodes end at the depth.
static bool unused_within(LLVMValueRef value, unsigned depth)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!depth || !LLVMIsAInstruction(user) || !only_computes(user) || !unused_within(user, depth - 1))
            return false;
    }
    return true;
}

static bool value_unused(LLVMValueRef instruction)
{
    enum { DEPTH = 8 };
    return unused_within(instruction, DEPTH);
}

// `aux` of a read-modify-write.
static uint32_t update_aux(int operation, uint32_t order, bool unused)
{
    return (uint32_t)operation | order << ORDER_SHIFT | (unused ? RMW_RESULT_UNUSED : 0u);
}

void lower_read_modify_write(struct lowering *l, LLVMValueRef instruction)
{
    LLVMValueRef operand = LLVMGetOperand(instruction, 1);
    const struct type_info *type = type_of(l, operand);
    int operation = rmw_of(LLVMGetAtomicRMWBinOp(instruction));
    if (operation < 0 || type->leaf_count != 1 || type->leaves[0].width > 128) {
        emit_unsupported(l, "an unusual atomic operation");
        value_set_undefined(l, instruction);
        return;
    }
    uint32_t count, width = type->leaves[0].width, words = words_of_width(width);
    struct word *value = value_copy(l, operand, &count);
    uint32_t a = value_register(l, LLVMGetOperand(instruction, 0)), b = leaf_registers(l, value, width);
    uint32_t d = register_new(l, words);
    uint32_t order = lower_order(LLVMGetOrdering(instruction));
    emit(l, OP_RMW, width, update_aux(operation, order, value_unused(instruction)), d, a, b);
    value_set_register(l, instruction, d, words);
    memory_free(value);
}

// The previous value in `words` words from the returned register on; *success gets the register of the
// success bit.
static uint32_t emit_compare_exchange(struct lowering *l, uint32_t width, uint32_t orders, uint32_t address,
                                      uint32_t expected, uint32_t desired, uint32_t *success)
{
    uint32_t d = register_new(l, words_of_width(width));
    *success = register_new(l, 1);
    emit(l, OP_CMPXCHG, width, orders, d, address, *success);
    emit_extra(l, expected, desired);
    return d;
}

void lower_compare_exchange(struct lowering *l, LLVMValueRef instruction)
{
    LLVMValueRef expected = LLVMGetOperand(instruction, 1), desired = LLVMGetOperand(instruction, 2);
    const struct type_info *type = type_of(l, expected);
    if (type->leaf_count != 1 || type->leaves[0].width > 128) {
        emit_unsupported(l, "an unusual atomic operation");
        value_set_undefined(l, instruction);
        return;
    }
    uint32_t count, success, width = type->leaves[0].width;
    struct word *old_words = value_copy(l, expected, &count), *new_words = value_copy(l, desired, &count);
    uint32_t address = value_register(l, LLVMGetOperand(instruction, 0));
    uint32_t a = leaf_registers(l, old_words, width), b = leaf_registers(l, new_words, width);
    uint32_t orders = lower_order(LLVMGetCmpXchgSuccessOrdering(instruction)) << ORDER_SHIFT |
                      lower_order(LLVMGetCmpXchgFailureOrdering(instruction)) |
                      (LLVMGetWeak(instruction) ? CMPXCHG_WEAK : 0u);
    uint32_t d = emit_compare_exchange(l, width, orders, address, a, b, &success);
    struct word result[3];
    for (uint32_t i = 0; i < count; i++)
        result[i] = word_of_register(d + i);
    result[count] = word_of_register(success);
    value_set(l, instruction, result, count + 1);
    memory_free(old_words);
    memory_free(new_words);
}

// A library call: the size in bytes, and the number of its first argument after the size, if it has one.
struct library_call {
    LLVMValueRef call;
    uint32_t width; // bits
    unsigned first;
    bool generic; // operands are passed through memory, the size is an argument
};

static LLVMValueRef atomic_argument(const struct library_call *c, unsigned number)
{
    return LLVMGetOperand(c->call, c->first + number);
}

// The memory order passed as the argument that many before the last one.
static uint32_t order_argument(const struct library_call *c, unsigned before_last)
{
    // Numbers of the ABI: __ATOMIC_RELAXED, CONSUME, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST.
    static const uint8_t orders[] = {ORDER_RELAXED, ORDER_ACQUIRE,         ORDER_ACQUIRE,
                                     ORDER_RELEASE, ORDER_ACQUIRE_RELEASE, ORDER_SEQ_CST};
    unsigned count = LLVMGetNumArgOperands(c->call);
    LLVMValueRef order = before_last < count ? LLVMGetOperand(c->call, count - 1 - before_last) : NULL;
    if (!order || !LLVMIsAConstantInt(order))
        return ORDER_UNKNOWN;
    uint64_t number = LLVMConstIntGetZExtValue(order) & 0xffff; // above: hints for lock elision
    return number < sizeof orders ? orders[number] : ORDER_SEQ_CST;
}

static struct address atomic_place(struct lowering *l, const struct library_call *c, unsigned number)
{
    return address_of(l, atomic_argument(c, number));
}

// The registers of an operand: passed in memory by the generic calls.
static uint32_t atomic_operand(struct lowering *l, const struct library_call *c, unsigned number)
{
    if (c->generic) {
        uint32_t d = register_new(l, words_of_width(c->width));
        emit_load(l, atomic_place(l, c, number), 0, c->width, 0, d);
        return d;
    }
    uint32_t count;
    struct word *words = value_copy(l, atomic_argument(c, number), &count);
    uint32_t first = leaf_registers(l, words, c->width);
    memory_free(words);
    return first;
}

static void store_registers(struct lowering *l, struct address address, uint32_t width, uint32_t aux,
                            uint32_t first)
{
    struct word words[2] = {word_of_register(first), word_of_register(first + 1)};
    emit_store(l, address, 0, width, aux, words);
}

static void give_result(struct lowering *l, const struct library_call *c, unsigned number, uint32_t d)
{
    if (c->generic)
        store_registers(l, atomic_place(l, c, number), c->width, 0, d);
    else
        value_set_register(l, c->call, d, words_of_width(c->width));
}

static void library_load(struct lowering *l, const struct library_call *c, unsigned parameter)
{
    (void)parameter;
    uint32_t d = register_new(l, words_of_width(c->width));
    emit_load(l, atomic_place(l, c, 0), 0, c->width, ACCESS_ATOMIC | order_argument(c, 0) << ORDER_SHIFT, d);
    give_result(l, c, 1, d);
}

static void library_store(struct lowering *l, const struct library_call *c, unsigned parameter)
{
    (void)parameter;
    store_registers(l, atomic_place(l, c, 0), c->width, ACCESS_ATOMIC | order_argument(c, 0) << ORDER_SHIFT,
                    atomic_operand(l, c, 1));
}

static void library_update(struct lowering *l, const struct library_call *c, unsigned operation)
{
    uint32_t value = atomic_operand(l, c, 1), address = value_register(l, atomic_argument(c, 0));
    uint32_t d = register_new(l, words_of_width(c->width));
    bool unused = !c->generic && value_unused(c->call);
    emit(l, OP_RMW, c->width, update_aux((int)operation, order_argument(c, 0), unused), d, address, value);
    give_result(l, c, 2, d);
}

// __atomic_OP_fetch: the operation is done once more on the old value.
static void library_update_new(struct lowering *l, const struct library_call *c, unsigned operation)
{
    static const enum opcode opcodes[] = {
        [RMW_ADD] = OP_ADD,  [RMW_SUB] = OP_SUB, [RMW_AND] = OP_AND,
        [RMW_NAND] = OP_AND, [RMW_OR] = OP_OR,   [RMW_XOR] = OP_XOR,
    };
    uint32_t value = atomic_operand(l, c, 1), address = value_register(l, atomic_argument(c, 0));
    uint32_t words = words_of_width(c->width), d = register_new(l, words), result = register_new(l, words);
    emit(l, OP_RMW, c->width, update_aux((int)operation, order_argument(c, 0), value_unused(c->call)), d,
         address, value);
    if (words > 1)
        emit(l, OP_WIDE_BINARY, c->width, opcodes[operation], result, d, value);
    else
        emit(l, opcodes[operation], c->width, 0, result, d, value);
    if (operation == RMW_NAND && words > 1) {
        emit_unsupported(l, "a 128-bit atomic nand");
    } else if (operation == RMW_NAND) {
        uint32_t flipped = emit_new(l, OP_XOR_I, c->width, 0, result, UINT32_MAX);
        result = flipped;
    }
    give_result(l, c, 2, result);
}

// bool (object, expected *, desired, ...): on failure the value found is stored to *expected.
static void library_compare_exchange(struct lowering *l, const struct library_call *c, unsigned parameter)
{
    (void)parameter;
    uint32_t expected = register_new(l, words_of_width(c->width)), success;
    struct address kept = atomic_place(l, c, 1);
    emit_load(l, kept, 0, c->width, 0, expected);
    uint32_t desired = atomic_operand(l, c, 2), address = value_register(l, atomic_argument(c, 0));
    uint32_t orders = order_argument(c, 1) << ORDER_SHIFT | order_argument(c, 0);
    uint32_t d = emit_compare_exchange(l, c->width, orders, address, expected, desired, &success);
    // On success the value found is the expected one: storing it changes nothing.
    store_registers(l, kept, c->width, 0, d);
    const struct type_info *type = type_of(l, c->call);
    uint32_t width = type->leaves[0].width;
    if (width > 1)
        success = emit_new(l, OP_ZEXT, width, 1, success, 0);
    value_set_register(l, c->call, success, 1);
}

static void library_lock_free(struct lowering *l, const struct library_call *c, unsigned parameter)
{
    (void)parameter;
    struct word word = word_of_constant(c->width <= l->pointer_bits);
    value_set(l, c->call, &word, 1);
}

static const struct library {
    const char *name;
    void (*function)(struct lowering *l, const struct library_call *c, unsigned parameter);
    unsigned parameter;
    bool has_generic;
} libraries[] = {
    {"load", library_load, 0, true},
    {"store", library_store, 0, true},
    {"exchange", library_update, RMW_XCHG, true},
    {"compare_exchange", library_compare_exchange, 0, true},
    {"is_lock_free", library_lock_free, 0, true},
    {"fetch_add", library_update, RMW_ADD, false},
    {"fetch_sub", library_update, RMW_SUB, false},
    {"fetch_and", library_update, RMW_AND, false},
    {"fetch_nand", library_update, RMW_NAND, false},
    {"fetch_or", library_update, RMW_OR, false},
    {"fetch_xor", library_update, RMW_XOR, false},
    {"add_fetch", library_update_new, RMW_ADD, false},
    {"sub_fetch", library_update_new, RMW_SUB, false},
    {"and_fetch", library_update_new, RMW_AND, false},
    {"nand_fetch", library_update_new, RMW_NAND, false},
    {"or_fetch", library_update_new, RMW_OR, false},
    {"xor_fetch", library_update_new, RMW_XOR, false},
};

static bool size_supported(uint64_t size)
{
    return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}

bool lower_atomic_library(struct lowering *l, LLVMValueRef call, const char *name, bool defined)
{
    static const char prefix[] = "__atomic_";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0)
        return false;
    name += sizeof prefix - 1;
    for (unsigned i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        size_t length = strlen(libraries[i].name);
        if (strncmp(name, libraries[i].name, length) != 0 || (name[length] && name[length] != '_'))
            continue;
        bool generic = name[length] == 0;
        char *end = NULL;
        uint64_t size = generic ? 0 : strtoull(name + length + 1, &end, 10);
        if ((end && *end) || (generic && !libraries[i].has_generic))
            continue;
        if (generic && LLVMIsAConstantInt(LLVMGetOperand(call, 0)))
            size = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
        struct library_call c = {call, (uint32_t)size * 8, generic ? 1 : 0, generic};
        if (defined && !size_supported(size))
            return false;
        value_set_undefined(l, call);
        if (size_supported(size) || libraries[i].function == library_lock_free)
            libraries[i].function(l, &c, libraries[i].parameter);
        else
            emit_unsupported(l, "an atomic access of %llu bytes", (unsigned long long)size);
        return true;
    }
    return false;
}
