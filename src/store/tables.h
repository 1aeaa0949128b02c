// One entry in the two tables of a store: its head and the parts of its value. All functions are called in a
// transaction, and those that change something in one that writes.
#ifndef HEDDLE_STORE_TABLES_H
#define HEDDLE_STORE_TABLES_H

#include "store/database.h"
#include "store/head.h"

// How much of the file an entry takes whose value has so many bytes, about.
uint64_t tables_bytes(uint64_t stored);

// The head of an entry. False: *result is ABSENT or FAILED, or GOOD where the head is damaged.
bool tables_head(struct database *database, const struct store_key *key, struct head *head,
                 char title[STORE_TITLE_MOST + 1], enum database_result *result);
// The `size` bytes of all parts, with room for a zero behind them, owned by the caller; NULL: damaged, or
// *result is FAILED.
void *tables_parts(struct database *database, const struct store_key *key, uint64_t size,
                   enum database_result *result);

enum database_result tables_put_head(struct database *database, const struct store_key *key,
                                     struct head *head, const char *title);
enum database_result tables_put_parts(struct database *database, const struct store_key *key,
                                      const void *bytes, uint64_t size);
// Removes the head and all parts. ABSENT: there was nothing.
enum database_result tables_remove(struct database *database, const struct store_key *key);
// Removes parts without a head, and records with keys that are none. In a transaction that only reads, they
// are counted.
enum database_result tables_remove_remains(struct database *database, uint64_t *removed);

#endif
