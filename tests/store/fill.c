// usage: fill [--many] DIR FIRST COUNT SIZE [TITLE] | fill --read DIR FIRST COUNT SIZE | fill --hold DIR
// Writes the entries FIRST to FIRST + COUNT - 1, in one transaction each; --many: a thousand in each; --read:
// says how many of them there are, with the values that were written, and fails for any other value; --hold:
// has the store open until standard input ends. DIR may be an URL of servers, with the key of $STORE_KEY and
// the certificates of $STORE_CA.
#include "base/memory.h"
#include "report/store_place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct store_key key_of(uint64_t number)
{
    return (struct store_key){.high = number * 0x9e3779b97f4a7c15u, .low = number, .kind = 1 + number % 2};
}

// "value 7 value 7 ..."; of more than 100 bytes, bytes that can hardly be compressed follow.
static char *value_of(uint64_t number, size_t size)
{
    char *value = memory_zalloc(size + 1, 1), word[32];
    uint64_t random = number;
    int length = snprintf(word, sizeof word, "value %llu ", (unsigned long long)number);
    for (size_t i = 0; i < size; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        value[i] = i < 100 ? word[i % (size_t)length] : (char)(random >> 56);
    }
    return value;
}

static struct store *open_place(const char *place, enum store_opening how, struct error *error)
{
    struct settings settings;
    const char *key = getenv("STORE_KEY"), *authorities = getenv("STORE_CA");
    settings_init(&settings);
    settings.store_timeout = 10;
    settings.store_key = memory_copy_string(key ? key : "");
    settings.store_authorities = memory_copy_string(authorities ? authorities : "");
    struct store *store = store_place_open(&settings, place, how, 0, error);
    settings_free(&settings);
    return store;
}

static int refuse(struct error *error)
{
    fprintf(stderr, "fill: %s\n", error->message);
    error_free(error);
    return 2;
}

static int write_entries(char **words, const char *title)
{
    struct error error = {0};
    struct store *store = open_place(words[0], STORE_MAKE, &error);
    uint64_t first = strtoull(words[1], NULL, 10), count = strtoull(words[2], NULL, 10);
    size_t size = strtoull(words[3], NULL, 10);
    bool good = store != NULL;
    for (uint64_t i = first; i < first + count && good; i++) {
        char *value = value_of(i, size);
        struct store_entry entry = {.key = key_of(i), .title = title, .data = value, .size = size};
        good = store_write(store, &entry, 1, &error);
        memory_free(value);
    }
    store_close(store);
    return good ? 0 : refuse(&error);
}

enum { MANY = 1000 };

static bool write_block(struct store *store, uint64_t first, uint64_t count, size_t size, const char *title,
                        struct error *error)
{
    struct store_entry entries[MANY];
    for (uint64_t i = 0; i < count; i++)
        entries[i] = (struct store_entry){
            .key = key_of(first + i), .title = title, .data = value_of(first + i, size), .size = size};
    bool good = store_write(store, entries, (uint32_t)count, error);
    for (uint64_t i = 0; i < count; i++)
        memory_free((void *)(uintptr_t)entries[i].data);
    return good;
}

static int write_many(char **words, const char *title)
{
    struct error error = {0};
    struct store *store = open_place(words[0], STORE_MAKE, &error);
    uint64_t first = strtoull(words[1], NULL, 10), end = first + strtoull(words[2], NULL, 10);
    bool good = store != NULL;
    for (uint64_t i = first; i < end && good; i += MANY)
        good = write_block(store, i, end - i < MANY ? end - i : MANY, strtoull(words[3], NULL, 10), title,
                           &error);
    store_close(store);
    return good ? 0 : refuse(&error);
}

static int read_entries(char **words)
{
    struct error error = {0};
    struct store *store = open_place(words[0], STORE_EXISTING, &error);
    uint64_t first = strtoull(words[1], NULL, 10), count = strtoull(words[2], NULL, 10), found = 0;
    size_t size = strtoull(words[3], NULL, 10), got;
    if (!store)
        return refuse(&error);
    for (uint64_t i = first; i < first + count; i++) {
        struct store_key key = key_of(i);
        char *value = store_peek(store, &key, &got), *expected = value_of(i, size);
        if (value && (got != size || memcmp(value, expected, size) != 0)) {
            error_set(&error, "entry %llu has another value", (unsigned long long)i);
            return refuse(&error);
        }
        found += value != NULL;
        memory_free(value);
        memory_free(expected);
    }
    printf("%llu\n", (unsigned long long)found);
    store_close(store);
    return 0;
}

static int hold(const char *folder)
{
    struct error error = {0};
    struct store *store = open_place(folder, STORE_MAKE, &error);
    if (!store)
        return refuse(&error);
    puts("open");
    fflush(stdout);
    while (getchar() != EOF)
        ;
    store_close(store);
    return 0;
}

int main(int count, char **words)
{
    if (count == 3 && strcmp(words[1], "--hold") == 0)
        return hold(words[2]);
    if (count == 6 && strcmp(words[1], "--read") == 0)
        return read_entries(words + 2);
    if (count >= 6 && strcmp(words[1], "--many") == 0)
        return write_many(words + 2, count == 7 ? words[6] : "prog.c");
    if (count == 5 || count == 6)
        return write_entries(words + 1, count == 6 ? words[5] : "prog.c");
    fprintf(stderr, "usage: fill [--many | --read] DIR FIRST COUNT SIZE [TITLE] | fill --hold DIR\n");
    return 2;
}
