// What instructions mean: a table from their names to functions that build LLVM's instructions. One with
// `lock`, or an `xchg` with memory, is one sequentially consistent atomic operation. Without `lock` an
// instruction that changes memory reads it and writes it, and others may come between, as they may on
// processors.
//
// Flags that a processor leaves undefined are not known here either, and reading them has no meaning. Intel's
// manual (volume 2) is what the functions follow.
#include "lower/assembly_code.h"

#include <stdio.h>

// What an instruction works on.
struct execution {
    struct assembly *a;
    const struct assembly_instruction *instruction;
    const struct assembly_place *source, *target; // the first and the last of its places
    unsigned width;                               // bits; 0: it has none
    bool atomic;                                  // it changes memory, with `lock`
};

static LLVMValueRef constant_bits(const struct execution *e, unsigned width, uint64_t value)
{
    return LLVMConstInt(integer_type(e->a, width), value, false);
}

static LLVMValueRef compare_values(const struct execution *e, LLVMIntPredicate predicate, LLVMValueRef a,
                                   LLVMValueRef b)
{
    return LLVMBuildICmp(e->a->builder, predicate, a, b, "");
}

static LLVMValueRef combine(const struct execution *e, LLVMOpcode opcode, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildBinOp(e->a->builder, opcode, a, b, "");
}

static LLVMValueRef truth_bit(const struct execution *e, bool value)
{
    return constant_bits(e, 1, value);
}

static LLVMValueRef resize_value(const struct execution *e, LLVMValueRef value, unsigned width, bool sign)
{
    unsigned from = LLVMGetIntTypeWidth(LLVMTypeOf(value));
    LLVMTypeRef type = integer_type(e->a, width);
    if (from > width)
        return LLVMBuildTrunc(e->a->builder, value, type, "");
    return from == width ? value
           : sign        ? LLVMBuildSExt(e->a->builder, value, type, "")
                         : LLVMBuildZExt(e->a->builder, value, type, "");
}

// llvm.NAME of an integer; with_poison: it takes a second operand that says whether zero has no result.
static LLVMValueRef intrinsic(const struct execution *e, const char *name, bool with_poison,
                              LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(e->a->module, id, &type, 1);
    LLVMValueRef arguments[] = {value, truth_bit(e, false)};
    return LLVMBuildCall2(e->a->builder, LLVMGlobalGetValueType(function), function, arguments,
                          with_poison ? 2 : 1, "");
}

static LLVMValueRef build_is_negative(const struct execution *e, LLVMValueRef value)
{
    return compare_values(e, LLVMIntSLT, value, LLVMConstNull(LLVMTypeOf(value)));
}

static LLVMValueRef build_is_zero(const struct execution *e, LLVMValueRef value)
{
    return compare_values(e, LLVMIntEQ, value, LLVMConstNull(LLVMTypeOf(value)));
}

static void set_result_flags(const struct execution *e, LLVMValueRef result)
{
    LLVMValueRef ones = intrinsic(e, "llvm.ctpop", false, resize_value(e, result, 8, false));
    e->a->flags.zero = build_is_zero(e, result);
    e->a->flags.sign = build_is_negative(e, result);
    e->a->flags.parity = build_is_zero(e, resize_value(e, ones, 1, false));
}

// ---- conditions

bool condition_find(const char *name, size_t length, unsigned *condition)
{
    static const char *const names[16][4] = {
        {"o"},        {"no"},       {"b", "c", "nae"}, {"ae", "nb", "nc"},
        {"e", "z"},   {"ne", "nz"}, {"be", "na"},      {"a", "nbe"},
        {"s"},        {"ns"},       {"p", "pe"},       {"np", "po"},
        {"l", "nge"}, {"ge", "nl"}, {"le", "ng"},      {"g", "nle"},
    };
    for (unsigned i = 0; i < 16; i++)
        for (unsigned k = 0; k < 4 && names[i][k]; k++)
            if (strlen(names[i][k]) == length && strncmp(names[i][k], name, length) == 0) {
                *condition = i;
                return true;
            }
    return false;
}

static LLVMValueRef flag(struct assembly *a, LLVMValueRef flag)
{
    if (flag)
        return flag;
    refuse(a, "a flag is read that nothing before it defines");
    return LLVMGetUndef(integer_type(a, 1));
}

