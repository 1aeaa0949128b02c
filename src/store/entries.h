// The entries of a store in its tables: a head each, and the value, compressed, in parts of the size of a few
// pages, so that the free space of the file is used well. Runs in the process of the store only.
#ifndef HEDDLE_STORE_ENTRIES_H
#define HEDDLE_STORE_ENTRIES_H

#include "store/database.h"
#include "store/fields.h"
#include "store/head.h"
#include "store/message.h"
#include "store/uses.h"

struct entries {
    struct database *database;
    const char *folder;
    use_list uses;                    // of this process, not in the file yet
    VECTOR(struct store_key) damaged; // met while reading: removed when nobody waits for it
    // Of zstd; made when first used: for small values, making them takes longest.
    struct ZSTD_CCtx_s *compressor;
    struct ZSTD_DCtx_s *decompressor;
};

// Frees what the entries hold, but for the database.
void entries_free(struct entries *entries);

// In a transaction.
struct head_clock entries_clock(struct entries *entries);
// Counts the uses that were noted in the heads, if the store can be written.
void entries_count_uses(struct entries *entries);
// When nobody waits: appends the uses to their file, counts them in the heads if it has become large, and
// removes what was damaged.
void entries_finish(struct entries *entries);

// The value, uncompressed, owned by the caller; NULL: absent or damaged, and *damaged tells which. `failed`
// is set when the database has failed.
void *entries_read(struct entries *entries, const struct store_key *key, struct head *head, bool *damaged,
                   bool *failed);

// Writes `count` entries as struct message_entry, title and value each; removes others where the limit asks
// for it. False with the error set: nothing is written.
bool entries_write(struct entries *entries, const char *bytes, size_t size, uint64_t count,
                   struct error *error);
bool entries_remove(struct entries *entries, const struct store_key *key, struct error *error);

// A part of a list or of a check: what has been done so far, and up to where.
struct entries_part {
    struct store_key last; // the entry at which it ended
    bool begun, more;
    uint64_t items, right, removed;
};
// Appends heads behind part->last as struct message_item with their titles; the first part begins with
// `begun` false.
bool entries_list(struct entries *entries, struct entries_part *part, byte_vector *to, struct error *error);
// Compares values with their checksums, and removes what does not match.
bool entries_check(struct entries *entries, struct entries_part *part, struct error *error);
// Removes parts of values that no head belongs to, and what else should not be there.
bool entries_check_remains(struct entries *entries, uint64_t *removed, struct error *error);
bool entries_count(struct entries *entries, struct store_numbers *numbers, struct error *error);

#endif
