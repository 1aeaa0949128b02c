#include "lower/assembly_meaning.h"

LLVMValueRef build_constant(const struct execution *e, unsigned width, uint64_t value)
{
    return LLVMConstInt(integer_type(e->a, width), value, false);
}

LLVMValueRef build_comparison(const struct execution *e, LLVMIntPredicate predicate, LLVMValueRef a,
                              LLVMValueRef b)
{
    return LLVMBuildICmp(e->a->builder, predicate, a, b, "");
}

LLVMValueRef build_binary(const struct execution *e, LLVMOpcode opcode, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildBinOp(e->a->builder, opcode, a, b, "");
}

LLVMValueRef build_bit(const struct execution *e, bool value)
{
    return build_constant(e, 1, value);
}

LLVMValueRef build_resized(const struct execution *e, LLVMValueRef value, unsigned width, bool sign)
{
    unsigned from = LLVMGetIntTypeWidth(LLVMTypeOf(value));
    LLVMTypeRef type = integer_type(e->a, width);
    if (from > width)
        return LLVMBuildTrunc(e->a->builder, value, type, "");
    return from == width ? value
           : sign        ? LLVMBuildSExt(e->a->builder, value, type, "")
                         : LLVMBuildZExt(e->a->builder, value, type, "");
}

LLVMValueRef build_intrinsic(const struct execution *e, const char *name, bool with_poison,
                             LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(e->a->module, id, &type, 1);
    LLVMValueRef arguments[] = {value, build_bit(e, false)};
    return LLVMBuildCall2(e->a->builder, LLVMGlobalGetValueType(function), function, arguments,
                          with_poison ? 2 : 1, "");
}

LLVMValueRef build_is_negative(const struct execution *e, LLVMValueRef value)
{
    return build_comparison(e, LLVMIntSLT, value, LLVMConstNull(LLVMTypeOf(value)));
}

LLVMValueRef build_is_zero(const struct execution *e, LLVMValueRef value)
{
    return build_comparison(e, LLVMIntEQ, value, LLVMConstNull(LLVMTypeOf(value)));
}

void set_result_flags(const struct execution *e, LLVMValueRef result)
{
    LLVMValueRef ones = build_intrinsic(e, "llvm.ctpop", false, build_resized(e, result, 8, false));
    e->a->flags.zero = build_is_zero(e, result);
    e->a->flags.sign = build_is_negative(e, result);
    e->a->flags.parity = build_is_zero(e, build_resized(e, ones, 1, false));
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

LLVMValueRef known_flag(struct assembly *a, LLVMValueRef flag)
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
    case 0: value = known_flag(a, f->overflow); break;
    case 1: value = known_flag(a, f->carry); break;
    case 2: value = known_flag(a, f->zero); break;
    case 3: value = LLVMBuildOr(a->builder, known_flag(a, f->carry), known_flag(a, f->zero), ""); break;
    case 4: value = known_flag(a, f->sign); break;
    case 5: value = known_flag(a, f->parity); break;
    default:
        value = LLVMBuildXor(a->builder, known_flag(a, f->sign), known_flag(a, f->overflow), "");
        if (condition / 2 == 7)
            value = LLVMBuildOr(a->builder, value, known_flag(a, f->zero), "");
    }
    return condition % 2 ? LLVMBuildNot(a->builder, value, "") : value;
}

// ---- memory

LLVMValueRef build_atomic_update(const struct execution *e, LLVMAtomicRMWBinOp operation, LLVMValueRef value)
{
    return LLVMBuildAtomicRMW(e->a->builder, operation, place_address(e->a, e->target), value,
                              LLVMAtomicOrderingSequentiallyConsistent, false);
}

LLVMValueRef read_source(const struct execution *e)
{
    return place_read(e->a, e->source, e->width);
}

LLVMValueRef read_target(const struct execution *e)
{
    return place_read(e->a, e->target, e->width);
}

void write_target(const struct execution *e, LLVMValueRef value)
{
    place_write(e->a, e->target, value, e->width);
}
