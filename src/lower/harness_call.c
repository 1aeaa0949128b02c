#include "lower/harness_state.h"

#include "base/memory.h"

#include <string.h>

enum { OPERAND_SUBROUTINE = 4, OPERAND_TYPES = 3, TEXT_BYTES = 16 };

// ---- functions

bool callee_describe(struct harness *h, LLVMValueRef function, struct harness_callee *c)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    LLVMMetadataRef type = subprogram ? declare_operand(&h->d, subprogram, OPERAND_SUBROUTINE) : NULL;
    *c = (struct harness_callee){.name = LLVMGetValueName(function), .function = function};
    c->types = type ? declare_operand(&h->d, type, OPERAND_TYPES) : NULL;
    unsigned count = c->types ? declare_operand_count(&h->d, c->types) : 0;
    c->variadic = count > 1 && !declare_operand(&h->d, c->types, count - 1);
    c->count = count ? count - 1 - c->variadic : 0;
    return c->types != NULL; // of no operands where nothing is passed and returned
}

// Qualifiers of a result mean nothing.
LLVMMetadataRef callee_result(struct harness *h, const struct harness_callee *c)
{
    return declare_unqualified(&h->d, declare_operand(&h->d, c->types, 0));
}

LLVMMetadataRef callee_parameter(struct harness *h, const struct harness_callee *c, unsigned number)
{
    return declare_operand(&h->d, c->types, number + 1);
}

// Names are those of the source where each parameter is one value of LLVM's; owned by the caller.
static char *name_of_parameter(const struct harness_callee *c, unsigned number)
{
    static const char *const taken[] = {"result", "unused"};
    bool known = LLVMCountParams(c->function) == c->count;
    const char *name = known ? LLVMGetValueName(LLVMGetParam(c->function, number)) : "";
    int length = (int)strcspn(name, "."); // of a structure in a register: name.coerce
    char *own = memory_format("%.*s", length, name);
    bool clash = strcmp(own, c->name) == 0;
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        clash |= strcmp(own, taken[i]) == 0;
    char *result =
        length ? memory_format("%s%s", own, clash ? "_" : "") : memory_format("argument_%u", number + 1);
    memory_free(own);
    return result;
}

bool callee_is_public(LLVMValueRef function)
{
    LLVMLinkage linkage = LLVMGetLinkage(function);
    return !LLVMIsDeclaration(function) && linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage;
}

char *callee_why_not(struct harness *h, const struct harness_callee *c)
{
    for (unsigned i = 0; i <= c->count; i++) {
        LLVMMetadataRef type = declare_operand(&h->d, c->types, i);
        h->d.unknown = NULL;
        memory_free(declare(&h->d, type, ""));
        bool pointer = type && declare_is_pointer(&h->d, type);
        const char *why = h->d.unknown ? h->d.unknown
                          : type && !pointer && !declare_is_complete(&h->d, type)
                              ? "a type that only its file knows"
                              : NULL;
        if (why && i)
            return memory_format("parameter %u of %s has %s", i, c->name, why);
        if (why)
            return memory_format("the result of %s has %s", c->name, why);
    }
    return NULL;
}

void callee_write_prototype(struct harness *h, const struct harness_callee *c)
{
    char *text = memory_format("%s(", c->name);
    for (unsigned i = 0; i < c->count; i++) {
        char *name = name_of_parameter(c, i), *one = declare(&h->d, callee_parameter(h, c, i), name),
             *longer = memory_format("%s%s%s", text, i ? ", " : "", one);
        memory_free(name);
        memory_free(one);
        memory_free(text);
        text = longer;
    }
    char *inner = memory_format("%s%s)", text,
                                c->variadic ? ", ..."
                                : c->count  ? ""
                                            : "void"),
         *whole = declare(&h->d, callee_result(h, c), inner);
    fprintf(h->prototypes, "%s;\n", whole);
    memory_free(text);
    memory_free(inner);
    memory_free(whole);
}

// ---- arguments

static void write_input(struct harness *h, const struct harness_callee *c, LLVMMetadataRef type,
                        const char *name)
{
    char *object = declare(&h->d, type, name);
    fprintf(h->body, "    %s;\n    heddle_symbolic(&%s, sizeof %s, \"%s of %s\");\n", object, name, name,
            name, c->name);
    memory_free(object);
}

// The argument for a pointer; what it needs is written before the call. Owned by the caller.
static char *pointer_argument(struct harness *h, const struct harness_callee *c, LLVMMetadataRef type,
                              const char *name)
{
    bool pointer;
    LLVMMetadataRef target = declare_target(&h->d, type, &pointer);
    bool record = target && declare_is_record(&h->d, target);
    const struct shared *shared = record && !h->making ? harness_share(h, target, name) : NULL;
    if (shared)
        return memory_format("%s%s", shared->pointer ? "" : "&", shared->name);
    if (!target || record || !declare_is_complete(&h->d, target)) {
        fprintf(h->body, "    // EDIT: %s is null: %s\n", name,
                target ? "make what it points to by the functions for that, or name a function"
                       : "say what it points to");
        return memory_copy_string("NULL");
    }
    if (declare_is_text(&h->d, target)) {
        fprintf(h->body,
                "    char %s[%d]; // EDIT: as long as it may be\n"
                "    heddle_symbolic(%s, sizeof %s, \"%s of %s\");\n    %s[sizeof %s - 1] = 0;\n",
                name, TEXT_BYTES, name, name, name, c->name, name, name);
        return memory_copy_string(name);
    }
    if (declare_is_pointer(&h->d, target)) {
        char *object = declare(&h->d, target, name);
        fprintf(h->body, "    %s = NULL; // EDIT: what it points to\n", object);
        memory_free(object);
    } else {
        write_input(h, c, target, name);
    }
    return memory_format("&%s", name);
}

static char *make_argument(struct harness *h, const struct harness_callee *c, unsigned number)
{
    LLVMMetadataRef type = callee_parameter(h, c, number);
    char *name = name_of_parameter(c, number), *result;
    if (declare_is_pointer(&h->d, type)) {
        result = pointer_argument(h, c, type, name);
    } else {
        write_input(h, c, declare_unqualified(&h->d, type), name);
        result = memory_copy_string(name);
    }
    memory_free(name);
    return result;
}

char *callee_arguments(struct harness *h, const struct harness_callee *c, unsigned first)
{
    char *list = memory_copy_string("");
    for (unsigned i = first; i < c->count; i++) {
        char *one = make_argument(h, c, i),
             *longer = memory_format("%s%s%s", list, i > first ? ", " : "", one);
        memory_free(one);
        memory_free(list);
        list = longer;
    }
    return list;
}
