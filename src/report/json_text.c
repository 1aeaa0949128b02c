#include "report/json_text.h"

#include "base/memory.h"
#include "report/buffer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Length of the UTF-8 character at p (at most `left` bytes), 0 if it is none. Jansson itself refuses overlong
// forms, surrogates and what is beyond U+10FFFF.
static size_t character_length(const unsigned char *p, size_t left)
{
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

json_t *json_bytes(const char *bytes, size_t size)
{
    struct buffer clean = {0};
    for (size_t i = 0; i < size;) {
        size_t length = character_length((const unsigned char *)bytes + i, size - i);
        if (length > 0)
            buffer_append(&clean, bytes + i, length);
        else
            buffer_append(&clean, "\xef\xbf\xbd", 3);
        i += length > 0 ? length : 1;
    }
    json_t *text = json_stringn(clean.bytes.data ? clean.bytes.data : "", clean.bytes.size);
    buffer_free(&clean);
    return text;
}

json_t *json_text(const char *text)
{
    return text ? json_bytes(text, strlen(text)) : json_null();
}

json_t *json_hexadecimal(uint64_t number)
{
    char digits[17];
    snprintf(digits, sizeof digits, "%016" PRIx64, number);
    return json_string(digits);
}

static int append(const char *bytes, size_t size, void *buffer)
{
    buffer_append(buffer, bytes, size);
    return 0;
}

char *json_print(json_t *value)
{
    struct buffer buffer = {0};
    json_dump_callback(value, append, &buffer, JSON_INDENT(2));
    buffer_append(&buffer, "\n", 1);
    json_decref(value);
    return buffer_take(&buffer);
}
