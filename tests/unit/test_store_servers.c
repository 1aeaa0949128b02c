// Stores on servers (store/shared.h, sealed.h) on a server in this process, which loses, refuses, changes and
// forgets what the tests tell it to: what is read is what was written under the same key with the same
// secret, or nothing.
#include "base/digest.h"
#include "base/memory.h"
#include "store/shared.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- the server

enum { NAMES_MOST = 4096 };

struct kept {
    char *name, *data;
    size_t size;
};

struct table {
    struct kept kept[NAMES_MOST];
    uint32_t count;
    size_t largest;                           // values beyond are too large; 0: none is
    uint32_t calls, gone_after, refuse_after; // 0: never; else from that call on
    uint32_t touched;
    void (*meanwhile)(struct table *table); // what another client does before the next call that sets; once
    bool unlisted;
};

struct local {
    struct server server;
    struct table *table;
};

static struct table shared_table;

static uint32_t find(const struct table *table, const char *name)
{
    uint32_t at = 0;
    while (at < table->count && strcmp(table->kept[at].name, name) != 0)
        at++;
    return at;
}

static void drop(struct table *table, uint32_t at)
{
    memory_free(table->kept[at].name);
    memory_free(table->kept[at].data);
    table->kept[at] = table->kept[--table->count];
}

static void put(struct table *table, const char *name, const void *data, size_t size)
{
    uint32_t at = find(table, name);
    if (at < table->count)
        drop(table, at);
    assert_true(table->count < NAMES_MOST);
    assert_true(strlen(name) <= SERVER_NAME_MOST);
    assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:-_."),
                     strlen(name));
    table->kept[table->count++] =
        (struct kept){memory_copy_string(name), memory_copy_bytes(data, size), size};
}

static void forget_all(struct table *table)
{
    while (table->count)
        drop(table, 0);
    *table = (struct table){.count = 0};
}

static enum server_result called(struct server *server, struct table **table, struct error *error)
{
    *table = ((struct local *)server)->table;
    uint32_t call = ++(*table)->calls;
    if ((*table)->gone_after && call >= (*table)->gone_after) {
        error_set(error, "gone");
        return SERVER_GONE;
    }
    if ((*table)->refuse_after && call >= (*table)->refuse_after) {
        error_set(error, "refused");
        return SERVER_REFUSED;
    }
    return SERVER_GOOD;
}

static void local_close(struct server *server)
{
    memory_free(server);
}

static enum server_result local_get(struct server *server, const char *const *names, uint32_t count,
                                    struct server_value *values, struct error *error)
{
    struct table *table;
    memset(values, 0, count * sizeof *values);
    enum server_result result = called(server, &table, error);
    for (uint32_t i = 0; result == SERVER_GOOD && i < count; i++) {
        uint32_t at = find(table, names[i]);
        if (at < table->count)
            values[i] = (struct server_value){memory_copy_bytes(table->kept[at].data, table->kept[at].size),
                                              table->kept[at].size};
    }
    return result;
}

static enum server_result local_set(struct server *server, const struct server_item *items, uint32_t count,
                                    struct error *error)
{
    struct table *table;
    enum server_result result = called(server, &table, error);
    if (table->meanwhile) {
        void (*meanwhile)(struct table *) = table->meanwhile;
        table->meanwhile = NULL;
        meanwhile(table);
    }
    for (uint32_t i = 0; result == SERVER_GOOD && i < count; i++) {
        if (table->largest && items[i].size > table->largest)
            return SERVER_TOO_LARGE;
        put(table, items[i].name, items[i].data, items[i].size);
    }
    return result;
}

static enum server_result local_remove(struct server *server, const char *const *names, uint32_t count,
                                       struct error *error)
{
    struct table *table;
    enum server_result result = called(server, &table, error);
    for (uint32_t i = 0; result == SERVER_GOOD && i < count; i++) {
        uint32_t at = find(table, names[i]);
        if (at < table->count)
            drop(table, at);
    }
    return result;
}

