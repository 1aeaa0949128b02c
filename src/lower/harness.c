#include "lower/harness.h"

#include "base/memory.h"
#include "lower/harness_state.h"
#include "lower/modules.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FUNCTIONS = 8 };

// ---- threads

static void write_thread(struct harness *h, const struct harness_callee *c)
{
    LLVMMetadataRef result = callee_result(h, c);
    fprintf(h->threads, "\nstatic void *run_%s(void *unused)\n{\n    (void)unused;\n", c->name);
    h->body = h->threads;
    char *list = callee_arguments(h, c, 0);
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

// `named`: by the user, who is to know why a function is left out.
static bool add_harness_callee(struct harness *h, LLVMValueRef function, bool named)
{
    struct harness_callee c;
    const char *name = LLVMGetValueName(function);
    if (!callee_describe(h, function, &c))
        return !named || error_set(h->error, "%s: its file was compiled without debug information", name);
    char *why = callee_why_not(h, &c);
    if (why && named)
        error_set(h->error, "%s: write its thread yourself", why);
    else if (why)
        fprintf(h->left_out, "// Left out: %s.\n", why);
    bool good = !why;
    memory_free(why);
    if (!good)
        return !named;
    bool first = !harness_has(h, name);
    char *copy = memory_copy_string(name);
    vector_push(&h->done, copy);
    if (first) {
        callee_write_prototype(h, &c);
        write_thread(h, &c);
    }
    return true;
}

static bool add_named(struct harness *h, LLVMModuleRef module, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    if (!function || LLVMIsDeclaration(function))
        return error_set(h->error, "--entry: none of the files has a function %s", name);
    if (!callee_is_public(function))
        return error_set(h->error, "--entry: %s is static: a driver in another file cannot call it", name);
    return add_harness_callee(h, function, true);
}

static bool add_public_callees(struct harness *h, LLVMModuleRef module)
{
    char *names = memory_copy_string("");
    unsigned count = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (!callee_is_public(f) || !LLVMGetSubprogram(f))
            continue;
        char *longer = memory_format("%s%s%s", names, count++ ? ", " : "", LLVMGetValueName(f));
        memory_free(names);
        names = longer;
    }
    if (count > MOST_FUNCTIONS)
        error_set(h->error, "%u functions can be called; name those that are to run at once with --entry: %s",
                  count, names);
    // First those that use objects, so that it is known which ones make them.
    for (unsigned pass = 0; pass < 2; pass++)
        for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !h->error->message;
             f = LLVMGetNextFunction(f)) {
            struct harness_callee c;
            if (callee_is_public(f) && LLVMGetSubprogram(f) && !harness_has(h, LLVMGetValueName(f)) &&
                (callee_describe(h, f, &c) && harness_is_for_objects(h, &c)) == (pass == 1))
                add_harness_callee(h, f, false);
        }
    memory_free(names);
    if (!h->error->message && h->done.size == 1) { // beside itself
        char *again = memory_copy_string(h->done.data[0]);
        vector_push(&h->done, again);
    }
    if (!h->error->message && !h->done.size)
        error_set(h->error, "none of the files has a function that a driver could call");
    return !h->error->message;
}

// ---- the whole

static void write_main(const struct harness *h, FILE *out)
{
    fprintf(out, "\nint main(void)\n{\n    pthread_t threads[%u];\n", h->done.size);
    for (uint32_t i = 0; i < h->shared.size; i++) {
        const struct shared *one = &h->shared.data[i];
        if (one->begin)
            fputs(one->begin, out);
        else
            fprintf(
                out,
                "    // EDIT: any bytes; mostly a function of the library that initialises it has to stand "
                "here.\n"
                "    heddle_symbolic(&%s, sizeof %s, \"%s\");\n",
                one->name, one->name, one->name);
    }
    for (uint32_t i = 0; i < h->done.size; i++)
        fprintf(out, "    pthread_create(&threads[%u], NULL, run_%s, NULL);\n", i, h->done.data[i]);
    fprintf(out,
            "    for (unsigned i = 0; i < %u; i++)\n        pthread_join(threads[i], NULL);\n"
            "    // EDIT: what holds when all threads are through.\n    heddle_assert(1);\n",
            h->done.size);
    for (uint32_t i = h->shared.size; i-- > 0;)
        if (h->shared.data[i].end)
            fputs(h->shared.data[i].end, out);
    fprintf(out, "    return 0;\n}\n");
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

static void release_harness(struct harness *h)
{
    for (uint32_t i = 0; i < h->shared.size; i++) {
        memory_free(h->shared.data[i].type);
        memory_free(h->shared.data[i].name);
        memory_free(h->shared.data[i].key);
        memory_free(h->shared.data[i].begin);
        memory_free(h->shared.data[i].end);
    }
    for (uint32_t i = 0; i < h->used.size; i++)
        memory_free(h->used.data[i]);
    vector_free(&h->used);
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
    struct harness h = {.module = module,
                        .names = names,
                        .name_count = count,
                        .d = {.context = LLVMGetModuleContext(module), .absolute = absolute},
                        .error = error};
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
        good = add_public_callees(&h, module);
    FILE *const streams[] = {h.prototypes, h.threads, h.left_out};
    for (unsigned i = 0; i < 3; i++)
        if (streams[i] && fclose(streams[i]) != 0)
            good = false;
    if (good)
        write_whole(&h, parts, out);
    for (unsigned i = 0; i < 3; i++)
        free(parts[i]);
    release_harness(&h);
    if (!good && !error->message)
        error_set(error, "out of memory");
    return good;
}
