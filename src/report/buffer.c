#include "report/buffer.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void buffer_append(struct buffer *buffer, const char *bytes, size_t count)
{
    if (count == 0)
        return;
    vector_reserve(&buffer->bytes, (uint64_t)buffer->bytes.size + (uint32_t)count);
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
        vector_reserve(&buffer->bytes, (uint64_t)size + (uint32_t)length + 1);
        vsnprintf(buffer->bytes.data + size, (size_t)length + 1, format, again);
        buffer->bytes.size = size + (uint32_t)length;
    }
    va_end(again);
}

// Jansson refuses the same: overlong forms, surrogates and what is beyond U+10FFFF.
size_t text_character(const char *text, size_t left)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t length = p[0] < 0x80                   ? 1
                    : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
                    : p[0] >= 0xe0 && p[0] < 0xf0 ? 3
                    : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
                                                  : 0;
    if (length == 0 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0) || (p[0] == 0xf0 && p[1] < 0x90) ||
        (p[0] == 0xf4 && p[1] >= 0x90))
        return 0;
    return length;
}

// Length of the colour that begins at `text`, 0: none does.
static size_t colour_length(const char *text)
{
    size_t digits = strncmp(text, "\033[", 2) == 0 ? strspn(text + 2, "0123456789;") : 0;
    return strncmp(text, "\033[", 2) == 0 && text[2 + digits] == 'm' ? digits + 3 : 0;
}

static bool is_control(const char *text, size_t length)
{
    unsigned char first = (unsigned char)text[0];
    return (length == 1 && (first < 0x20 || first == 0x7f)) ||
           (length == 2 && first == 0xc2 && (unsigned char)text[1] < 0xa0);
}

char *text_clean(const char *text, bool lines)
{
    struct buffer clean = {0};
    for (size_t left = strlen(text), length; left > 0; text += length, left -= length) {
        size_t colour = lines ? colour_length(text) : 0;
        length = colour ? colour : text_character(text, left);
        if (colour || (lines && (*text == '\n' || *text == '\t')) || (length && !is_control(text, length))) {
            buffer_append(&clean, text, length);
            continue;
        }
        length = length ? length : 1;
        if (*text == '\n')
            buffer_print(&clean, "\\n");
        for (size_t i = 0; *text != '\n' && i < length; i++)
            buffer_print(&clean, "\\x%02x", (unsigned char)text[i]);
    }
    return buffer_take(&clean);
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

size_t text_line(const char *text, unsigned columns, bool commas)
{
    size_t end = 0, blank = 0, comma = 0, bracket = 0; // where it may end
    for (unsigned shown = 0; text[end]; end++) {
        if (!starts_character(text[end]))
            continue;
        if (text[end] == ' ' && shown > 0)
            blank = end;
        if (blank == end && end > 0 && text[end - 1] == ',')
            comma = end;
        if (end > 0 && text[end - 1] == '(')
            bracket = end;
        if (shown++ == (columns ? columns : 1))
            return commas && comma > end / 2                       ? comma
                   : blank && (blank > end / 2 || blank > bracket) ? blank
                   : bracket                                       ? bracket
                                                                   : end;
    }
    return end;
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
