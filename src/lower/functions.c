// Numbers all functions of the module, decides what each is (defined, native, nondeterministic, unmodelled),
// and lowers the defined ones.
#include "lower/emit.h"
#include "lower/frames.h"
#include "lower/signature.h"
#include "lower/source_types.h"
#include "program/registers.h"

#include <llvm-c/DebugInfo.h>

static bool starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_nondeterministic(const char *name)
{
    static const char *const prefixes[] = {"__VERIFIER_nondet_", "nondet_", "__CPROVER_nondet_",
                                           "__ESBMC_nondet_"};
    for (unsigned i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (starts_with(name, prefixes[i]))
            return true;
    return false;
}

bool functions_is_atomic(const char *name)
{
    return starts_with(name, "__VERIFIER_atomic_") && strcmp(name, "__VERIFIER_atomic_begin") != 0 &&
           strcmp(name, "__VERIFIER_atomic_end") != 0;
}

static bool from_runtime(LLVMValueRef function)
{
    return LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         RUNTIME_ATTRIBUTE, strlen(RUNTIME_ATTRIBUTE)) != NULL;
}

static uint32_t function_location(struct lowering *l, LLVMValueRef function)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    if (!subprogram)
        return lower_location(l, 0, 0, 0);
    uint32_t file = lower_file(l, LLVMDIScopeGetFile(subprogram), from_runtime(function));
    return lower_location(l, file, LLVMDISubprogramGetLine(subprogram), 0);
}

// The bits that the machine has to invent where it invents a result: of a scalar exactly, of several words
// all.
static uint32_t bits_of_result(const struct type_info *type)
{
    return type->leaf_count == 1 ? type->leaves[0].width : type->word_count * 64;
}

static struct function describe_function(struct lowering *l, LLVMValueRef value)
{
    size_t length;
    const char *name = LLVMGetValueName2(value, &length);
    LLVMTypeRef type = LLVMGlobalGetValueType(value);
    const struct type_info *result = type_get(l, LLVMGetReturnType(type));
    struct function function = {.name = lower_string(l, name, length),
                                .signature = signature_of_function(l, value),
                                .location = function_location(l, value)};
    unsigned native = native_find(name);
    unsigned parameters = LLVMCountParams(value);
    for (unsigned i = 0; i < parameters; i++)
        function.parameter_words += type_of(l, LLVMGetParam(value, i))->word_count;
    function.result_words = result->word_count;
    function.result_width = bits_of_result(result);
    function.flags =
        (LLVMIsFunctionVarArg(type) ? FUNCTION_VARIADIC : 0u) | (from_runtime(value) ? FUNCTION_RUNTIME : 0u);
    if (!LLVMIsDeclaration(value)) {
        function.kind = FUNCTION_DEFINED;
        function.frame_bytes = frame_bytes(value);
        function.flags |= functions_is_atomic(name) ? FUNCTION_ATOMIC : 0u;
    } else if (native != NATIVE_COUNT) {
        function.kind = FUNCTION_NATIVE;
        function.native = native;
    } else if (is_nondeterministic(name) && result->word_count) {
        function.kind = FUNCTION_NATIVE;
        function.native = NATIVE___heddle_nondet;
        function.flags |= FUNCTION_NONDET;
    } else {
        function.kind = FUNCTION_UNMODELLED;
    }
    return function;
}

static void number_functions(struct lowering *l)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMGetIntrinsicID(f))
            continue;
        struct function function = describe_function(l, f);
        if (function.kind == FUNCTION_DEFINED && strcmp(LLVMGetValueName(f), "main") == 0) {
            l->main = l->functions.size;
            l->main_parameters = LLVMCountParams(f);
        }
        map_put(&l->function_numbers, f, l->functions.size);
        vector_push(&l->functions, function);
    }
    l->function_total = l->functions.size;
}

// llvm.global_ctors and llvm.global_dtors: an array of {priority, function, data}.
struct initialiser {
    uint64_t priority;
    uint32_t function;
};
typedef VECTOR(struct initialiser) initialisers;

static void collect_initialisers(struct lowering *l, const char *name, initialisers *list)
{
    LLVMValueRef global = LLVMGetNamedGlobal(l->module, name);
    LLVMValueRef array = global ? LLVMGetInitializer(global) : NULL;
    uint64_t count = array ? LLVMGetArrayLength2(LLVMTypeOf(array)) : 0;
    for (uint64_t i = 0; i < count; i++) {
        LLVMValueRef entry = LLVMGetAggregateElement(array, (unsigned)i);
        LLVMValueRef priority = entry ? LLVMGetAggregateElement(entry, 0) : NULL;
        if (!priority || !LLVMIsAConstantInt(priority)) {
            error_set(l->error, "an entry of %s is none", name);
            return;
        }
        uint32_t number = map_get(&l->function_numbers, LLVMGetAggregateElement(entry, 1));
        struct initialiser one = {LLVMConstIntGetZExtValue(priority), number};
        if (number == MAP_ABSENT)
            continue;
        vector_push(list, one);
        for (uint32_t k = list->size - 1; k && list->data[k - 1].priority > one.priority; k--) {
            list->data[k] = list->data[k - 1];
            list->data[k - 1] = one;
        }
    }
}

static void lower_initialisers(struct lowering *l)
{
    initialisers constructors = {0}, destructors = {0};
    collect_initialisers(l, "llvm.global_ctors", &constructors);
    collect_initialisers(l, "llvm.global_dtors", &destructors);
    for (uint32_t i = 0; i < constructors.size; i++)
        vector_push(&l->constructors, constructors.data[i].function);
    for (uint32_t i = destructors.size; i-- > 0;) // as .fini_array: backwards
        vector_push(&l->destructors, destructors.data[i].function);
    vector_free(&constructors);
    vector_free(&destructors);
}

void functions_number(struct lowering *l)
{
    l->main = NO_FUNCTION;
    number_functions(l);
    lower_initialisers(l);
}

void functions_lower(struct lowering *l)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f && !l->error->message;
         f = LLVMGetNextFunction(f)) {
        uint32_t number = map_get(&l->function_numbers, f);
        if (number == MAP_ABSENT)
            continue;
        struct function *function = &l->functions.data[number];
        function->first = function->end = l->code.size;
        function->first_block = function->end_block = l->blocks.size;
        if (function->kind != FUNCTION_DEFINED)
            continue;
        source_types_of_function(l, f, number);
        body_lower(l, f, number);
    }
}