static enum server_result local_touch(struct server *server, const char *const *names, uint32_t count,
                                      struct error *error)
{
    struct table *table;
    (void)names;
    enum server_result result = called(server, &table, error);
    if (result == SERVER_GOOD)
        table->touched += count;
    return result;
}

// Some names twice, as redis may do.
static enum server_result local_list(struct server *server, const char *prefix,
                                     void (*each)(void *context, const char *name), void *context,
                                     struct error *error)
{
    struct table *table;
    enum server_result result = called(server, &table, error);
    for (uint32_t i = 0; result == SERVER_GOOD && i < table->count; i++)
        for (uint32_t times = 0; times <= i % 2; times++)
            if (strncmp(table->kept[i].name, prefix, strlen(prefix)) == 0)
                each(context, table->kept[i].name);
    return result;
}

static enum server_result local_usage(struct server *server, struct server_usage *usage, struct error *error)
{
    struct table *table;
    *usage = (struct server_usage){17, 0};
    return called(server, &table, error);
}

static const struct server_operations local_operations = {.close = local_close,
                                                          .get = local_get,
                                                          .set = local_set,
                                                          .remove = local_remove,
                                                          .touch = local_touch,
                                                          .list = local_list,
                                                          .usage = local_usage};
static const struct server_operations unlisted_operations = {.close = local_close,
                                                             .get = local_get,
                                                             .set = local_set,
                                                             .remove = local_remove,
                                                             .touch = local_touch,
                                                             .usage = local_usage};

// ---- stores

static struct sha256 secret_of(const char *text)
{
    struct digest_piece piece = {text, strlen(text)};
    return digest_of(&piece, 1);
}

static struct store *open_as(const char *name, const char *secret)
{
    struct local *local = memory_zalloc(1, sizeof *local);
    struct sha256 digest = secret_of(secret);
    local->server.operations = shared_table.unlisted ? &unlisted_operations : &local_operations;
    local->table = &shared_table;
    return shared_of(&local->server, name, "server", &digest);
}

static struct store *open_ours(void)
{
    return open_as("ours", "secret");
}

static struct store_key key_of(uint32_t number)
{
    return (struct store_key){.high = number * 0x9e3779b97f4a7c15u, .low = number, .kind = 1 + number % 2};
}

// The value of a number in its n-th version. Every third one can hardly be compressed.
static char *value_of(uint32_t number, uint32_t version, size_t size)
{
    char *value = memory_alloc(size + 1);
    uint64_t random = number * 1000 + version + 1;
    for (size_t i = 0; i < size; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        value[i] = number % 3 ? (char)('a' + (number + version) % 7 + (i / 50) % 3) : (char)(random >> 56);
    }
    value[size] = 0;
    return value;
}

static bool write_version(struct store *store, uint32_t number, uint32_t version, size_t size)
{
    struct error error = {0};
    char *value = value_of(number, version, size);
    struct store_entry entry = {.key = key_of(number), .title = "prog.c", .data = value, .size = size};
    bool good = store_write(store, &entry, 1, &error);
    assert_true(good == (error.message == NULL));
    error_free(&error);
    memory_free(value);
    return good;
}

enum { ABSENT = -1 };

// Which of the versions up to `versions` the entry has; ABSENT. Anything else is wrong in any case.
static int version_of(struct store *store, uint32_t number, uint32_t versions, size_t size)
{
    size_t got;
    struct store_key key = key_of(number);
    char *value = store_read(store, &key, &got);
    int found = ABSENT;
    for (uint32_t version = 0; value && version <= versions && found == ABSENT; version++) {
        char *expected = value_of(number, version, size);
        if (got == size && memcmp(value, expected, size) == 0 && value[size] == 0)
            found = (int)version;
        memory_free(expected);
    }
    if (value && found == ABSENT)
        fail_msg("entry %u has a value that was never written", number);
    memory_free(value);
    return found;
}

static int begin(void **state)
{
    (void)state;
    forget_all(&shared_table);
    return 0;
}

static int end(void **state)
{
    (void)state;
    forget_all(&shared_table);
    return 0;
}

// ---- tests

