#include "store/portable.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/vector.h"
#include "store/message.h"

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <zstd.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// MAGIC VERSION, then for each entry ENTRY_NUMBERS numbers, the title and the value; then END_MARK, the
// number of entries and the checksum of all that is before it. Every number has 64 bits, the lowest first.
enum {
    VERSION = 1,
    HEADER_BYTES = 16,
    ENTRY_MARK = 0x59525445, // before an entry
    END_MARK = 0x444e45,     // before the end
    BATCH_ENTRIES = 1000,    // of one transaction
    BATCH_BYTES = 16 << 20,
    CHUNK = 1 << 16,
    COMPRESSION_LEVEL = 3,
};
static const char magic[8] = {'H', 'E', 'D', 'D', 'L', 'E', 'X', '\n'};
#define MOST_BYTES ((uint64_t)1 << 40)

enum {
    ENTRY_KIND,
    ENTRY_HIGH,
    ENTRY_LOW,
    ENTRY_SIZE,
    ENTRY_STORED, // what the value has in the file: compressed by zstd, if less than the size
    ENTRY_WRITTEN,
    ENTRY_USED,
    ENTRY_USES,
    ENTRY_CHECKSUM, // two of them
    ENTRY_TITLE = ENTRY_CHECKSUM + 2,
    ENTRY_NUMBERS
};

// A file that is written or read, with the checksum of what has gone by.
struct portable_stream {
    FILE *file;
    const char *path;
    XXH3_state_t *hash;
    uint64_t left; // reading: bytes to come
};

static bool stream_fail(const struct portable_stream *stream, struct error *error)
{
    return error_set(error, "%s: %s", stream->path, strerror(errno ? errno : EIO));
}

static bool put_bytes(struct portable_stream *stream, const void *bytes, size_t size)
{
    if (size)
        XXH3_128bits_update(stream->hash, bytes, size);
    return fwrite(bytes, 1, size, stream->file) == size;
}

static bool put_numbers(struct portable_stream *stream, const uint64_t *numbers, int count)
{
    unsigned char bytes[8 * ENTRY_NUMBERS];
    for (int i = 0; i < 8 * count; i++)
        bytes[i] = (unsigned char)(numbers[i / 8] >> 8 * (i % 8));
    return put_bytes(stream, bytes, 8 * (size_t)count);
}

static bool get_bytes(struct portable_stream *stream, void *bytes, size_t size)
{
    if (size > stream->left || fread(bytes, 1, size, stream->file) != size)
        return false;
    stream->left -= size;
    if (size)
        XXH3_128bits_update(stream->hash, bytes, size);
    return true;
}

static bool get_numbers(struct portable_stream *stream, uint64_t *numbers, int count)
{
    unsigned char bytes[8 * ENTRY_NUMBERS];
    if (!get_bytes(stream, bytes, 8 * (size_t)count))
        return false;
    for (int i = count - 1; i >= 0; i--) {
        numbers[i] = 0;
        for (int k = 7; k >= 0; k--)
            numbers[i] = numbers[i] << 8 | bytes[8 * i + k];
    }
    return true;
}

static void take_hash(struct portable_stream *stream, uint64_t hash[2])
{
    XXH128_hash_t value = XXH3_128bits_digest(stream->hash);
    hash[0] = value.high64;
    hash[1] = value.low64;
}

// Export

struct portable_listed {
    struct store_item item;
    char *title;
};
typedef VECTOR(struct portable_listed) listed_list;

static void add_listed_entry(void *context, const struct store_item *item)
{
    listed_list *list = context;
    struct portable_listed listed = {*item, memory_copy_string(item->title)};
    vector_push(list, listed);
}

static void free_listed(listed_list *list)
{
    for (uint32_t i = 0; i < list->size; i++)
        memory_free(list->data[i].title);
    vector_free(list);
}

