#include "store/sealed.h"

#include "base/memory.h"

#include <string.h>
#include <time.h>
#include <zstd.h>

enum { FORMAT = 1, LEVEL = 3, MAGIC_BYTES = 13 };
static const char magic[MAGIC_BYTES] = "heddle entry";

void sealed_free(struct sealed *sealed)
{
    vector_free(&sealed->parts);
    vector_free(&sealed->bytes);
    memory_free(sealed->title);
    *sealed = (struct sealed){.size = 0};
}

// ---- values

static void compress_entry(const struct store_entry *entry, byte_vector *to)
{
    vector_reserve(to, ZSTD_compressBound(entry->size));
    size_t size = ZSTD_compress(to->data, to->capacity, entry->data, entry->size, LEVEL);
    if (!ZSTD_isError(size) && size < entry->size) {
        to->size = (uint32_t)size;
        return;
    }
    vector_clear(to);
    bytes_add(to, entry->data, entry->size);
}

static void divide_sealed(struct sealed *sealed, size_t most)
{
    for (size_t at = 0; at < sealed->bytes.size; at += most) {
        size_t rest = sealed->bytes.size - at, size = rest < most ? rest : most;
        struct digest_piece piece = {sealed->bytes.data + at, size};
        vector_push(&sealed->parts, (struct sealed_part){(uint32_t)size, digest_of(&piece, 1)});
    }
}

bool sealed_make(const struct store_entry *entry, size_t part, struct sealed *sealed)
{
    const char *title = entry->title ? entry->title : "";
    *sealed = (struct sealed){.size = entry->size,
                              .written = entry->written ? entry->written : (int64_t)time(NULL)};
    if (entry->size > SEALED_MOST)
        return false;
    sealed->title = memory_copy_bytes(title, strnlen(title, STORE_TITLE_MOST));
    compress_entry(entry, &sealed->bytes);
    sealed->stored = sealed->bytes.size;
    if (sealed->stored / part < SEALED_PARTS_MOST) {
        divide_sealed(sealed, part);
        return true;
    }
    sealed_free(sealed);
    return false;
}

bool sealed_is_part(const struct sealed_part *part, const void *data, size_t size)
{
    struct digest_piece piece = {data, size};
    struct sha256 digest = digest_of(&piece, 1);
    return size == part->size && digest_equal(&digest, &part->digest);
}

char *sealed_value(const struct sealed *sealed, const void *stored)
{
    char *value = memory_alloc(sealed->size + 1);
    size_t size = sealed->stored;
    if (sealed->stored < sealed->size)
        size = ZSTD_decompress(value, sealed->size, stored, sealed->stored);
    else if (sealed->size)
        memcpy(value, stored, sealed->size);
    if (!ZSTD_isError(size) && size == sealed->size) {
        value[size] = 0;
        return value;
    }
    memory_free(value);
    return NULL;
}

// ---- heads

// Of the head without what is at its end.
static struct sha256 code_of_sealed_head(const struct seal *seal, const struct store_key *key,
                                         const void *head, size_t size)
{
    byte_vector name = {0};
    bytes_add_text(&name, seal->store);
    bytes_add_number(&name, key->kind);
    bytes_add_number(&name, key->high);
    bytes_add_number(&name, key->low);
    struct digest_piece pieces[] = {{name.data, name.size}, {head, size}};
    struct sha256 code = digest_with_key(&seal->secret, pieces, 2);
    vector_free(&name);
    return code;
}

void sealed_head(const struct seal *seal, const struct store_key *key, const struct sealed *sealed,
                 byte_vector *to)
{
    uint32_t begin = to->size;
    bytes_add(to, magic, sizeof magic);
    bytes_add_number(to, FORMAT);
    bytes_add_text(to, HEDDLE_VERSION);
    bytes_add_text(to, sealed->title);
    bytes_add_number(to, sealed->size);
    bytes_add_number(to, sealed->stored);
    bytes_add_number(to, (uint64_t)sealed->written);
    bytes_add_number(to, sealed->parts.size);
    for (uint32_t i = 0; i < sealed->parts.size; i++) {
        bytes_add_number(to, sealed->parts.data[i].size);
        bytes_add(to, sealed->parts.data[i].digest.bytes, DIGEST_BYTES);
    }
    struct sha256 code = code_of_sealed_head(seal, key, to->data + begin, to->size - begin);
    bytes_add(to, code.bytes, sizeof code.bytes);
}

static bool read_sealed_parts(struct byte_reader *reader, struct sealed *sealed)
{
    uint64_t all = 0;
    uint32_t count = bytes_count(reader, 1 + DIGEST_BYTES);
    for (uint32_t i = 0; i < count && !reader->damaged; i++) {
        struct sealed_part part = {.size = (uint32_t)bytes_number_below(reader, SEALED_MOST + 1)};
        bytes_copy(reader, part.digest.bytes, sizeof part.digest.bytes);
        vector_push(&sealed->parts, part);
        all += part.size;
    }
    return !reader->damaged && reader->at == reader->end && count <= SEALED_PARTS_MOST &&
           all == sealed->stored;
}

static bool read_sealed_head(struct byte_reader *reader, struct sealed *sealed)
{
    char begin[MAGIC_BYTES];
    bytes_copy(reader, begin, sizeof begin);
    bool known = memcmp(begin, magic, sizeof magic) == 0 && bytes_number(reader) == FORMAT;
    if (!known)
        return false;
    char *version = bytes_text(reader);
    sealed->title = bytes_text(reader);
    sealed->size = bytes_number_below(reader, SEALED_MOST + 1);
    sealed->stored = bytes_number_below(reader, sealed->size + 1);
    sealed->written = (int64_t)bytes_number(reader);
    known = strcmp(version, HEDDLE_VERSION) == 0;
    memory_free(version);
    return known && !reader->damaged && read_sealed_parts(reader, sealed);
}

bool sealed_read(const struct seal *seal, const struct store_key *key, const void *data, size_t size,
                 struct sealed *sealed)
{
    struct sha256 code;
    *sealed = (struct sealed){.size = 0};
    if (size < sizeof code.bytes)
        return false;
    size -= sizeof code.bytes;
    struct sha256 expected = code_of_sealed_head(seal, key, data, size);
    memcpy(code.bytes, (const char *)data + size, sizeof code.bytes);
    struct byte_reader reader = {.at = data, .end = (const unsigned char *)data + size};
    if (digest_equal(&code, &expected) && read_sealed_head(&reader, sealed))
        return true;
    sealed_free(sealed);
    return false;
}
