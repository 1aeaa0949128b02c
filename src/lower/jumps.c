#include "lower/jumps.h"

#include "base/vector.h"
#include "lower/lexical.h"
#include "lower/lower.h"
#include "lower/modules.h"
#include "lower/optimised.h"
#include "lower/scopes.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

// What src/runtime/jumps.c has for this.
struct jumps {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMBuilderRef mover; // has no place in the source, so that what it moves keeps its own
    LLVMValueRef enter, leave, mark, mark_mask, is_on_its_way, land;
    bool by_pointer; // a function whose address is taken may be left by a jump
    struct lexical lexical;
    struct optimised optimised;
};

// A place where setjmp returns, and a variable of a block, with the block of the source.
struct landing_place {
    LLVMBasicBlockRef block;
    uint32_t within;
    LLVMValueRef stack; // where the stack was is stored there; NULL: nothing is allocated but at the start
};
struct scoped_variable {
    LLVMValueRef alloca;
    uint32_t within;
};

// One function.
struct jumping {
    LLVMValueRef function, frame, result; // of those that call setjmp
    VECTOR(struct landing_place) places;  // by number - 1
    VECTOR(struct scoped_variable) scoped;
    LLVMBasicBlockRef on_its_way; // where calls go that a jump has ended
    LLVMMetadataRef place;        // in the source
    bool grows;                   // it allocates arrays of variable length
};

#define JUMPS_ATTRIBUTE "heddle-jumps"

static bool is_name_in(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool has_attribute(LLVMValueRef function, const char *name)
{
    return LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name,
                                         (unsigned)strlen(name)) != NULL;
}

// A function of the runtime library with one of the names.
static bool is_ours(LLVMValueRef function, const char *const *names, size_t count)
{
    return function && LLVMIsAFunction(function) && has_attribute(function, RUNTIME_ATTRIBUTE) &&
           is_name_in(LLVMGetValueName(function), names, count);
}

static bool is_longjmp(LLVMValueRef function)
{
    static const char *const names[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"};
    return is_ours(function, names, sizeof names / sizeof *names);
}

static bool is_setjmp(LLVMValueRef function)
{
    static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"};
    return is_ours(function, names, sizeof names / sizeof *names);
}

static LLVMValueRef called_by(LLVMValueRef instruction)
{
    return LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
}

// ---- which functions a jump may leave

static bool jumps(LLVMValueRef function)
{
    return has_attribute(function, JUMPS_ATTRIBUTE);
}

static bool has_its_address_taken(LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (called_by(user) != function)
            return true;
        for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
            if (LLVMGetOperand(user, i) == function)
                return true;
    }
    return false;
}

static void note_jumps(struct jumps *j, LLVMValueRef function)
{
    LLVMAttributeRef mark =
        LLVMCreateStringAttribute(j->context, JUMPS_ATTRIBUTE, sizeof JUMPS_ATTRIBUTE - 1, "", 0);
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark);
    j->by_pointer |= has_its_address_taken(function);
}

// Whether a jump may end the call.
static bool may_jump(const struct jumps *j, LLVMValueRef instruction)
{
    LLVMValueRef called = called_by(instruction);
    if (!called || LLVMIsAInlineAsm(called))
        return false;
    return LLVMIsAFunction(called) ? jumps(called) : j->by_pointer;
}

static bool contains_jump(const struct jumps *j, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (may_jump(j, i))
                return true;
    return false;
}

// False: there is no longjmp in the program.
static bool find_jumps(struct jumps *j)
{
    bool changed = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(j->module); f; f = LLVMGetNextFunction(f))
        if (is_longjmp(f)) {
            note_jumps(j, f);
            changed = true;
        }
    bool found = changed;
    while (changed) {
        changed = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(j->module); f; f = LLVMGetNextFunction(f))
            if (!jumps(f) && contains_jump(j, f)) {
                note_jumps(j, f);
                changed = true;
            }
    }
    return found;
}

// ---- blocks

// The rest of the block behind the instruction becomes a block of its own, which is returned; the block then
// has no end. There are no phi nodes.
static LLVMBasicBlockRef split_behind(const struct jumps *j, LLVMValueRef instruction)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
    LLVMBasicBlockRef rest = LLVMAppendBasicBlockInContext(j->context, LLVMGetBasicBlockParent(block), "");
    LLVMMoveBasicBlockAfter(rest, block);
    LLVMPositionBuilderAtEnd(j->mover, rest);
    for (LLVMValueRef i = LLVMGetNextInstruction(instruction), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilder(j->mover, i);
    }
    return rest;
}

