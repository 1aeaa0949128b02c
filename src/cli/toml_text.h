// TOML 1.0: reading it, by the module libheddle-toml.so (cli/toml_module.h), and writing it.
#ifndef HEDDLE_CLI_TOML_TEXT_H
#define HEDDLE_CLI_TOML_TEXT_H

#include "base/error.h"
#include "report/buffer.h"

#include <jansson.h>

// Reads the document in the file. Its root, a table: a node, which is a value with its line. The values of
// tables and lists are nodes, too; values that are no table, list or string are null. To be released with
// json_decref. NULL with the error set.
json_t *toml_read(const char *path, struct error *error);
// Of a node: its line, from 1, of a member of a table that of its key; its value, borrowed.
unsigned toml_line(const json_t *node);
json_t *toml_value(const json_t *node);

// Appends the text as a string, bytes that are no UTF-8 as U+FFFD.
void toml_print_string(struct buffer *out, const char *text);
// Appends the text as a key: without quotes where it needs none.
void toml_print_key(struct buffer *out, const char *text);

#endif
