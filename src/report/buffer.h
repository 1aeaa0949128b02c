// Text that grows while it is written.
#ifndef HEDDLE_REPORT_BUFFER_H
#define HEDDLE_REPORT_BUFFER_H

#include "base/vector.h"

#include <stdbool.h>
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

// Length of the UTF-8 character at `text` (at most `left` bytes, `left` > 0), 0 if it is none.
size_t text_character(const char *text, size_t left);
// A copy of the text, owned by the caller, in which bytes that are no UTF-8 and control characters are quoted
// (\x1b), so that no terminal obeys them. `lines`: line ends, tabs and colours stay.
char *text_clean(const char *text, bool lines);

// Bytes of the first line of a text that is wrapped to `columns` columns (at least 1): up to a blank, with
// `commas` better to one behind a comma, where there is one, up to an opening bracket where that leaves less
// than half of a line, and at least one character.
size_t text_line(const char *text, unsigned columns, bool commas);
// Columns that a text takes: its characters, not bytes.
unsigned text_columns(const char *text);

#endif
