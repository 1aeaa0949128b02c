#include "base/bytes.h"

void bytes_add(byte_vector *bytes, const void *data, size_t size)
{
    vector_reserve(bytes, (uint64_t)bytes->size + size);
    if (size)
        memcpy(bytes->data + bytes->size, data, size);
    bytes->size += (uint32_t)size;
}

struct byte_reader bytes_reader(const byte_vector *bytes)
{
    return (struct byte_reader){.at = bytes->data,
                                .end = bytes->size ? bytes->data + bytes->size : bytes->data};
}

void bytes_add_number(byte_vector *bytes, uint64_t number)
{
    for (; number >> 7; number >>= 7)
        vector_push(bytes, (unsigned char)(number | 0x80));
    vector_push(bytes, (unsigned char)number);
}

void bytes_add_text(byte_vector *bytes, const char *text)
{
    size_t size = strlen(text);
    bytes_add_number(bytes, size);
    bytes_add(bytes, text, size);
}

static uint64_t refuse_bytes(struct byte_reader *r)
{
    r->damaged = true;
    r->at = r->end;
    return 0;
}

uint64_t bytes_number(struct byte_reader *r)
{
    uint64_t number = 0;
    for (unsigned shift = 0; r->at < r->end && shift < 64; shift += 7) {
        unsigned char byte = *r->at++;
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return number;
    }
    return refuse_bytes(r);
}

uint64_t bytes_number_below(struct byte_reader *r, uint64_t limit)
{
    uint64_t number = bytes_number(r);
    return number < limit ? number : refuse_bytes(r);
}

uint32_t bytes_count(struct byte_reader *r, size_t least)
{
    uint64_t count = bytes_number(r);
    bool fits = count <= (uint64_t)(r->end - r->at) / least && count < MEMORY_MOST_ELEMENTS;
    return (uint32_t)(fits ? count : refuse_bytes(r));
}

void bytes_copy(struct byte_reader *r, void *to, size_t size)
{
    if ((size_t)(r->end - r->at) < size) {
        refuse_bytes(r);
        memset(to, 0, size);
    } else if (size) {
        memcpy(to, r->at, size);
        r->at += size;
    }
}

char *bytes_text(struct byte_reader *r)
{
    uint32_t size = bytes_count(r, 1);
    char *text = memory_zalloc((size_t)size + 1, 1);
    bytes_copy(r, text, size);
    return text;
}
