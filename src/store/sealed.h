// An entry as it is put on servers to which strangers may write: the value, compressed, in parts of a size
// that the servers take, and a head that says what the parts are and that this is the entry of this key. Only
// who has the secret can make a head; the parts are named and verified by their SHA-256. So what is cut
// short, mixed from several writes, put under another name, from another store or made by somebody else is
// noticed. An earlier entry of the same key that is put back is not: it was true once, and entries are about
// programs, which they have in them, not about what is newest.
//
//     "heddle entry" 0                             magic
//     FORMAT, version of heddle, title             numbers and texts as in base/bytes.h
//     SIZE, STORED                                 bytes of the value, and compressed
//     WRITTEN                                      seconds since 1970
//     PARTS, for each: SIZE, SHA-256
//     HMAC-SHA-256 of all of that behind the store's name, the kind and the key
#ifndef HEDDLE_STORE_SEALED_H
#define HEDDLE_STORE_SEALED_H

#include "base/digest.h"
#include "store/fields.h"
#include "store/store.h"

// Larger values are refused, and not believed.
#define SEALED_MOST ((uint64_t)64 << 20)
enum { SEALED_PARTS_MOST = 4096 };

// Whose entries these are.
struct seal {
    struct sha256 secret;
    const char *store; // its name on the servers
};

struct sealed_part {
    uint32_t size;
    struct sha256 digest;
};

struct sealed {
    VECTOR(struct sealed_part) parts;
    uint64_t size, stored;
    int64_t written;
    char *title;       // owned
    byte_vector bytes; // sealed_make: the value as it is stored
};
void sealed_free(struct sealed *sealed);

// Compresses the entry's value and divides it into parts of at most `part` bytes. False: it is larger than
// SEALED_MOST, or has too many parts.
bool sealed_make(const struct store_entry *entry, size_t part, struct sealed *sealed);
// Appends the head.
void sealed_head(const struct seal *seal, const struct store_key *key, const struct sealed *sealed,
                 byte_vector *to);
// Reads a head. False: it is not one of this key made with this secret by this version of heddle.
bool sealed_read(const struct seal *seal, const struct store_key *key, const void *data, size_t size,
                 struct sealed *sealed);
// Whether these bytes are the part.
bool sealed_is_part(const struct sealed_part *part, const void *data, size_t size);
// The value, of the parts one behind the other, with a zero behind it; owned by the caller. NULL: they do not
// give one of the head's size.
char *sealed_value(const struct sealed *sealed, const void *stored);

#endif