static LLVMValueRef call_runtime_function(const struct jumps *j, LLVMValueRef function,
                                          LLVMValueRef *arguments, unsigned count)
{
    return LLVMBuildCall2(j->builder, LLVMGlobalGetValueType(function), function, arguments, count, "");
}

static void set_place(struct jumps *j, const struct jumping *f)
{
    LLVMSetCurrentDebugLocation2(j->builder, f->place);
}

// ---- variables of blocks

static LLVMValueRef marked_variable_of(LLVMValueRef declaration)
{
    LLVMValueRef value = lexical_described(declaration);
    return value && LLVMIsAAllocaInst(value) && scope_has_marks(value) ? value : NULL;
}

static void note_scoped(struct jumps *j, struct jumping *f, LLVMValueRef declaration)
{
    LLVMValueRef alloca = marked_variable_of(declaration);
    LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(declaration, 1));
    uint32_t within = lexical_of_variable(&j->lexical, variable, LLVMInstructionGetDebugLoc(declaration));
    if (alloca && within != LEXICAL_NONE)
        vector_push(&f->scoped, (struct scoped_variable){alloca, within});
}

// Compound literals are not declared: their block is the innermost one around all of their uses (unmarked.h).
static void note_literal(struct jumps *j, struct jumping *f, LLVMValueRef alloca)
{
    static const char name[] = ".compoundliteral";
    size_t length;
    uint32_t within = LEXICAL_NONE;
    if (strncmp(LLVMGetValueName2(alloca, &length), name, sizeof name - 1) != 0 || !scope_has_marks(alloca))
        return;
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        uint32_t at =
            scope_is_mark(user) ? LEXICAL_NONE : lexical_at(&j->lexical, LLVMInstructionGetDebugLoc(user));
        if (at != LEXICAL_NONE)
            within = within == LEXICAL_NONE ? at : lexical_common(&j->lexical, within, at);
    }
    if (within != LEXICAL_NONE)
        within = lexical_of_statement(&j->lexical, within);
    if (within != LEXICAL_NONE)
        vector_push(&f->scoped, (struct scoped_variable){alloca, within});
}

static void find_scoped(struct jumps *j, struct jumping *f)
{
    if (!optimised_not(&j->optimised, f->function))
        return;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsADbgDeclareInst(i))
                note_scoped(j, f, i);
            else if (LLVMIsAAllocaInst(i))
                note_literal(j, f, i);
}

// ---- arrays of variable length, and what alloca gives: a jump takes the stack back to where setjmp found it

static void find_growth(struct jumping *f)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f->function);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            f->grows |= LLVMIsAAllocaInst(i) && (b != entry || !LLVMIsConstant(LLVMGetOperand(i, 0)));
}

static LLVMValueRef call_intrinsic(const struct jumps *j, const char *name, LLVMValueRef *arguments,
                                   unsigned count)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(j->context, 0);
    LLVMValueRef intrinsic =
        LLVMGetIntrinsicDeclaration(j->module, LLVMLookupIntrinsicID(name, strlen(name)), &pointer, 1);
    return call_runtime_function(j, intrinsic, arguments, count);
}

// Where the builder stands, before the jump to the place.
static void restore_stack(const struct jumps *j, const struct landing_place *place)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(j->context, 0);
    LLVMValueRef saved = LLVMBuildLoad2(j->builder, pointer, place->stack, "");
    call_intrinsic(j, "llvm.stackrestore", &saved, 1);
}

// Where a jump goes that lands at a place: there, by way of the ends of the blocks that it leaves. (One that
// has not begun, or is over, is not ended again.)
static LLVMBasicBlockRef way_to_landing(const struct jumps *j, const struct jumping *f,
                                        const struct landing_place *place, LLVMMetadataRef source)
{
    LLVMBasicBlockRef way = NULL;
    for (uint32_t k = 0; k < f->scoped.size && place->within != LEXICAL_NONE; k++) {
        if (lexical_within(&j->lexical, place->within, f->scoped.data[k].within))
            continue;
        if (!way)
            way = LLVMAppendBasicBlockInContext(j->context, f->function, "");
        LLVMPositionBuilderAtEnd(j->builder, way);
        LLVMSetCurrentDebugLocation2(j->builder, source);
        scope_mark(j->builder, f->scoped.data[k].alloca, true, 0);
    }
    if (place->stack) {
        if (!way)
            way = LLVMAppendBasicBlockInContext(j->context, f->function, "");
        LLVMPositionBuilderAtEnd(j->builder, way);
        LLVMSetCurrentDebugLocation2(j->builder, source);
        restore_stack(j, place);
    }
    if (way)
        LLVMBuildBr(j->builder, place->block);
    return way ? way : place->block;
}

// ---- setjmp