LLVMValueRef condition_value(struct assembly *a, unsigned condition)
{
    const struct flags *f = &a->flags;
    LLVMValueRef value;
    switch (condition / 2) { // as the processor numbers them; odd ones are negated
    case 0: value = flag(a, f->overflow); break;
    case 1: value = flag(a, f->carry); break;
    case 2: value = flag(a, f->zero); break;
    case 3: value = LLVMBuildOr(a->builder, flag(a, f->carry), flag(a, f->zero), ""); break;
    case 4: value = flag(a, f->sign); break;
    case 5: value = flag(a, f->parity); break;
    default:
        value = LLVMBuildXor(a->builder, flag(a, f->sign), flag(a, f->overflow), "");
        if (condition / 2 == 7)
            value = LLVMBuildOr(a->builder, value, flag(a, f->zero), "");
    }
    return condition % 2 ? LLVMBuildNot(a->builder, value, "") : value;
}

// ---- memory

static LLVMValueRef update_target_atomically(const struct execution *e, LLVMAtomicRMWBinOp operation,
                                             LLVMValueRef value)
{
    return LLVMBuildAtomicRMW(e->a->builder, operation, place_address(e->a, e->target), value,
                              LLVMAtomicOrderingSequentiallyConsistent, false);
}

// Reads the source and the target; the source first, since writing an output may take its register.
static LLVMValueRef read_source(const struct execution *e)
{
    return place_read(e->a, e->source, e->width);
}

static LLVMValueRef read_target_place(const struct execution *e)
{
    return place_read(e->a, e->target, e->width);
}

static void write_target(const struct execution *e, LLVMValueRef value)
{
    place_write(e->a, e->target, value, e->width);
}

// ---- sums and logic

enum assembly_operation { ADD, SUBTRACT, ADD_CARRY, SUBTRACT_BORROW, AND, OR, XOR, COMPARE, TEST };

static void set_sum_flags(const struct execution *e, bool subtract, LLVMValueRef a, LLVMValueRef b,
                          LLVMValueRef carry, LLVMValueRef result)
{
    LLVMValueRef over =
        subtract ? compare_values(e, LLVMIntULT, a, b) : compare_values(e, LLVMIntULT, result, a);
    if (carry) {
        LLVMValueRef same =
            subtract ? compare_values(e, LLVMIntEQ, a, b) : compare_values(e, LLVMIntEQ, result, a);
        over = combine(e, LLVMOr, over, combine(e, LLVMAnd, carry, same));
    }
    LLVMValueRef left = combine(e, LLVMXor, a, subtract ? b : result);
    LLVMValueRef right = combine(e, LLVMXor, subtract ? a : b, result);
    e->a->flags.carry = over;
    e->a->flags.overflow = build_is_negative(e, combine(e, LLVMAnd, left, right));
    set_result_flags(e, result);
}

