#include "lower/assembly.h"

#include "lower/assembly_code.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

static const char attribute[] = "heddle-assembly";

static void keep_reason(LLVMValueRef call, LLVMContextRef context, const char *why)
{
    char *text = memory_format(": %s", why);
    LLVMAttributeRef reason = LLVMCreateStringAttribute(context, attribute, (unsigned)strlen(attribute), text,
                                                        (unsigned)strlen(text));
    LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, reason);
    memory_free(text);
}

const char *assembly_reason(LLVMValueRef call)
{
    LLVMAttributeRef reason = LLVMGetCallSiteStringAttribute(
        call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute, (unsigned)strlen(attribute));
    unsigned length;
    return reason ? LLVMGetStringAttributeValue(reason, &length) : "";
}

// Computes a value and nothing else.
static bool only_computes_value(LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence: return false;
    case LLVMCall: return LLVMGetIntrinsicID(LLVMGetCalledValue(instruction)) != 0;
    default: return true;
    }
}

// Erases what was built between `before` (NULL: the start of the block) and the call: all, or what nobody
// uses.
static void erase_built(LLVMValueRef before, LLVMValueRef call, bool all)
{
    for (LLVMValueRef i = LLVMGetPreviousInstruction(call), next; i && i != before; i = next) {
        next = LLVMGetPreviousInstruction(i);
        if (all || (!LLVMGetFirstUse(i) && only_computes_value(i)))
            LLVMInstructionEraseFromParent(i);
    }
}

// `xchg %rbx, OPERAND` or `mov %rbx, OPERAND`, as wide as the register.
static bool saves_b(struct assembly *a, const struct assembly_instruction *i, const char *name)
{
    if (strncmp(i->name, name, strlen(name)) != 0 || strlen(i->name) > strlen(name) + 1 || i->count != 2 ||
        i->lock)
        return false;
    for (unsigned k = 0; k < 2; k++)
        if (i->places[k].kind != PLACE_PART)
            return false;
    return i->places[0].part.kind == PART_REGISTER && i->places[0].part.number == REGISTER_B &&
           i->places[0].part.width == a->pointer_bits && i->places[1].part.kind == PART_OPERAND &&
           place_width(a, &i->places[1]) == a->pointer_bits;
}

// `cpuid` between a save of %rbx to an output and the exchange that gives it back, since compilers keep
// something of their own there: what is left is that the output has what came in %ebx.
static bool identifies_around_b(struct assembly *a, const struct assembly_text *text, uint32_t at)
{
    if (at + 2 >= text->instructions.size)
        return false;
    const struct assembly_instruction *i = &text->instructions.data[at];
    return strcmp(i[1].name, "cpuid") == 0 && (saves_b(a, &i[0], "xchg") || saves_b(a, &i[0], "mov")) &&
           saves_b(a, &i[2], "xchg") && i[0].places[1].part.number == i[2].places[1].part.number;
}

static LLVMValueRef build_assembly(struct assembly *a, const struct assembly_text *text,
                                   LLVMValueRef assembly, char **why)
{
    size_t length;
    operands_begin(a, LLVMGetInlineAsmConstraintString(assembly, &length));
    if (a->why) {
        *why = memory_copy_string(a->why);
        return NULL;
    }
    for (uint32_t i = 0; i < text->instructions.size; i++) {
        unsigned unchanged = assembly_unchanged(a, text, i);
        if (unchanged) {
            a->flags = (struct flags){0}; // rotations say something of them; nobody asks
            i += unchanged - 1;
        } else if (identifies_around_b(a, text, i)) {
            assembly_identify(a, place_cell(a, &text->instructions.data[i].places[1]));
            i += 2;
        } else {
            assembly_execute(a, &text->instructions.data[i]);
        }
        if (a->why) {
            *why = memory_format("\"%s\": %s", text->instructions.data[i].text, a->why);
            return NULL;
        }
    }
    LLVMValueRef result = operands_end(a);
    if (a->why)
        *why = memory_copy_string(a->why);
    return result;
}

static void resolve_assembly(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call)
{
    LLVMValueRef assembly = LLVMGetCalledValue(call), before = LLVMGetPreviousInstruction(call),
                 result = NULL;
    struct assembly a = {
        .context = LLVMGetModuleContext(module),
        .module = module,
        .builder = builder,
        .call = call,
        .pointer_bits = LLVMPointerSize(LLVMGetModuleDataLayout(module)) * 8,
    };
    size_t length;
    const char *from = LLVMGetInlineAsmAsmString(assembly, &length);
    struct assembly_text text = assembly_read(from, length);
    char *why = NULL;
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    if (LLVMGetInlineAsmDialect(assembly) != LLVMInlineAsmDialectATT)
        why = memory_copy_string("Intel's syntax");
    else if (text.why)
        why = memory_copy_string(text.why);
    else
        result = build_assembly(&a, &text, assembly, &why);
    if (!why && result)
        LLVMReplaceAllUsesWith(call, result);
    erase_built(before, call, why != NULL);
    if (why)
        keep_reason(call, a.context, why);
    else
        LLVMInstructionEraseFromParent(call);
    memory_free(why);
    assembly_free(&text);
}

void assembly_resolve(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
                    resolve_assembly(module, builder, i);
            }
    LLVMDisposeBuilder(builder);
}
