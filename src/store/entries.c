#include "store/entries.h"

#include "base/failure.h"
#include "base/memory.h"
#include "store/room.h"
#include "store/tables.h"

#include <zstd.h>

#include <string.h>

enum {
    COMPRESSION_LEVEL = 3,
    LEAST_COMPRESSED = 128, // bytes; shorter values stay as they are
    USES_MOST = 1 << 20,    // bytes of the file of uses, before they are counted
    PART_ENTRIES = 1000,    // of a list or a check
    PART_BYTES = 64 << 20,  // of a check
};

static bool fail_transaction(struct entries *entries, struct error *error)
{
    database_abort(entries->database);
    return error_set(error, "%s: %s", entries->folder, database_why(entries->database));
}

struct head_clock entries_clock(struct entries *entries)
{
    struct database_size size = {0};
    database_size(entries->database, &size);
    return (struct head_clock){database_clock(entries->database), size.limit / 4 + 1};
}

void entries_free(struct entries *entries)
{
    vector_free(&entries->uses);
    vector_free(&entries->damaged);
    ZSTD_freeCCtx(entries->compressor);
    ZSTD_freeDCtx(entries->decompressor);
}

// Uses

// In a transaction that writes: counts the uses in the file. What is not there any more is left out.
static enum database_result count_uses(struct entries *entries)
{
    use_list uses = {0};
    struct head_clock clock = entries_clock(entries);
    uses_take(&uses, entries->folder);
    enum database_result result = DATABASE_GOOD;
    for (uint32_t i = 0; i < uses.size && result == DATABASE_GOOD; i++) {
        struct head head;
        char title[STORE_TITLE_MOST + 1];
        const struct use *use = &uses.data[i];
        if (tables_head(entries->database, &use->key, &head, title, &result)) {
            head_use(&head, use->time, clock);
            result = tables_put_head(entries->database, &use->key, &head, title);
        } else if (result == DATABASE_ABSENT)
            result = DATABASE_GOOD;
    }
    vector_free(&uses);
    return result;
}

void entries_count_uses(struct entries *entries)
{
    struct database *database = entries->database;
    if (database_is_read_only(database) || !uses_append(&entries->uses, entries->folder))
        return;
    if (database_begin(database, true) == DATABASE_GOOD && count_uses(entries) == DATABASE_GOOD &&
        database_commit(database) == DATABASE_GOOD)
        uses_clear(entries->folder);
    database_abort(database);
}

// Reading

// Takes over `stored`. NULL: damaged.
static void *uncompress(struct entries *entries, const struct head *head, void *stored)
{
    if (head->stored == head->size)
        return stored;
    void *value = NULL;
    if (!entries->decompressor && !(entries->decompressor = ZSTD_createDCtx()))
        failure_memory();
    if (ZSTD_getFrameContentSize(stored, head->stored) == head->size) {
        value = memory_alloc(head->size + 1);
        size_t size = ZSTD_decompressDCtx(entries->decompressor, value, head->size, stored, head->stored);
        if (ZSTD_isError(size) || size != head->size) {
            memory_free(value);
            value = NULL;
        }
    }
    memory_free(stored);
    return value;
}

// In a transaction.
static void *read_entry_value(struct entries *entries, const struct store_key *key, struct head *head,
                              bool *damaged, bool *failed)
{
    char title[STORE_TITLE_MOST + 1];
    enum database_result result = DATABASE_GOOD;
    *damaged = false;
    if (!tables_head(entries->database, key, head, title, &result)) {
        *damaged = result == DATABASE_GOOD;
        *failed = result == DATABASE_FAILED;
        return NULL;
    }
    void *stored = tables_parts(entries->database, key, head->stored, &result);
    void *value = stored ? uncompress(entries, head, stored) : NULL;
    *damaged = !value && result != DATABASE_FAILED;
    *failed = result == DATABASE_FAILED;
    return value;
}

void *entries_read(struct entries *entries, const struct store_key *key, struct head *head, bool *damaged,
                   bool *failed)
{
    *damaged = false;
    *failed = database_begin(entries->database, false) != DATABASE_GOOD;
    if (*failed)
        return NULL;
    void *value = read_entry_value(entries, key, head, damaged, failed);
    database_abort(entries->database);
    return value;
}

// Writing

struct pending {
    struct message_entry entry;
    const char *title;
    void *stored; // compressed, owned; NULL: the value is
    const void *value;
    uint64_t stored_size;
};
typedef VECTOR(struct pending) pending_list;