// The result of an operation, and the flags after it. a: the target's value.
static LLVMValueRef calculate(const struct execution *e, enum assembly_operation operation, LLVMValueRef a,
                              LLVMValueRef b)
{
    LLVMValueRef carry = NULL, result;
    switch (operation) {
    case ADD_CARRY:
    case SUBTRACT_BORROW: carry = flag(e->a, e->a->flags.carry); /* fall through */
    case ADD:
    case SUBTRACT:
    case COMPARE: {
        bool subtract = operation != ADD && operation != ADD_CARRY;
        result = combine(e, subtract ? LLVMSub : LLVMAdd, a, b);
        if (carry)
            result =
                combine(e, subtract ? LLVMSub : LLVMAdd, result, resize_value(e, carry, e->width, false));
        set_sum_flags(e, subtract, a, b, carry, result);
        return result;
    }
    case AND:
    case TEST: result = combine(e, LLVMAnd, a, b); break;
    case OR: result = combine(e, LLVMOr, a, b); break;
    default: result = combine(e, LLVMXor, a, b); break;
    }
    e->a->flags.carry = e->a->flags.overflow = truth_bit(e, false);
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

static void calculate_binary(const struct execution *e, unsigned operation)
{
    static const LLVMAtomicRMWBinOp atomic[TEST + 1] = {
        // of those that may have `lock`
        [ADD] = LLVMAtomicRMWBinOpAdd, [SUBTRACT] = LLVMAtomicRMWBinOpSub, [AND] = LLVMAtomicRMWBinOpAnd,
        [OR] = LLVMAtomicRMWBinOpOr,   [XOR] = LLVMAtomicRMWBinOpXor,
    };
    bool writes = operation != COMPARE && operation != TEST;
    LLVMValueRef zero = constant_bits(e, e->width, 0);
    if (is_own_inverse(e, operation)) {
        write_target(e, calculate(e, operation, zero, zero));
    } else if (e->atomic) {
        LLVMValueRef b = read_source(e);
        calculate(e, operation, update_target_atomically(e, atomic[operation], b), b);
    } else {
        LLVMValueRef b = read_source(e), result = calculate(e, operation, read_target_place(e), b);
        if (writes)
            write_target(e, result);
    }
}

enum { INCREMENT, DECREMENT };

static void step_by_one(const struct execution *e, unsigned direction)
{
    LLVMValueRef one = constant_bits(e, e->width, 1), carry = e->a->flags.carry;
    enum assembly_operation operation = direction == INCREMENT ? ADD : SUBTRACT;
    if (e->atomic)
        calculate(e, operation,
                  update_target_atomically(
                      e, direction == INCREMENT ? LLVMAtomicRMWBinOpAdd : LLVMAtomicRMWBinOpSub, one),
                  one);
    else
        write_target(e, calculate(e, operation, read_target_place(e), one));
    e->a->flags.carry = carry; // is left alone
}

static void negate(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    write_target(e, calculate(e, SUBTRACT, constant_bits(e, e->width, 0), read_target_place(e)));
}

static void invert(const struct execution *e, unsigned parameter) // changes no flags
{
    (void)parameter;
    LLVMValueRef all = LLVMConstAllOnes(integer_type(e->a, e->width));
    if (e->atomic)
        update_target_atomically(e, LLVMAtomicRMWBinOpXor, all);
    else
        write_target(e, combine(e, LLVMXor, read_target_place(e), all));
}

// ---- moves

static void move_value(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    write_target(e, read_source(e));
}

// movzbl and the like: parameter, see EXTENSION.
#define EXTENSION(sign, from, to) ((sign) << 16 | (from) << 8 | (to))
static void move_extended(const struct execution *e, unsigned parameter)
{
    unsigned from = parameter >> 8 & 255, to = parameter & 255;
    unsigned source = place_width(e->a, e->source), target = place_width(e->a, e->target);
    if ((source && source != from) || target != to)
        refuse(e->a, "operands of other widths than the instruction has");
    LLVMValueRef value = place_read(e->a, e->source, from);
    place_write(e->a, e->target, resize_value(e, value, to, parameter >> 16), to);
}

static void load_address(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    if (!place_is_memory(e->a, e->source) || e->width < 32) {
        refuse(e->a, "an address of something that is not in memory");
        return;
    }
    LLVMTypeRef word = integer_type(e->a, e->a->pointer_bits);
    LLVMValueRef address = LLVMBuildPtrToInt(e->a->builder, place_address(e->a, e->source), word, "");
    write_target(e, resize_value(e, address, e->width, false));
}

static void move_if(const struct execution *e, unsigned condition)
{
    LLVMValueRef value = read_source(e), old = read_target_place(e);
    write_target(e, LLVMBuildSelect(e->a->builder, condition_value(e->a, condition), value, old, ""));
}

static void set_if(const struct execution *e, unsigned condition)
{
    unsigned width = place_width(e->a, e->target);
    if (width && width != 8)
        refuse(e->a, "operands of other widths than the instruction has");
    place_write(e->a, e->target, resize_value(e, condition_value(e->a, condition), 8, false), 8);
}

// ---- exchanges

static void exchange_places(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    struct execution turned = *e;
    if (place_is_memory(e->a, e->source)) { // the two are equal to it
        turned.source = e->target;
        turned.target = e->source;
    }
    LLVMValueRef value = read_source(&turned), old;
    if (place_is_memory(e->a, turned.target)) {
        old = update_target_atomically(&turned, LLVMAtomicRMWBinOpXchg, value);
    } else {
        old = read_target_place(&turned);
        write_target(&turned, value);
    }
    place_write(e->a, turned.source, old, e->width);
}

static void exchange_add(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    LLVMValueRef value = read_source(e), old = e->atomic
                                                   ? update_target_atomically(e, LLVMAtomicRMWBinOpAdd, value)
                                                   : read_target_place(e);
    LLVMValueRef sum = calculate(e, ADD, old, value);
    if (!e->atomic && place_is_memory(e->a, e->target)) { // before the register, where its address may be
        write_target(e, sum);
        place_write(e->a, e->source, old, e->width);
    } else { // where both are one register, it holds the sum
        place_write(e->a, e->source, old, e->width);
        if (!e->atomic)
            write_target(e, sum);
    }
}

// What memory or a register holds; it becomes `desired` where it is equal to `expected`.
static LLVMValueRef exchange_if_equal(const struct execution *e, LLVMValueRef expected, LLVMValueRef desired)
{
    LLVMBuilderRef builder = e->a->builder;
    if (e->atomic) {
        LLVMAtomicOrdering order = LLVMAtomicOrderingSequentiallyConsistent;
        LLVMValueRef both = LLVMBuildAtomicCmpXchg(builder, place_address(e->a, e->target), expected, desired,
                                                   order, order, false);
        return LLVMBuildExtractValue(builder, both, 0, "");
    }
    LLVMValueRef old = read_target_place(e);
    write_target(e, LLVMBuildSelect(builder, compare_values(e, LLVMIntEQ, old, expected), desired, old, ""));
    return old;
}

static void exchange_equal(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    LLVMValueRef expected = cell_read(e->a, REGISTER_A, e->width), desired = read_source(e);
    LLVMValueRef old = exchange_if_equal(e, expected, desired);
    calculate(e, COMPARE, expected, old);
    cell_write_low(e->a, REGISTER_A, old, e->width); // what is above depends on whether they were equal
}

// cmpxchg8b and cmpxchg16b; parameter: bits of half of it.
static void exchange_pair(const struct execution *e, unsigned half)
{
    struct execution whole = *e;
    whole.width = 2 * half;
    LLVMValueRef values[2];
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef low = cell_read(e->a, i ? REGISTER_B : REGISTER_A, half);
        LLVMValueRef high = cell_read(e->a, i ? REGISTER_C : REGISTER_D, half);
        high = combine(e, LLVMShl, resize_value(e, high, whole.width, false),
                       constant_bits(e, whole.width, half));
        values[i] = combine(e, LLVMOr, resize_value(e, low, whole.width, false), high);
    }
    if (!place_is_memory(e->a, e->target) || half > e->a->pointer_bits) {
        refuse(e->a, "an instruction that there is not");
        return;
    }
    LLVMValueRef old = exchange_if_equal(&whole, values[0], values[1]);
    e->a->flags.zero = compare_values(e, LLVMIntEQ, old, values[0]);
    cell_write_low(e->a, REGISTER_A, resize_value(e, old, half, false), half);
    old = combine(e, LLVMLShr, old, constant_bits(e, whole.width, half));
    cell_write_low(e->a, REGISTER_D, resize_value(e, old, half, false), half);
}

