#include "base/digest.h"

#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>
#include <stdio.h>

struct sha256 digest_of(const struct digest_piece *pieces, size_t count)
{
    struct sha256 digest;
    struct sha256_ctx context;
    sha256_init(&context);
    for (size_t i = 0; i < count; i++)
        sha256_update(&context, pieces[i].size, pieces[i].data);
    sha256_digest(&context, sizeof digest.bytes, digest.bytes);
    return digest;
}

struct sha256 digest_with_key(const struct sha256 *key, const struct digest_piece *pieces, size_t count)
{
    struct sha256 digest;
    struct hmac_sha256_ctx context;
    hmac_sha256_set_key(&context, sizeof key->bytes, key->bytes);
    for (size_t i = 0; i < count; i++)
        hmac_sha256_update(&context, pieces[i].size, pieces[i].data);
    hmac_sha256_digest(&context, sizeof digest.bytes, digest.bytes);
    return digest;
}

bool digest_equal(const struct sha256 *a, const struct sha256 *b)
{
    return memeql_sec(a->bytes, b->bytes, sizeof a->bytes);
}

void digest_text(const struct sha256 *digest, char text[DIGEST_TEXT])
{
    for (size_t i = 0; i < sizeof digest->bytes; i++)
        snprintf(text + 2 * i, 3, "%02x", digest->bytes[i]);
}
