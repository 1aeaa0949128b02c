#include "store/shared.h"

#include "base/memory.h"
#include "store/backend.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PART_BYTES_MOST = 256 << 10, // a quarter of what memcached takes unless configured otherwise
    PART_BYTES_LEAST = 512,
    BATCH_BYTES = 1 << 20, // of the values of one call
    BATCH_NAMES = 256,
    TOUCH_AFTER = 24 * 60 * 60, // seconds since an entry was written, from which on a use keeps it alive
    ENTRY_NAME_MOST = SERVER_NAME_MOST - 80,
};

struct shared_store {
    struct store store;
    struct server *server;
    struct seal seal;
    char *name, *prefix; // of the store; of all names on the server
    size_t part;         // bytes, as large as the server takes them
};

static struct shared_store *shared_of_store(struct store *store)
{
    return (struct shared_store *)store;
}

// ---- names

typedef VECTOR(char *) name_list;

static void free_name_list(name_list *names)
{
    for (uint32_t i = 0; i < names->size; i++)
        memory_free(names->data[i]);
    vector_free(names);
}

static const char *const *constant_names(const name_list *names, uint32_t from)
{
    return (const char *const *)vector_from(names, from);
}

struct entry_name {
    char text[ENTRY_NAME_MOST];
};

static struct entry_name entry_name(const struct shared_store *shared, const struct store_key *key)
{
    struct entry_name name;
    snprintf(name.text, sizeof name.text, "%s%x:%016" PRIx64 "%016" PRIx64, shared->prefix, key->kind,
             key->high, key->low);
    return name;
}

static char *head_name(const struct shared_store *shared, const struct store_key *key)
{
    return memory_format("%s:head", entry_name(shared, key).text);
}

static char *part_name(const struct shared_store *shared, const struct store_key *key,
                       const struct sealed_part *part)
{
    char digest[DIGEST_TEXT];
    digest_text(&part->digest, digest);
    return memory_format("%s:%s", entry_name(shared, key).text, digest);
}

// Of all parts.
static name_list part_names(const struct shared_store *shared, const struct store_key *key,
                            const struct sealed *sealed)
{
    name_list names = {0};
    for (uint32_t i = 0; i < sealed->parts.size; i++)
        vector_push(&names, part_name(shared, key, &sealed->parts.data[i]));
    return names;
}

// ---- failures

// The server is of no use any more.
static void give_up_server(struct shared_store *shared, struct error *why)
{
    if (!shared->store.failure)
        shared->store.failure = memory_format("%s: %s", shared->store.name,
                                              why->message ? why->message : "the server takes nothing");
    error_free(why);
}

// Turns what the server said into the store's failure, or only into an error of this request. False unless
// all went well.
static bool went_well(struct shared_store *shared, enum server_result result, struct error *why,
                      struct error *error)
{
    if (result == SERVER_GONE)
        give_up_server(shared, why);
    if (result == SERVER_GOOD)
        error_free(why);
    else if (shared->store.failure)
        error_set(error, "%s", shared->store.failure);
    else
        error_set(error, "%s: %s", shared->store.name,
                  why->message ? why->message : "the value is larger than the server takes");
    error_free(why);
    return result == SERVER_GOOD;
}

// ---- reading

static bool get_server_values(struct shared_store *shared, const char *const *names, uint32_t count,
                              struct server_value *values)
{
    struct error why = {0};
    if (shared->server->operations->get(shared->server, names, count, values, &why) == SERVER_GOOD)
        return true;
    for (uint32_t i = 0; i < count; i++)
        memory_free(values[i].data);
    memset(values, 0, count * sizeof *values);
    give_up_server(shared, &why);
    return false;
}

// False: there is none that is right, or the store has failed.
static bool read_head(struct shared_store *shared, const struct store_key *key, struct sealed *head)
{
    struct server_value value = {NULL, 0};
    char *name = head_name(shared, key);
    const char *names[] = {name};
    *head = (struct sealed){.size = 0};
    bool good = get_server_values(shared, names, 1, &value) && value.data &&
                sealed_read(&shared->seal, key, value.data, value.size, head);
    memory_free(value.data);
    memory_free(name);
    return good;
}