// ---- bits

enum { BIT_TEST, BIT_SET, BIT_RESET, BIT_CHANGE };

// In memory a bit whose number is in a register may lie beyond the operand; one in the text does not.
static bool bit_address(const struct execution *e, struct assembly_place *place, LLVMValueRef *address)
{
    if (!place_is_memory(e->a, place))
        return false;
    *address = place_address(e->a, place);
    if (e->source->kind == PLACE_CONSTANT)
        return true;
    LLVMValueRef number = read_source(e), bits = constant_bits(e, e->width,
                                                               e->width == 64   ? 6
                                                               : e->width == 32 ? 5
                                                                                : 4);
    if (place_is_constant(e->a, e->source)) {
        if (LLVMConstIntGetZExtValue(number) >= e->width)
            refuse(e->a, "the number of a bit beyond the operand, which may be in a register or not");
        return true;
    }
    LLVMValueRef words = resize_value(e, combine(e, LLVMAShr, number, bits), e->a->pointer_bits, true);
    *address = LLVMBuildGEP2(e->a->builder, integer_type(e->a, e->width), *address, &words, 1, "");
    return true;
}

static void test_bit(const struct execution *e, unsigned action)
{
    LLVMValueRef number = combine(e, LLVMAnd, read_source(e), constant_bits(e, e->width, e->width - 1)),
                 address = NULL;
    LLVMValueRef mask = combine(e, LLVMShl, constant_bits(e, e->width, 1), number), old, result;
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
        old = memory ? memory_read(e->a, address, e->width) : read_target_place(e);
    result = action == BIT_SET     ? combine(e, LLVMOr, old, mask)
             : action == BIT_RESET ? combine(e, LLVMAnd, old, others)
                                   : combine(e, LLVMXor, old, mask);
    LLVMValueRef zero = e->a->flags.zero; // is left alone; the others are undefined
    e->a->flags = (struct flags){
        .zero = zero,
        .carry = LLVMBuildNot(e->a->builder, build_is_zero(e, combine(e, LLVMAnd, old, mask)), "")};
    if (e->atomic || action == BIT_TEST)
        return;
    if (memory)
        memory_write(e->a, address, result);
    else
        write_target(e, result);
}