// A value that does not get smaller stays as it is.
static void compress_pending(struct entries *entries, struct pending *pending)
{
    uint64_t size = pending->stored_size = pending->entry.size;
    if (size < LEAST_COMPRESSED)
        return;
    size_t bound = ZSTD_compressBound(size);
    void *stored = memory_alloc(bound);
    if (!entries->compressor && !(entries->compressor = ZSTD_createCCtx()))
        failure_memory();
    size_t result =
        ZSTD_compressCCtx(entries->compressor, stored, bound, pending->value, size, COMPRESSION_LEVEL);
    if (ZSTD_isError(result) || result >= size) {
        memory_free(stored);
        return;
    }
    pending->stored = memory_resize(stored, result);
    pending->stored_size = result;
}

// Splits what was sent. False: it is not what it should be.
static bool read_pending_entries(struct entries *entries, pending_list *list, const char *bytes, size_t size,
                                 uint64_t count)
{
    while (count--) {
        struct pending pending = {0};
        if (size < sizeof pending.entry)
            return false;
        memcpy(&pending.entry, bytes, sizeof pending.entry);
        bytes += sizeof pending.entry;
        size -= sizeof pending.entry;
        const struct message_entry *entry = &pending.entry;
        if (entry->title_size == 0 || size < entry->title_size || bytes[entry->title_size - 1] != 0 ||
            size - entry->title_size < entry->size)
            return false;
        pending.title = bytes;
        pending.value = bytes + entry->title_size;
        bytes += entry->title_size + entry->size;
        size -= entry->title_size + entry->size;
        compress_pending(entries, &pending);
        vector_push(list, pending);
    }
    return size == 0;
}

static void free_pending(pending_list *list)
{
    for (uint32_t i = 0; i < list->size; i++)
        memory_free(list->data[i].stored);
    vector_free(list);
}

// Times of imported entries are those of other clocks: none is later than now.
static int64_t moment_of(int64_t seconds)
{
    int64_t now = head_now();
    if (seconds < 0)
        return 0;
    return seconds > now / MOMENTS_PER_SECOND ? now : seconds * MOMENTS_PER_SECOND;
}

// What is replaced keeps its uses; what is imported brings its own along.
static void set_uses(struct head *head, const struct message_entry *entry, const struct head *before,
                     struct head_clock clock)
{
    head->written = entry->written ? moment_of(entry->written) : head_now();
    if (entry->written) {
        head->used = moment_of(entry->used);
        head->uses = entry->uses;
    } else if (before) {
        head->used = before->used;
        head->uses = before->uses;
        head->worth = before->worth;
        head->clock = before->clock;
    }
    head_count(head, clock);
}

// In a transaction.
static enum database_result put_pending(struct database *database, const struct pending *pending,
                                        struct head_clock clock)
{
    struct head before, head;
    char title[STORE_TITLE_MOST + 1];
    const struct message_entry *entry = &pending->entry;
    enum database_result result = DATABASE_GOOD;
    bool there = tables_head(database, &entry->key, &before, title, &result);
    if (result == DATABASE_FAILED)
        return result;
    memset(&head, 0, sizeof head);
    head.size = entry->size;
    head.stored = pending->stored_size;
    memcpy(head.checksum, entry->checksum, sizeof head.checksum);
    set_uses(&head, entry, there ? &before : NULL, clock);
    result = tables_remove(database, &entry->key);
    if (result == DATABASE_GOOD || result == DATABASE_ABSENT)
        result = tables_put_head(database, &entry->key, &head, pending->title);
    const void *stored = pending->stored ? pending->stored : pending->value;
    return result == DATABASE_GOOD ? tables_put_parts(database, &entry->key, stored, head.stored) : result;
}

static enum database_result put_all_pending(struct entries *entries, const pending_list *list, uint64_t bytes)
{
    struct database *database = entries->database;
    enum database_result result = database_begin(database, true);
    if (result != DATABASE_GOOD)
        return result;
    struct head_clock clock = entries_clock(entries);
    result = count_uses(entries);
    for (uint32_t i = 0; i < list->size && result == DATABASE_GOOD; i++)
        result = put_pending(database, &list->data[i], clock);
    if (result == DATABASE_GOOD)
        result = database_advance(database, bytes);
    if (result == DATABASE_GOOD)
        result = database_commit(database);
    else
        database_abort(database);
    if (result == DATABASE_GOOD)
        uses_clear(entries->folder);
    return result;
}