// How many of the parts from `first` on go together.
static uint32_t batch_of(const struct sealed *sealed, uint32_t first)
{
    uint64_t bytes = 0;
    uint32_t count = 0;
    while (first + count < sealed->parts.size && count < BATCH_NAMES &&
           (count == 0 || bytes + sealed->parts.data[first + count].size <= BATCH_BYTES))
        bytes += sealed->parts.data[first + count++].size;
    return count;
}

// Appends the values of some parts. False: one is missing or wrong, or the store has failed.
static bool read_batch(struct shared_store *shared, const struct sealed *head, const name_list *names,
                       uint32_t first, uint32_t count, byte_vector *to)
{
    struct server_value *values = memory_zalloc(count, sizeof *values);
    bool good = get_server_values(shared, constant_names(names, first), count, values);
    for (uint32_t i = 0; i < count; i++) {
        good = good && values[i].data &&
               sealed_is_part(&head->parts.data[first + i], values[i].data, values[i].size);
        if (good)
            bytes_add(to, values[i].data, values[i].size);
        memory_free(values[i].data);
    }
    memory_free(values);
    return good;
}

// The value of an entry with this head, owned by the caller; NULL likewise.
static char *read_entry_parts(struct shared_store *shared, const struct store_key *key,
                              const struct sealed *head)
{
    byte_vector stored = {0};
    name_list names = part_names(shared, key, head);
    bool good = true;
    for (uint32_t first = 0, count; good && first < names.size; first += count) {
        count = batch_of(head, first);
        good = read_batch(shared, head, &names, first, count, &stored);
    }
    char *value = good ? sealed_value(head, stored.data) : NULL;
    vector_free(&stored);
    free_name_list(&names);
    return value;
}

// Keeps an entry that is used from vanishing.
static void keep_entry(struct shared_store *shared, const struct store_key *key, const struct sealed *head)
{
    struct error why = {0};
    if (head->written > time(NULL) - TOUCH_AFTER)
        return;
    name_list names = part_names(shared, key, head);
    vector_push(&names, head_name(shared, key));
    enum server_result result = SERVER_GOOD;
    for (uint32_t i = 0; result == SERVER_GOOD && i < names.size; i += BATCH_NAMES) {
        uint32_t rest = names.size - i;
        result = shared->server->operations->touch(shared->server, constant_names(&names, i),
                                                   rest < BATCH_NAMES ? rest : BATCH_NAMES, &why);
    }
    if (result == SERVER_GONE)
        give_up_server(shared, &why);
    error_free(&why);
    free_name_list(&names);
}

static void *shared_read_value(struct store *store, const struct store_key *key, bool use, size_t *size)
{
    struct shared_store *shared = shared_of_store(store);
    struct sealed head;
    char *value = NULL;
    if (read_head(shared, key, &head))
        value = read_entry_parts(shared, key, &head);
    if (value && use)
        keep_entry(shared, key, &head);
    if (value)
        *size = head.size;
    sealed_free(&head);
    return value;
}

// ---- writing

static enum server_result set_parts(struct shared_store *shared, const struct sealed *sealed,
                                    const name_list *names, struct error *why)
{
    enum server_result result = SERVER_GOOD;
    const unsigned char *at = sealed->bytes.data;
    for (uint32_t first = 0, count; result == SERVER_GOOD && first < names->size; first += count) {
        count = batch_of(sealed, first);
        struct server_item *items = memory_zalloc(count, sizeof *items);
        for (uint32_t i = 0; i < count; i++) {
            size_t size = sealed->parts.data[first + i].size;
            items[i] = (struct server_item){names->data[first + i], at, size};
            at += size;
        }
        result = shared->server->operations->set(shared->server, items, count, why);
        memory_free(items);
    }
    return result;
}

static enum server_result set_head(struct shared_store *shared, const struct store_key *key,
                                   const struct sealed *sealed, struct error *why)
{
    byte_vector head = {0};
    char *name = head_name(shared, key);
    sealed_head(&shared->seal, key, sealed, &head);
    struct server_item item = {name, head.data, head.size};
    enum server_result result = shared->server->operations->set(shared->server, &item, 1, why);
    vector_free(&head);
    memory_free(name);
    return result;
}