static void digests_are_those_of_the_standard(void **state)
{
    (void)state;
    char text[DIGEST_TEXT];
    struct sha256 key, digest;
    struct digest_piece pieces[] = {{"a", 1}, {"bc", 2}};
    digest = digest_of(pieces, 2);
    digest_text(&digest, text);
    assert_string_equal(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    for (int i = 0; i < DIGEST_BYTES; i++)
        key.bytes[i] = (unsigned char)i;
    struct digest_piece message = {"what do ya want for nothing?", 28};
    digest = digest_with_key(&key, &message, 1);
    digest_text(&digest, text);
    assert_string_equal(text, "099805f4ac310786968565c098db515cc50862b420ae31e20238312344bed36a");
    assert_false(digest_equal(&digest, &key));
    assert_true(digest_equal(&digest, &digest));
}

static void values_of_all_sizes(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 511, 512, 513, 4096, 262143, 262144, 262145, 3000000};
    struct store *store = open_ours();
    for (uint32_t limited = 0; limited < 2; limited++)
        for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (uint32_t number = 0; number < 3; number++) {
                shared_table.largest = limited ? 100000 : 0;
                assert_int_equal(version_of(store, 10 * i + number, 0, sizes[i]), limited ? 0 : ABSENT);
                assert_true(write_version(store, 10 * i + number, 0, sizes[i]));
                assert_int_equal(version_of(store, 10 * i + number, 0, sizes[i]), 0);
            }
    store_close(store);
    store = open_ours(); // and by others
    for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_int_equal(version_of(store, 10 * i, 0, sizes[i]), 0);
    store_close(store);
}

static void what_no_server_takes_is_refused(void **state)
{
    (void)state;
    struct store *store = open_ours();
    shared_table.largest = 100;
    assert_false(write_version(store, 3, 0, 50000));
    assert_null(store_failure(store));
    assert_int_equal(version_of(store, 3, 0, 50000), ABSENT);
    shared_table.largest = 0;
    struct error error = {0};
    struct store_entry entry = {.key = key_of(1), .data = "", .size = SEALED_MOST + 1};
    assert_false(store_write(store, &entry, 1, &error));
    error_free(&error);
    assert_true(write_version(store, 3, 0, 50000));
    store_close(store);
}

static void others_see_nothing(void **state)
{
    (void)state;
    struct store *ours = open_ours(), *theirs = open_as("ours", "another secret"),
                 *elsewhere = open_as("theirs", "secret");
    assert_true(write_version(ours, 1, 0, 1000));
    assert_int_equal(version_of(theirs, 1, 0, 1000), ABSENT);
    assert_int_equal(version_of(elsewhere, 1, 0, 1000), ABSENT);
    assert_true(write_version(theirs, 1, 1, 1000)); // which takes nothing away
    assert_int_equal(version_of(ours, 1, 1, 1000), 0);
    assert_int_equal(version_of(theirs, 1, 1, 1000), 1);
    store_close(ours);
    store_close(theirs);
    store_close(elsewhere);
}

// What belongs to a new version of an entry replaces what belonged to the old one.
static void nothing_is_left_behind(void **state)
{
    (void)state;
    struct store *store = open_ours();
    uint32_t names = 0;
    for (uint32_t version = 0; version < 5; version++) {
        assert_true(write_version(store, 3, version, 600000));
        assert_int_equal(version_of(store, 3, version, 600000), (int)version);
        assert_true(version == 0 || shared_table.count == names);
        names = shared_table.count;
    }
    struct error error = {0};
    struct store_key key = key_of(3);
    assert_true(store_remove(store, &key, &error));
    assert_int_equal(shared_table.count, 0);
    assert_int_equal(version_of(store, 3, 5, 600000), ABSENT);
    store_close(store);
}