// While the map is full it is grown, and then entries are removed: more each time, since the space that is
// free may lie in pieces that are too small.
static bool put_with_room(struct entries *entries, const pending_list *list, uint64_t need,
                          struct error *error)
{
    enum { TRIES = 4 };
    uint64_t hard = 0;
    int tries = 0;
    if (!room_make(entries, need, 0))
        return fail_transaction(entries, error);
    for (;;) {
        enum database_result result = put_all_pending(entries, list, need);
        if (result == DATABASE_GOOD)
            return true;
        if (result == DATABASE_FULL && database_grow(entries->database))
            continue;
        hard = 2 * hard + need;
        if (result != DATABASE_FULL || tries++ == TRIES || !room_make(entries, need, hard))
            return fail_transaction(entries, error);
    }
}

bool entries_write(struct entries *entries, const char *bytes, size_t size, uint64_t count,
                   struct error *error)
{
    struct database_size file = {0};
    pending_list list = {0};
    if (database_is_read_only(entries->database))
        return error_set(error, "%s: cannot be written", entries->folder);
    uses_append(&entries->uses, entries->folder);
    bool good = read_pending_entries(entries, &list, bytes, size, count) ||
                error_set(error, "%s: the entries to be written are not complete", entries->folder);
    uint64_t need = 0;
    for (uint32_t i = 0; i < list.size; i++)
        need += tables_bytes(list.data[i].stored_size);
    if (good && (database_begin(entries->database, false) != DATABASE_GOOD ||
                 database_size(entries->database, &file) != DATABASE_GOOD))
        good = fail_transaction(entries, error);
    database_abort(entries->database);
    if (good && need > file.limit / 4)
        good = error_set(error, "%s: the entries need %llu KB, more than a quarter of the store's size limit",
                         entries->folder, (unsigned long long)(need >> 10));
    good = good && put_with_room(entries, &list, need, error);
    free_pending(&list);
    return good;
}

bool entries_remove(struct entries *entries, const struct store_key *key, struct error *error)
{
    struct database *database = entries->database;
    if (database_is_read_only(database))
        return error_set(error, "%s: cannot be written", entries->folder);
    for (;;) {
        enum database_result result = database_begin(database, true);
        if (result == DATABASE_GOOD)
            result = tables_remove(database, key);
        if (result == DATABASE_GOOD)
            result = database_commit(database);
        database_abort(database);
        if (result == DATABASE_GOOD || result == DATABASE_ABSENT)
            return true;
        if (result != DATABASE_FULL || !database_grow(database))
            return fail_transaction(entries, error);
    }
}

// In a transaction: whether the entry is as it was written.
static bool is_right(struct entries *entries, const struct store_key *key, uint64_t *bytes, bool *failed)
{
    struct head head;
    bool damaged;
    uint64_t checksum[2];
    void *value = read_entry_value(entries, key, &head, &damaged, failed);
    if (!value)
        return false;
    message_checksum(key, value, head.size, checksum);
    *bytes += head.size;
    memory_free(value);
    return memcmp(checksum, head.checksum, sizeof checksum) == 0;
}

// Another process may have replaced the entry meanwhile.
static bool remove_wrong(struct entries *entries, const struct store_key *key, struct error *error)
{
    uint64_t bytes = 0;
    bool failed = database_begin(entries->database, false) != DATABASE_GOOD;
    bool right = !failed && is_right(entries, key, &bytes, &failed);
    if (failed)
        return fail_transaction(entries, error);
    database_abort(entries->database);
    return right || entries_remove(entries, key, error);
}

void entries_finish(struct entries *entries)
{
    struct error ignored = {0};
    if (database_is_read_only(entries->database))
        return;
    if (uses_append(&entries->uses, entries->folder) >= USES_MOST)
        entries_count_uses(entries);
    for (uint32_t i = 0; i < entries->damaged.size; i++)
        remove_wrong(entries, &entries->damaged.data[i], &ignored);
    error_free(&ignored);
}

// Lists

// The first head behind the end of the part, or the first of all.
static enum database_result seek(struct entries *entries, const struct entries_part *part, struct bytes *key,
                                 struct bytes *value)
{
    struct key_bytes last = key_bytes(&part->last, 0);
    struct bytes from = {last.data, part->begun ? KEY_BYTES : 0};
    enum database_result result = database_seek(entries->database, TABLE_HEADS, from, key, value);
    if (result == DATABASE_GOOD && part->begun && key->size == KEY_BYTES &&
        memcmp(key->data, last.data, KEY_BYTES) == 0)
        result = database_next(entries->database, TABLE_HEADS, key, value);
    return result;
}

