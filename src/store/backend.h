// What a store is kept in: a folder (folder.h) or servers (shared.h). A backend keeps entries under their
// keys, and answers the few questions below; store.h says what each has to do, and store.c asks it nothing
// once it has failed.
//
// What both sides rely on:
// - A value that is read is what was once written under its key, as a whole, or there is none. The backend
//   verifies that in the caller's process, whatever lies between: checksums in a folder, whose file may be
//   damaged; hashes and an authentication code on a server, to which strangers may write.
// - Entries may vanish at any time: removed by other processes, for room, or by a server.
// - What can block or crash runs in a process of its own (channel.h), which is given up when it does not
//   answer in time. Giving up sets `failure`: from then on the store has nothing and takes nothing.
#ifndef HEDDLE_STORE_BACKEND_H
#define HEDDLE_STORE_BACKEND_H

#include "store/store.h"

struct store_backend {
    // Frees the store.
    void (*close)(struct store *store);
    void *(*read)(struct store *store, const struct store_key *key, bool use, size_t *size);
    bool (*write)(struct store *store, const struct store_entry *entries, uint32_t count,
                  struct error *error);
    bool (*remove)(struct store *store, const struct store_key *key, struct error *error);
    bool (*list)(struct store *store, void (*each)(void *context, const struct store_item *item),
                 void *context, struct error *error);
    bool (*count)(struct store *store, struct store_numbers *numbers, struct error *error);
    bool (*check)(struct store *store, uint64_t *checked, uint64_t *removed, struct error *error);
    bool (*compact)(struct store *store, struct error *error);
    // Removes all entries. NULL: folders are cleared without being opened (store_clear).
    bool (*clear)(struct store *store, struct error *error);
};

// What every store begins with.
struct store {
    const struct store_backend *backend;
    char *name;     // for messages: the folder, or the servers without a password
    char *failure;  // NULL: none
    bool read_only; // nothing can be written
    bool shared;    // on servers
    bool unlisted;  // its entries cannot be listed: list, count and check fail
};

// The two that there are. `limit` and `make`: see store_open; NULL with the error set.
struct store *folder_open(const char *folder, uint64_t limit, bool make, struct error *error);
struct store *shared_open(const struct store_servers *servers, struct error *error);

#endif
