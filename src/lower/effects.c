#include "lower/effects.h"

#include "base/memory.h"
#include "lower/lower.h"
#include "lower/reach.h"
#include "program/natives.h"

#include <llvm-c/Target.h>

#include <string.h>

// The function that gets its body.
struct effects_making {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    LLVMTypeRef pointer, word, integer; // of a size, and int
    LLVMValueRef function;
    const char *file;
    const struct effects_of *effects;
    struct error *error;
};

static bool refuse_effect(const struct effects_making *m, const char *why, uint32_t argument)
{
    return error_set(m->error, "%s:%u: argument %u of %s %s", m->file, m->effects->line, argument,
                     m->effects->name, why);
}

static LLVMValueRef call_named(const struct effects_making *m, const char *name, LLVMTypeRef result,
                               LLVMValueRef *arguments, unsigned count)
{
    LLVMTypeRef types[4];
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(arguments[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
    LLVMValueRef known = LLVMGetNamedFunction(m->module, name);
    return LLVMBuildCall2(m->builder, type, known ? known : LLVMAddFunction(m->module, name, type), arguments,
                          count, "");
}

static LLVMTypeRef no_value(const struct effects_making *m)
{
    return LLVMVoidTypeInContext(m->context);
}

// ---- arguments

static bool get_argument(const struct effects_making *m, uint32_t number, LLVMValueRef *value)
{
    if (number >= LLVMCountParams(m->function) && LLVMIsFunctionVarArg(LLVMGlobalGetValueType(m->function)))
        return error_set(m->error, "%s:%u: argument %u of %s is not declared: its type is not known", m->file,
                         m->effects->line, number, m->effects->name);
    if (number >= LLVMCountParams(m->function))
        return error_set(m->error, "%s:%u: %s has no argument %u (they are counted from 0)", m->file,
                         m->effects->line, m->effects->name, number);
    *value = LLVMGetParam(m->function, number);
    return true;
}

static bool get_pointer(const struct effects_making *m, uint32_t number, LLVMValueRef *value)
{
    if (!get_argument(m, number, value))
        return false;
    return LLVMGetTypeKind(LLVMTypeOf(*value)) == LLVMPointerTypeKind ||
           refuse_effect(m, "is no pointer", number);
}

// Numbers of bytes are not negative.
static bool get_size(const struct effects_making *m, const struct effect_extent *size, LLVMValueRef *value)
{
    *value = LLVMConstInt(m->word, size->factor, false);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef argument;
        if (size->arguments[i] == EFFECT_NO_ARGUMENT)
            continue;
        if (!get_argument(m, size->arguments[i], &argument))
            return false;
        if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMIntegerTypeKind)
            return refuse_effect(m, "is no number of bytes", size->arguments[i]);
        argument = LLVMBuildIntCast2(m->builder, argument, m->word, true, "");
        *value = LLVMBuildMul(m->builder, *value, argument, "");
    }
    return true;
}

// ---- what may be anything

static void make_any(const struct effects_making *m, LLVMValueRef address, LLVMValueRef size,
                     const char *name)
{
    LLVMValueRef arguments[] = {address, size, LLVMBuildGlobalStringPtr(m->builder, name, "")};
    call_named(m, "heddle_symbolic", no_value(m), arguments, 3);
}

static LLVMValueRef make_any_value(const struct effects_making *m, LLVMTypeRef type, const char *name)
{
    unsigned bits = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
    LLVMTypeRef stored = bits % 8 ? LLVMIntTypeInContext(m->context, (bits + 7) / 8 * 8) : type;
    LLVMValueRef object = LLVMBuildAlloca(m->builder, stored, "");
    make_any(m, object, LLVMConstInt(m->word, LLVMABISizeOfType(m->layout, stored), false), name);
    LLVMValueRef value = LLVMBuildLoad2(m->builder, stored, object, "");
    return stored == type ? value : LLVMBuildTrunc(m->builder, value, type, "");
}

// An input says whether what is built next happens. Returns the block after it.
static LLVMBasicBlockRef begin_maybe(const struct effects_making *m, const struct effect *e)
{
    static const char *const what[] = {[DOES_WRITE] = "writes", [DOES_READ] = "reads", [DOES_CALL] = "calls"};
    LLVMTypeRef byte = LLVMInt8TypeInContext(m->context);
    LLVMBasicBlockRef yes = LLVMAppendBasicBlockInContext(m->context, m->function, ""),
                      after = LLVMAppendBasicBlockInContext(m->context, m->function, "");
    char *name = memory_format("whether %s %s argument %u", m->effects->name, what[e->kind], e->argument);
    LLVMValueRef happens =
        LLVMBuildICmp(m->builder, LLVMIntNE, make_any_value(m, byte, name), LLVMConstNull(byte), "");
    LLVMBuildCondBr(m->builder, happens, yes, after);
    LLVMPositionBuilderAtEnd(m->builder, yes);
    memory_free(name);
    return after;
}