// Each bit of a head, and some of the parts.
static void damage_is_noticed(void **state)
{
    (void)state;
    struct store *store = open_ours();
    assert_true(write_version(store, 3, 0, 600000));
    assert_true(shared_table.count >= 3);
    for (uint32_t i = 0; i < shared_table.count; i++) {
        struct kept *kept = &shared_table.kept[i];
        size_t step = kept->size > 5000 ? kept->size / 50 : 1;
        for (size_t at = 0; at < kept->size; at += step)
            for (int bit = 0; bit < 8; bit += step > 1 ? 3 : 1) {
                kept->data[at] ^= (char)(1 << bit);
                assert_int_equal(version_of(store, 3, 0, 600000), ABSENT);
                kept->data[at] ^= (char)(1 << bit);
            }
        for (size_t size = kept->size, less = 1; less <= size; less += step) {
            kept->size = size - less;
            assert_int_equal(version_of(store, 3, 0, 600000), ABSENT);
            kept->size = size;
        }
    }
    assert_int_equal(version_of(store, 3, 0, 600000), 0);
    store_close(store);
}

static void what_is_lost_is_noticed(void **state)
{
    (void)state;
    struct store *store = open_ours();
    assert_true(write_version(store, 3, 0, 600000));
    for (uint32_t i = 0; i < shared_table.count; i++) {
        struct kept *kept = &shared_table.kept[i];
        char first = kept->name[0];
        kept->name[0] = '?';
        assert_int_equal(version_of(store, 3, 0, 600000), ABSENT);
        kept->name[0] = first;
    }
    assert_int_equal(version_of(store, 3, 0, 600000), 0);
    store_close(store);
}

// Everything of one store under the names of another one, and of one entry under those of another.
static void entries_under_other_names(void **state)
{
    (void)state;
    struct store *ours = open_ours();
    static const struct {
        const char *store, *secret;
        uint32_t number;
    } sources[] = {{"theirs", "secret", 3}, {"ours", "another secret", 3}, {"ours", "secret", 6}};
    for (uint32_t s = 0; s < 3; s++) {
        forget_all(&shared_table);
        struct store *source = open_as(sources[s].store, sources[s].secret);
        assert_true(write_version(ours, 3, 0, 1000));
        uint32_t first = shared_table.count;
        assert_true(write_version(source, sources[s].number, 1, 1000));
        assert_int_equal(shared_table.count, 2 * first);
        // Parts keep their names' last piece, as they do in an entry that is copied.
        for (uint32_t i = 0; i < first; i++) {
            const char *name = shared_table.kept[i].name, *tail = strrchr(name, ':');
            for (uint32_t k = first; k < 2 * first; k++) {
                const struct kept *kept = &shared_table.kept[k];
                bool heads = strcmp(tail, ":head") == 0 && strcmp(strrchr(kept->name, ':'), ":head") == 0;
                bool parts = strcmp(tail, ":head") != 0 && strcmp(strrchr(kept->name, ':'), ":head") != 0;
                char *copy = memory_format("%.*s%s", (int)(tail - name), name, strrchr(kept->name, ':'));
                if (heads || parts)
                    put(&shared_table, copy, kept->data, kept->size);
                memory_free(copy);
            }
        }
        assert_int_equal(version_of(ours, 3, 1, 1000), ABSENT);
        store_close(source);
    }
    store_close(ours);
}

// The server may be gone at any moment of a write: afterwards there is the old version, the new one or none.
static void writes_that_are_cut_off(void **state)
{
    (void)state;
    for (uint32_t refused = 0; refused < 2; refused++)
        for (uint32_t call = 1; call < 12; call++) {
            forget_all(&shared_table);
            struct store *store = open_ours();
            assert_true(write_version(store, 3, 0, 2500000));
            *(refused ? &shared_table.refuse_after : &shared_table.gone_after) = shared_table.calls + call;
            bool good = write_version(store, 3, 1, 2500000);
            assert_true(refused || !good == (store_failure(store) != NULL) || good);
            store_close(store);
            shared_table.gone_after = shared_table.refuse_after = 0;
            store = open_ours();
            int version = version_of(store, 3, 1, 2500000);
            assert_true(good ? version == 1 : version != 2);
            store_close(store);
        }
}

static void write_meanwhile(struct table *table)
{
    (void)table;
    struct store *other = open_ours();
    assert_true(write_version(other, 3, 2, 2500000));
    store_close(other);
}

