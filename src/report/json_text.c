#include "report/json_text.h"

#include "base/failure.h"
#include "report/buffer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static json_t *json_bytes(const char *bytes, size_t size)
{
    struct buffer clean = {0};
    for (size_t i = 0; i < size;) {
        size_t length = text_character(bytes + i, size - i);
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

void json_put(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        failure_memory();
}

void json_add(json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        failure_memory();
}

json_t *json_name(const char *name)
{
    size_t size = name ? strlen(name) : 0, good = 0, length = 1;
    while (good < size && (length = text_character(name + good, size - good)) > 0)
        good += length;
    if (good == size)
        return json_text(name);
    struct buffer digits = {0};
    for (size_t i = 0; i < size; i++)
        buffer_print(&digits, "%02x", (unsigned char)name[i]);
    json_t *object = json_object();
    json_put(object, "bytes", json_stringn(digits.bytes.data, digits.bytes.size));
    buffer_free(&digits);
    return object;
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
    if (json_dump_callback(value, append, &buffer, JSON_INDENT(2)) != 0)
        failure_memory();
    buffer_append(&buffer, "\n", 1);
    json_decref(value);
    return buffer_take(&buffer);
}
