#include "program/embed.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <string.h>

// A record is this head, the name, and the bitcode.
struct embedded_head {
    char magic[8];
    uint32_t version, name_size;
    uint64_t size, hash; // of the bitcode; of name and bitcode
};
static const char magic[8] = "heddle\r\n";
enum { VERSION = 1 };

static void add_section_bytes(embed_bytes *section, const void *data, size_t size)
{
    if (size == 0)
        return;
    vector_reserve(section, (uint64_t)section->size + size);
    memcpy(section->data + section->size, data, size);
    section->size += (uint32_t)size;
}

void embed_add(embed_bytes *section, const char *source, const void *bitcode, size_t size)
{
    struct embedded_head head = {.version = VERSION, .name_size = (uint32_t)strlen(source), .size = size};
    memcpy(head.magic, magic, sizeof magic);
    uint32_t at = section->size;
    add_section_bytes(section, &head, sizeof head);
    add_section_bytes(section, source, head.name_size);
    add_section_bytes(section, bitcode, size);
    head.hash = XXH64(section->data + at + sizeof head, head.name_size + size, 0);
    memcpy(section->data + at, &head, sizeof head);
}

bool embed_next(const uint8_t *section, size_t size, size_t *at, struct embed_record *record,
                struct error *error)
{
    struct embedded_head head;
    while (*at < size && section[*at] == 0)
        ++*at;
    if (*at == size)
        return false;
    size_t left = size - *at;
    if (left < sizeof head)
        return error_set(error, "the bitcode in it is damaged");
    memcpy(&head, section + *at, sizeof head);
    if (memcmp(head.magic, magic, sizeof magic) != 0)
        return error_set(error, "the bitcode in it is damaged");
    if (head.version != VERSION)
        return error_set(error, "its bitcode was written by another version of heddle: build it again");
    left -= sizeof head;
    const uint8_t *body = section + *at + sizeof head;
    if (head.name_size > left || head.size > left - head.name_size ||
        head.hash != XXH64(body, head.name_size + (size_t)head.size, 0))
        return error_set(error, "the bitcode in it is damaged");
    *record =
        (struct embed_record){(const char *)body, head.name_size, body + head.name_size, (size_t)head.size};
    *at += sizeof head + head.name_size + (size_t)head.size;
    return true;
}