static bool has_listed_name(const name_list *names, const char *name)
{
    for (uint32_t i = 0; i < names->size; i++)
        if (strcmp(names->data[i], name) == 0)
            return true;
    return false;
}

static enum server_result remove_server_names(struct shared_store *shared, const name_list *names,
                                              struct error *why)
{
    enum server_result result = SERVER_GOOD;
    for (uint32_t i = 0; result == SERVER_GOOD && i < names->size; i += BATCH_NAMES) {
        uint32_t rest = names->size - i;
        result = shared->server->operations->remove(shared->server, constant_names(names, i),
                                                    rest < BATCH_NAMES ? rest : BATCH_NAMES, why);
    }
    return result;
}

// Removes the parts of the entry that was there before. What goes wrong costs the server memory for a while.
static void remove_old_parts(struct shared_store *shared, const struct store_key *key,
                             const struct sealed *before, const name_list *now)
{
    struct error why = {0};
    name_list names = part_names(shared, key, before), old = {0};
    for (uint32_t i = 0; i < names.size; i++)
        if (!has_listed_name(now, names.data[i]))
            vector_push(&old, names.data[i]);
    if (remove_server_names(shared, &old, &why) == SERVER_GONE)
        give_up_server(shared, &why);
    error_free(&why);
    vector_free(&old);
    free_name_list(&names);
}

// One try with the size of parts that the store has now.
static enum server_result write_sealed(struct shared_store *shared, const struct store_key *key,
                                       const struct sealed *sealed, struct error *why)
{
    struct sealed before;
    name_list names = part_names(shared, key, sealed);
    bool replaced = read_head(shared, key, &before);
    enum server_result result = shared->store.failure ? SERVER_GONE : set_parts(shared, sealed, &names, why);
    if (result == SERVER_GOOD)
        result = set_head(shared, key, sealed, why);
    if (result == SERVER_GOOD && replaced)
        remove_old_parts(shared, key, &before, &names);
    sealed_free(&before);
    free_name_list(&names);
    return result;
}

static bool shared_write_entry(struct shared_store *shared, const struct store_entry *entry,
                               struct error *error)
{
    struct error why = {0};
    enum server_result result = SERVER_TOO_LARGE;
    while (result == SERVER_TOO_LARGE) {
        struct sealed sealed;
        if (!sealed_make(entry, shared->part, &sealed))
            break;
        result = write_sealed(shared, &entry->key, &sealed, &why);
        sealed_free(&sealed);
        if (result != SERVER_TOO_LARGE || shared->part / 2 < PART_BYTES_LEAST)
            break;
        shared->part /= 2;
    }
    return went_well(shared, result, &why, error);
}

// One after the other: what a later one says about an earlier one is there before.
static bool shared_write_entries(struct store *store, const struct store_entry *entries, uint32_t count,
                                 struct error *error)
{
    for (uint32_t i = 0; i < count; i++)
        if (!shared_write_entry(shared_of_store(store), &entries[i], error))
            return false;
    return true;
}

static bool shared_remove_entry(struct store *store, const struct store_key *key, struct error *error)
{
    struct shared_store *shared = shared_of_store(store);
    struct error why = {0};
    struct sealed head;
    name_list names = {0};
    if (read_head(shared, key, &head))
        names = part_names(shared, key, &head);
    vector_push(&names, head_name(shared, key));
    enum server_result result =
        shared->store.failure ? SERVER_GONE : remove_server_names(shared, &names, &why);
    sealed_free(&head);
    free_name_list(&names);
    return went_well(shared, result, &why, error);
}

// ---- all of a store

static void add_listed_name(void *context, const char *name)
{
    name_list *names = context;
    vector_push(names, memory_copy_string(name));
}

static int compare_listed_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_names(name_list *names)
{
    uint32_t kept = 0;
    if (names->size)
        qsort(names->data, names->size, sizeof *names->data, compare_listed_names);
    for (uint32_t i = 0; i < names->size; i++)
        if (kept == 0 || strcmp(names->data[i], names->data[kept - 1]) != 0)
            names->data[kept++] = names->data[i];
        else
            memory_free(names->data[i]);
    names->size = kept;
}

