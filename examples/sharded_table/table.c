// BUG=1: table_transfer locks the bucket of `from` first, whatever the order of the buckets.
//        Thread 1 moves from key 0 to key 1 and holds bucket 0; thread 2 moves from key 1 to key 0 and holds
//        bucket 1; each waits for the other's.
// BUG=2: table_update looks the key up without the lock, and locks only to insert.
//        Two threads update a key that is missing; both find nothing; both insert, and one of the updates is
//        in an entry that no lookup will reach.
// BUG=3: table_remove counts the entry out of its bucket after it has given up the lock.
//        Thread 1 removes a key and has read the count for the decrement; thread 2 inserts another key into
//        the same bucket and counts it; thread 1 writes its result over that.
#include "table.h"

#include <stdint.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

static struct table_bucket *bucket_of(struct table *table, int key)
{
    uint32_t hash = (uint32_t)key;
    hash ^= hash >> 16;
    hash ^= hash >> 8;
    return &table->buckets[hash % table->bucket_count];
}

// The link to the entry with the key, or the last link, which is NULL. The bucket's lock is held.
static struct table_entry **find_link(struct table_bucket *bucket, int key)
{
    struct table_entry **link = &bucket->first;
    while (*link != NULL && (*link)->key != key)
        link = &(*link)->next;
    return link;
}

// Returns false when memory is short. The bucket's lock is held.
static bool insert(struct table_bucket *bucket, int key, long value)
{
    struct table_entry *entry = malloc(sizeof *entry);
    if (entry == NULL)
        return false;
    *entry = (struct table_entry){.next = bucket->first, .key = key, .value = value};
    bucket->first = entry;
    bucket->count++;
    return true;
}

// Locks the buckets of two keys, which may be the same, in the order of the buckets.
static void lock_both(struct table_bucket *a, struct table_bucket *b)
{
#if BUG != 1
    if (b < a) {
        struct table_bucket *swap = a;
        a = b;
        b = swap;
    }
#endif
    pthread_mutex_lock(&a->lock);
    if (a != b)
        pthread_mutex_lock(&b->lock);
}

static void unlock_both(struct table_bucket *a, struct table_bucket *b)
{
    pthread_mutex_unlock(&a->lock);
    if (a != b)
        pthread_mutex_unlock(&b->lock);
}

bool table_init(struct table *table, size_t bucket_count)
{
    table->buckets = calloc(bucket_count, sizeof *table->buckets);
    if (table->buckets == NULL)
        return false;
    table->bucket_count = bucket_count;
    for (size_t i = 0; i < bucket_count; i++)
        pthread_mutex_init(&table->buckets[i].lock, NULL);
    return true;
}

void table_destroy(struct table *table)
{
    for (size_t i = 0; i < table->bucket_count; i++) {
        struct table_entry *next;
        for (struct table_entry *entry = table->buckets[i].first; entry != NULL; entry = next) {
            next = entry->next;
            free(entry);
        }
        pthread_mutex_destroy(&table->buckets[i].lock);
    }
    free(table->buckets);
}

bool table_put(struct table *table, int key, long value)
{
    struct table_bucket *bucket = bucket_of(table, key);
    bool stored = true;
    pthread_mutex_lock(&bucket->lock);
    struct table_entry *entry = *find_link(bucket, key);
    if (entry != NULL)
        entry->value = value;
    else
        stored = insert(bucket, key, value);
    pthread_mutex_unlock(&bucket->lock);
    return stored;
}

bool table_get(struct table *table, int key, long *value)
{
    struct table_bucket *bucket = bucket_of(table, key);
    pthread_mutex_lock(&bucket->lock);
    struct table_entry *entry = *find_link(bucket, key);
    if (entry != NULL)
        *value = entry->value;
    pthread_mutex_unlock(&bucket->lock);
    return entry != NULL;
}

bool table_remove(struct table *table, int key)
{
    struct table_bucket *bucket = bucket_of(table, key);
    pthread_mutex_lock(&bucket->lock);
    struct table_entry **link = find_link(bucket, key);
    struct table_entry *entry = *link;
    if (entry != NULL) {
        *link = entry->next;
#if BUG != 3
        bucket->count--;
#endif
    }
    pthread_mutex_unlock(&bucket->lock);
#if BUG == 3
    if (entry != NULL)
        bucket->count--;
#endif
    free(entry);
    return entry != NULL;
}

bool table_update(struct table *table, int key, table_change *change, void *argument)
{
    struct table_bucket *bucket = bucket_of(table, key);
    bool stored = true;
#if BUG == 2
    struct table_entry *entry = *find_link(bucket, key);
    pthread_mutex_lock(&bucket->lock);
#else
    pthread_mutex_lock(&bucket->lock);
    struct table_entry *entry = *find_link(bucket, key);
#endif
    if (entry != NULL)
        entry->value = change(entry->value, true, argument);
    else
        stored = insert(bucket, key, change(0, false, argument));
    pthread_mutex_unlock(&bucket->lock);
    return stored;
}

bool table_transfer(struct table *table, int from, int to, long amount)
{
    struct table_bucket *source = bucket_of(table, from), *target = bucket_of(table, to);
    lock_both(source, target);
    struct table_entry *giver = *find_link(source, from), *taker = *find_link(target, to);
    bool done = giver != NULL && taker != NULL && giver->value >= amount;
    if (done) {
        giver->value -= amount;
        taker->value += amount;
    }
    unlock_both(source, target);
    return done;
}

long table_sum(struct table *table, size_t *count)
{
    long sum = 0;
    *count = 0;
    for (size_t i = 0; i < table->bucket_count; i++)
        pthread_mutex_lock(&table->buckets[i].lock);
    for (size_t i = 0; i < table->bucket_count; i++) {
        *count += table->buckets[i].count;
        for (struct table_entry *entry = table->buckets[i].first; entry != NULL; entry = entry->next)
            sum += entry->value;
    }
    for (size_t i = 0; i < table->bucket_count; i++)
        pthread_mutex_unlock(&table->buckets[i].lock);
    return sum;
}
