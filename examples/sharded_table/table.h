// A hash table from integers to integers with a lock for each bucket, so that threads meet only in the same
// bucket.
#ifndef TABLE_H
#define TABLE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct table_entry {
    struct table_entry *next;
    int key;
    long value;
};

struct table_bucket {
    pthread_mutex_t lock;
    struct table_entry *first;
    size_t count;
};

struct table {
    size_t bucket_count;
    struct table_bucket *buckets; // owned
};

// What table_update makes of a value; `found` tells whether the key was there (`value` is 0 otherwise). Runs
// under the bucket's lock, so it must not use the table.
typedef long table_change(long value, bool found, void *argument);

// Returns false when memory is short; nothing is left behind then.
bool table_init(struct table *table, size_t bucket_count);
// No thread may use the table any more.
void table_destroy(struct table *table);

// Sets the value of the key. Returns false when memory is short.
bool table_put(struct table *table, int key, long value);
// Returns false when the key is not there.
bool table_get(struct table *table, int key, long *value);
bool table_remove(struct table *table, int key);
// Changes the value of the key in one step, inserting it where it is missing. Returns false when memory is
// short.
bool table_update(struct table *table, int key, table_change *change, void *argument);
// Moves `amount` from one key to another in one step. Returns false, and changes nothing, unless both are
// there and the first has that much.
bool table_transfer(struct table *table, int from, int to, long amount);
// The sum of all values and the number of keys at one moment: all buckets are locked for it.
long table_sum(struct table *table, size_t *count);

#endif
