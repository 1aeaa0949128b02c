// SHA-256, and HMAC with it: for what people might forge. What only has to notice damage, or is a table's
// hash, uses base/hash.h.
#ifndef HEDDLE_BASE_DIGEST_H
#define HEDDLE_BASE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>

enum { DIGEST_BYTES = 32 };

struct sha256 {
    unsigned char bytes[DIGEST_BYTES];
};

struct digest_piece {
    const void *data;
    size_t size;
};

// SHA-256 of the pieces as one text.
struct sha256 digest_of(const struct digest_piece *pieces, size_t count);
// HMAC-SHA-256 of the pieces as one text.
struct sha256 digest_with_key(const struct sha256 *key, const struct digest_piece *pieces, size_t count);
// In a time that does not depend on where they differ.
bool digest_equal(const struct sha256 *a, const struct sha256 *b);

enum { DIGEST_TEXT = 2 * DIGEST_BYTES + 1 };
// In hexadecimal, with a zero behind.
void digest_text(const struct sha256 *digest, char text[DIGEST_TEXT]);

#endif
