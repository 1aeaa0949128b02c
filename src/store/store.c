#include "store/store.h"

#include "base/file.h"
#include "base/memory.h"
#include "store/backend.h"

#include <string.h>

const char *store_kind_word(uint32_t kind)
{
    switch (kind) {
#define STORE_KIND(number, name, word)                                                                       \
    case number: return word;
#include "store/kinds.def"
    default: return NULL;
    }
}

struct store *store_open(const char *folder, uint64_t size_limit, struct error *error)
{
    return folder_open(folder, size_limit && size_limit < STORE_SIZE_LEAST ? STORE_SIZE_LEAST : size_limit,
                       true, error);
}

struct store *store_open_existing(const char *folder, struct error *error)
{
    return folder_open(folder, 0, false, error);
}

struct store *store_open_servers(const struct store_servers *servers, struct error *error)
{
    return shared_open(servers, error);
}

bool store_secret(const char *path, struct sha256 *secret, struct error *error)
{
    enum { LEAST = 16, MOST = 1 << 16 };
    static const char what[] = "secret";
    size_t size;
    char *text = file_read(path, MOST, &size, error);
    if (!text)
        return false;
    struct digest_piece pieces[] = {{what, sizeof what}, {text, size}};
    *secret = digest_of(pieces, 2);
    memset(text, 0, size);
    memory_free(text);
    return size >= LEAST || error_set(error, "%s: a secret needs at least %d bytes", path, LEAST);
}

struct sha256 store_no_secret(void)
{
    static const char what[] = "no secret";
    struct digest_piece piece = {what, sizeof what};
    return digest_of(&piece, 1);
}

void store_close(struct store *store)
{
    if (store)
        store->backend->close(store);
}

bool store_is_read_only(const struct store *store)
{
    return store->read_only;
}

bool store_is_unlisted(const struct store *store)
{
    return store->unlisted;
}

bool store_is_shared(const struct store *store)
{
    return store->shared;
}

const char *store_failure(const struct store *store)
{
    return store->failure;
}

// False with the error set: the store has failed before.
static bool is_usable(const struct store *store, struct error *error)
{
    return !store->failure || error_set(error, "%s", store->failure);
}

static bool can_list(const struct store *store, struct error *error)
{
    return is_usable(store, error) &&
           (!store->unlisted || error_set(error, "%s: memcached cannot say what it holds", store->name));
}

void *store_read(struct store *store, const struct store_key *key, size_t *size)
{
    *size = 0;
    return store->failure ? NULL : store->backend->read(store, key, true, size);
}

void *store_peek(struct store *store, const struct store_key *key, size_t *size)
{
    *size = 0;
    return store->failure ? NULL : store->backend->read(store, key, false, size);
}

bool store_write(struct store *store, const struct store_entry *entries, uint32_t count, struct error *error)
{
    return is_usable(store, error) && store->backend->write(store, entries, count, error);
}

bool store_remove(struct store *store, const struct store_key *key, struct error *error)
{
    return is_usable(store, error) && store->backend->remove(store, key, error);
}

bool store_list(struct store *store, void (*each)(void *context, const struct store_item *item),
                void *context, struct error *error)
{
    return can_list(store, error) && store->backend->list(store, each, context, error);
}

bool store_count(struct store *store, struct store_numbers *numbers, struct error *error)
{
    return can_list(store, error) && store->backend->count(store, numbers, error);
}

bool store_check(struct store *store, uint64_t *checked, uint64_t *removed, struct error *error)
{
    *checked = *removed = 0;
    return can_list(store, error) && store->backend->check(store, checked, removed, error);
}

bool store_compact(struct store *store, struct error *error)
{
    return is_usable(store, error) && store->backend->compact(store, error);
}

bool store_remove_all(struct store *store, struct error *error)
{
    return can_list(store, error) &&
           (store->backend->clear ? store->backend->clear(store, error) : store_clear(store->name, error));
}
