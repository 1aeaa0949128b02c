// c-blosc: compresses with two threads of its own; decompressing must give back what was there.
#include <assert.h>
#include <blosc.h>
#include <stddef.h>
#include <string.h>

enum { SIZE = 512 };

int main(void)
{
    static unsigned char data[SIZE], packed[SIZE + BLOSC_MAX_OVERHEAD], again[SIZE];
    for (int i = 0; i < SIZE; i++)
        data[i] = (unsigned char)(i / 64);
    int length = blosc_compress_ctx(5, 1, 4, SIZE, data, packed, sizeof packed, "blosclz", 256, 2);
    assert(length > 0);
    assert(blosc_decompress_ctx(packed, again, SIZE, 1) == SIZE);
    assert(memcmp(data, again, SIZE) == 0);
    return 0;
}