static LLVMValueRef or_null(const struct effects_making *m, LLVMValueRef value)
{
    LLVMTypeRef byte = LLVMInt8TypeInContext(m->context);
    char *name = memory_format("whether %s returns null", m->effects->name);
    LLVMValueRef null =
        LLVMBuildICmp(m->builder, LLVMIntNE, make_any_value(m, byte, name), LLVMConstNull(byte), "");
    memory_free(name);
    return LLVMBuildSelect(m->builder, null, LLVMConstNull(LLVMTypeOf(value)), value, "");
}

// ---- effects

static bool make_write(const struct effects_making *m, const struct effect *e)
{
    LLVMValueRef address, size;
    if (!get_pointer(m, e->argument, &address) || !get_size(m, &e->size, &size))
        return false;
    char *name = memory_format("what %s writes to argument %u", m->effects->name, e->argument);
    make_any(m, address, size, name);
    memory_free(name);
    return true;
}

// Into a copy that nobody looks at.
static bool make_read(const struct effects_making *m, const struct effect *e)
{
    LLVMValueRef address, size;
    if (!get_pointer(m, e->argument, &address) || !get_size(m, &e->size, &size))
        return false;
    LLVMValueRef copy = LLVMBuildArrayAlloca(m->builder, LLVMInt8TypeInContext(m->context), size, "");
    LLVMValueRef arguments[] = {copy, address, size};
    call_named(m, "memcpy", m->pointer, arguments, 3);
    return true;
}

static bool make_release(const struct effects_making *m, const struct effect *e)
{
    LLVMValueRef address;
    if (!get_pointer(m, e->argument, &address))
        return false;
    call_named(m, "free", no_value(m), &address, 1);
    return true;
}

static bool make_call(const struct effects_making *m, const struct effect *e)
{
    LLVMValueRef function;
    if (!get_pointer(m, e->argument, &function))
        return false;
    LLVMValueRef *arguments = memory_zalloc((size_t)e->passed.size + 1, sizeof *arguments);
    LLVMTypeRef *types = memory_zalloc((size_t)e->passed.size + 1, sizeof *types);
    bool good = true;
    for (uint32_t i = 0; i < e->passed.size && good; i++) {
        const struct effect_passed *passed = &e->passed.data[i];
        char *name = memory_format("argument %u of what %s calls", i, m->effects->name);
        switch (passed->kind) {
        case PASSED_ARGUMENT: good = get_argument(m, passed->argument, &arguments[i]); break;
        case PASSED_ANY: arguments[i] = make_any_value(m, m->integer, name); break;
        case PASSED_ANY_LONG: arguments[i] = make_any_value(m, m->word, name); break;
        case PASSED_NULL: arguments[i] = LLVMConstNull(m->pointer); break;
        case PASSED_NUMBER: arguments[i] = LLVMConstInt(m->integer, (uint64_t)passed->number, true); break;
        }
        types[i] = good ? LLVMTypeOf(arguments[i]) : NULL;
        memory_free(name);
    }
    if (good)
        LLVMBuildCall2(m->builder, LLVMFunctionType(no_value(m), types, e->passed.size, false), function,
                       arguments, e->passed.size, "");
    memory_free(arguments);
    memory_free(types);
    return good;
}

static bool make_effect(const struct effects_making *m, const struct effect *e)
{
    LLVMBasicBlockRef after = e->maybe ? begin_maybe(m, e) : NULL;
    bool good = e->kind == DOES_WRITE     ? make_write(m, e)
                : e->kind == DOES_READ    ? make_read(m, e)
                : e->kind == DOES_RELEASE ? make_release(m, e)
                                          : make_call(m, e);
    if (good && after) {
        LLVMBuildBr(m->builder, after);
        LLVMPositionBuilderAtEnd(m->builder, after);
    }
    return good;
}

// ---- the result

static bool refuse_result(const struct effects_making *m, const char *why)
{
    return error_set(m->error, "%s:%u: %s %s", m->file, m->effects->line, m->effects->name, why);
}

static bool number_fits_bits(const struct effect *e, unsigned bits)
{
    int64_t low = bits < 64 ? -((int64_t)1 << (bits - 1)) : INT64_MIN;
    int64_t high = bits < 63 ? ((int64_t)1 << bits) - 1 : INT64_MAX;
    return e->low >= low && e->high <= high;
}