static void make_frame(struct jumps *j, struct jumping *f)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f->function);
    LLVMPositionBuilderBefore(j->builder, LLVMGetFirstInstruction(entry));
    set_place(j, f);
    f->frame = LLVMBuildAlloca(j->builder, LLVMPointerTypeInContext(j->context, 0), "frame of setjmp");
    f->result = LLVMBuildAlloca(j->builder, LLVMInt32TypeInContext(j->context), "result of setjmp");
    call_runtime_function(j, j->enter, &f->frame, 1);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (!end || !LLVMIsAReturnInst(end))
            continue;
        LLVMPositionBuilderBefore(j->builder, end);
        set_place(j, f);
        call_runtime_function(j, j->leave, &f->frame, 1);
    }
}

static LLVMTypeRef word_type(const struct jumps *j)
{
    return LLVMGetReturnType(LLVMGlobalGetValueType(j->land));
}

// Of a sigsetjmp, whether it saves the mask of signals; NULL: it does not.
static LLVMValueRef mask_argument(LLVMValueRef setjmp)
{
    LLVMValueRef mask = LLVMGetNumArgOperands(setjmp) > 1 ? LLVMGetOperand(setjmp, 1) : NULL;
    return mask && LLVMIsConstant(mask) && LLVMIsNull(mask) ? NULL : mask;
}

// NULL: nothing has to be taken back.
static LLVMValueRef save_stack(const struct jumps *j, const struct jumping *f)
{
    if (!f->grows)
        return NULL;
    LLVMBasicBlockRef block = LLVMGetInsertBlock(j->builder);
    LLVMMetadataRef place = LLVMGetCurrentDebugLocation2(j->builder);
    LLVMPositionBuilderBefore(j->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->function)));
    LLVMValueRef stack =
        LLVMBuildAlloca(j->builder, LLVMPointerTypeInContext(j->context, 0), "stack of setjmp");
    LLVMPositionBuilderAtEnd(j->builder, block);
    LLVMSetCurrentDebugLocation2(j->builder, place);
    LLVMBuildStore(j->builder, call_intrinsic(j, "llvm.stacksave", NULL, 0), stack);
    return stack;
}

// setjmp marks the place, has the result 0, and goes on in a block of its own, where longjmp leads, too.
static void lower_setjmp(struct jumps *j, struct jumping *f, LLVMValueRef setjmp)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(setjmp), rest = split_behind(j, setjmp);
    uint32_t within = lexical_at(&j->lexical, LLVMInstructionGetDebugLoc(setjmp));
    LLVMPositionBuilderAtEnd(j->builder, block);
    LLVMSetCurrentDebugLocation2(j->builder, LLVMInstructionGetDebugLoc(setjmp));
    vector_push(&f->places, (struct landing_place){rest, within, save_stack(j, f)});
    LLVMValueRef arguments[] = {LLVMGetOperand(setjmp, 0), f->frame,
                                LLVMConstInt(word_type(j), f->places.size, 0), mask_argument(setjmp)};
    if (arguments[3])
        call_runtime_function(j, j->mark_mask, arguments, 4);
    else
        call_runtime_function(j, j->mark, arguments, 3);
    LLVMTypeRef type = LLVMInt32TypeInContext(j->context);
    LLVMBuildStore(j->builder, LLVMConstNull(type), f->result);
    LLVMBuildBr(j->builder, rest);
    LLVMPositionBuilderBefore(j->builder, LLVMGetFirstInstruction(rest));
    LLVMSetCurrentDebugLocation2(j->builder, LLVMInstructionGetDebugLoc(setjmp));
    LLVMReplaceAllUsesWith(setjmp, LLVMBuildLoad2(j->builder, type, f->result, ""));
    LLVMInstructionEraseFromParent(setjmp);
}

typedef VECTOR(LLVMValueRef) instruction_list;

static void lower_setjmps(struct jumps *j, struct jumping *f)
{
    instruction_list found = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_setjmp(called_by(i)) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind)
                vector_push(&found, i);
    if (found.size) {
        f->place = LLVMInstructionGetDebugLoc(found.data[0]);
        find_scoped(j, f);
        find_growth(f);
        make_frame(j, f);
    }
    for (uint32_t k = 0; k < found.size; k++)
        lower_setjmp(j, f, found.data[k]);
    vector_free(&found);
}

// ---- calls that a jump may end

static void return_nothing(const struct jumps *j, const struct jumping *f)
{
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f->function));
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(j->builder);
    else
        LLVMBuildRet(j->builder, LLVMConstNull(type));
}

