#include "store/tables.h"

#include "base/memory.h"
#include "base/vector.h"

#include <string.h>

// Fills pages to their ends: LMDB has 16 bytes of its own before what takes pages of its own.
enum { PAGE = 4096, PART_SIZE = 16 * PAGE - 16, IN_PAGE = 2000, OVERHEAD = 300 };

uint64_t tables_bytes(uint64_t stored)
{
    return OVERHEAD + (stored > IN_PAGE ? (stored / PART_SIZE + stored / PAGE + 2) * PAGE : stored);
}

bool tables_head(struct database *database, const struct store_key *key, struct head *head,
                 char title[STORE_TITLE_MOST + 1], enum database_result *result)
{
    struct bytes value;
    const char *text;
    struct key_bytes name = key_bytes(key, 0);
    *result = database_get(database, TABLE_HEADS, (struct bytes){name.data, KEY_BYTES}, &value);
    if (*result != DATABASE_GOOD || !head_read(key, value, head, &text))
        return false;
    memcpy(title, text, head->title_size);
    return true;
}

void *tables_parts(struct database *database, const struct store_key *key, uint64_t size,
                   enum database_result *result)
{
    unsigned char *bytes = memory_alloc(size + 1);
    uint64_t done = 0;
    *result = DATABASE_GOOD;
    for (uint32_t part = 0; done < size; part++) {
        struct bytes value;
        struct key_bytes name = key_bytes(key, part);
        uint64_t rest = size - done < PART_SIZE ? size - done : PART_SIZE;
        *result = database_get(database, TABLE_PARTS, (struct bytes){name.data, PART_KEY_BYTES}, &value);
        if (*result != DATABASE_GOOD || value.size != rest) {
            memory_free(bytes);
            return NULL;
        }
        memcpy(bytes + done, value.data, rest);
        done += rest;
    }
    return bytes;
}

enum database_result tables_put_head(struct database *database, const struct store_key *key,
                                     struct head *head, const char *title)
{
    unsigned char bytes[HEAD_MOST_BYTES];
    struct key_bytes name = key_bytes(key, 0);
    size_t size = head_write(key, head, title, bytes);
    return database_put(database, TABLE_HEADS, (struct bytes){name.data, KEY_BYTES},
                        (struct bytes){bytes, size});
}

enum database_result tables_put_parts(struct database *database, const struct store_key *key,
                                      const void *bytes, uint64_t size)
{
    enum database_result result = DATABASE_GOOD;
    uint64_t done = 0;
    for (uint32_t part = 0; done < size && result == DATABASE_GOOD; part++) {
        struct key_bytes name = key_bytes(key, part);
        uint64_t rest = size - done < PART_SIZE ? size - done : PART_SIZE;
        result = database_put(database, TABLE_PARTS, (struct bytes){name.data, PART_KEY_BYTES},
                              (struct bytes){(const char *)bytes + done, rest});
        done += rest;
    }
    return result;
}

static enum database_result remove_table_parts(struct database *database, const struct store_key *key)
{
    struct key_bytes first = key_bytes(key, 0);
    for (;;) {
        struct bytes name, value;
        enum database_result result =
            database_seek(database, TABLE_PARTS, (struct bytes){first.data, PART_KEY_BYTES}, &name, &value);
        if (result == DATABASE_ABSENT ||
            (result == DATABASE_GOOD &&
             (name.size < KEY_BYTES || memcmp(name.data, first.data, KEY_BYTES) != 0)))
            return DATABASE_GOOD;
        unsigned char copy[HEAD_MOST_BYTES]; // LMDB's keys are shorter
        if (result != DATABASE_GOOD || name.size > sizeof copy)
            return DATABASE_FAILED;
        memcpy(copy, name.data, name.size);
        result = database_delete(database, TABLE_PARTS, (struct bytes){copy, name.size});
        if (result != DATABASE_GOOD)
            return result;
    }
}

enum database_result tables_remove(struct database *database, const struct store_key *key)
{
    struct key_bytes name = key_bytes(key, 0);
    enum database_result result = remove_table_parts(database, key);
    return result == DATABASE_GOOD
               ? database_delete(database, TABLE_HEADS, (struct bytes){name.data, KEY_BYTES})
               : result;
}

struct raw_key {
    enum database_table table;
    uint32_t size;
    unsigned char data[HEAD_MOST_BYTES];
};
typedef VECTOR(struct raw_key) raw_key_list;

static void note(raw_key_list *list, enum database_table table, struct bytes name)
{
    struct raw_key key = {.table = table, .size = (uint32_t)(name.size < HEAD_MOST_BYTES ? name.size : 0)};
    memcpy(key.data, name.data, key.size);
    vector_push(list, key);
}

// Records of a table that belong to no entry.
static enum database_result find_remains(struct database *database, enum database_table table,
                                         raw_key_list *list)
{
    struct bytes name, value, head;
    enum database_result result = database_seek(database, table, (struct bytes){0}, &name, &value);
    size_t size = table == TABLE_HEADS ? KEY_BYTES : PART_KEY_BYTES;
    for (; result == DATABASE_GOOD; result = database_next(database, table, &name, &value)) {
        enum database_result belongs = name.size == size ? DATABASE_GOOD : DATABASE_ABSENT;
        if (belongs == DATABASE_GOOD && table == TABLE_PARTS)
            belongs = database_get(database, TABLE_HEADS, (struct bytes){name.data, KEY_BYTES}, &head);
        if (belongs == DATABASE_FAILED)
            return belongs;
        if (belongs == DATABASE_ABSENT)
            note(list, table, name);
    }
    return result == DATABASE_ABSENT ? DATABASE_GOOD : result;
}

enum database_result tables_remove_remains(struct database *database, uint64_t *removed)
{
    raw_key_list list = {0};
    enum database_result result = find_remains(database, TABLE_HEADS, &list);
    if (result == DATABASE_GOOD)
        result = find_remains(database, TABLE_PARTS, &list);
    bool write = !database_is_read_only(database);
    for (uint32_t i = 0; i < list.size && write && result == DATABASE_GOOD; i++) {
        const struct raw_key *key = &list.data[i];
        if (key->size)
            result = database_delete(database, key->table, (struct bytes){key->data, key->size});
    }
    *removed = list.size;
    vector_free(&list);
    return result;
}
