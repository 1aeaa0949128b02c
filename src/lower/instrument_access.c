// Accesses to memory: loads and stores, atomic ones, copies and fills.
#include "lower/instrument_code.h"

#include "record/instrumented.h"

#include <string.h>

enum { WORD = 8, LONGEST = 4096 };

static LLVMValueRef at_offset(struct instrumenter *in, LLVMValueRef pointer, uint64_t offset)
{
    LLVMValueRef index = instrument_number(in, offset);
    return offset ? LLVMBuildGEP2(in->builder, in->i8, pointer, &index, 1, "") : pointer;
}

static void call_record_event(struct instrumenter *in, LLVMValueRef head, LLVMValueRef pointer,
                              LLVMValueRef value)
{
    LLVMValueRef arguments[] = {head, pointer, value};
    instrument_call(in, "heddle_record_event", "vlpl", arguments);
}

// The bits of a value as an integer of as many; NULL: it has none of its own (structures, vectors of odd
// things).
static LLVMValueRef bits_of(struct instrumenter *in, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMIntegerTypeKind)
        return value;
    if (kind == LLVMPointerTypeKind)
        return LLVMBuildPtrToInt(in->builder, value, in->i64, "");
    LLVMTypeKind part = kind == LLVMVectorTypeKind ? LLVMGetTypeKind(LLVMGetElementType(type)) : kind;
    if (part != LLVMHalfTypeKind && part != LLVMFloatTypeKind && part != LLVMDoubleTypeKind &&
        part != LLVMX86_FP80TypeKind && part != LLVMFP128TypeKind && part != LLVMIntegerTypeKind)
        return NULL;
    unsigned bits = (unsigned)LLVMSizeOfTypeInBits(in->layout, type);
    if (bits % 8 != 0)
        return NULL;
    return LLVMBuildBitCast(in->builder, value, LLVMIntTypeInContext(in->context, bits), "");
}

static void access_unknown(struct instrumenter *in, enum recording_kind kind, unsigned flags, uint64_t size,
                           LLVMValueRef pointer, uint32_t place)
{
    for (uint64_t at = 0; at < size; at += LONGEST) {
        uint64_t part = size - at < LONGEST ? size - at : LONGEST;
        call_record_event(in, instrument_head(in, kind, flags | RECORDED_NO_VALUE, part, place),
                          at_offset(in, pointer, at), instrument_number(in, 0));
    }
}

// What has more than 8 bytes is an event for each of them, so that its value is known.
static void access_plain(struct instrumenter *in, enum recording_kind kind, unsigned flags,
                         LLVMValueRef value, LLVMValueRef pointer, uint32_t place)
{
    uint64_t size = LLVMStoreSizeOfType(in->layout, LLVMTypeOf(value));
    LLVMValueRef bits = size <= 64 ? bits_of(in, value) : NULL;
    if (!bits) {
        access_unknown(in, kind, flags, size, pointer, place);
        return;
    }
    for (uint64_t at = 0; at < size; at += WORD) {
        uint64_t part = size - at < WORD ? size - at : WORD;
        LLVMTypeRef whole = LLVMTypeOf(bits);
        LLVMValueRef shifted =
            at ? LLVMBuildLShr(in->builder, bits, LLVMConstInt(whole, at * 8, false), "") : bits;
        LLVMValueRef word = LLVMGetIntTypeWidth(whole) > 64
                                ? LLVMBuildTrunc(in->builder, shifted, in->i64, "")
                                : LLVMBuildZExt(in->builder, shifted, in->i64, "");
        unsigned own = at ? flags | RECORDED_CONTINUES : flags;
        call_record_event(in, instrument_head(in, kind, own, part, place), at_offset(in, pointer, at), word);
    }
}

static void position_before(struct instrumenter *in, LLVMValueRef instruction)
{
    LLVMPositionBuilderBefore(in->builder, instruction);
}

static void position_after(struct instrumenter *in, LLVMValueRef instruction)
{
    LLVMPositionBuilderBefore(in->builder, LLVMGetNextInstruction(instruction));
}

static void begin_atomic(struct instrumenter *in, LLVMValueRef instruction, LLVMValueRef pointer,
                         uint32_t place)
{
    LLVMValueRef arguments[] = {instrument_place(in, place), pointer};
    position_before(in, instruction);
    instrument_call(in, "heddle_record_atomic_begin", "vip", arguments);
    position_after(in, instruction);
}

static void end_atomic(struct instrumenter *in, LLVMValueRef head, LLVMValueRef pointer)
{
    LLVMValueRef arguments[] = {head, pointer};
    instrument_call(in, "heddle_record_atomic_end", "vlp", arguments);
}

static void access_atomic(struct instrumenter *in, LLVMValueRef instruction, enum recording_kind kind,
                          LLVMTypeRef type, LLVMValueRef pointer, uint32_t place)
{
    begin_atomic(in, instruction, pointer, place);
    end_atomic(in, instrument_head(in, kind, 0, LLVMStoreSizeOfType(in->layout, type), place), pointer);
}