// Another writer of the same entry, at each call of ours.
static void two_writers_at_once(void **state)
{
    (void)state;
    struct store *store = open_ours();
    assert_true(write_version(store, 3, 0, 2500000));
    shared_table.meanwhile = write_meanwhile;
    assert_true(write_version(store, 3, 1, 2500000));
    assert_true(version_of(store, 3, 2, 2500000) != 0);
    assert_true(write_version(store, 3, 1, 2500000));
    assert_int_equal(version_of(store, 3, 2, 2500000), 1);
    store_close(store);
}

static void a_server_that_is_gone(void **state)
{
    (void)state;
    struct error error = {0};
    struct store_numbers numbers;
    struct store *store = open_ours();
    assert_true(write_version(store, 3, 0, 1000));
    shared_table.gone_after = shared_table.calls + 1;
    assert_int_equal(version_of(store, 3, 0, 1000), ABSENT);
    assert_string_equal(store_failure(store), "server: gone");
    uint32_t calls = shared_table.calls;
    shared_table.gone_after = 0;
    assert_int_equal(version_of(store, 3, 0, 1000), ABSENT);
    assert_false(write_version(store, 3, 0, 1000));
    assert_false(store_count(store, &numbers, &error));
    assert_string_equal(error.message, "server: gone");
    error_free(&error);
    assert_int_equal(shared_table.calls, calls); // it is not asked again
    store_close(store);
}

struct listed {
    uint32_t items;
    uint64_t size;
};

static void add_item(void *context, const struct store_item *item)
{
    struct listed *listed = context;
    listed->items++;
    listed->size += item->size;
    assert_string_equal(item->title, "prog.c");
    assert_true(item->written > 0);
}

static void lists_and_checks(void **state)
{
    (void)state;
    struct error error = {0};
    struct listed listed = {0};
    struct store_numbers numbers;
    uint64_t checked, removed;
    struct store *store = open_ours(), *theirs = open_as("ours", "another secret");
    for (uint32_t number = 0; number < 20; number++)
        assert_true(write_version(store, number, 0, 1000 + number));
    assert_true(write_version(theirs, 1, 0, 1000));
    assert_true(store_list(store, add_item, &listed, &error));
    assert_int_equal(listed.items, 20);
    assert_int_equal(listed.size, 20 * 1000 + 190);
    assert_true(store_count(store, &numbers, &error));
    assert_int_equal(numbers.entries, 20);
    assert_int_equal(numbers.used, 17);
    assert_true(store_check(store, &checked, &removed, &error));
    assert_int_equal(checked, 20);
    assert_int_equal(removed, 0);
    // A part that is damaged, a head that is, a part that no head has, and a name that nothing has.
    char *stray = memory_copy_string(shared_table.kept[0].name);
    shared_table.kept[0].data[0] ^= 1;
    shared_table.kept[3].data[20] ^= 1;
    *strrchr(stray, ':') = 0;
    char *part = memory_format("%s:00", stray);
    put(&shared_table, part, "x", 1);
    *strrchr(stray, ':') = 0;
    char *odd = memory_format("%s:what", stray);
    put(&shared_table, odd, "x", 1);
    assert_true(store_check(store, &checked, &removed, &error));
    assert_int_equal(checked, 21);
    assert_int_equal(removed, 3);
    assert_true(store_check(store, &checked, &removed, &error));
    assert_int_equal(checked, 18);
    assert_int_equal(removed, 0);
    assert_int_equal(version_of(theirs, 1, 0, 1000), 0);
    assert_true(store_remove_all(store, &error));
    assert_int_equal(shared_table.count, 0);
    assert_false(store_compact(store, &error));
    error_free(&error);
    memory_free(stray);
    memory_free(part);
    memory_free(odd);
    store_close(store);
    store_close(theirs);
}

