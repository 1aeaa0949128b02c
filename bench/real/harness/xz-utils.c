// xz: the encoder that works with threads of its own compresses a few bytes in two blocks; the decoder must give them back.
#include <assert.h>
#include <lzma.h>
#include <stddef.h>
#include <string.h>

enum { SIZE = 64 };

int main(void)
{
    static unsigned char data[SIZE], packed[4096], again[SIZE];
    for (int i = 0; i < SIZE; i++)
        data[i] = (unsigned char)(i / 8);
    lzma_options_lzma options;
    assert(!lzma_lzma_preset(&options, 0));
    options.dict_size = LZMA_DICT_SIZE_MIN;
    lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, NULL}};
    lzma_mt settings = {.threads = 2, .block_size = SIZE / 2, .filters = filters, .check = LZMA_CHECK_CRC32};
    lzma_stream stream = LZMA_STREAM_INIT;
    assert(lzma_stream_encoder_mt(&stream, &settings) == LZMA_OK);
    stream.next_in = data;
    stream.avail_in = SIZE;
    stream.next_out = packed;
    stream.avail_out = sizeof packed;
    assert(lzma_code(&stream, LZMA_FINISH) == LZMA_STREAM_END);
    size_t length = stream.total_out, in = 0, out = 0;
    lzma_end(&stream);
    uint64_t memory = UINT64_MAX;
    assert(lzma_stream_buffer_decode(&memory, 0, NULL, packed, &in, length, again, &out, SIZE) == LZMA_OK);
    assert(out == SIZE && memcmp(data, again, SIZE) == 0);
    return 0;
}
