#include "store/compressed.h"

#include <zstd.h>

enum { COMPRESSION = 1 }; // zstd's level; higher ones take longer

void compressed_add(byte_vector *to, const void *data, size_t size)
{
    size_t bound = ZSTD_compressBound(size);
    bytes_add_number(to, size);
    vector_reserve(to, to->size + bound);
    size_t stored = ZSTD_compress(to->data + to->size, bound, size ? data : "", size, COMPRESSION);
    if (!ZSTD_isError(stored)) // else nothing follows, which is damaged
        to->size += (uint32_t)stored;
}

bool compressed_read(struct byte_reader *from, uint64_t most, byte_vector *to)
{
    uint64_t size = bytes_number_below(from, most + 1);
    if (from->damaged)
        return false;
    vector_reserve(to, to->size + size + 1);
    size_t read = ZSTD_decompress(to->data + to->size, size, from->at, (size_t)(from->end - from->at));
    from->at = from->end;
    if (ZSTD_isError(read) || read != size)
        return false;
    to->size += (uint32_t)size;
    return true;
}
