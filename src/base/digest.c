#include "base/digest.h"

#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>
#include <stdio.h>

struct digest digest_of(const struct digest_piece *pieces, size_t count)
{
    struct digest digest;
    struct sha256_ctx context;
    sha256_init(&context);
    for (size_t i = 0; i < count; i++)
        sha256_update(&context, pieces[i].size, pieces[i].data);
    sha256_digest(&context, sizeof digest.bytes, digest.bytes);
    return digest;
}

struct digest digest_with_key(const struct digest *key, const struct digest_piece *pieces, size_t count)
{
    struct digest digest;
    struct hmac_sha256_ctx context;
    hmac_sha256_set_key(&context, sizeof key->bytes, key->bytes);
    for (size_t i = 0; i < count; i++)
        hmac_sha256_update(&context, pieces[i].size, pieces[i].data);
    hmac_sha256_digest(&context, sizeof digest.bytes, digest.bytes);
    return digest;
}

bool digest_equal(const struct digest *a, const struct digest *b)
{
    return memeql_sec(a->bytes, b->bytes, sizeof a->bytes);
}

void digest_text(const struct digest *digest, char text[DIGEST_TEXT])
{
    for (size_t i = 0; i < sizeof digest->bytes; i++)
        snprintf(text + 2 * i, 3, "%02x", digest->bytes[i]);
}
