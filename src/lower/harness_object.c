#include "lower/harness_state.h"

#include "base/failure.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// ---- what functions are for

static const char *const begins[] = {"init", "initialize", "initialise", "setup", "construct", "ctor", NULL};
static const char *const ends[] = {"free", "destroy", "delete",  "close", "release", "fini", "finish",
                                   "term", "cleanup", "dispose", "dtor",  "deinit",  NULL};

// Whether one of the words is in the name, between its ends and underscores.
static bool has_name_word(const char *name, const char *const *words)
{
    for (const char *begin = name; *begin;) {
        size_t length = strcspn(begin, "_");
        for (const char *const *word = words; *word; word++)
            if (strlen(*word) == length && strncmp(begin, *word, length) == 0)
                return true;
        begin += length + (begin[length] == '_');
    }
    return false;
}

// The type without a name of the structure or union that a pointer points to; NULL: it is no such pointer.
// Owned by the caller.
static char *record_key(struct harness *h, LLVMMetadataRef type)
{
    bool pointer = false;
    LLVMMetadataRef target = type ? declare_target(&h->d, type, &pointer) : NULL;
    return pointer && target && declare_is_record(&h->d, target) ? declare(&h->d, target, "") : NULL;
}

// Whether parameter `number` points to that structure; NULL: to any.
static bool takes(struct harness *h, const struct harness_callee *c, unsigned number, const char *key)
{
    char *own = number < c->count ? record_key(h, callee_parameter(h, c, number)) : NULL;
    bool same = own && (!key || strcmp(own, key) == 0);
    memory_free(own);
    return same;
}

// Makes an object out of nothing but values.
static bool makes_from_values(struct harness *h, const struct harness_callee *c, const char *key)
{
    char *own = record_key(h, callee_result(h, c));
    bool good = own && (!key || strcmp(own, key) == 0) && !c->variadic;
    for (unsigned i = 0; i < c->count && good; i++)
        good = !takes(h, c, i, NULL);
    memory_free(own);
    return good;
}

static bool initialises(struct harness *h, const struct harness_callee *c, const char *key)
{
    return has_name_word(c->name, begins) && !c->variadic && takes(h, c, 0, key) && !takes(h, c, 1, key);
}

static bool finishes(struct harness *h, const struct harness_callee *c, const char *key)
{
    return has_name_word(c->name, ends) && c->count == 1 && takes(h, c, 0, key);
}

bool harness_is_for_objects(struct harness *h, const struct harness_callee *c)
{
    return makes_from_values(h, c, NULL) || initialises(h, c, NULL) || finishes(h, c, NULL);
}

bool harness_has(const struct harness *h, const char *name)
{
    for (uint32_t i = 0; i < h->done.size; i++)
        if (strcmp(h->done.data[i], name) == 0)
            return true;
    for (uint32_t i = 0; i < h->used.size; i++)
        if (strcmp(h->used.data[i], name) == 0)
            return true;
    return false;
}

static bool is_named_by_user(const struct harness *h, const char *name)
{
    for (uint32_t i = 0; i < h->name_count; i++)
        if (strcmp(h->names[i], name) == 0)
            return true;
    return false;
}

// A function of the library that is that for the type, and has no thread of its own.
static bool find_callee_that(struct harness *h, const char *key,
                             bool (*is)(struct harness *, const struct harness_callee *, const char *),
                             struct harness_callee *c)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(h->module); f; f = LLVMGetNextFunction(f)) {
        if (!callee_is_public(f) || is_named_by_user(h, LLVMGetValueName(f)) ||
            harness_has(h, LLVMGetValueName(f)) || !callee_describe(h, f, c) || !is(h, c, key))
            continue;
        char *why = callee_why_not(h, c);
        memory_free(why);
        if (!why)
            return true;
    }
    return false;
}

static void use(struct harness *h, const struct harness_callee *c)
{
    char *name = memory_copy_string(c->name);
    callee_write_prototype(h, c);
    vector_push(&h->used, name);
}

// ---- objects

