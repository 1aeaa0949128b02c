#include "lower/harness.h"

#include "base/memory.h"
#include "lower/declare.h"
#include "lower/modules.h"

#include <stdlib.h>
#include <string.h>

enum { OPERAND_SUBROUTINE = 4, OPERAND_TYPES = 3, MOST_FUNCTIONS = 8, TEXT_BYTES = 16 };

// An object that threads share.
struct shared {
    char *type, *name; // its declaration; the name alone
    char *key;         // the type without a name
};

struct harness {
    struct declarations d;
    VECTOR(struct shared) shared;
    VECTOR(char *) done; // functions that have a thread
    FILE *prototypes, *threads, *left_out;
    struct error *error;
};

// The function that is being written.
struct callee {
    const char *name;
    LLVMValueRef function;
    LLVMMetadataRef types; // the result's, and those of the parameters
    unsigned count;        // parameters
    bool variadic;
};

static bool describe(struct harness *h, LLVMValueRef function, struct callee *c)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    LLVMMetadataRef type = subprogram ? declare_operand(&h->d, subprogram, OPERAND_SUBROUTINE) : NULL;
    *c = (struct callee){.name = LLVMGetValueName(function), .function = function};
    c->types = type ? declare_operand(&h->d, type, OPERAND_TYPES) : NULL;
    unsigned count = c->types ? declare_operand_count(&h->d, c->types) : 0;
    c->variadic = count > 1 && !declare_operand(&h->d, c->types, count - 1);
    c->count = count ? count - 1 - c->variadic : 0;
    return c->types != NULL; // of no operands where nothing is passed and returned
}

// Qualifiers of a result mean nothing.
static LLVMMetadataRef type_of_result(struct harness *h, const struct callee *c)
{
    return declare_unqualified(&h->d, declare_operand(&h->d, c->types, 0));
}

static LLVMMetadataRef type_of_parameter(struct harness *h, const struct callee *c, unsigned number)
{
    return declare_operand(&h->d, c->types, number + 1);
}

// Names are those of the source where each parameter is one value of LLVM's; owned by the caller.
static char *name_of_parameter(const struct callee *c, unsigned number)
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

// ---- what functions can be called

// NULL, or the reason why not; owned by the caller. Notes what its declaration needs.
static char *why_not(struct harness *h, const struct callee *c)
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