enum { LOWEST, HIGHEST };

static void scan(const struct execution *e, unsigned which)
{
    LLVMValueRef value = read_source(e), none = build_is_zero(e, value), found;
    if (which == LOWEST)
        found = intrinsic(e, "llvm.cttz", true, value);
    else
        found = combine(e, LLVMXor, intrinsic(e, "llvm.ctlz", true, value),
                        constant_bits(e, e->width, e->width - 1));
    if (e->width == 8)
        refuse(e->a, "an instruction that there is not");
    e->a->flags = (struct flags){.zero = none};
    write_target(e, LLVMBuildSelect(e->a->builder, none, any_value(e->a, e->width), found, ""));
}

static void count_ones(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    LLVMValueRef value = read_source(e), no = truth_bit(e, false);
    if (e->width == 8)
        refuse(e->a, "an instruction that there is not");
    e->a->flags = (struct flags){no, no, build_is_zero(e, value), no, no};
    write_target(e, intrinsic(e, "llvm.ctpop", false, value));
}

static void swap_bytes(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    if (e->width < 32 || place_is_memory(e->a, e->target))
        refuse(e->a, "an instruction that there is not");
    else
        write_target(e, intrinsic(e, "llvm.bswap", false, read_target_place(e)));
}

// ---- shifts

enum { SHIFT_LEFT, SHIFT_RIGHT, SHIFT_ARITHMETIC, ROTATE_LEFT, ROTATE_RIGHT };

// How far: of a constant or of %cl, as far as the processor looks at it. A form with one operand shifts by
// one.
static LLVMValueRef shift_distance(const struct execution *e)
{
    uint64_t mask = e->width == 64 ? 63 : 31;
    if (e->instruction->count == 1)
        return constant_bits(e, 8, 1);
    bool constant_count = place_is_constant(e->a, e->source);
    if (!constant_count && (place_is_memory(e->a, e->source) || place_cell(e->a, e->source) != REGISTER_C ||
                            (place_width(e->a, e->source) != 8)))
        refuse(e->a, "a count that is neither a constant nor in %cl");
    return combine(e, LLVMAnd, place_read(e->a, e->source, 8), constant_bits(e, 8, mask));
}

static LLVMValueRef shift_bits(const struct execution *e, LLVMOpcode opcode, LLVMValueRef value,
                               LLVMValueRef count)
{
    unsigned wide = e->width < 32 ? 32 : e->width; // so that no count is too large
    value = combine(e, opcode, resize_value(e, value, wide, opcode == LLVMAShr),
                    resize_value(e, count, wide, false));
    return resize_value(e, value, e->width, false);
}

static void set_shift_flags(const struct execution *e, unsigned kind, LLVMValueRef value, uint64_t count,
                            LLVMValueRef result)
{
    LLVMValueRef last = constant_bits(e, 8, count - 1);
    LLVMValueRef out =
        kind == SHIFT_LEFT
            ? build_is_negative(e, shift_bits(e, LLVMShl, value, last))
            : resize_value(e, shift_bits(e, kind == SHIFT_RIGHT ? LLVMLShr : LLVMAShr, value, last), 1,
                           false);
    set_result_flags(e, result);
    e->a->flags.carry = count < e->width || kind == SHIFT_ARITHMETIC ? out : NULL;
    e->a->flags.overflow = count > 1             ? NULL
                           : kind == SHIFT_LEFT  ? combine(e, LLVMXor, build_is_negative(e, result), out)
                           : kind == SHIFT_RIGHT ? build_is_negative(e, value)
                                                 : truth_bit(e, false);
}

static void shift_target(const struct execution *e, unsigned kind)
{
    static const LLVMOpcode opcodes[] = {LLVMShl, LLVMLShr, LLVMAShr};
    LLVMValueRef count = shift_distance(e), value = read_target_place(e);
    LLVMValueRef result = shift_bits(e, opcodes[kind], value, count);
    write_target(e, result);
    if (!LLVMIsAConstantInt(count))
        e->a->flags = (struct flags){.carry = NULL};
    else if (LLVMConstIntGetZExtValue(count))
        set_shift_flags(e, kind, value, LLVMConstIntGetZExtValue(count), result);
}

