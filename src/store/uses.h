// The uses of entries since the last transaction: a file beside the environment to which every process
// appends, so that reading costs no transaction. The next transaction counts them in the heads of the
// entries. Uses can be lost when two processes meet there, or one is killed; nothing else can.
#ifndef HEDDLE_STORE_USES_H
#define HEDDLE_STORE_USES_H

#include "base/vector.h"
#include "store/store.h"

#define USES_FILE "heddle.uses"

struct use {
    struct store_key key;
    int64_t time;      // microseconds since 1970
    uint64_t checksum; // of what is above
};
typedef VECTOR(struct use) use_list;

void uses_add(use_list *uses, const struct store_key *key);
// Appends them to the file, and empties the list; returns how many bytes the file then has.
uint64_t uses_append(use_list *uses, const char *folder);
// Adds those in the file that are undamaged to the list.
void uses_take(use_list *uses, const char *folder);
// Empties the file.
void uses_clear(const char *folder);

#endif
