#include "store/fields.h"

#include <string.h>

#define NOTHING UINT32_MAX

void fields_add(byte_vector *to, const void *data, size_t size)
{
    uint32_t length = data ? (uint32_t)size : NOTHING;
    bytes_add(to, &length, sizeof length);
    bytes_add(to, data, data ? size : 0);
}

void fields_add_text(byte_vector *to, const char *text)
{
    fields_add(to, text, text ? strlen(text) : 0);
}

bool fields_next(struct fields *fields, struct field *field)
{
    uint32_t length;
    *field = (struct field){.data = NULL};
    if (fields->left < sizeof length)
        return false;
    memcpy(&length, fields->at, sizeof length);
    fields->at += sizeof length;
    fields->left -= sizeof length;
    if (length == NOTHING)
        return true;
    if (length > fields->left)
        return false;
    *field = (struct field){fields->at, length};
    fields->at += length;
    fields->left -= length;
    return true;
}

bool fields_next_text(struct fields *fields, char **text)
{
    struct field field;
    *text = NULL;
    if (!fields_next(fields, &field) || (field.size && memchr(field.data, 0, field.size)))
        return false;
    if (field.data)
        *text = memory_copy_bytes(field.data, field.size);
    return true;
}
