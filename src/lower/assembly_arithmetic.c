// Sums, logic, bits and shifts. Flags that a processor leaves undefined are not known here either.
#include "lower/assembly_meaning.h"

// ---- sums and logic

static void set_sum_flags(const struct execution *e, bool subtract, LLVMValueRef a, LLVMValueRef b,
                          LLVMValueRef carry, LLVMValueRef result)
{
    LLVMValueRef over =
        subtract ? build_comparison(e, LLVMIntULT, a, b) : build_comparison(e, LLVMIntULT, result, a);
    if (carry) {
        LLVMValueRef same =
            subtract ? build_comparison(e, LLVMIntEQ, a, b) : build_comparison(e, LLVMIntEQ, result, a);
        over = build_binary(e, LLVMOr, over, build_binary(e, LLVMAnd, carry, same));
    }
    LLVMValueRef left = build_binary(e, LLVMXor, a, subtract ? b : result);
    LLVMValueRef right = build_binary(e, LLVMXor, subtract ? a : b, result);
    e->a->flags.carry = over;
    e->a->flags.overflow = build_is_negative(e, build_binary(e, LLVMAnd, left, right));
    set_result_flags(e, result);
}

LLVMValueRef calculate_with_flags(const struct execution *e, enum assembly_operation operation,
                                  LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef carry = NULL, result;
    switch (operation) {
    case ADD_CARRY:
    case SUBTRACT_BORROW: carry = known_flag(e->a, e->a->flags.carry); /* fall through */
    case ADD:
    case SUBTRACT:
    case COMPARE: {
        bool subtract = operation != ADD && operation != ADD_CARRY;
        result = build_binary(e, subtract ? LLVMSub : LLVMAdd, a, b);
        if (carry)
            result = build_binary(e, subtract ? LLVMSub : LLVMAdd, result,
                                  build_resized(e, carry, e->width, false));
        set_sum_flags(e, subtract, a, b, carry, result);
        return result;
    }
    case AND:
    case TEST: result = build_binary(e, LLVMAnd, a, b); break;
    case OR: result = build_binary(e, LLVMOr, a, b); break;
    default: result = build_binary(e, LLVMXor, a, b); break;
    }
    e->a->flags.carry = e->a->flags.overflow = build_bit(e, false);
    set_result_flags(e, result);
    return result;
}

// `xor %0, %0`, `sub %0, %0` and `sbb %0, %0` do not depend on what was in the register.
static bool is_own_inverse(const struct execution *e, enum assembly_operation operation)
{
    if (operation != XOR && operation != SUBTRACT && operation != SUBTRACT_BORROW)
        return false;
    return !place_is_memory(e->a, e->source) && !place_is_constant(e->a, e->source) &&
           !place_is_memory(e->a, e->target) && place_cell(e->a, e->source) == place_cell(e->a, e->target);
}

void assembly_calculate_binary(const struct execution *e, unsigned operation)
{
    static const LLVMAtomicRMWBinOp atomic[TEST + 1] = {
        // of those that may have `lock`
        [ADD] = LLVMAtomicRMWBinOpAdd, [SUBTRACT] = LLVMAtomicRMWBinOpSub, [AND] = LLVMAtomicRMWBinOpAnd,
        [OR] = LLVMAtomicRMWBinOpOr,   [XOR] = LLVMAtomicRMWBinOpXor,
    };
    bool writes = operation != COMPARE && operation != TEST;
    LLVMValueRef zero = build_constant(e, e->width, 0);
    if (is_own_inverse(e, operation)) {
        write_target(e, calculate_with_flags(e, operation, zero, zero));
    } else if (e->atomic) {
        LLVMValueRef b = read_source(e);
        calculate_with_flags(e, operation, build_atomic_update(e, atomic[operation], b), b);
    } else {
        LLVMValueRef b = read_source(e), result = calculate_with_flags(e, operation, read_target(e), b);
        if (writes)
            write_target(e, result);
    }
}

void assembly_step_by_one(const struct execution *e, unsigned direction)
{
    LLVMValueRef one = build_constant(e, e->width, 1), carry = e->a->flags.carry;
    enum assembly_operation operation = direction == INCREMENT ? ADD : SUBTRACT;
    if (e->atomic)
        calculate_with_flags(
            e, operation,
            build_atomic_update(e, direction == INCREMENT ? LLVMAtomicRMWBinOpAdd : LLVMAtomicRMWBinOpSub,
                                one),
            one);
    else
        write_target(e, calculate_with_flags(e, operation, read_target(e), one));
    e->a->flags.carry = carry; // is left alone
}

