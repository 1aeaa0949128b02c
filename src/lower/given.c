#include "lower/given.h"

#include "base/memory.h"
#include "lower/initialisers.h"
#include "lower/lower.h"

#include <string.h>

// A global of the runtime library with that initial value.
static LLVMValueRef add_global(LLVMModuleRef module, LLVMValueRef value, const char *name, bool constant)
{
    LLVMValueRef global = LLVMAddGlobal(module, LLVMTypeOf(value), name);
    LLVMSetInitializer(global, value);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(global, constant);
    LLVMSetSection(global, RUNTIME_SECTION);
    return global;
}

static LLVMValueRef add_given_text(LLVMModuleRef module, const char *bytes, size_t length)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    return add_global(module, LLVMConstStringInContext(context, bytes, (unsigned)length, false), "", true);
}

static LLVMValueRef contents_of(LLVMModuleRef module, const struct given *given)
{
    LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(module));
    LLVMValueRef value = given->contents
                             ? LLVMConstStringInContext(LLVMGetModuleContext(module), given->contents,
                                                        (unsigned)given->size, true)
                             : LLVMConstNull(LLVMArrayType2(byte, given->size));
    char *name = memory_format("contents of %s", given->name[0] ? given->name : "standard input");
    LLVMValueRef global = add_global(module, value, name, false);
    memory_free(name);
    return global;
}

// {name, contents, size, name of the size where it is an input}
static LLVMValueRef row_of_given(LLVMModuleRef module, const struct given *given, LLVMTypeRef word)
{
    char *text = memory_format("size of %s", given->name[0] ? given->name : "standard input");
    LLVMValueRef no_text = LLVMConstNull(LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0));
    LLVMValueRef fields[] = {
        add_given_text(module, given->name, strlen(given->name)),
        contents_of(module, given),
        LLVMConstInt(word, given->size, false),
        given->contents ? no_text : add_given_text(module, text, strlen(text)),
    };
    memory_free(text);
    return LLVMConstStructInContext(LLVMGetModuleContext(module), fields, 4, false);
}

void given_place(LLVMModuleRef module, const struct given *files, uint32_t count)
{
    LLVMValueRef table = LLVMGetNamedGlobal(module, "__runtime_given");
    if (!table || LLVMIsDeclaration(table) || !count)
        return;
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef word = LLVMIntTypeInContext(context, LLVMPointerSize(LLVMGetModuleDataLayout(module)) * 8);
    LLVMValueRef *rows = memory_zalloc(count, sizeof *rows);
    for (uint32_t i = 0; i < count; i++)
        rows[i] = row_of_given(module, &files[i], word);
    LLVMValueRef array = LLVMConstArray2(LLVMTypeOf(rows[0]), rows, count);
    memory_free(rows);
    LLVMValueRef mount = LLVMGetAggregateElement(LLVMGetInitializer(table), 2);
    LLVMValueRef fields[] = {add_global(module, array, "given files", true), LLVMConstInt(word, count, false),
                             mount};
    LLVMTypeRef type = LLVMGlobalGetValueType(table);
    LLVMSetInitializer(table, LLVMConstNamedStruct(type, fields, 3));
    initialisers_add(module, "llvm.global_ctors", mount);
}