static void a_protocol_without_lists(void **state)
{
    (void)state;
    struct error error = {0};
    struct listed listed = {0};
    uint64_t checked, removed;
    shared_table.unlisted = true;
    struct store *store = open_ours();
    assert_true(store_is_unlisted(store) && store_is_shared(store));
    assert_true(write_version(store, 1, 0, 1000));
    assert_int_equal(version_of(store, 1, 0, 1000), 0);
    assert_false(store_list(store, add_item, &listed, &error));
    error_free(&error);
    assert_false(store_check(store, &checked, &removed, &error));
    error_free(&error);
    assert_false(store_remove_all(store, &error));
    error_free(&error);
    assert_null(store_failure(store));
    store_close(store);
}

// An entry that was written long ago and is used is kept alive; a list of entries is no use.
static void what_is_used_stays(void **state)
{
    (void)state;
    struct error error = {0};
    struct store *store = open_ours();
    size_t size;
    struct store_entry entry = {.key = key_of(1),
                                .title = "prog.c",
                                .data = "abc",
                                .size = 3,
                                .written = (int64_t)time(NULL) - 86500};
    assert_true(store_write(store, &entry, 1, &error));
    memory_free(store_peek(store, &entry.key, &size));
    assert_int_equal(shared_table.touched, 0);
    memory_free(store_read(store, &entry.key, &size));
    assert_int_equal(shared_table.touched, 2);
    assert_true(write_version(store, 2, 0, 100));
    assert_int_equal(version_of(store, 2, 0, 100), 0);
    assert_int_equal(shared_table.touched, 2);
    store_close(store);
}

// Heads that have the right code and say what cannot be, as of those who have no secret.
static void heads_that_contradict_themselves(void **state)
{
    (void)state;
    struct seal seal = {.secret = secret_of("secret"), .store = "ours"};
    struct store_key key = key_of(3);
    uint64_t random = 1;
    char *value = value_of(3, 0, 5000);
    struct store_entry entry = {.key = key, .title = "prog.c", .data = value, .size = 5000};
    for (int turn = 0; turn < 2000; turn++) {
        struct sealed sealed, got;
        byte_vector head = {0};
        assert_true(sealed_make(&entry, 1000, &sealed));
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint64_t number = random >> 20;
        switch (turn % 6) {
        case 0: sealed.size = number >> number % 44; break;
        case 1: sealed.stored = number >> number % 44; break;
        case 2: sealed.parts.data[0].size = (uint32_t)number; break;
        case 3: sealed.parts.size = (uint32_t)(number % 5); break;
        case 4: sealed.size = SEALED_MOST + 1; break;
        default: sealed.title[0] = (char)(number % 2 ? 'x' : '\n'); break;
        }
        sealed_head(&seal, &key, &sealed, &head);
        bool good = sealed_read(&seal, &key, head.data, head.size, &got);
        if (good) {
            assert_true(got.stored <= got.size && got.size <= SEALED_MOST);
            uint64_t all = 0;
            for (uint32_t i = 0; i < got.parts.size; i++)
                all += got.parts.data[i].size;
            assert_int_equal(all, got.stored);
            if (got.stored == sealed.bytes.size)
                memory_free(sealed_value(&got, sealed.bytes.data)); // right, or NULL
            sealed_free(&got);
        }
        vector_free(&head);
        sealed_free(&sealed);
    }
    memory_free(value);
}

// ---- addresses and fields

static void addresses(void **state)
{
    (void)state;
    struct store_address a;
    struct error error = {0};
    assert_true(address_is("redis://a/b") && address_is("other://"));
    assert_false(address_is("folder") || address_is("/a://b") || address_is("./redis://a") || address_is(""));
    assert_true(store_address_read("redis://me:p%40ss:w@rd@host.example:7000/team-1", &a, &error));
    assert_int_equal(a.kind, ADDRESS_REDIS);
    assert_string_equal(a.user, "me");
    assert_string_equal(a.password, "p@ss:w@rd");
    assert_string_equal(a.hosts.data[0].host, "host.example");
    assert_int_equal(a.hosts.data[0].port, 7000);
    assert_string_equal(a.name, "team-1");
    assert_string_equal(a.text, "redis://host.example:7000/team-1");
    store_address_free(&a);
    assert_true(store_address_read("rediss://:x@[::1]/n", &a, &error));
    assert_int_equal(a.kind, ADDRESS_REDIS_TLS);
    assert_null(a.user);
    assert_string_equal(a.password, "x");
    assert_string_equal(a.hosts.data[0].host, "::1");
    assert_int_equal(a.hosts.data[0].port, 6379);
    assert_string_equal(a.text, "rediss://[::1]/n");
    store_address_free(&a);
    assert_true(store_address_read("memcached://a,b:1,c/n_.-9", &a, &error));
    assert_int_equal(a.hosts.size, 3);
    assert_int_equal(a.hosts.data[0].port, 11211);
    assert_int_equal(a.hosts.data[1].port, 1);
    assert_null(a.password);
    store_address_free(&a);
}