void assembly_negate_target(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    write_target(e, calculate_with_flags(e, SUBTRACT, build_constant(e, e->width, 0), read_target(e)));
}

void assembly_invert_target(const struct execution *e, unsigned parameter) // changes no flags
{
    (void)parameter;
    LLVMValueRef all = LLVMConstAllOnes(integer_type(e->a, e->width));
    if (e->atomic)
        build_atomic_update(e, LLVMAtomicRMWBinOpXor, all);
    else
        write_target(e, build_binary(e, LLVMXor, read_target(e), all));
}

// ---- bits

// In memory a bit whose number is in a register may lie beyond the operand; one in the text does not.
static bool bit_address(const struct execution *e, struct assembly_place *place, LLVMValueRef *address)
{
    if (!place_is_memory(e->a, place))
        return false;
    *address = place_address(e->a, place);
    if (e->source->kind == PLACE_CONSTANT)
        return true;
    LLVMValueRef number = read_source(e), bits = build_constant(e, e->width,
                                                                e->width == 64   ? 6
                                                                : e->width == 32 ? 5
                                                                                 : 4);
    if (place_is_constant(e->a, e->source)) {
        if (LLVMConstIntGetZExtValue(number) >= e->width)
            refuse(e->a, "the number of a bit beyond the operand, which may be in a register or not");
        return true;
    }
    LLVMValueRef words = build_resized(e, build_binary(e, LLVMAShr, number, bits), e->a->pointer_bits, true);
    *address = LLVMBuildGEP2(e->a->builder, integer_type(e->a, e->width), *address, &words, 1, "");
    return true;
}

void assembly_test_bit(const struct execution *e, unsigned action)
{
    LLVMValueRef number = build_binary(e, LLVMAnd, read_source(e), build_constant(e, e->width, e->width - 1)),
                 address = NULL;
    LLVMValueRef mask = build_binary(e, LLVMShl, build_constant(e, e->width, 1), number), old, result;
    struct assembly_place target = *e->target;
    bool memory = bit_address(e, &target, &address);
    LLVMValueRef others = LLVMBuildNot(e->a->builder, mask, "");
    LLVMAtomicRMWBinOp atomic = action == BIT_SET     ? LLVMAtomicRMWBinOpOr
                                : action == BIT_RESET ? LLVMAtomicRMWBinOpAnd
                                                      : LLVMAtomicRMWBinOpXor;
    if (e->width == 8)
        refuse(e->a, "an instruction that there is not");
    if (e->atomic)
        old = LLVMBuildAtomicRMW(e->a->builder, atomic, address, action == BIT_RESET ? others : mask,
                                 LLVMAtomicOrderingSequentiallyConsistent, false);
    else
        old = memory ? memory_read(e->a, address, e->width) : read_target(e);
    result = action == BIT_SET     ? build_binary(e, LLVMOr, old, mask)
             : action == BIT_RESET ? build_binary(e, LLVMAnd, old, others)
                                   : build_binary(e, LLVMXor, old, mask);
    LLVMValueRef zero = e->a->flags.zero; // is left alone; the others are undefined
    e->a->flags = (struct flags){
        .zero = zero,
        .carry = LLVMBuildNot(e->a->builder, build_is_zero(e, build_binary(e, LLVMAnd, old, mask)), "")};
    if (e->atomic || action == BIT_TEST)
        return;
    if (memory)
        memory_write(e->a, address, result);
    else
        write_target(e, result);
}

void assembly_scan_bits(const struct execution *e, unsigned which)
{
    LLVMValueRef value = read_source(e), none = build_is_zero(e, value), found;
    if (which == LOWEST)
        found = build_intrinsic(e, "llvm.cttz", true, value);
    else
        found = build_binary(e, LLVMXor, build_intrinsic(e, "llvm.ctlz", true, value),
                             build_constant(e, e->width, e->width - 1));
    if (e->width == 8)
        refuse(e->a, "an instruction that there is not");
    e->a->flags = (struct flags){.zero = none};
    write_target(e, LLVMBuildSelect(e->a->builder, none, any_value(e->a, e->width), found, ""));
}

