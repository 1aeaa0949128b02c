// What the module that reads TOML offers: libheddle-toml.so, opened when there is a heddle.toml to read. Its
// parser, toml++, is written in C++; no function of this table ever throws.
#ifndef HEDDLE_CLI_TOML_MODULE_H
#define HEDDLE_CLI_TOML_MODULE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this table; a module of another version is not used.
#define TOML_MODULE_VERSION 1
// The one symbol of the module: a function without parameters that returns its table.
#define TOML_MODULE_SYMBOL "heddle_toml_module"

// A document, or why there is none. Released with release.
struct toml_document {
    // The document as JSON text. Each value is an array of its line (of a member of a table: that of its key)
    // and the value: a table is an object, in the order of the document; a list is an array; a string is a
    // string; what is nothing of these is null. NULL: the document cannot be read.
    char *json;
    char *message; // why; NULL: there is no memory
    unsigned line; // where, from 1; 0: nowhere in particular
};

struct toml_module {
    int version;
    // Reads TOML 1.0 of that size in bytes.
    struct toml_document (*read)(const char *text, size_t size);
    void (*release)(struct toml_document *document);
};

#ifdef __cplusplus
}
#endif

#endif