static void expect_no_address(const char *text)
{
    struct store_address a;
    struct error error = {0};
    if (store_address_read(text, &a, &error))
        fail_msg("%s", text);
    assert_non_null(error.message);
    assert_null(strstr(error.message, "SECRET"));
    error_free(&error);
}

static void addresses_that_are_none(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "http://u:SECRET@a/b",
        "redis://u:SECRET@a",
        "redis://u:SECRET@a/",
        "redis://u:SECRET@/b",
        "redis://u:SECRET@a:/b",
        "redis://u:SECRET@a:0/b",
        "redis://u:SECRET@a:65536/b",
        "redis://u:SECRET@a:999999/b",
        "redis://u:SECRET@a:1x/b",
        "redis://u:SECRET@a,b/c",
        "redis://u:SECRET%@a/b",
        "redis://u:SECRET%4@a/b",
        "redis://u:SECRET%4g@a/b",
        "redis://u:SECRET%00@a/b",
        "redis://%zz:SECRET@a/b",
        "redis://u:SECRET@a b/c",
        "redis://u:SECRET@a/b c",
        "redis://u:SECRET@a/b/c",
        "redis://u:SECRET@[::1/b",
        "redis://u:SECRET@[::1]x/b",
        "redis://u:SECRET@::1/b",
        "memcached://u:SECRET@a,/b",
        "memcached://u:SECRET@,a/b",
        "redis://",
        "redis://u:SECRET@a/\n",
        "redis://[/b",
        "redis:///",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_no_address(wrong[i]);
    char *long_name = memory_format("redis://u:SECRET@a/%065d", 0);
    expect_no_address(long_name);
    memory_free(long_name);
}

static void fields_of_all_lengths(void **state)
{
    (void)state;
    byte_vector list = {0};
    struct field field;
    char *text;
    fields_add(&list, "abc", 3);
    fields_add(&list, NULL, 0);
    fields_add_text(&list, "");
    fields_add(&list, "a\0b", 3);
    for (uint32_t size = 0; size < list.size; size++) { // cut short anywhere
        struct fields cut = {(const char *)list.data, size};
        uint32_t count = 0;
        while (fields_next(&cut, &field))
            count++;
        assert_true(count < 4);
    }
    struct fields fields = {(const char *)list.data, list.size};
    assert_true(fields_next_text(&fields, &text));
    assert_string_equal(text, "abc");
    memory_free(text);
    assert_true(fields_next(&fields, &field) && !field.data);
    assert_true(fields_next(&fields, &field) && field.data && field.size == 0);
    assert_false(fields_next_text(&fields, &text)); // a zero within
    assert_null(text);
    assert_false(fields_next(&fields, &field));
    vector_free(&list);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(digests_are_those_of_the_standard),
        TEST(values_of_all_sizes),
        TEST(what_no_server_takes_is_refused),
        TEST(others_see_nothing),
        TEST(nothing_is_left_behind),
        TEST(damage_is_noticed),
        TEST(what_is_lost_is_noticed),
        TEST(entries_under_other_names),
        TEST(writes_that_are_cut_off),
        TEST(two_writers_at_once),
        TEST(a_server_that_is_gone),
        TEST(lists_and_checks),
        TEST(a_protocol_without_lists),
        TEST(what_is_used_stays),
        TEST(heads_that_contradict_themselves),
        TEST(addresses),
        TEST(addresses_that_are_none),
        TEST(fields_of_all_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