static bool put_entry(struct portable_stream *stream, const struct portable_listed *listed, const void *value,
                      size_t size)
{
    uint64_t checksum[2];
    const struct store_item *item = &listed->item;
    size_t bound = ZSTD_compressBound(size), title = strlen(listed->title);
    void *packed = memory_alloc(bound);
    size_t stored = ZSTD_compress(packed, bound, value, size, COMPRESSION_LEVEL);
    if (ZSTD_isError(stored) || stored >= size)
        stored = size;
    message_checksum(&item->key, value, size, checksum);
    const uint64_t mark = ENTRY_MARK;
    const uint64_t numbers[ENTRY_NUMBERS] = {
        item->key.kind,       item->key.high, item->key.low, size,        stored, (uint64_t)item->written,
        (uint64_t)item->used, item->uses,     checksum[0],   checksum[1], title};
    bool good = put_numbers(stream, &mark, 1) && put_numbers(stream, numbers, ENTRY_NUMBERS) &&
                put_bytes(stream, listed->title, title) &&
                put_bytes(stream, stored < size ? packed : value, stored);
    memory_free(packed);
    return good;
}

static bool put_listed_entries(struct portable_stream *stream, struct store *store, const listed_list *list,
                               struct portable_counts *counts, struct error *error)
{
    uint64_t version = VERSION, end[4] = {END_MARK};
    bool good = put_bytes(stream, magic, sizeof magic) && put_numbers(stream, &version, 1);
    for (uint32_t i = 0; i < list->size && good; i++) {
        size_t size;
        void *value = store_peek(store, &list->data[i].item.key, &size);
        if (store_failure(store))
            return error_set(error, "%s", store_failure(store));
        if (value) {
            good = put_entry(stream, &list->data[i], value, size);
            counts->entries++;
        } else
            counts->left_out++;
        memory_free(value);
    }
    end[1] = counts->entries;
    good = good && put_numbers(stream, end, 2);
    take_hash(stream, end);
    good =
        good && put_numbers(stream, end, 2) && fflush(stream->file) == 0 && fsync(fileno(stream->file)) == 0;
    return good || stream_fail(stream, error);
}

// Whether the file may be replaced: there is none, or it is an export.
static bool may_replace_export(const char *path, struct error *error)
{
    struct stat status;
    char begin[sizeof magic] = {0};
    if (lstat(path, &status) != 0)
        return errno == ENOENT || error_set(error, "%s: %s", path, strerror(errno));
    int file = S_ISREG(status.st_mode) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    bool good = file >= 0 && read(file, begin, sizeof begin) == sizeof begin &&
                memcmp(begin, magic, sizeof magic) == 0;
    if (file >= 0)
        close(file);
    return good || error_set(error, "%s: is there, and is no export of a store: not replaced", path);
}

static bool write_export(struct portable_stream *stream, struct store *store, const listed_list *list,
                         struct portable_counts *counts, struct error *error)
{
    const char *path = stream->path;
    char *beside = memory_format("%s.%d.new", path, (int)getpid());
    int file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    stream->file = file >= 0 ? fdopen(file, "wb") : NULL;
    bool good =
        stream->file ? put_listed_entries(stream, store, list, counts, error) : stream_fail(stream, error);
    if (stream->file && fclose(stream->file) != 0 && good)
        good = stream_fail(stream, error);
    if (good && rename(beside, path) != 0)
        good = stream_fail(stream, error);
    if (!good && file >= 0)
        unlink(beside);
    memory_free(beside);
    return good;
}

bool portable_export(struct store *store, const char *path, struct portable_counts *counts,
                     struct error *error)
{
    listed_list list = {0};
    struct portable_stream stream = {.path = path, .hash = XXH3_createState()};
    *counts = (struct portable_counts){0};
    bool good = stream.hash ? true : error_set(error, "out of memory");
    if (good) {
        XXH3_128bits_reset(stream.hash);
        good = may_replace_export(path, error) && store_list(store, add_listed_entry, &list, error) &&
               write_export(&stream, store, &list, counts, error);
    }
    XXH3_freeState(stream.hash);
    free_listed(&list);
    return good;
}

// Import

// An entry of the file. The value is still compressed.
struct incoming {
    uint64_t numbers[ENTRY_NUMBERS];
    char title[STORE_TITLE_MOST + 1];
    char *stored; // owned
};

static struct store_key key_of_incoming(const struct incoming *incoming)
{
    const uint64_t *numbers = incoming->numbers;
    return (struct store_key){
        .high = numbers[ENTRY_HIGH], .low = numbers[ENTRY_LOW], .kind = (uint32_t)numbers[ENTRY_KIND]};
}

static bool damaged(const struct portable_stream *stream, struct error *error)
{
    return error_set(error, "%s: the export is damaged or not complete", stream->path);
}

