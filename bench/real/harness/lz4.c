// LZ4: two threads compress at the same time, each its own text, which must come back.
#include <assert.h>
#include <lz4.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static void *turn(void *text)
{
    char packed[64], again[64];
    int length = LZ4_compress_default(text, packed, 32, sizeof packed);
    assert(length > 0);
    assert(LZ4_decompress_safe(packed, again, length, sizeof again) == 32);
    assert(memcmp(text, again, 32) == 0);
    return NULL;
}

int main(void)
{
    static char texts[2][33] = {"abcabcabcabcabcabcabcabcabcabcab", "the cat sat on the cat on the ca"};
    pthread_t thread;
    pthread_create(&thread, NULL, turn, texts[0]);
    turn(texts[1]);
    pthread_join(thread, NULL);
    return 0;
}
