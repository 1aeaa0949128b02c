// Text that grows while it is written.
#ifndef HEDDLE_REPORT_BUFFER_H
#define HEDDLE_REPORT_BUFFER_H

#include "base/vector.h"

#include <stddef.h>

struct buffer {
    VECTOR(char) bytes;
};

void buffer_print(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_append(struct buffer *buffer, const char *bytes, size_t count);
// Appends `text` cut or filled with blanks to exactly `columns` columns (UTF-8 aware; a cut text ends in
// "~").
void buffer_fill(struct buffer *buffer, const char *text, unsigned columns);
// The text, zero-terminated, owned by the caller; the buffer is empty afterwards.
char *buffer_take(struct buffer *buffer);
void buffer_free(struct buffer *buffer);

// Columns that a text takes: its characters, not bytes.
unsigned text_columns(const char *text);

#endif