static bool make_number(const struct effects_making *m, const struct effect *e, LLVMTypeRef type,
                        const char *name, LLVMValueRef *value)
{
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind && !e->low && !e->high) {
        *value = LLVMConstNull(type);
        return true;
    }
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
        return refuse_result(m, "returns no integer");
    if (!number_fits_bits(e, LLVMGetIntTypeWidth(type)))
        return refuse_result(m, "cannot return such a number: its result has too few bits");
    *value = LLVMConstInt(type, (uint64_t)e->low, true);
    if (e->low == e->high)
        return true;
    LLVMValueRef any = make_any_value(m, type, name), low = LLVMBuildSub(m->builder, any, *value, ""),
                 room = LLVMConstInt(type, (uint64_t)e->high - (uint64_t)e->low, false);
    LLVMValueRef holds =
        LLVMBuildZExt(m->builder, LLVMBuildICmp(m->builder, LLVMIntULE, low, room, ""), m->integer, "");
    call_named(m, "heddle_assume", no_value(m), &holds, 1);
    *value = any;
    return true;
}

static bool make_result(const struct effects_making *m, const struct effect *e, LLVMTypeRef type,
                        LLVMValueRef *value)
{
    char *name = memory_format("%s()", m->effects->name);
    bool good = true;
    LLVMValueRef size;
    switch (e->kind) {
    case DOES_RETURN_ARGUMENT:
        good = get_argument(m, e->argument, value) &&
               (LLVMTypeOf(*value) == type ||
                refuse_effect(m, "is of another type than the result", e->argument));
        break;
    case DOES_RETURN_NUMBER: good = make_number(m, e, type, name, value); break;
    case DOES_ALLOCATE:
        good = (LLVMGetTypeKind(type) == LLVMPointerTypeKind || refuse_result(m, "returns no pointer")) &&
               get_size(m, &e->size, &size);
        if (good)
            *value = call_named(m, "malloc", m->pointer, &size, 1);
        break;
    default: *value = make_any_value(m, type, name); break;
    }
    memory_free(name);
    if (good && e->maybe && LLVMGetTypeKind(type) != LLVMPointerTypeKind)
        return refuse_result(m, "returns no pointer, and so never null");
    if (good && e->maybe)
        *value = or_null(m, *value);
    return good;
}

static bool make_return(const struct effects_making *m)
{
    static const struct effect any = {.kind = DOES_RETURN_ANY};
    const struct effect *result = NULL;
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(m->function));
    LLVMValueRef value;
    for (uint32_t i = 0; i < m->effects->list.size; i++)
        if (effect_is_result(&m->effects->list.data[i]))
            result = &m->effects->list.data[i];
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) {
        if (result && result->kind != DOES_RETURN_ANY)
            return refuse_result(m, "returns nothing");
        LLVMBuildRetVoid(m->builder);
        return true;
    }
    if (!make_result(m, result ? result : &any, type, &value))
        return false;
    LLVMBuildRet(m->builder, value);
    return true;
}

// ---- functions

static bool make_body(struct effects_making *m)
{
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(m->context, m->function, "");
    LLVMPositionBuilderAtEnd(m->builder, entry);
    LLVMAddAttributeAtIndex(
        m->function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(m->context, RUNTIME_ATTRIBUTE, strlen(RUNTIME_ATTRIBUTE), "", 0));
    for (uint32_t i = 0; i < m->effects->list.size; i++)
        if (!effect_is_result(&m->effects->list.data[i]) && !make_effect(m, &m->effects->list.data[i]))
            return false;
    return make_return(m);
}

// What is local to a file of the runtime library is no model of a function of the program that happens to
// have its name.
static bool has_model(LLVMModuleRef runtime, const char *name)
{
    LLVMValueRef model = runtime ? LLVMGetNamedFunction(runtime, name) : NULL;
    return native_find(name) != NATIVE_COUNT ||
           (model && !LLVMIsDeclaration(model) && !reach_is_local(model));
}

bool effects_make(LLVMModuleRef module, LLVMModuleRef runtime, const struct effects *effects,
                  struct error *error)
{
    struct effects_making m = {.context = LLVMGetModuleContext(module),
                               .module = module,
                               .layout = LLVMGetModuleDataLayout(module),
                               .file = effects->file,
                               .error = error};
    m.builder = LLVMCreateBuilderInContext(m.context);
    m.pointer = LLVMPointerTypeInContext(m.context, 0);
    m.word = LLVMIntTypeInContext(m.context, LLVMPointerSize(m.layout) * 8);
    m.integer = LLVMInt32TypeInContext(m.context);
    for (uint32_t i = 0; i < effects->functions.size && !error->message; i++) {
        m.effects = &effects->functions.data[i];
        m.function = LLVMGetNamedFunction(module, m.effects->name);
        if (m.function && LLVMIsDeclaration(m.function) && !has_model(runtime, m.effects->name))
            make_body(&m);
    }
    LLVMDisposeBuilder(m.builder);
    return !error->message;
}
