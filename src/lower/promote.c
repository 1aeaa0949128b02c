#include "lower/promote.h"

#include "base/memory.h"
#include "base/vector.h"
#include "lower/scopes.h"

#include <llvm-c/DebugInfo.h>

#include <stdbool.h>
#include <stdlib.h>

// A load or store of one scalar, `size` bytes at `offset` of the variable.
struct promoted_access {
    LLVMValueRef instruction;
    uint64_t offset, size;
};

// Bytes of the variable that become a variable of their own.
struct piece {
    uint64_t offset, size;
    LLVMValueRef variable; // NULL: not made yet
};

struct promote_variable {
    LLVMTargetDataRef layout;
    VECTOR(struct promoted_access) accesses;
    VECTOR(struct piece) pieces;    // ascending
    VECTOR(LLVMValueRef) addresses; // getelementptr instructions, to be removed
    VECTOR(LLVMValueRef) markers;   // calls that only mark a lifetime
    bool refused;
};

enum { MAX_ACCESSES = 1000, MAX_ADDRESSES = 1000 };

// The bits of a scalar that fills whole bytes, else 0.
static uint64_t scalar_bits(const struct promote_variable *v, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
    case LLVMPointerTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind: {
        uint64_t bits = LLVMSizeOfTypeInBits(v->layout, type);
        return bits % 8 ? 0 : bits;
    }
    default: return 0;
    }
}

static bool constant_offset(const struct promote_variable *v, LLVMValueRef gep, uint64_t *offset)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    int count = LLVMGetNumOperands(gep);
    for (int k = 1; k < count; k++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)k);
        if (!LLVMIsAConstantInt(index))
            return false;
        int64_t n = LLVMConstIntGetSExtValue(index);
        if (k > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *offset += LLVMOffsetOfElement(v->layout, type, (unsigned)n);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)n);
            continue;
        }
        if (k > 1)
            type = LLVMGetElementType(type);
        *offset += (uint64_t)n * LLVMABISizeOfType(v->layout, type);
    }
    return true;
}

static void collect_accesses(struct promote_variable *v, LLVMValueRef address, uint64_t offset,
                             uint64_t limit);

static void collect_accesses_of_user(struct promote_variable *v, LLVMValueRef address, LLVMValueRef user,
                                     uint64_t offset, uint64_t limit)
{
    bool load = LLVMIsALoadInst(user) != NULL;
    bool store =
        LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address && LLVMGetOperand(user, 0) != address;
    uint64_t inner = offset;
    if (load || store) {
        LLVMTypeRef type = LLVMTypeOf(load ? user : LLVMGetOperand(user, 0));
        struct promoted_access access = {user, offset, scalar_bits(v, type) / 8};
        v->refused |= !access.size || LLVMGetVolatile(user) ||
                      LLVMGetOrdering(user) != LLVMAtomicOrderingNotAtomic || offset + access.size > limit ||
                      v->accesses.size == MAX_ACCESSES;
        vector_push(&v->accesses, access);
    } else if (LLVMIsAGetElementPtrInst(user) && v->addresses.size < MAX_ADDRESSES && // so deep this nests
               constant_offset(v, user, &inner) && inner <= limit) {
        vector_push(&v->addresses, user);
        collect_accesses(v, user, inner, limit);
    } else if (scope_is_mark(user)) {
        vector_push(&v->markers, user);
    } else {
        v->refused = true;
    }
}

static void collect_accesses(struct promote_variable *v, LLVMValueRef address, uint64_t offset,
                             uint64_t limit)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use && !v->refused; use = LLVMGetNextUse(use))
        collect_accesses_of_user(v, address, LLVMGetUser(use), offset, limit);
}

static int compare_offsets(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

// Cuts the variable at every start and end of an access. Bytes between that nobody touches get a piece nobody
// uses.
static void cut_into_pieces(struct promote_variable *v)
{
    VECTOR(uint64_t) bounds = {0};
    for (uint32_t i = 0; i < v->accesses.size; i++) {
        const struct promoted_access *access = &v->accesses.data[i];
        vector_push(&bounds, access->offset);
        vector_push(&bounds, access->offset + access->size);
    }
    if (bounds.size)
        qsort(bounds.data, bounds.size, sizeof *bounds.data, compare_offsets);
    for (uint32_t i = 1; i < bounds.size; i++)
        if (bounds.data[i] != bounds.data[i - 1])
            vector_push(&v->pieces,
                        (struct piece){bounds.data[i - 1], bounds.data[i] - bounds.data[i - 1], NULL});
    vector_free(&bounds);
}

// The bits of a value as another type of that size.
static LLVMValueRef reinterpret(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef type)
{
    LLVMTypeKind from = LLVMGetTypeKind(LLVMTypeOf(value)), to = LLVMGetTypeKind(type);
    if (LLVMTypeOf(value) == type)
        return value;
    if (from == LLVMPointerTypeKind)
        return LLVMBuildPtrToInt(builder, value, type, "");
    if (to == LLVMPointerTypeKind)
        return LLVMBuildIntToPtr(builder, value, type, "");
    return LLVMBuildBitCast(builder, value, type, "");
}

static LLVMTypeRef integer_type(LLVMValueRef value, uint64_t bytes)
{
    return LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)), (unsigned)bytes * 8);
}

