#include "lower/entries.h"

#include "base/memory.h"
#include "lower/debug_names.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include <string.h>

// What is made, and the types that it needs again and again.
struct entries_making {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    LLVMTypeRef pointer, word, integer; // of a size, and int
    LLVMDIBuilderRef places;
};

static LLVMTypeRef enum_type_attribute(LLVMValueRef function, unsigned parameter, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, parameter + 1, kind);
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static LLVMValueRef declare_function_type(const struct entries_making *m, const char *name,
                                          LLVMTypeRef result, LLVMTypeRef *types, unsigned count)
{
    LLVMValueRef known = LLVMGetNamedFunction(m->module, name);
    return known ? known : LLVMAddFunction(m->module, name, LLVMFunctionType(result, types, count, false));
}

static LLVMValueRef call_declared(const struct entries_making *m, LLVMValueRef function,
                                  LLVMValueRef *arguments, unsigned count)
{
    return LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(function), function, arguments, count, "");
}

// Memory for a value of the type, filled with inputs of that name.
static LLVMValueRef any_object(const struct entries_making *m, LLVMTypeRef type, const char *name)
{
    LLVMTypeRef types[] = {m->pointer, m->word, m->pointer};
    LLVMValueRef symbolic =
        declare_function_type(m, "heddle_symbolic", LLVMVoidTypeInContext(m->context), types, 3);
    LLVMValueRef object = LLVMBuildAlloca(m->builder, type, "");
    LLVMValueRef arguments[] = {object, LLVMConstInt(m->word, LLVMABISizeOfType(m->layout, type), false),
                                LLVMBuildGlobalStringPtr(m->builder, name, "")};
    call_declared(m, symbolic, arguments, 3);
    return object;
}

// A value of the type. An integer of some bits, as _Bool is passed, is made of one of whole bytes.
static LLVMValueRef load_any_value(const struct entries_making *m, LLVMTypeRef type, const char *name)
{
    unsigned bits = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
    LLVMTypeRef stored = bits % 8 ? LLVMIntTypeInContext(m->context, (bits + 7) / 8 * 8) : type;
    LLVMValueRef value = LLVMBuildLoad2(m->builder, stored, any_object(m, stored, name), "");
    return stored == type ? value : LLVMBuildTrunc(m->builder, value, type, "");
}

// The function, where it is defined. A static one can be called from outside of its file from now on.
static LLVMValueRef find_entry_function(const struct entries_place *place, const char *name,
                                        struct error *error)
{
    LLVMValueRef found = NULL;
    for (uint32_t i = 0; i < place->count; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(place->modules[i], name);
        if (!function || LLVMIsDeclaration(function))
            continue;
        if (found) {
            error_set(error, "--entry: two of the files have a function %s", name);
            return NULL;
        }
        found = function;
    }
    if (!found)
        error_set(error, "--entry: none of the files has a function %s", name);
    else if (LLVMGetLinkage(found) == LLVMInternalLinkage)
        LLVMSetLinkage(found, LLVMExternalLinkage);
    return found;
}

static bool is_start_routine(LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    return LLVMCountParams(function) == 1 && LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMPointerTypeKind;
}

// The argument for a parameter; NULL with the error set.
static LLVMValueRef argument_for(const struct entries_making *m, LLVMValueRef function, const char *name,
                                 unsigned parameter, struct error *error)
{
    LLVMValueRef value = LLVMGetParam(function, parameter), argument;
    LLVMTypeRef type = LLVMTypeOf(value), copied = enum_type_attribute(function, parameter, "byval"),
                result = enum_type_attribute(function, parameter, "sret");
    size_t length;
    const char *own = LLVMGetValueName2(value, &length);
    char *text = length ? memory_format("%s of %s", own, name)
                        : memory_format("argument %u of %s", parameter + 1, name);
    if (result)
        argument = LLVMBuildAlloca(m->builder, result, "");
    else if (copied)
        argument = any_object(m, copied, text);
    else if (LLVMGetTypeKind(type) != LLVMPointerTypeKind)
        argument = load_any_value(m, type, text);
    else
        argument = is_start_routine(function) ? LLVMConstNull(type) : NULL;
    if (!argument)
        error_set(
            error,
            "--entry=%s: %s is a pointer, and what it points to is not known: write a main that calls it",
            name, text);
    memory_free(text);
    return argument;
}

// Calls keep how structures are passed.
static void copy_attributes(const struct entries_making *m, LLVMValueRef made, LLVMValueRef function,
                            unsigned parameter)
{
    static const char *const names[] = {"byval", "sret"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMTypeRef type = enum_type_attribute(function, parameter, names[i]);
        unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
        if (type)
            LLVMAddCallSiteAttribute(made, parameter + 1, LLVMCreateTypeAttribute(m->context, kind, type));
    }
}

static LLVMMetadataRef copy_debug_file(const struct entries_making *m, LLVMMetadataRef subprogram)
{
    struct debug_file_names file = debug_file_names(m->context, LLVMDIScopeGetFile(subprogram));
    return LLVMDIBuilderCreateFile(m->places, file.name.text, file.name.length, file.folder.text,
                                   file.folder.length);
}

