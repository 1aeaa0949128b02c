#include "lower/reach.h"

#include "base/memory.h"
#include "base/vector.h"
#include "lower/modules.h"
#include "lower/recovery.h"

#include <string.h>

LLVMValueRef reach_next(LLVMModuleRef module, LLVMValueRef global)
{
    LLVMValueRef next = NULL;
    bool function = global && LLVMIsAFunction(global), variable = global && LLVMIsAGlobalVariable(global);
    if (!global || function)
        next = global ? LLVMGetNextFunction(global) : LLVMGetFirstFunction(module);
    if (!next && (!global || function || variable))
        next = variable ? LLVMGetNextGlobal(global) : LLVMGetFirstGlobal(module);
    if (!next)
        next = global && !function && !variable ? LLVMGetNextGlobalAlias(global)
                                                : LLVMGetFirstGlobalAlias(module);
    return next;
}

bool reach_is_local(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
           linkage == LLVMAppendingLinkage || linkage == LLVMAvailableExternallyLinkage;
}

bool reach_is_root(const char *name)
{
    return strcmp(name, "main") == 0 || strcmp(name, "exit") == 0 || // which runs when main returns
           strcmp(name, RECOVERY_ROUTINE) == 0;
}

// A definition that was made local for a while.
struct hidden {
    char *name;
    LLVMLinkage linkage;
    LLVMVisibility visibility;
};
typedef VECTOR(struct hidden) hidden_list;

static void hide_definitions(LLVMModuleRef module, hidden_list *list)
{
    for (LLVMValueRef g = reach_next(module, NULL); g; g = reach_next(module, g)) {
        size_t length;
        const char *name = LLVMGetValueName2(g, &length);
        if (LLVMIsDeclaration(g) || reach_is_local(g) || reach_is_root(name))
            continue;
        struct hidden one = {memory_copy_bytes(name, length), LLVMGetLinkage(g), LLVMGetVisibility(g)};
        vector_push(list, one);
        LLVMSetVisibility(g, LLVMDefaultVisibility);
        LLVMSetLinkage(g, LLVMInternalLinkage);
    }
}

static LLVMValueRef named(LLVMModuleRef module, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, name), global = LLVMGetNamedGlobal(module, name);
    return function ? function : global ? global : LLVMGetNamedGlobalAlias(module, name, strlen(name));
}

static void show_definitions(LLVMModuleRef module, hidden_list *list)
{
    for (uint32_t i = 0; i < list->size; i++) {
        LLVMValueRef g = named(module, list->data[i].name);
        if (g) {
            LLVMSetLinkage(g, list->data[i].linkage);
            LLVMSetVisibility(g, list->data[i].visibility);
        }
        memory_free(list->data[i].name);
    }
    vector_free(list);
}

bool reach_reduce(LLVMModuleRef module, struct error *error)
{
    hidden_list list = {0};
    hide_definitions(module, &list);
    bool reduced = module_run_passes(module, "globaldce", error);
    show_definitions(module, &list);
    return reduced;
}
