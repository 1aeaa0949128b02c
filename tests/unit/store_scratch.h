// A store in a temporary folder, and entries that are known by a number each, for tests of store/store.h.
// What fails here fails the test.
#ifndef HEDDLE_TESTS_STORE_SCRATCH_H
#define HEDDLE_TESTS_STORE_SCRATCH_H

#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

enum { SCRATCH_FILE_MOST = 64 << 20, SCRATCH_LIMIT = 16 << 20, SCRATCH_LARGE = 64 << 20 };

// The temporary folder, the store's in it, and the environment in that.
extern char scratch_folder[], scratch_store[64], scratch_data[96];

// Every test begins without a store; at the end the folder is removed.
int scratch_begin(void **state);
int scratch_end(void **state);
// Opens the store.
struct store *scratch_open(uint64_t limit);
// Opening the folder is refused with a message that has this text and the path.
void scratch_must_refuse(const char *path, const char *why);

// A number's key and value; the value's length and bytes depend on the number, and every third can hardly be
// compressed. Owned by the caller.
struct store_key scratch_key(uint32_t number);
char *scratch_value(uint32_t number, size_t size);
bool scratch_write(struct store *store, uint32_t number, size_t size, struct error *error);
void scratch_must_write(struct store *store, uint32_t number, size_t size);
// Whether the entry is there. A value other than the one that was written is wrong in any case.
bool scratch_has(struct store *store, uint32_t number, size_t size);

// What a list of entries comes to.
struct scratch_listed {
    uint32_t items;
    uint64_t size, uses;
    char last_title[64];
};
// For store_list, with a struct scratch_listed.
void scratch_add_item(void *context, const struct store_item *item);
struct scratch_listed scratch_list(struct store *store);

// Makes a store of so many entries, some of them replaced, so that it has free pages.
enum { SCRATCH_SOME = 40 };
void scratch_make_some(void);
size_t scratch_size_of_some(uint32_t number);

// A whole file's bytes, of which there is room for SCRATCH_FILE_MOST. To be freed by the caller.
char *scratch_read_file(const char *path, size_t *size);
void scratch_write_file(const char *path, const char *bytes, size_t size);

// Runs it in a process of its own, which must end well: 0, or 1 where it has to be left out.
int scratch_in_child(void (*run)(void));
// Inside of such a process.
#define CHECK(condition)                                                                                     \
    do                                                                                                       \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                  \
            _exit(99);                                                                                       \
        }                                                                                                    \
    while (0)

// A number below the limit, from a state that the caller keeps.
uint32_t scratch_random(uint64_t *random, size_t limit);
// The number that a variable of the environment has, so that longer runs can be asked for.
unsigned scratch_count(const char *name, unsigned otherwise);

#endif