static void write_prototype(struct harness *h, const struct callee *c)
{
    char *text = memory_format("%s(", c->name);
    for (unsigned i = 0; i < c->count; i++) {
        char *name = name_of_parameter(c, i), *one = declare(&h->d, type_of_parameter(h, c, i), name),
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
         *whole = declare(&h->d, type_of_result(h, c), inner);
    fprintf(h->prototypes, "%s;\n", whole);
    memory_free(text);
    memory_free(inner);
    memory_free(whole);
}

// ---- arguments

// The object of that type which all threads share; made if it is the first.
static const struct shared *share(struct harness *h, LLVMMetadataRef type, const char *name)
{
    char *key = declare(&h->d, type, "");
    for (uint32_t i = 0; i < h->shared.size; i++)
        if (strcmp(h->shared.data[i].key, key) == 0) {
            memory_free(key);
            return &h->shared.data[i];
        }
    struct shared one = {.key = key, .name = memory_format("shared_%s", name)};
    for (uint32_t i = 0; i < h->shared.size; i++)
        if (strcmp(h->shared.data[i].name, one.name) == 0) {
            memory_free(one.name);
            one.name = memory_format("shared_%s_%u", name, h->shared.size + 1);
        }
    one.type = declare(&h->d, type, one.name);
    vector_push(&h->shared, one);
    return &vector_last(&h->shared);
}

static void write_input(struct harness *h, const struct callee *c, LLVMMetadataRef type, const char *name)
{
    char *object = declare(&h->d, type, name);
    fprintf(h->threads, "    %s;\n    heddle_symbolic(&%s, sizeof %s, \"%s of %s\");\n", object, name, name,
            name, c->name);
    memory_free(object);
}

// The argument for a pointer; what it needs is written before the call. Owned by the caller.
static char *pointer_argument(struct harness *h, const struct callee *c, LLVMMetadataRef type,
                              const char *name)
{
    bool pointer;
    LLVMMetadataRef target = declare_target(&h->d, type, &pointer);
    if (!target || !declare_is_complete(&h->d, target)) {
        fprintf(h->threads, "    // EDIT: %s is null: %s\n", name,
                target ? "make what it points to by the functions for that, or name a function"
                       : "say what it points to");
        return memory_copy_string("NULL");
    }
    if (declare_is_text(&h->d, target)) {
        fprintf(h->threads,
                "    char %s[%d]; // EDIT: as long as it may be\n"
                "    heddle_symbolic(%s, sizeof %s, \"%s of %s\");\n    %s[sizeof %s - 1] = 0;\n",
                name, TEXT_BYTES, name, name, name, c->name, name, name);
        return memory_copy_string(name);
    }
    if (declare_is_record(&h->d, target))
        return memory_format("&%s", share(h, target, name)->name);
    if (declare_is_pointer(&h->d, target)) {
        char *object = declare(&h->d, target, name);
        fprintf(h->threads, "    %s = NULL; // EDIT: what it points to\n", object);
        memory_free(object);
    } else {
        write_input(h, c, target, name);
    }
    return memory_format("&%s", name);
}

static char *argument(struct harness *h, const struct callee *c, unsigned number)
{
    LLVMMetadataRef type = type_of_parameter(h, c, number);
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

static void write_thread(struct harness *h, const struct callee *c)
{
    LLVMMetadataRef result = type_of_result(h, c);
    fprintf(h->threads, "\nstatic void *run_%s(void *unused)\n{\n    (void)unused;\n", c->name);
    char *list = memory_copy_string("");
    for (unsigned i = 0; i < c->count; i++) {
        char *one = argument(h, c, i), *longer = memory_format("%s%s%s", list, i ? ", " : "", one);
        memory_free(one);
        memory_free(list);
        list = longer;
    }
    if (c->count)
        fprintf(h->threads, "    // EDIT: what callers see to, by heddle_assume(...).\n");
    if (c->variadic)
        fprintf(h->threads, "    // EDIT: more arguments may follow.\n");
    if (result) {
        char *declared = declare(&h->d, result, "result");
        fprintf(h->threads,
                "    %s = %s(%s);\n    (void)result; // EDIT: what holds of it, by heddle_assert(...).\n",
                declared, c->name, list);
        memory_free(declared);
    } else {
        fprintf(h->threads, "    %s(%s);\n", c->name, list);
    }
    fprintf(h->threads, "    return NULL;\n}\n");
    memory_free(list);
}

// ---- functions

static bool can_be_called(LLVMValueRef function)
{
    LLVMLinkage linkage = LLVMGetLinkage(function);
    return !LLVMIsDeclaration(function) && linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage;
}

static bool is_done(const struct harness *h, const char *name)
{
    for (uint32_t i = 0; i < h->done.size; i++)
        if (strcmp(h->done.data[i], name) == 0)
            return true;
    return false;
}

// `named`: by the user, who is to know why a function is left out.
static bool add_function(struct harness *h, LLVMValueRef function, bool named)
{
    struct callee c;
    const char *name = LLVMGetValueName(function);
    if (!describe(h, function, &c))
        return !named || error_set(h->error, "%s: its file was compiled without debug information", name);
    char *why = why_not(h, &c);
    if (why && named)
        error_set(h->error, "%s: write its thread yourself", why);
    else if (why)
        fprintf(h->left_out, "// Left out: %s.\n", why);
    bool good = !why;
    memory_free(why);
    if (!good)
        return !named;
    if (!is_done(h, name)) {
        write_prototype(h, &c);
        write_thread(h, &c);
    }
    char *copy = memory_copy_string(name);
    vector_push(&h->done, copy);
    return true;
}

static bool add_named(struct harness *h, LLVMModuleRef module, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    if (!function || LLVMIsDeclaration(function))
        return error_set(h->error, "--entry: none of the files has a function %s", name);
    if (!can_be_called(function))
        return error_set(h->error, "--entry: %s is static: a driver in another file cannot call it", name);
    return add_function(h, function, true);
}

static bool add_all(struct harness *h, LLVMModuleRef module)
{
    char *names = memory_copy_string("");
    unsigned count = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (!can_be_called(f) || !LLVMGetSubprogram(f))
            continue;
        char *longer = memory_format("%s%s%s", names, count++ ? ", " : "", LLVMGetValueName(f));
        memory_free(names);
        names = longer;
    }
    if (count > MOST_FUNCTIONS)
        error_set(h->error, "%u functions can be called; name those that are to run at once with --entry: %s",
                  count, names);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !h->error->message; f = LLVMGetNextFunction(f))
        if (can_be_called(f) && LLVMGetSubprogram(f))
            add_function(h, f, false);
    memory_free(names);
    if (!h->error->message && !h->done.size)
        error_set(h->error, "none of the files has a function that a driver could call");
    return !h->error->message;
}

