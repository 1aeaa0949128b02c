#include "cli/toml_text.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/module.h"
#include "cli/toml_module.h"

#include <string.h>

#define MODULE_FILE "libheddle-toml.so"

// ---- reading

static json_t *document_root(const char *path, const struct toml_document *document, struct error *error)
{
    json_error_t wrong;
    if (!document->json && !document->message)
        failure_memory();
    if (!document->json && document->line)
        error_set(error, "%s:%u: %s", path, document->line, document->message);
    else if (!document->json)
        error_set(error, "%s: %s", path, document->message);
    json_t *root = document->json ? json_loads(document->json, JSON_REJECT_DUPLICATES, &wrong) : NULL;
    if (document->json && !root)
        error_set(error, "%s: %s", path, wrong.text);
    return root;
}

json_t *toml_read(const char *path, struct error *error)
{
    size_t size;
    char *text = file_read(path, FILE_LIMIT_SOURCE, &size, error);
    if (!text)
        return NULL;
    const struct toml_module *module = module_table(MODULE_FILE, TOML_MODULE_SYMBOL, TOML_MODULE_VERSION);
    json_t *root = NULL;
    if (module) {
        struct toml_document document = module->read(text, size);
        root = document_root(path, &document, error);
        module->release(&document);
    } else
        error_set(error, "%s: " MODULE_FILE ", which reads it, is missing: install heddle again", path);
    memory_free(text);
    return root;
}

unsigned toml_line(const json_t *node)
{
    return (unsigned)json_integer_value(json_array_get(node, 0));
}

json_t *toml_value(const json_t *node)
{
    return json_array_get(node, 1);
}

// ---- writing

static void print_character(struct buffer *out, const char *character, size_t length)
{
    unsigned char first = (unsigned char)*character;
    if (length == 0)
        buffer_append(out, "\xef\xbf\xbd", 3);
    else if (first < ' ' || first == 0x7f)
        buffer_print(out, "\\u%04X", first);
    else {
        if (first == '"' || first == '\\')
            buffer_append(out, "\\", 1);
        buffer_append(out, character, length);
    }
}

void toml_print_string(struct buffer *out, const char *text)
{
    size_t size = strlen(text);
    buffer_append(out, "\"", 1);
    for (size_t i = 0; i < size;) {
        size_t length = text_character(text + i, size - i);
        print_character(out, text + i, length);
        i += length > 0 ? length : 1;
    }
    buffer_append(out, "\"", 1);
}

void toml_print_key(struct buffer *out, const char *text)
{
    bool bare = *text && strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") ==
                             strlen(text);
    if (bare)
        buffer_append(out, text, strlen(text));
    else
        toml_print_string(out, text);
}