// Begins the body of a function of ours. It stands where `like`, a function of the user's, does, if that is
// known.
static void begin_function(const struct entries_making *m, LLVMValueRef function, LLVMValueRef like)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(like);
    LLVMPositionBuilderAtEnd(m->builder, LLVMAppendBasicBlockInContext(m->context, function, ""));
    LLVMSetCurrentDebugLocation2(m->builder, NULL);
    if (!subprogram)
        return;
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    unsigned line = LLVMDISubprogramGetLine(subprogram);
    LLVMMetadataRef file = copy_debug_file(m, subprogram);
    LLVMDIBuilderCreateCompileUnit(m->places, LLVMDWARFSourceLanguageC11, file, "", 0, false, "", 0, 0, "", 0,
                                   LLVMDWARFEmissionFull, 0, false, false, "", 0, "", 0);
    LLVMMetadataRef type = LLVMDIBuilderCreateSubroutineType(m->places, file, NULL, 0, LLVMDIFlagZero);
    LLVMMetadataRef own = LLVMDIBuilderCreateFunction(m->places, file, name, length, name, length, file, line,
                                                      type, false, true, line, LLVMDIFlagZero, false);
    LLVMSetSubprogram(function, own);
    LLVMSetCurrentDebugLocation2(m->builder,
                                 LLVMDIBuilderCreateDebugLocation(m->context, line, 0, own, NULL));
}

// void *thread(void *): calls the function once.
static LLVMValueRef make_thread(const struct entries_making *m, LLVMValueRef function, const char *name,
                                struct error *error)
{
    LLVMTypeRef types[] = {m->pointer};
    char *own = memory_format("thread of %s", name);
    LLVMValueRef thread = LLVMAddFunction(m->module, own, LLVMFunctionType(m->pointer, types, 1, false));
    memory_free(own);
    LLVMSetLinkage(thread, LLVMInternalLinkage);
    LLVMValueRef target = LLVMGetNamedFunction(m->module, name);
    if (!target)
        target = LLVMAddFunction(m->module, name, LLVMGlobalGetValueType(function));
    begin_function(m, thread, function);
    unsigned count = LLVMCountParams(function);
    LLVMValueRef *arguments = memory_zalloc((size_t)count + 1, sizeof *arguments);
    bool good = true;
    for (unsigned i = 0; good && i < count; i++)
        good = (arguments[i] = argument_for(m, function, name, i, error)) != NULL;
    if (good) {
        LLVMValueRef made = call_declared(m, target, arguments, count);
        for (unsigned i = 0; i < count; i++)
            copy_attributes(m, made, function, i);
    }
    LLVMBuildRet(m->builder, LLVMConstNull(m->pointer));
    memory_free(arguments);
    return good ? thread : NULL;
}

static void make_main(const struct entries_making *m, const LLVMValueRef *threads, uint32_t count,
                      LLVMValueRef like)
{
    LLVMTypeRef creates[] = {m->pointer, m->pointer, m->pointer, m->pointer}, joins[] = {m->word, m->pointer};
    LLVMValueRef create = declare_function_type(m, "pthread_create", m->integer, creates, 4);
    LLVMValueRef join = declare_function_type(m, "pthread_join", m->integer, joins, 2),
                 null = LLVMConstNull(m->pointer);
    LLVMValueRef function = LLVMAddFunction(m->module, "main", LLVMFunctionType(m->integer, NULL, 0, false));
    LLVMValueRef *handles = memory_zalloc(count, sizeof *handles);
    begin_function(m, function, like);
    for (uint32_t i = 0; i < count; i++)
        handles[i] = LLVMBuildAlloca(m->builder, m->word, "");
    for (uint32_t i = 0; i < count; i++) {
        LLVMValueRef arguments[] = {handles[i], null, threads[i], null};
        call_declared(m, create, arguments, 4);
    }
    for (uint32_t i = 0; i < count; i++) {
        LLVMValueRef arguments[] = {LLVMBuildLoad2(m->builder, m->word, handles[i], ""), null};
        call_declared(m, join, arguments, 2);
    }
    LLVMBuildRet(m->builder, LLVMConstInt(m->integer, 0, false));
    memory_free(handles);
}

LLVMModuleRef entries_make(const struct entries_place *place, const char *const *names, uint32_t count,
                           struct error *error)
{
    LLVMModuleRef first = place->modules[0];
    struct entries_making m = {.context = LLVMGetModuleContext(first),
                               .layout = LLVMGetModuleDataLayout(first)};
    LLVMValueRef *threads = memory_zalloc(count, sizeof *threads);
    m.module = LLVMModuleCreateWithNameInContext("entries", m.context);
    LLVMSetTarget(m.module, LLVMGetTarget(first));
    LLVMSetModuleDataLayout(m.module, m.layout);
    m.builder = LLVMCreateBuilderInContext(m.context);
    m.pointer = LLVMPointerTypeInContext(m.context, 0);
    m.word = LLVMIntTypeInContext(m.context, LLVMPointerSize(m.layout) * 8);
    m.integer = LLVMInt32TypeInContext(m.context);
    m.places = LLVMCreateDIBuilder(m.module);
    for (uint32_t i = 0; i < place->count; i++) {
        LLVMValueRef known = LLVMGetNamedFunction(place->modules[i], "main");
        if (known && !LLVMIsDeclaration(known))
            error_set(error, "--entry: the program has a main already");
    }
    LLVMValueRef function = NULL;
    for (uint32_t i = 0; i < count && !error->message; i++) {
        function = find_entry_function(place, names[i], error);
        threads[i] = function ? make_thread(&m, function, names[i], error) : NULL;
    }
    if (!error->message)
        make_main(&m, threads, count, function);
    LLVMDIBuilderFinalize(m.places);
    LLVMDisposeDIBuilder(m.places);
    LLVMDisposeBuilder(m.builder);
    memory_free(threads);
    if (!error->message)
        return m.module;
    LLVMDisposeModule(m.module);
    return NULL;
}
