#include "report/json_text.h"

#include "base/failure.h"
#include "base/memory.h"
#include "report/buffer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char hexadecimal[] = "0123456789abcdef";

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
    struct buffer bytes = {0};
    for (size_t i = 0; i < size; i++)
        buffer_print(&bytes, "%02x", (unsigned char)name[i]);
    json_t *object = json_object();
    json_put(object, "bytes", json_stringn(bytes.bytes.data, bytes.bytes.size));
    buffer_free(&bytes);
    return object;
}

// The bytes of an even number of hexadecimal digits, ended by a zero.
static char *bytes_of_hexadecimal(const char *text, size_t length)
{
    char *bytes = memory_alloc(length / 2 + 1);
    for (size_t i = 0; i < length / 2; i++)
        bytes[i] = (char)((strchr(hexadecimal, text[2 * i]) - hexadecimal) << 4 |
                          (strchr(hexadecimal, text[2 * i + 1]) - hexadecimal));
    bytes[length / 2] = 0;
    return bytes;
}

char *json_name_read(const json_t *value, const char **wrong)
{
    const json_t *text = json_is_object(value) ? json_object_get(value, "bytes") : value;
    const char *string = json_string_value(text);
    size_t length = string ? strlen(string) : 0;
    if (!string || length != json_string_length(text)) {
        *wrong = "no text in";
        return NULL;
    }
    if (text == value)
        return memory_copy_string(string);
    if (length % 2 || strspn(string, hexadecimal) != length) {
        *wrong = "no hexadecimal digits in";
        return NULL;
    }
    char *name = bytes_of_hexadecimal(string, length);
    if (strlen(name) == length / 2)
        return name;
    memory_free(name);
    *wrong = "a zero byte in";
    return NULL;
}

json_t *json_hexadecimal(uint64_t number)
{
    char digits[17];
    snprintf(digits, sizeof digits, "%016" PRIx64, number);
    return json_string(digits);
}

json_t *json_link(const char *file, uint32_t line, const char *on_file, uint32_t on_line, const char *kind)
{
    json_t *link = json_object();
    json_put(link, "file", json_text(file));
    json_put(link, "line", json_integer(line));
    json_put(link, "on_file", json_text(on_file));
    json_put(link, "on_line", json_integer(on_line));
    json_put(link, "kind", json_string(kind));
    return link;
}

static int append_json(const char *bytes, size_t size, void *buffer)
{
    buffer_append(buffer, bytes, size);
    return 0;
}

char *json_print(json_t *value)
{
    struct buffer buffer = {0};
    if (json_dump_callback(value, append_json, &buffer, JSON_INDENT(2)) != 0)
        failure_memory();
    buffer_append(&buffer, "\n", 1);
    json_decref(value);
    return buffer_take(&buffer);
}