void assembly_count_ones(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    LLVMValueRef value = read_source(e), no = build_bit(e, false);
    if (e->width == 8)
        refuse(e->a, "an instruction that there is not");
    e->a->flags = (struct flags){no, no, build_is_zero(e, value), no, no};
    write_target(e, build_intrinsic(e, "llvm.ctpop", false, value));
}

void assembly_swap_bytes(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    if (e->width < 32 || place_is_memory(e->a, e->target))
        refuse(e->a, "an instruction that there is not");
    else
        write_target(e, build_intrinsic(e, "llvm.bswap", false, read_target(e)));
}

// ---- shifts

// How far: of a constant or of %cl, as far as the processor looks at it. A form with one operand shifts by
// one.
static LLVMValueRef shift_distance(const struct execution *e)
{
    uint64_t mask = e->width == 64 ? 63 : 31;
    if (e->instruction->count == 1)
        return build_constant(e, 8, 1);
    bool constant_count = place_is_constant(e->a, e->source);
    if (!constant_count && (place_is_memory(e->a, e->source) || place_cell(e->a, e->source) != REGISTER_C ||
                            (place_width(e->a, e->source) != 8)))
        refuse(e->a, "a count that is neither a constant nor in %cl");
    return build_binary(e, LLVMAnd, place_read(e->a, e->source, 8), build_constant(e, 8, mask));
}

static LLVMValueRef shift_bits(const struct execution *e, LLVMOpcode opcode, LLVMValueRef value,
                               LLVMValueRef count)
{
    unsigned wide = e->width < 32 ? 32 : e->width; // so that no count is too large
    value = build_binary(e, opcode, build_resized(e, value, wide, opcode == LLVMAShr),
                         build_resized(e, count, wide, false));
    return build_resized(e, value, e->width, false);
}

static void set_shift_flags(const struct execution *e, unsigned kind, LLVMValueRef value, uint64_t count,
                            LLVMValueRef result)
{
    LLVMValueRef last = build_constant(e, 8, count - 1);
    LLVMValueRef out =
        kind == SHIFT_LEFT
            ? build_is_negative(e, shift_bits(e, LLVMShl, value, last))
            : build_resized(e, shift_bits(e, kind == SHIFT_RIGHT ? LLVMLShr : LLVMAShr, value, last), 1,
                            false);
    set_result_flags(e, result);
    e->a->flags.carry = count < e->width || kind == SHIFT_ARITHMETIC ? out : NULL;
    e->a->flags.overflow = count > 1             ? NULL
                           : kind == SHIFT_LEFT  ? build_binary(e, LLVMXor, build_is_negative(e, result), out)
                           : kind == SHIFT_RIGHT ? build_is_negative(e, value)
                                                 : build_bit(e, false);
}

void assembly_shift_target(const struct execution *e, unsigned kind)
{
    static const LLVMOpcode opcodes[] = {LLVMShl, LLVMLShr, LLVMAShr};
    LLVMValueRef count = shift_distance(e), value = read_target(e);
    LLVMValueRef result = shift_bits(e, opcodes[kind], value, count);
    write_target(e, result);
    if (!LLVMIsAConstantInt(count))
        e->a->flags = (struct flags){.carry = NULL};
    else if (LLVMConstIntGetZExtValue(count))
        set_shift_flags(e, kind, value, LLVMConstIntGetZExtValue(count), result);
}

void assembly_rotate_target(const struct execution *e, unsigned kind)
{
    LLVMValueRef value = read_target(e), size = build_constant(e, 8, e->width);
    LLVMValueRef count = build_binary(e, LLVMURem, shift_distance(e), size);
    LLVMValueRef rest = build_binary(e, LLVMURem, build_binary(e, LLVMSub, size, count), size);
    LLVMValueRef left = kind == ROTATE_LEFT ? count : rest, right = kind == ROTATE_LEFT ? rest : count;
    write_target(e, build_binary(e, LLVMOr, shift_bits(e, LLVMShl, value, left),
                                 shift_bits(e, LLVMLShr, value, right)));
    e->a->flags.carry = e->a->flags.overflow = NULL; // which follow from the result; nobody asks
}