// Reads an entry behind its mark. Memory is taken only for what the file has.
static bool get_entry(struct portable_stream *stream, struct incoming *incoming)
{
    const uint64_t *numbers = incoming->numbers;
    incoming->stored = NULL;
    if (!get_numbers(stream, incoming->numbers, ENTRY_NUMBERS) || numbers[ENTRY_TITLE] > STORE_TITLE_MOST ||
        numbers[ENTRY_SIZE] > MESSAGE_MOST || numbers[ENTRY_STORED] > numbers[ENTRY_SIZE] ||
        numbers[ENTRY_KIND] > UINT32_MAX || numbers[ENTRY_STORED] > stream->left)
        return false;
    incoming->title[numbers[ENTRY_TITLE]] = 0;
    if (!get_bytes(stream, incoming->title, numbers[ENTRY_TITLE]))
        return false;
    incoming->stored = memory_alloc(numbers[ENTRY_STORED]);
    if (get_bytes(stream, incoming->stored, numbers[ENTRY_STORED]))
        return true;
    memory_free(incoming->stored);
    return false;
}

// Whether what follows the last entry is right.
static bool get_end(struct portable_stream *stream, uint64_t entries)
{
    uint64_t count, hash[2], stored[2];
    if (!get_numbers(stream, &count, 1) || count != entries)
        return false;
    take_hash(stream, hash);
    return get_numbers(stream, stored, 2) && memcmp(hash, stored, sizeof hash) == 0 && stream->left == 0;
}

// Calls `each` for every entry, which takes over its bytes, until it returns false.
static bool read_entries(struct portable_stream *stream,
                         bool (*each)(void *context, struct incoming *incoming), void *context,
                         struct error *error)
{
    struct incoming incoming;
    for (uint64_t entries = 0;; entries++) {
        uint64_t mark;
        if (!get_numbers(stream, &mark, 1))
            return damaged(stream, error);
        if (mark == END_MARK)
            return get_end(stream, entries) || damaged(stream, error);
        if (mark != ENTRY_MARK || !get_entry(stream, &incoming))
            return damaged(stream, error);
        if (!each(context, &incoming))
            return false;
    }
}

static bool get_header(struct portable_stream *stream, struct error *error)
{
    char begin[sizeof magic];
    uint64_t version;
    if (!get_bytes(stream, begin, sizeof begin) || memcmp(begin, magic, sizeof magic) != 0)
        return error_set(error, "%s: is no export of a store", stream->path);
    if (!get_numbers(stream, &version, 1))
        return damaged(stream, error);
    return version == VERSION ||
           error_set(error, "%s: is from another version of heddle (format %llu, not %d)", stream->path,
                     (unsigned long long)version, VERSION);
}

// Reads all of the file.
static bool read_import(const char *path, bool (*each)(void *context, struct incoming *incoming),
                        void *context, struct error *error)
{
    struct portable_stream stream = {.path = path, .hash = XXH3_createState()};
    int file = file_open(path, MOST_BYTES, &stream.left, error);
    stream.file = file >= 0 ? fdopen(file, "rb") : NULL;
    bool good = stream.file && stream.hash;
    if (file >= 0 && !good)
        error_set(error, "%s: out of memory", path);
    if (good) {
        XXH3_128bits_reset(stream.hash);
        good = get_header(&stream, error) && read_entries(&stream, each, context, error);
    }
    XXH3_freeState(stream.hash);
    if (stream.file)
        fclose(stream.file);
    else if (file >= 0)
        close(file);
    return good;
}

static bool pass_over(void *context, struct incoming *incoming)
{
    (void)context;
    memory_free(incoming->stored);
    return true;
}

struct import {
    struct store *store;
    struct portable_counts *counts;
    struct error *error;
    VECTOR(struct store_key) there; // sorted
    VECTOR(struct store_entry) batch;
    uint64_t bytes; // of the batch
};

static int compare_store_keys(const void *a, const void *b)
{
    const struct store_key *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->high != y->high)
        return x->high < y->high ? -1 : 1;
    return x->low < y->low ? -1 : x->low > y->low;
}

static void add_key(void *context, const struct store_item *item)
{
    struct import *import = context;
    vector_push(&import->there, item->key);
}