// ---- the whole

static void write_main(const struct harness *h, FILE *out)
{
    fprintf(out, "\nint main(void)\n{\n    pthread_t threads[%u];\n", h->done.size);
    for (uint32_t i = 0; i < h->shared.size; i++)
        fprintf(out,
                "    // EDIT: any bytes; mostly a function of the library that initialises it has to stand "
                "here.\n"
                "    heddle_symbolic(&%s, sizeof %s, \"%s\");\n",
                h->shared.data[i].name, h->shared.data[i].name, h->shared.data[i].name);
    for (uint32_t i = 0; i < h->done.size; i++)
        fprintf(out, "    pthread_create(&threads[%u], NULL, run_%s, NULL);\n", i, h->done.data[i]);
    fprintf(
        out,
        "    for (unsigned i = 0; i < %u; i++)\n        pthread_join(threads[i], NULL);\n"
        "    // EDIT: what holds when all threads are through.\n    heddle_assert(1);\n    return 0;\n}\n",
        h->done.size);
}

static void write_lines(const declare_lines *lines, FILE *out)
{
    for (uint32_t i = 0; i < lines->size; i++)
        fprintf(out, "%s\n", lines->data[i]);
}

static void write_whole(struct harness *h, char *const parts[3], FILE *out)
{
    fprintf(out, "// Made by `heddle harness`: runs these functions at once, each in a thread of its own. "
                 "Edit what is\n"
                 "// marked, then check this file together with those that define them: heddle check THIS.c "
                 "FILE...\n");
    for (uint32_t i = 0; i < h->done.size; i++)
        fprintf(out, "// - %s\n", h->done.data[i]);
    fprintf(out, "%s\n", parts[2]);
    write_lines(&h->d.includes, out);
    fprintf(out, "\n");
    write_lines(&h->d.forwards, out);
    fprintf(out, "%s%s", h->d.forwards.size ? "\n" : "", parts[0]);
    if (h->shared.size)
        fprintf(out, "\n// What threads share. EDIT: one object for several threads, or one for each.\n");
    for (uint32_t i = 0; i < h->shared.size; i++)
        fprintf(out, "static %s;\n", h->shared.data[i].type);
    fputs(parts[1], out);
    write_main(h, out);
}

static void release(struct harness *h)
{
    for (uint32_t i = 0; i < h->shared.size; i++) {
        memory_free(h->shared.data[i].type);
        memory_free(h->shared.data[i].name);
        memory_free(h->shared.data[i].key);
    }
    for (uint32_t i = 0; i < h->done.size; i++)
        memory_free(h->done.data[i]);
    vector_free(&h->shared);
    vector_free(&h->done);
    declarations_free(&h->d);
}

bool harness_write(LLVMModuleRef module, const char *const *names, uint32_t count, bool absolute, FILE *out,
                   struct error *error)
{
    static const char *const headers[] = {"#include <heddle.h>", "#include <pthread.h>",
                                          "#include <stddef.h>"};
    struct harness h = {.d = {.context = LLVMGetModuleContext(module), .absolute = absolute}, .error = error};
    char *parts[3] = {NULL, NULL, NULL};
    size_t sizes[3];
    if (module_defines(module, "main"))
        return error_set(error, "the program has a main already: a driver would be a second one");
    h.prototypes = open_memstream(&parts[0], &sizes[0]);
    h.threads = open_memstream(&parts[1], &sizes[1]);
    h.left_out = open_memstream(&parts[2], &sizes[2]);
    bool good = h.prototypes && h.threads && h.left_out;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        declare_add_line(&h.d.includes, memory_copy_string(headers[i]));
    for (uint32_t i = 0; good && i < count; i++)
        good = add_named(&h, module, names[i]);
    if (good && !count)
        good = add_all(&h, module);
    FILE *const streams[] = {h.prototypes, h.threads, h.left_out};
    for (unsigned i = 0; i < 3; i++)
        if (streams[i] && fclose(streams[i]) != 0)
            good = false;
    if (good)
        write_whole(&h, parts, out);
    for (unsigned i = 0; i < 3; i++)
        free(parts[i]);
    release(&h);
    if (!good && !error->message)
        error_set(error, "out of memory");
    return good;
}