bool entries_list(struct entries *entries, struct entries_part *part, byte_vector *to, struct error *error)
{
    struct bytes name, value;
    struct head head;
    struct store_key key;
    const char *title;
    if (!part->begun)
        entries_count_uses(entries);
    enum database_result result = database_begin(entries->database, false);
    if (result != DATABASE_GOOD)
        return fail_transaction(entries, error);
    result = seek(entries, part, &name, &value);
    for (int i = 0; result == DATABASE_GOOD && i < PART_ENTRIES; i++) {
        if (name.size == KEY_BYTES && key_read(name, &key)) {
            part->last = key;
            part->begun = true;
            if (head_read(&key, value, &head, &title)) {
                struct message_item item = {.key = key,
                                            .size = head.size,
                                            .stored = head.stored,
                                            .written = head.written / MOMENTS_PER_SECOND,
                                            .used = head.used / MOMENTS_PER_SECOND,
                                            .uses = head.uses,
                                            .title_size = head.title_size};
                bytes_add(to, &item, sizeof item);
                bytes_add(to, title, item.title_size);
                part->items++;
            }
        }
        result = database_next(entries->database, TABLE_HEADS, &name, &value);
    }
    part->more = result == DATABASE_GOOD;
    if (result == DATABASE_FAILED)
        return fail_transaction(entries, error);
    database_abort(entries->database);
    return true;
}

bool entries_count(struct entries *entries, struct store_numbers *numbers, struct error *error)
{
    struct bytes name, value;
    struct database_size size;
    struct database *database = entries->database;
    *numbers = (struct store_numbers){0};
    enum database_result result = database_begin(database, false);
    if (result == DATABASE_GOOD)
        result = database_size(database, &size);
    if (result != DATABASE_GOOD)
        return fail_transaction(entries, error);
    result = database_seek(database, TABLE_HEADS, (struct bytes){0}, &name, &value);
    for (; result == DATABASE_GOOD; result = database_next(database, TABLE_HEADS, &name, &value)) {
        struct head head;
        struct store_key key;
        const char *title;
        if (name.size != KEY_BYTES || !key_read(name, &key) || !head_read(&key, value, &head, &title))
            continue;
        numbers->entries++;
        numbers->size += head.size;
        numbers->stored += head.stored;
    }
    if (result == DATABASE_FAILED)
        return fail_transaction(entries, error);
    database_abort(database);
    numbers->used = size.used;
    numbers->file = size.file;
    numbers->limit = size.limit;
    return true;
}

// Checks

bool entries_check(struct entries *entries, struct entries_part *part, struct error *error)
{
    struct bytes name, value;
    struct store_key key;
    VECTOR(struct store_key) wrong = {0};
    uint64_t bytes = 0;
    bool failed = false, good = true;
    enum database_result result = database_begin(entries->database, false);
    if (result != DATABASE_GOOD)
        return fail_transaction(entries, error);
    result = seek(entries, part, &name, &value);
    for (int i = 0; result == DATABASE_GOOD && !failed && i < PART_ENTRIES && bytes < PART_BYTES; i++) {
        if (name.size == KEY_BYTES && key_read(name, &key)) {
            part->last = key;
            part->begun = true;
            if (is_right(entries, &key, &bytes, &failed))
                part->right++;
            else
                vector_push(&wrong, key);
        }
        result = database_next(entries->database, TABLE_HEADS, &name, &value);
    }
    part->more = result == DATABASE_GOOD;
    if (failed || result == DATABASE_FAILED)
        good = fail_transaction(entries, error);
    database_abort(entries->database);
    part->removed += wrong.size;
    for (uint32_t i = 0; i < wrong.size && good && !database_is_read_only(entries->database); i++)
        good = remove_wrong(entries, &wrong.data[i], error);
    vector_free(&wrong);
    return good;
}

bool entries_check_remains(struct entries *entries, uint64_t *removed, struct error *error)
{
    enum database_result result = DATABASE_FULL;
    while (result == DATABASE_FULL) {
        *removed = 0;
        result = database_begin(entries->database, !database_is_read_only(entries->database));
        if (result == DATABASE_GOOD)
            result = tables_remove_remains(entries->database, removed);
        if (result == DATABASE_GOOD && *removed && !database_is_read_only(entries->database))
            result = database_commit(entries->database);
        database_abort(entries->database);
        if (result == DATABASE_FULL && !database_grow(entries->database))
            break;
    }
    return result == DATABASE_GOOD || fail_transaction(entries, error);
}
