// Results that outlive a run: byte strings with keys of 128 bits, in a folder that several processes use at
// once, or on servers that several machines use (docs/store.md). The folder holds an LMDB environment,
// heddle.mdb, which is opened in a process of its own, started by store_open. Damage that LMDB does not
// notice, a file that is cut short below its map, a disk that is full, and a lock that another process does
// not give back, end that process and not the caller's; its map does not count against the caller's memory
// either. Servers are asked by a process of its own, too.
//
// A store never makes a check fail: when it cannot be opened or a later call says that it has failed, the
// caller goes on without it. What is read is what was once written: each value of a folder is compared with
// an xxHash of 128 bits in the caller's process. That protects from damage, not from people: whoever may
// write into the folder can write any value under any key. What is on a server is authenticated with a
// secret (sealed.h): whoever has it can write any value, and nobody else.
//
// A `struct store` is used by one thread at a time. Messages name the folder or the servers.
#ifndef HEDDLE_STORE_STORE_H
#define HEDDLE_STORE_STORE_H

#include "base/digest.h"
#include "base/error.h"
#include "store/address.h"

#include <stddef.h>
#include <stdint.h>

#define STORE_SIZE_DEFAULT ((uint64_t)1 << 30)
#define STORE_SIZE_LEAST ((uint64_t)1 << 20) // smaller limits count as this one
enum { STORE_TITLE_MOST = 255 };             // bytes; longer titles are cut

struct store;

enum store_kind {
#define STORE_KIND(number, name, word) STORE_##name = number,
#include "store/kinds.def"
};
// "check", ...; NULL: not a kind of this version.
const char *store_kind_word(uint32_t kind);

// A hash of what the value depends on, and what the value is.
struct store_key {
    uint64_t high, low;
    uint32_t kind; // enum store_kind
};

struct store_entry {
    struct store_key key;
    const char *title; // for people who list the store: the program's name
    const void *data;
    size_t size;
    // When it was first written and last used, in seconds since 1970, and how often it was used. Written 0:
    // now and never (what every caller but an import says).
    int64_t written, used;
    uint64_t uses;
};

// What is known of an entry without its value.
struct store_item {
    struct store_key key;
    const char *title;     // until the call that it was passed to returns
    uint64_t size, stored; // bytes of the value, and after compression
    int64_t written, used; // seconds since 1970; used 0: never
    uint64_t uses;
};

// Opens the store in `folder`, which is made, with the folders above it, where missing. `size_limit` bounds
// the size of the file in bytes, unless another process has already made it larger; 0: as it was, or
// STORE_SIZE_DEFAULT for a new store. NULL with the error set:
// no folder, not permitted, not a store of heddle's, from a newer heddle, damaged, on a network file system,
// disk full, or being compacted. A store that cannot be written is opened all the same: see
// store_is_read_only.
struct store *store_open(const char *folder, uint64_t size_limit, struct error *error);
// Opens a store that must be there; the limit is that of the process that wrote last.
struct store *store_open_existing(const char *folder, struct error *error);

// A store on servers.
struct store_servers {
    struct store_address address;
    struct sha256 secret;    // what entries are authenticated with
    int milliseconds;        // the longest time for connecting, and for each request
    const char *authorities; // rediss: file with certificates that are trusted; NULL: those of the system
    const char *certificate; // rediss: file with a certificate of our own and its key; NULL: none
};
// The secret of a file that has at least 16 bytes, all of which count. False with the error set.
bool store_secret(const char *path, struct sha256 *secret, struct error *error);
// The secret of those who have none: everybody can make it.
struct sha256 store_no_secret(void);
// NULL with the error set: no connection in time, wrong password, a certificate that is not trusted.
struct store *store_open_servers(const struct store_servers *servers, struct error *error);

// Ends what store_open has started. Uses are noted now (they cost no wait for the disk). NULL is allowed.
void store_close(struct store *store);

// Whether nothing can be written: by permissions, or on a file system that is mounted read-only. Then writes
// fail with a message, and uses are not noted.
bool store_is_read_only(const struct store *store);
// Whether it is on servers.
bool store_is_shared(const struct store *store);
// Whether nobody can tell which entries it has: a protocol without a way to ask. Then store_list,
// store_count, store_check and store_remove_all fail with a message.
bool store_is_unlisted(const struct store *store);
// NULL, or why the store has failed. From then on nothing is found and nothing is written.
const char *store_failure(const struct store *store);

// The value of a key, with a zero behind it, owned by the caller (memory_free); NULL: there is none, its
// checksum is wrong (in a folder it is then removed), or the store has failed. Counts as a use. Waits for no
// writer.
void *store_read(struct store *store, const struct store_key *key, size_t *size);
// Reads an entry without marking it as used (for lists and exports).
void *store_peek(struct store *store, const struct store_key *key, size_t *size);

// Writes all entries in one transaction, on disk when it returns: either all of them are there afterwards, or
// none is and false is returned with the error set. A key that is already there gets the new value and keeps
// its number of uses. If the size limit is reached, other entries are removed: those whose combined recency
// and frequency is least, as in LRFU (Lee, Choi, Kim, Noh, Min, Cho, Kim: "LRFU: A Spectrum of Policies that
// Subsumes the Least Recently Used and Least Frequently Used Policies", IEEE Trans. Computers 50(12), 2001):
// writing an entry and each use of it count 1 when they happen, and half as much when a quarter of the limit
// has been written since. All entries of one call together may take a quarter of the limit after compression.
// Waits for other writers, at most a minute for one of them.
// On servers there is no transaction: each entry is written as a whole or not at all, in the order given, and
// what others write to the same key at the same time may make both absent. What makes room is the server.
bool store_write(struct store *store, const struct store_entry *entries, uint32_t count, struct error *error);
// Removes an entry, if it is there.
bool store_remove(struct store *store, const struct store_key *key, struct error *error);

// Calls `each` for every entry, ordered by key, outside of any transaction: it may use the store, and entries
// that others write or remove meanwhile may be missing. False with the error set: the store has failed.
bool store_list(struct store *store, void (*each)(void *context, const struct store_item *item),
                void *context, struct error *error);

struct store_numbers {
    uint64_t entries;
    uint64_t size, stored; // of all values: bytes, and after compression
    // Bytes of the file that hold something, all of the file, and its limit. Of servers: used is what they
    // use of their memory, file 0, and limit what they may use, 0: any.
    uint64_t used, file, limit;
};
bool store_count(struct store *store, struct store_numbers *numbers, struct error *error);

// Reads every value and compares it with its checksum. Entries that do not match, and remains of entries, are
// removed, unless the store is read-only. *removed: how many there were.
bool store_check(struct store *store, uint64_t *checked, uint64_t *removed, struct error *error);
// Writes the file anew without the space that is free in it. False with the error set: not written; another
// process has the store open, for example.
bool store_compact(struct store *store, struct error *error);
// Removes all entries of a store on servers, whatever their secret was. False with the error set.
bool store_remove_all(struct store *store, struct error *error);
// Removes the files of a store, damaged ones too, and nothing else in the folder. False with the error set:
// not removed; a process has the store open, for example.
bool store_clear(const char *folder, struct error *error);

#endif
