#include "report/buffer.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void buffer_append(struct buffer *buffer, const char *bytes, size_t count)
{
    if (count == 0)
        return;
    vector_reserve(&buffer->bytes, buffer->bytes.size + (uint32_t)count);
    memcpy(buffer->bytes.data + buffer->bytes.size, bytes, count);
    buffer->bytes.size += (uint32_t)count;
}

void buffer_print(struct buffer *buffer, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length > 0) {
        uint32_t size = buffer->bytes.size;
        vector_reserve(&buffer->bytes, size + (uint32_t)length + 1);
        vsnprintf(buffer->bytes.data + size, (size_t)length + 1, format, again);
        buffer->bytes.size = size + (uint32_t)length;
    }
    va_end(again);
}

static bool starts_character(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

unsigned text_columns(const char *text)
{
    unsigned columns = 0;
    for (; *text; text++)
        columns += starts_character(*text);
    return columns;
}

void buffer_fill(struct buffer *buffer, const char *text, unsigned columns)
{
    unsigned have = text_columns(text);
    if (have <= columns) {
        buffer_print(buffer, "%s%*s", text, (int)(columns - have), "");
        return;
    }
    const char *end = text;
    for (unsigned shown = 0; columns > 0; end++)
        if (starts_character(*end) && shown++ == columns - 1)
            break;
    buffer_append(buffer, text, (size_t)(end - text));
    if (columns > 0)
        buffer_append(buffer, "~", 1);
}

char *buffer_take(struct buffer *buffer)
{
    vector_push(&buffer->bytes, '\0');
    char *text = buffer->bytes.data;
    memset(buffer, 0, sizeof *buffer);
    return text;
}

void buffer_free(struct buffer *buffer)
{
    vector_free(&buffer->bytes);
}