// All names that begin with the prefix, sorted, each once; owned by the caller. False with the error
// set.
static bool list_names(struct shared_store *shared, const char *prefix, name_list *names, struct error *error)
{
    struct error why = {0};
    *names = (name_list){0};
    enum server_result result =
        shared->server->operations->list(shared->server, prefix, add_listed_name, names, &why);
    sort_names(names);
    return went_well(shared, result, &why, error);
}

// Which entry a name is about. False: it is no name of an entry.
static bool read_entry_name(const struct shared_store *shared, const char *name, struct store_key *key)
{
    unsigned kind;
    int end = 0;
    uint64_t high, low;
    const char *rest = name + strlen(shared->prefix);
    if (sscanf(rest, "%8x:%16" SCNx64 "%16" SCNx64 "%n", &kind, &high, &low, &end) != 3 || !end)
        return false;
    *key = (struct store_key){.high = high, .low = low, .kind = kind};
    struct entry_name entry = entry_name(shared, key);
    size_t length = strlen(entry.text);
    return strncmp(name, entry.text, length) == 0 && name[length] == ':';
}

// Calls `each` for the names of one entry after the other (`known`: the key is right; else they are none of
// an entry's).
static bool each_entry(struct shared_store *shared,
                       bool (*each)(struct shared_store *shared, const struct store_key *key, bool known,
                                    const name_list *names, void *context),
                       void *context, struct error *error)
{
    name_list names;
    bool good = list_names(shared, shared->prefix, &names, error);
    for (uint32_t first = 0, next; good && first < names.size; first = next) {
        struct store_key key = {0}, other;
        bool known = read_entry_name(shared, names.data[first], &key);
        for (next = first + 1; known && next < names.size &&
                               read_entry_name(shared, names.data[next], &other) && other.kind == key.kind &&
                               other.high == key.high && other.low == key.low;)
            next++;
        const name_list some = {.data = names.data + first, .size = next - first};
        good = each(shared, &key, known, &some, context);
    }
    free_name_list(&names);
    if (shared->store.failure)
        return error_set(error, "%s", shared->store.failure);
    return good;
}

struct shared_listing {
    void (*each)(void *context, const struct store_item *item);
    void *context;
};

static bool shared_list_entry(struct shared_store *shared, const struct store_key *key, bool known,
                              const name_list *names, void *context)
{
    const struct shared_listing *listing = context;
    struct sealed head = {.size = 0};
    (void)names;
    if (known && read_head(shared, key, &head))
        listing->each(listing->context, &(struct store_item){.key = *key,
                                                             .title = head.title,
                                                             .size = head.size,
                                                             .stored = head.stored,
                                                             .written = head.written});
    sealed_free(&head);
    return !shared->store.failure;
}

static bool shared_list_entries(struct store *store,
                                void (*each)(void *context, const struct store_item *item), void *context,
                                struct error *error)
{
    struct shared_listing listing = {each, context};
    return each_entry(shared_of_store(store), shared_list_entry, &listing, error);
}

static void add_item_numbers(void *context, const struct store_item *item)
{
    struct store_numbers *numbers = context;
    numbers->entries++;
    numbers->size += item->size;
    numbers->stored += item->stored;
}

static bool shared_count_entries(struct store *store, struct store_numbers *numbers, struct error *error)
{
    struct shared_store *shared = shared_of_store(store);
    struct error why = {0};
    struct server_usage usage;
    *numbers = (struct store_numbers){0};
    if (!shared_list_entries(store, add_item_numbers, numbers, error) ||
        !went_well(shared, shared->server->operations->usage(shared->server, &usage, &why), &why, error))
        return false;
    numbers->used = usage.used;
    numbers->limit = usage.limit;
    return true;
}

struct counts {
    uint64_t checked, removed;
    struct error error;
};

// Those of the names that the entry, as it is now, has no use for; the strings stay the list's.
static name_list remains_of(struct shared_store *shared, const struct store_key *key,
                            const struct sealed *head, const name_list *names)
{
    name_list used = {0}, remains = {0};
    if (head) {
        used = part_names(shared, key, head);
        vector_push(&used, head_name(shared, key));
    }
    for (uint32_t i = 0; i < names->size; i++)
        if (!has_listed_name(&used, names->data[i]))
            vector_push(&remains, names->data[i]);
    free_name_list(&used);
    return remains;
}

