// The tables of a store, in an LMDB environment: byte strings ordered by their keys. All calls of LMDB are in
// database.c. Runs in the process of the store only (process.h).
#ifndef HEDDLE_STORE_DATABASE_H
#define HEDDLE_STORE_DATABASE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct database;

enum database_table { TABLE_HEADS, TABLE_PARTS, TABLE_COUNT };

enum database_result {
    DATABASE_GOOD,
    DATABASE_ABSENT, // no such key
    DATABASE_FULL,   // the map has no room: grow or remove, and try again
    DATABASE_FAILED, // see database_why
};

// The files in a store's folder; the lock's name is LMDB's choice.
#define DATABASE_FILE "heddle.mdb"
#define DATABASE_LOCK "heddle.mdb-lock"
#define DATABASE_NEW "heddle.mdb-new" // of a compaction that was killed

// Opens the environment in a folder, or makes it. `limit`: of the file, 0: as it is. If it cannot be written
// and exists, it is opened for reading. NULL with the error set.
struct database *database_open(const char *folder, uint64_t limit, bool make, struct error *error);
void database_close(struct database *database);
bool database_is_read_only(const struct database *database);
const char *database_why(const struct database *database);

// One transaction at a time. What was read from it is valid until the next change, commit or abort.
enum database_result database_begin(struct database *database, bool write);
enum database_result database_commit(struct database *database);
void database_abort(struct database *database);

struct bytes {
    const void *data;
    size_t size;
};

enum database_result database_get(struct database *database, enum database_table table, struct bytes key,
                                  struct bytes *value);
enum database_result database_put(struct database *database, enum database_table table, struct bytes key,
                                  struct bytes value);
enum database_result database_delete(struct database *database, enum database_table table, struct bytes key);
// The first entry whose key is `from` or greater; *key is what it is.
enum database_result database_seek(struct database *database, enum database_table table, struct bytes from,
                                   struct bytes *key, struct bytes *value);
// The entry behind the one that the last database_seek or database_next on this table has found.
enum database_result database_next(struct database *database, enum database_table table, struct bytes *key,
                                   struct bytes *value);

// Doubles the map, outside of transactions. False: it is as large as the limit allows. Where the address
// space has no room for it, memory has run out (base/failure.h).
bool database_grow(struct database *database);
// In a transaction: how many bytes have been written to the store since it was made, by what database_advance
// was told; and in one that writes: so many more.
uint64_t database_clock(struct database *database);
enum database_result database_advance(struct database *database, uint64_t written);
// Commits a change of nothing: space that was freed in the transaction before can be used in the next one
// only after a further commit.
enum database_result database_age(struct database *database);

struct database_size {
    uint64_t used, file, limit; // bytes: in pages that hold something; of the file; that it may have
};
// In a transaction.
enum database_result database_size(struct database *database, struct database_size *size);

// Replaces the file by one without free space, if no other process has the store open. False with the error
// set. The database must not be used afterwards, except to be closed, if *closed.
bool database_compact(struct database *database, bool *closed, struct error *error);

#endif