// A comparison that fails has only read.
static void record_compare_exchange(struct instrumenter *in, LLVMValueRef instruction, uint32_t place)
{
    LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
    uint64_t size = LLVMStoreSizeOfType(in->layout, LLVMTypeOf(LLVMGetOperand(instruction, 1)));
    begin_atomic(in, instruction, pointer, place);
    LLVMValueRef done = LLVMBuildExtractValue(in->builder, instruction, 1, "");
    end_atomic(in,
               LLVMBuildSelect(in->builder, done, instrument_head(in, RECORDED_ATOMIC_UPDATE, 0, size, place),
                               instrument_head(in, RECORDED_ATOMIC_READ, 0, size, place), ""),
               pointer);
}

// The thread waits for its turn before it loads what is recorded afterwards.
static void before_load(struct instrumenter *in, LLVMValueRef load, uint32_t place)
{
    uint64_t size = LLVMStoreSizeOfType(in->layout, LLVMTypeOf(load));
    LLVMValueRef arguments[] = {instrument_head(in, RECORDED_READ, 0, size < WORD ? size : WORD, place),
                                LLVMGetOperand(load, 0)};
    position_before(in, load);
    instrument_call(in, "heddle_record_before", "vlp", arguments);
}

// What is loaded is recorded after it was; what is stored before, so that nobody can have read what is not
// yet recorded.
static void load_or_store(struct instrumenter *in, LLVMValueRef instruction, uint32_t place)
{
    bool load = LLVMIsALoadInst(instruction) != NULL;
    LLVMValueRef pointer = LLVMGetOperand(instruction, load ? 0 : 1),
                 value = load ? instruction : LLVMGetOperand(instruction, 0);
    unsigned flags = LLVMGetVolatile(instruction) ? RECORDED_VOLATILE : 0;
    if (LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic) {
        access_atomic(in, instruction, load ? RECORDED_ATOMIC_READ : RECORDED_ATOMIC_WRITE, LLVMTypeOf(value),
                      pointer, place);
        return;
    }
    if (load && in->steered)
        before_load(in, instruction, place);
    (load ? position_after : position_before)(in, instruction);
    access_plain(in, load ? RECORDED_READ : RECORDED_WRITE, flags, value, pointer, place);
}

// ---- copies and fills: the library makes them

static bool is_intrinsic(LLVMValueRef call, const char *name)
{
    LLVMValueRef function = LLVMGetCalledValue(call);
    return LLVMIsAFunction(function) && strncmp(LLVMGetValueName(function), name, strlen(name)) == 0;
}

static LLVMValueRef as_size(struct instrumenter *in, LLVMValueRef size)
{
    return LLVMBuildZExtOrBitCast(in->builder, size, in->i64, "");
}

static bool copy_or_fill(struct instrumenter *in, LLVMValueRef call, uint32_t place)
{
    bool fill = is_intrinsic(call, "llvm.memset.");
    if (!fill && !is_intrinsic(call, "llvm.memcpy.") && !is_intrinsic(call, "llvm.memmove."))
        return false;
    LLVMValueRef to = LLVMGetOperand(call, 0), second = LLVMGetOperand(call, 1);
    bool to_private = private_is(in, to), from_private = fill || private_is(in, second);
    if (to_private && from_private)
        return true;
    position_before(in, call);
    LLVMValueRef size = as_size(in, LLVMGetOperand(call, 2));
    if (fill) {
        LLVMValueRef byte = LLVMBuildZExt(in->builder, second, in->i32, "");
        LLVMValueRef arguments[] = {instrument_place(in, place), to, byte, size};
        instrument_call(in, "heddle_record_set", "pipil", arguments);
    } else {
        unsigned flags =
            (to_private ? RECORDED_TO_PRIVATE : 0u) | (from_private ? RECORDED_FROM_PRIVATE : 0u);
        LLVMValueRef arguments[] = {instrument_place(in, place), to, second, size,
                                    LLVMConstInt(in->i32, flags, false)};
        instrument_call(in, "heddle_record_move", "pippli", arguments);
    }
    LLVMInstructionEraseFromParent(call);
    return true;
}

static LLVMValueRef pointer_of(LLVMValueRef instruction)
{
    return LLVMGetOperand(instruction, LLVMIsAStoreInst(instruction) ? 1 : 0);
}

bool instrument_access(struct instrumenter *in, LLVMValueRef instruction, uint32_t place)
{
    if (LLVMIsACallInst(instruction))
        return copy_or_fill(in, instruction, place);
    bool plain = LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction),
         update = LLVMIsAAtomicRMWInst(instruction) != NULL,
         exchange = LLVMIsAAtomicCmpXchgInst(instruction) != NULL;
    if (!plain && !update && !exchange)
        return false;
    LLVMValueRef pointer = pointer_of(instruction);
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != 0 || private_is(in, pointer))
        return true; // another address space: the thread's own
    if (plain)
        load_or_store(in, instruction, place);
    else if (update)
        access_atomic(in, instruction, RECORDED_ATOMIC_UPDATE, LLVMTypeOf(instruction), pointer, place);
    else
        record_compare_exchange(in, instruction, place);
    return true;
}