// Where a jump is on its way: to one of the function's own places, or out.
static LLVMBasicBlockRef make_landing(struct jumps *j, struct jumping *f, LLVMMetadataRef place)
{
    LLVMBasicBlockRef landing = LLVMAppendBasicBlockInContext(j->context, f->function, "");
    LLVMPositionBuilderAtEnd(j->builder, landing);
    LLVMSetCurrentDebugLocation2(j->builder, place);
    if (!f->frame) {
        return_nothing(j, f);
        return landing;
    }
    LLVMBasicBlockRef out = LLVMAppendBasicBlockInContext(j->context, f->function, "");
    LLVMValueRef arguments[] = {f->frame, f->result}, site = call_runtime_function(j, j->land, arguments, 2);
    LLVMValueRef branch = LLVMBuildSwitch(j->builder, site, out, f->places.size);
    for (uint32_t k = 0; k < f->places.size; k++)
        LLVMAddCase(branch, LLVMConstInt(word_type(j), k + 1, 0),
                    way_to_landing(j, f, &f->places.data[k], place));
    LLVMPositionBuilderAtEnd(j->builder, out);
    LLVMSetCurrentDebugLocation2(j->builder, place);
    return_nothing(j, f);
    return landing;
}

static void lower_call(struct jumps *j, struct jumping *f, LLVMValueRef instruction)
{
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction);
    if (!f->on_its_way)
        f->on_its_way = make_landing(j, f, place);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction), rest = split_behind(j, instruction);
    LLVMPositionBuilderAtEnd(j->builder, block);
    LLVMSetCurrentDebugLocation2(j->builder, place);
    LLVMBuildCondBr(j->builder, call_runtime_function(j, j->is_on_its_way, NULL, 0), f->on_its_way, rest);
}

static void lower_calls(struct jumps *j, struct jumping *f)
{
    instruction_list found = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (may_jump(j, i))
                vector_push(&found, i);
    for (uint32_t k = 0; k < found.size; k++)
        lower_call(j, f, found.data[k]);
    vector_free(&found);
}

// ---- all

// Values that are used in another block than their own go through memory, and phi nodes do: where a jump
// leads they are what they are then. Promotion takes that back.
static bool demote(const struct jumps *j, struct error *error)
{
    return module_run_passes(j->module, "function(reg2mem)", error);
}

static bool is_jump_function(LLVMValueRef function)
{
    return function && !LLVMIsDeclaration(function);
}

// False: nothing calls setjmp, so that no jump can succeed.
static bool find_jump_functions(struct jumps *j)
{
    j->enter = LLVMGetNamedFunction(j->module, "__runtime_jump_enter");
    j->leave = LLVMGetNamedFunction(j->module, "__runtime_jump_leave");
    j->mark = LLVMGetNamedFunction(j->module, "__runtime_jump_mark");
    j->mark_mask = LLVMGetNamedFunction(j->module, "__runtime_jump_mark_mask");
    j->is_on_its_way = LLVMGetNamedFunction(j->module, "__runtime_jump_is_on_its_way");
    j->land = LLVMGetNamedFunction(j->module, "__runtime_jump_land");
    return is_jump_function(j->enter) && is_jump_function(j->leave) && is_jump_function(j->mark) &&
           is_jump_function(j->is_on_its_way) && is_jump_function(j->land);
}

static bool resolve_jumps(struct jumps *j, struct error *error)
{
    VECTOR(struct jumping) functions = {0};
    if (!demote(j, error))
        return false;
    for (LLVMValueRef f = LLVMGetFirstFunction(j->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && !is_setjmp(f) && !is_longjmp(f)) {
            vector_push(&functions, (struct jumping){.function = f});
            lower_setjmps(j, &vector_last(&functions));
        }
    bool done = demote(j, error);
    for (uint32_t k = 0; k < functions.size; k++) {
        if (done)
            lower_calls(j, &functions.data[k]);
        vector_free(&functions.data[k].places);
        vector_free(&functions.data[k].scoped);
    }
    vector_free(&functions);
    return done;
}

bool jumps_resolve(LLVMModuleRef module, struct error *error)
{
    struct jumps j = {.module = module, .context = LLVMGetModuleContext(module)};
    if (!find_jump_functions(&j) || !find_jumps(&j))
        return true;
    j.builder = LLVMCreateBuilderInContext(j.context);
    j.mover = LLVMCreateBuilderInContext(j.context);
    j.lexical.context = j.context;
    j.optimised = optimised_units(module);
    LLVMBool records = LLVMIsNewDbgInfoFormat(module);
    LLVMSetIsNewDbgInfoFormat(module, false); // as calls, declarations can be looked at
    bool done = resolve_jumps(&j, error);
    LLVMSetIsNewDbgInfoFormat(module, records);
    optimised_free(&j.optimised);
    lexical_free(&j.lexical);
    LLVMDisposeBuilder(j.builder);
    LLVMDisposeBuilder(j.mover);
    return done;
}