static void free_batch(struct import *import)
{
    for (uint32_t i = 0; i < import->batch.size; i++) {
        memory_free((void *)(uintptr_t)import->batch.data[i].data);
        memory_free((void *)(uintptr_t)import->batch.data[i].title);
    }
    import->batch.size = 0;
    import->bytes = 0;
}

// One by one what cannot be written at once: what is too large is left out.
static bool write_each(struct import *import)
{
    for (uint32_t i = 0; i < import->batch.size; i++) {
        struct error why = {0};
        bool good = store_write(import->store, &import->batch.data[i], 1, &why);
        if (store_failure(import->store))
            error_set(import->error, "%s", why.message);
        error_free(&why);
        if (store_failure(import->store))
            return false;
        import->counts->entries += good;
        import->counts->left_out += !good;
    }
    return true;
}

static bool write_batch(struct import *import)
{
    struct error why = {0};
    bool good = true;
    if (import->batch.size == 0)
        return true;
    if (store_write(import->store, import->batch.data, import->batch.size, &why))
        import->counts->entries += import->batch.size;
    else
        good = write_each(import);
    error_free(&why);
    free_batch(import);
    return good;
}

// The value, owned by the caller; NULL: it is not what its checksum says.
static char *unpack_incoming(const struct incoming *incoming)
{
    const uint64_t *numbers = incoming->numbers;
    uint64_t size = numbers[ENTRY_SIZE], checksum[2];
    const struct store_key key = key_of_incoming(incoming);
    if (numbers[ENTRY_STORED] < size &&
        ZSTD_getFrameContentSize(incoming->stored, numbers[ENTRY_STORED]) != size)
        return NULL;
    char *value = memory_alloc(size);
    size_t got = size;
    if (numbers[ENTRY_STORED] < size)
        got = ZSTD_decompress(value, size, incoming->stored, numbers[ENTRY_STORED]);
    else
        memcpy(value, incoming->stored, size);
    if (!ZSTD_isError(got) && got == size) {
        message_checksum(&key, value, size, checksum);
        if (checksum[0] == numbers[ENTRY_CHECKSUM] && checksum[1] == numbers[ENTRY_CHECKSUM + 1])
            return value;
    }
    memory_free(value);
    return NULL;
}

static bool is_in_store(const struct import *import, const struct store_key *key)
{
    if (!store_is_unlisted(import->store))
        return import->there.size &&
               bsearch(key, import->there.data, import->there.size, sizeof *key, compare_store_keys) != NULL;
    size_t size;
    void *value = store_peek(import->store, key, &size);
    memory_free(value);
    return value != NULL;
}

static bool import_entry(void *context, struct incoming *incoming)
{
    struct import *import = context;
    const uint64_t *numbers = incoming->numbers;
    struct store_entry entry = {.key = key_of_incoming(incoming),
                                .size = numbers[ENTRY_SIZE],
                                .written = (int64_t)numbers[ENTRY_WRITTEN],
                                .used = (int64_t)numbers[ENTRY_USED],
                                .uses = numbers[ENTRY_USES]};
    bool there = is_in_store(import, &entry.key);
    char *value = there ? NULL : unpack_incoming(incoming);
    memory_free(incoming->stored);
    import->counts->there += there;
    import->counts->left_out += !there && !value;
    if (!value)
        return true;
    entry.data = value;
    entry.title = memory_copy_string(incoming->title);
    vector_push(&import->batch, entry);
    import->bytes += entry.size;
    return (import->batch.size < BATCH_ENTRIES && import->bytes < BATCH_BYTES) || write_batch(import);
}

bool portable_import(struct store *store, const char *path, struct portable_counts *counts,
                     struct error *error)
{
    struct import import = {.store = store, .counts = counts, .error = error};
    *counts = (struct portable_counts){0};
    bool good = !store_is_read_only(store) || error_set(error, "the store cannot be written");
    good = good && read_import(path, pass_over, NULL, error) &&
           (store_is_unlisted(store) || store_list(store, add_key, &import, error));
    if (good && import.there.size)
        qsort(import.there.data, import.there.size, sizeof *import.there.data, compare_store_keys);
    good = good && read_import(path, import_entry, &import, error) && write_batch(&import);
    free_batch(&import);
    vector_free(&import.batch);
    vector_free(&import.there);
    return good;
}