static void rotate_target(const struct execution *e, unsigned kind)
{
    LLVMValueRef value = read_target_place(e), size = constant_bits(e, 8, e->width);
    LLVMValueRef count = combine(e, LLVMURem, shift_distance(e), size);
    LLVMValueRef rest = combine(e, LLVMURem, combine(e, LLVMSub, size, count), size);
    LLVMValueRef left = kind == ROTATE_LEFT ? count : rest, right = kind == ROTATE_LEFT ? rest : count;
    write_target(
        e, combine(e, LLVMOr, shift_bits(e, LLVMShl, value, left), shift_bits(e, LLVMLShr, value, right)));
    e->a->flags.carry = e->a->flags.overflow = NULL; // which follow from the result; nobody asks
}

// ---- others

static void nothing(const struct execution *e, unsigned parameter)
{
    (void)e;
    (void)parameter;
}

static void fence_memory(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    LLVMBuildFence(e->a->builder, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}

// An instruction with `lock` that changes nothing but flags.
static void fence_by_lock(const struct execution *e)
{
    fence_memory(e, 0);
    e->a->flags = (struct flags){.carry = NULL};
}

static void prefetch(const struct execution *e, unsigned parameter) // also of addresses that are none
{
    (void)parameter;
    if (!place_is_memory(e->a, e->target))
        refuse(e->a, "an instruction that there is not");
}

// The clock of the runtime library.
static void read_cycles(const struct execution *e, unsigned processor)
{
    LLVMValueRef cycles = runtime_call(e->a, "__runtime_cycles", integer_type(e->a, 64), NULL, 0);
    cell_write(e->a, REGISTER_A, resize_value(e, cycles, 32, false), 32);
    cycles = combine(e, LLVMLShr, cycles, constant_bits(e, 64, 32));
    cell_write(e->a, REGISTER_D, resize_value(e, cycles, 32, false), 32);
    if (processor) // which is always the first one, as sched_getcpu says
        cell_write(e->a, REGISTER_C, constant_bits(e, 32, 0), 32);
}

void assembly_identify(struct assembly *a, unsigned b)
{
    const unsigned cells[] = {REGISTER_A, b, REGISTER_C, REGISTER_D};
    LLVMTypeRef type = integer_type(a, 32);
    LLVMValueRef leaf = cell_read(a, REGISTER_A, 32);
    for (unsigned i = 0; i < 4; i++) {
        LLVMValueRef arguments[] = {leaf, LLVMConstInt(type, i, false)};
        cell_write(a, cells[i], runtime_call(a, "__runtime_cpuid", type, arguments, 2), 32);
    }
}

static void identify_processor(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    assembly_identify(e->a, REGISTER_B);
}

// ---- the table

enum {
    SIZED = 1,     // its name takes a suffix for its width (b, w, l, q)
    LOCKS = 2,     // it may have the prefix `lock`
    WRITES = 4,    // its last operand
    CONDITION = 8, // its name ends with a condition
};

static const struct meaning {
    const char *name;
    unsigned char least, most; // operands
    unsigned char flags;
    void (*function)(const struct execution *e, unsigned parameter);
    unsigned parameter; // where the name ends with a condition, that one
} meanings[] = {
    {"nop", 0, 0, 0, nothing, 0},
    {"pause", 0, 0, 0, nothing, 0},
    {"mfence", 0, 0, 0, fence_memory, 0},
    {"lfence", 0, 0, 0, fence_memory, 0},
    {"sfence", 0, 0, 0, fence_memory, 0},
    // Fences of POWER and ARM, in programs for models of their memory. Those that order memory only behind a
    // load and a branch are no fences of C's.
    {"sync", 0, 0, 0, fence_memory, 0},
    {"hwsync", 0, 0, 0, fence_memory, 0},
    {"lwsync", 0, 0, 0, fence_memory, 0},
    {"eieio", 0, 0, 0, fence_memory, 0},
    {"isync", 0, 0, 0, nothing, 0},
    {"dmb", 0, 0, 0, fence_memory, 0},
    {"dsb", 0, 0, 0, fence_memory, 0},
    {"isb", 0, 0, 0, nothing, 0},
    {"prefetcht0", 1, 1, 0, prefetch, 0},
    {"prefetcht1", 1, 1, 0, prefetch, 0},
    {"prefetcht2", 1, 1, 0, prefetch, 0},
    {"prefetchnta", 1, 1, 0, prefetch, 0},
    {"prefetchw", 1, 1, 0, prefetch, 0},
    {"rdtsc", 0, 0, 0, read_cycles, false},
    {"rdtscp", 0, 0, 0, read_cycles, true},
    {"cpuid", 0, 0, 0, identify_processor, 0},
    {"mov", 2, 2, SIZED | WRITES, move_value, 0},
    {"movabs", 2, 2, SIZED | WRITES, move_value, 0},
    {"movzbw", 2, 2, WRITES, move_extended, EXTENSION(0u, 8u, 16u)},
    {"movzbl", 2, 2, WRITES, move_extended, EXTENSION(0u, 8u, 32u)},
    {"movzbq", 2, 2, WRITES, move_extended, EXTENSION(0u, 8u, 64u)},
    {"movzwl", 2, 2, WRITES, move_extended, EXTENSION(0u, 16u, 32u)},
    {"movzwq", 2, 2, WRITES, move_extended, EXTENSION(0u, 16u, 64u)},
    {"movsbw", 2, 2, WRITES, move_extended, EXTENSION(1u, 8u, 16u)},
    {"movsbl", 2, 2, WRITES, move_extended, EXTENSION(1u, 8u, 32u)},
    {"movsbq", 2, 2, WRITES, move_extended, EXTENSION(1u, 8u, 64u)},
    {"movswl", 2, 2, WRITES, move_extended, EXTENSION(1u, 16u, 32u)},
    {"movswq", 2, 2, WRITES, move_extended, EXTENSION(1u, 16u, 64u)},
    {"movslq", 2, 2, WRITES, move_extended, EXTENSION(1u, 32u, 64u)},
    {"lea", 2, 2, SIZED | WRITES, load_address, 0},
    {"cmov", 2, 2, SIZED | WRITES | CONDITION, move_if, 0},
    {"set", 1, 1, WRITES | CONDITION, set_if, 0},
    {"add", 2, 2, SIZED | WRITES | LOCKS, calculate_binary, ADD},
    {"sub", 2, 2, SIZED | WRITES | LOCKS, calculate_binary, SUBTRACT},
    {"adc", 2, 2, SIZED | WRITES, calculate_binary, ADD_CARRY},
    {"sbb", 2, 2, SIZED | WRITES, calculate_binary, SUBTRACT_BORROW},
    {"and", 2, 2, SIZED | WRITES | LOCKS, calculate_binary, AND},
    {"or", 2, 2, SIZED | WRITES | LOCKS, calculate_binary, OR},
    {"xor", 2, 2, SIZED | WRITES | LOCKS, calculate_binary, XOR},
    {"cmp", 2, 2, SIZED, calculate_binary, COMPARE},
    {"test", 2, 2, SIZED, calculate_binary, TEST},
    {"inc", 1, 1, SIZED | WRITES | LOCKS, step_by_one, INCREMENT},
    {"dec", 1, 1, SIZED | WRITES | LOCKS, step_by_one, DECREMENT},
    {"neg", 1, 1, SIZED | WRITES, negate, 0},
    {"not", 1, 1, SIZED | WRITES | LOCKS, invert, 0},
    {"xchg", 2, 2, SIZED | WRITES | LOCKS, exchange_places, 0},
    {"xadd", 2, 2, SIZED | WRITES | LOCKS, exchange_add, 0},
    {"cmpxchg", 2, 2, SIZED | WRITES | LOCKS, exchange_equal, 0},
    {"cmpxchg8b", 1, 1, WRITES | LOCKS, exchange_pair, 32},
    {"cmpxchg16b", 1, 1, WRITES | LOCKS, exchange_pair, 64},
    {"bt", 2, 2, SIZED, test_bit, BIT_TEST},
    {"bts", 2, 2, SIZED | WRITES | LOCKS, test_bit, BIT_SET},
    {"btr", 2, 2, SIZED | WRITES | LOCKS, test_bit, BIT_RESET},
    {"btc", 2, 2, SIZED | WRITES | LOCKS, test_bit, BIT_CHANGE},
    {"bsf", 2, 2, SIZED | WRITES, scan, LOWEST},
    {"bsr", 2, 2, SIZED | WRITES, scan, HIGHEST},
    {"popcnt", 2, 2, SIZED | WRITES, count_ones, 0},
    {"bswap", 1, 1, SIZED | WRITES, swap_bytes, 0},
    {"shl", 1, 2, SIZED | WRITES, shift_target, SHIFT_LEFT},
    {"sal", 1, 2, SIZED | WRITES, shift_target, SHIFT_LEFT},
    {"shr", 1, 2, SIZED | WRITES, shift_target, SHIFT_RIGHT},
    {"sar", 1, 2, SIZED | WRITES, shift_target, SHIFT_ARITHMETIC},
    {"rol", 1, 2, SIZED | WRITES, rotate_target, ROTATE_LEFT},
    {"ror", 1, 2, SIZED | WRITES, rotate_target, ROTATE_RIGHT},
};

// Whether the name is the row's, with what may follow it; *width: what its suffix says (0: nothing).
static bool is_name_of_meaning(const struct meaning *row, const char *name, unsigned *condition,
                               unsigned *width)
{
    static const char suffixes[] = "bwlq";
    size_t own = strlen(row->name), length = strlen(name);
    *width = 0;
    if (strncmp(name, row->name, own) != 0)
        return false;
    const char *rest = name + own;
    for (unsigned cut = 0; cut < 2 && cut <= length - own; cut++) {
        size_t left = length - own - cut;
        const char *suffix = cut ? strchr(suffixes, rest[left]) : NULL;
        if (cut && (!suffix || !(row->flags & SIZED)))
            return false;
        *width = suffix ? 8u << (suffix - suffixes) : 0;
        if (row->flags & CONDITION ? condition_find(rest, left, condition) : left == 0)
            return true;
    }
    return false;
}

static const struct meaning *find_meaning(const char *name, unsigned *condition, unsigned *width)
{
    for (unsigned i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (is_name_of_meaning(&meanings[i], name, condition, width))
            return &meanings[i];
    return NULL;
}

static bool is_count(const struct meaning *row, unsigned place)
{
    return (row->function == shift_target || row->function == rotate_target) && place == 0;
}

// Bits of the operands, of which all registers must have as many. A count of a shift is not looked at.
static unsigned width_of_operands(struct execution *e, const struct meaning *row, unsigned suffix)
{
    unsigned width = suffix;
    for (unsigned i = 0; i < e->instruction->count; i++) {
        if (is_count(row, i) && e->instruction->count == 2)
            continue;
        unsigned own = place_width(e->a, &e->instruction->places[i]);
        if (width && own && own != width)
            refuse(e->a, "operands of different widths");
        width = width ? width : own;
    }
    if (!width)
        refuse(e->a, "nothing says how wide the operands are");
    if (width > e->a->pointer_bits)
        refuse(e->a, "a width that -m32 does not have");
    return width ? width : 8;
}

// `lock; addl $0,0(%rsp)` and the like change nothing.
static bool is_stack_fence(const struct assembly_instruction *i, const struct meaning *row)
{
    const struct assembly_place *source = &i->places[0], *target = &i->places[1];
    bool keeps = row->function == calculate_binary && (row->parameter == ADD || row->parameter == OR ||
                                                       row->parameter == SUBTRACT || row->parameter == XOR);
    return i->lock && keeps && source->kind == PLACE_CONSTANT && source->constant == 0 &&
           target->kind == PLACE_MEMORY && target->index.kind == PART_NONE &&
           target->part.kind == PART_REGISTER && target->part.number == REGISTER_STACK;
}

static void execute_meaning(struct execution *e, const struct meaning *row, unsigned condition,
                            unsigned suffix)
{
    const struct assembly_instruction *i = e->instruction;
    bool memory = i->count && place_is_memory(e->a, e->target);
    bool exchanges = row->function == exchange_places && place_is_memory(e->a, e->source);
    if (row->flags & SIZED)
        e->width = width_of_operands(e, row, suffix);
    if (i->lock && (!(row->flags & LOCKS) || !(memory || exchanges)))
        refuse(e->a, "`lock` before an instruction that is not modelled with it");
    if (i->count == 2 && memory && place_is_memory(e->a, e->source))
        refuse(e->a, "two operands in memory");
    if (row->flags & WRITES && i->count && place_is_constant(e->a, e->target))
        refuse(e->a, "a constant is written");
    e->atomic = i->lock;
    if (!e->a->why)
        row->function(e, row->flags & CONDITION ? condition : row->parameter);
}

void assembly_execute(struct assembly *a, const struct assembly_instruction *i)
{
    unsigned condition = 0, suffix = 0;
    const struct meaning *row = find_meaning(i->name, &condition, &suffix);
    struct execution e = {.a = a, .instruction = i, .source = &i->places[0]};
    e.target = &i->places[i->count ? i->count - 1 : 0];
    if (!row)
        refuse(a, "an instruction that is not modelled");
    else if (i->count < row->least || i->count > row->most)
        refuse(a, "a number of operands that is not modelled");
    else if (i->repeat && (strcmp(i->name, "nop") != 0 || i->lock))
        refuse(a, "a prefix that is not modelled");
    else if (i->lock && row->function == calculate_binary && is_stack_fence(i, row))
        fence_by_lock(&e);
    else
        execute_meaning(&e, row, condition, suffix);
}
