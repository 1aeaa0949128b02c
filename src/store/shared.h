// A store on servers, for machines that have no folder in common (docs/store.md). Entries are sealed
// (sealed.h); on the servers, an entry is a head under one name, and parts under names that end in their
// hashes. Parts are written first and the head last, so that readers meet whole entries only, however many
// write at once; parts of the entry before are removed then. Where a writer meets another one in between, or
// the server forgets a part, the entry is absent.
#ifndef HEDDLE_STORE_SHARED_H
#define HEDDLE_STORE_SHARED_H

#include "store/sealed.h"
#include "store/server.h"

struct store;

// A store called `name` on a server, which is the store's from then on. `text`: what messages call it.
struct store *shared_of(struct server *server, const char *name, const char *text,
                        const struct sha256 *secret);

#endif
