// What a store keeps of an entry beside its value: sizes, times, uses, checksums and the title.
#ifndef HEDDLE_STORE_HEAD_H
#define HEDDLE_STORE_HEAD_H

#include "store/database.h"
#include "store/store.h"

enum { KEY_BYTES = 20, PART_KEY_BYTES = 24, HEAD_MOST_BYTES = 512 };

// A key as the tables order it: by kind, then by the hash; of a part of a value with its number behind.
struct key_bytes {
    unsigned char data[PART_KEY_BYTES];
};
struct key_bytes key_bytes(const struct store_key *key, uint32_t part);
// False: no key of an entry.
bool key_read(struct bytes bytes, struct store_key *key);

// In the table, followed by the title with a zero behind it.
struct head {
    uint32_t magic;
    uint16_t version, title_size; // with the zero
    uint64_t size, stored;        // of the value: bytes, and after compression (equal: it is not compressed)
    int64_t written, used;        // microseconds since 1970; used 0: never
    uint64_t uses;
    uint64_t clock; // of the store (database_clock) at the last use, or when it was written
    double worth;   // sum of writing and the uses, each halved with time, at that moment
    uint64_t checksum[2];
    uint64_t own; // checksum of the key, of what is above and of the title
};

// Fills in what the caller has not: magic, version, title_size, own. Returns how many bytes `to` then has.
size_t head_write(const struct store_key *key, struct head *head, const char *title,
                  unsigned char to[HEAD_MOST_BYTES]);
// False: damaged. *title points into `bytes`.
bool head_read(const struct store_key *key, struct bytes bytes, struct head *head, const char **title);

enum { MOMENTS_PER_SECOND = 1000000 };
// Now, in microseconds since 1970.
int64_t head_now(void);

// Time for what an entry is worth: how much has been written to the store, in bytes; `half`: what halves it.
struct head_clock {
    uint64_t now, half;
};
// What makes it worth 1 more.
void head_count(struct head *head, struct head_clock clock);
// Counts a use at a moment in microseconds since 1970.
void head_use(struct head *head, int64_t moment, struct head_clock clock);
// What is lowest is removed first: the logarithm of what the worth is at one moment for all.
double head_score(const struct head *head, struct head_clock clock);

#endif