// The variable of a piece, made where the whole one was.
static LLVMValueRef variable_of_piece(LLVMBuilderRef builder, LLVMValueRef alloca, struct piece *piece)
{
    if (!piece->variable) {
        LLVMPositionBuilderBefore(builder, alloca);
        piece->variable = LLVMBuildAlloca(builder, integer_type(alloca, piece->size), "");
    }
    return piece->variable;
}

static LLVMValueRef load_pieces(LLVMBuilderRef builder, const struct promoted_access *access,
                                struct piece *piece)
{
    LLVMTypeRef whole = integer_type(access->instruction, access->size);
    LLVMValueRef value = NULL;
    for (; piece->offset < access->offset + access->size; piece++) {
        LLVMTypeRef type = integer_type(access->instruction, piece->size);
        LLVMValueRef part = LLVMBuildLoad2(builder, type, piece->variable, "");
        if (piece->size == access->size)
            return part;
        part = LLVMBuildZExt(builder, part, whole, "");
        if (!value) {
            value = part;
        } else {
            LLVMValueRef amount = LLVMConstInt(whole, (piece->offset - access->offset) * 8, 0);
            value = LLVMBuildOr(builder, value, LLVMBuildShl(builder, part, amount, ""), "");
        }
        if (piece->offset + piece->size == access->offset + access->size)
            break;
    }
    return value;
}

static void store_pieces(LLVMBuilderRef builder, const struct promoted_access *access, struct piece *piece)
{
    LLVMTypeRef whole = integer_type(access->instruction, access->size);
    LLVMValueRef value = reinterpret(builder, LLVMGetOperand(access->instruction, 0), whole);
    for (;; piece++) {
        LLVMValueRef part = value;
        if (piece->size != access->size) {
            LLVMValueRef amount = LLVMConstInt(whole, (piece->offset - access->offset) * 8, 0);
            LLVMValueRef shifted =
                piece->offset == access->offset ? value : LLVMBuildLShr(builder, value, amount, "");
            part = LLVMBuildTrunc(builder, shifted, integer_type(access->instruction, piece->size), "");
        }
        LLVMBuildStore(builder, part, piece->variable);
        if (piece->offset + piece->size == access->offset + access->size)
            return;
    }
}

static void replace_access(struct promote_variable *v, LLVMBuilderRef builder, LLVMValueRef alloca,
                           const struct promoted_access *access)
{
    LLVMValueRef old = access->instruction;
    struct piece *first = v->pieces.data;
    while (first->offset != access->offset)
        first++;
    for (struct piece *p = first; p->offset + p->size <= access->offset + access->size; p++) {
        variable_of_piece(builder, alloca, p);
        if (p == &vector_last(&v->pieces))
            break;
    }
    LLVMPositionBuilderBefore(builder, old);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(old));
    if (LLVMIsALoadInst(old))
        LLVMReplaceAllUsesWith(old,
                               reinterpret(builder, load_pieces(builder, access, first), LLVMTypeOf(old)));
    else
        store_pieces(builder, access, first);
    LLVMInstructionEraseFromParent(old);
}

static void replace_by_pieces(struct promote_variable *v, LLVMBuilderRef builder, LLVMValueRef alloca)
{
    cut_into_pieces(v);
    for (uint32_t i = 0; i < v->accesses.size; i++)
        replace_access(v, builder, alloca, &v->accesses.data[i]);
    for (uint32_t i = 0; i < v->markers.size; i++)
        LLVMInstructionEraseFromParent(v->markers.data[i]);
    for (uint32_t i = v->addresses.size; i-- > 0;)
        LLVMInstructionEraseFromParent(v->addresses.data[i]);
    LLVMInstructionEraseFromParent(alloca);
}

// What mem2reg does alone: a scalar that is only accessed as what it is.
static bool already_scalar(const struct promote_variable *v, LLVMValueRef alloca)
{
    LLVMTypeRef type = LLVMGetAllocatedType(alloca);
    for (uint32_t i = 0; i < v->accesses.size; i++) {
        LLVMValueRef instruction = v->accesses.data[i].instruction;
        LLVMTypeRef own =
            LLVMTypeOf(LLVMIsALoadInst(instruction) ? instruction : LLVMGetOperand(instruction, 0));
        if (own != type)
            return false;
    }
    return !v->addresses.size;
}

static void promote_alloca(LLVMTargetDataRef layout, LLVMBuilderRef builder, LLVMValueRef alloca)
{
    struct promote_variable v = {.layout = layout};
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    if (!LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1)
        return;
    collect_accesses(&v, alloca, 0, LLVMABISizeOfType(layout, LLVMGetAllocatedType(alloca)));
    if (!v.refused && !already_scalar(&v, alloca))
        replace_by_pieces(&v, builder, alloca);
    vector_free(&v.accesses);
    vector_free(&v.pieces);
    vector_free(&v.addresses);
    vector_free(&v.markers);
}

void promote_pieces(LLVMModuleRef module)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    VECTOR(LLVMValueRef) allocas = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        // Variables in other blocks are made anew whenever control comes there: only those of the entry are
        // taken.
        vector_clear(&allocas);
        LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
        for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAAllocaInst(i))
                vector_push(&allocas, i);
        for (uint32_t i = 0; i < allocas.size; i++)
            promote_alloca(layout, builder, allocas.data[i]);
    }
    vector_free(&allocas);
    LLVMDisposeBuilder(builder);
}