static bool shared_check_entry(struct shared_store *shared, const struct store_key *key, bool known,
                               const name_list *names, void *context)
{
    struct counts *counts = context;
    struct error why = {0};
    struct sealed head = {.size = 0};
    char *value = NULL;
    if (known && read_head(shared, key, &head))
        value = read_entry_parts(shared, key, &head);
    if (shared->store.failure) {
        sealed_free(&head);
        return false;
    }
    name_list remains = remains_of(shared, key, value ? &head : NULL, names);
    counts->checked++;
    counts->removed += remains.size > 0;
    bool good = went_well(shared, remove_server_names(shared, &remains, &why), &why, &counts->error);
    memory_free(value);
    sealed_free(&head);
    vector_free(&remains);
    return good;
}

static bool shared_check_entries(struct store *store, uint64_t *checked, uint64_t *removed,
                                 struct error *error)
{
    struct counts counts = {.checked = 0};
    bool good = each_entry(shared_of_store(store), shared_check_entry, &counts, error);
    if (counts.error.message)
        good = error_set(error, "%s", counts.error.message);
    error_free(&counts.error);
    *checked = counts.checked;
    *removed = counts.removed;
    return good;
}

static bool compact_shared_store(struct store *store, struct error *error)
{
    return error_set(error, "%s: a server has no file that could be written anew", store->name);
}

// Removes the entries of the store, whatever key they were made with.
static bool clear_shared_store(struct store *store, struct error *error)
{
    struct shared_store *shared = shared_of_store(store);
    struct error why = {0};
    name_list names;
    char *prefix = memory_format("heddle:%s:", shared->seal.store);
    bool good = list_names(shared, prefix, &names, error) &&
                went_well(shared, remove_server_names(shared, &names, &why), &why, error);
    free_name_list(&names);
    memory_free(prefix);
    return good;
}

// ---- opening

static void close_store(struct store *store)
{
    struct shared_store *shared = shared_of_store(store);
    shared->server->operations->close(shared->server);
    memory_free(shared->name);
    memory_free(shared->prefix);
    memory_free(store->name);
    memory_free(store->failure);
    memory_free(shared);
}

static const struct store_backend backend = {
    .close = close_store,
    .read = shared_read_value,
    .write = shared_write_entries,
    .remove = shared_remove_entry,
    .list = shared_list_entries,
    .count = shared_count_entries,
    .check = shared_check_entries,
    .compact = compact_shared_store,
    .clear = clear_shared_store,
};

// Tells secrets apart and does not tell what they are, so that those who have different ones do not remove
// each other's entries.
static char *prefix_of(const char *name, const struct sha256 *secret)
{
    static const char what[] = "heddle store";
    char text[DIGEST_TEXT];
    struct digest_piece piece = {what, sizeof what};
    struct sha256 digest = digest_with_key(secret, &piece, 1);
    digest_text(&digest, text);
    return memory_format("heddle:%s:%.16s:", name, text);
}

struct store *shared_of(struct server *server, const char *name, const char *text,
                        const struct sha256 *secret)
{
    struct shared_store *shared = memory_zalloc(1, sizeof *shared);
    shared->server = server;
    shared->part = PART_BYTES_MOST;
    shared->name = memory_copy_string(name);
    shared->seal = (struct seal){.secret = *secret, .store = shared->name};
    shared->prefix = prefix_of(name, secret);
    shared->store = (struct store){.backend = &backend,
                                   .name = memory_copy_string(text),
                                   .shared = true,
                                   .unlisted = server->operations->list == NULL};
    return &shared->store;
}

struct store *shared_open(const struct store_servers *servers, struct error *error)
{
    struct error why = {0};
    const struct store_address *address = &servers->address;
    struct server_access access = {.address = address,
                                   .milliseconds = servers->milliseconds,
                                   .authorities = servers->authorities,
                                   .certificate = servers->certificate};
    struct server *server = server_open(&access, &why);
    if (server)
        return shared_of(server, address->name, address->text, &servers->secret);
    error_set(error, "%s: %s", address->text, why.message ? why.message : "no connection");
    error_free(&why);
    return NULL;
}