static char *unused_name(const struct harness *h, const char *name)
{
    char *own = memory_format("shared_%s", name);
    for (uint32_t i = 0; i < h->shared.size; i++)
        if (strcmp(h->shared.data[i].name, own) == 0) {
            memory_free(own);
            return memory_format("shared_%s_%u", name, h->shared.size + 1);
        }
    return own;
}

// What is written to h->body by callee_arguments for the parameters from `first` on; *list: the arguments.
// Both owned by the caller.
static char *inputs_for(struct harness *h, const struct harness_callee *c, unsigned first, char **list)
{
    char *text = NULL;
    size_t size;
    FILE *outer = h->body, *body = open_memstream(&text, &size);
    if (!body)
        failure_memory();
    h->body = body;
    h->making = true;
    *list = callee_arguments(h, c, first);
    h->making = false;
    h->body = outer;
    if (fclose(body) != 0 || !text)
        failure_memory();
    char *copy = memory_copy_string(text);
    free(text);
    return copy;
}

// A block of these statements.
static char *indented_block(const char *statements)
{
    char *text = memory_copy_string("    {\n");
    for (const char *line = statements; *line;) {
        int length = (int)strcspn(line, "\n");
        char *longer = memory_format("%s    %.*s\n", text, length, line);
        memory_free(text);
        text = longer;
        line += length + (line[length] == '\n');
    }
    char *whole = memory_format("%s    }\n", text);
    memory_free(text);
    return whole;
}

// Statements that make the object by a call of the function: its result, or with the object as first
// argument.
static char *call_for(struct harness *h, const struct harness_callee *c, const struct shared *one, bool made)
{
    char *list, *inputs = inputs_for(h, c, !made, &list), *statements;
    if (made)
        statements = memory_format(
            "%s    %s = %s(%s);\n    heddle_assume(%s != NULL); // EDIT: or what if it could not be made\n",
            inputs, one->name, c->name, list, one->name);
    else
        statements = memory_format("%s    %s(&%s%s%s); // EDIT: what if it fails\n", inputs, c->name,
                                   one->name, *list ? ", " : "", list);
    char *text = *inputs ? indented_block(statements) : memory_copy_string(statements);
    memory_free(list);
    memory_free(inputs);
    memory_free(statements);
    return text;
}

// How the object begins and ends: by functions of the library, where there are such.
static void find_life(struct harness *h, struct shared *one)
{
    struct harness_callee c;
    if (one->pointer && find_callee_that(h, one->key, makes_from_values, &c)) {
        one->begin = call_for(h, &c, one, true);
        use(h, &c);
    } else if (!one->pointer && find_callee_that(h, one->key, initialises, &c)) {
        one->begin = call_for(h, &c, one, false);
        use(h, &c);
    }
    if (one->begin && find_callee_that(h, one->key, finishes, &c)) {
        one->end = memory_format("    %s(%s%s);\n", c.name, one->pointer ? "" : "&", one->name);
        use(h, &c);
    }
}

const struct shared *harness_share(struct harness *h, LLVMMetadataRef type, const char *name)
{
    char *key = declare(&h->d, type, "");
    for (uint32_t i = 0; i < h->shared.size; i++)
        if (strcmp(h->shared.data[i].key, key) == 0) {
            memory_free(key);
            return &h->shared.data[i];
        }
    struct harness_callee c;
    bool complete = declare_is_complete(&h->d, type);
    struct shared one = {.key = key,
                         .pointer = !complete || (!find_callee_that(h, key, initialises, &c) &&
                                                  find_callee_that(h, key, makes_from_values, &c))};
    if (!complete && !find_callee_that(h, key, makes_from_values, &c)) {
        memory_free(key);
        return NULL;
    }
    one.name = unused_name(h, name);
    char *inner = memory_format("%s%s", one.pointer ? "*" : "", one.name);
    one.type = declare(&h->d, type, inner);
    memory_free(inner);
    find_life(h, &one);
    vector_push(&h->shared, one);
    return &vector_last(&h->shared);
}
