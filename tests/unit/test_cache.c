// How many compiled programs are kept.
#include "base/error.h"
#include "program/cache.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { KEPT = 20000, STORED = 300 };

static uint32_t count_files(const char *folder)
{
    uint32_t count = 0;
    DIR *list = opendir(folder);
    assert_non_null(list);
    for (struct dirent *e; (e = readdir(list));)
        count += e->d_name[0] != '.';
    closedir(list);
    return count;
}

static void make_file(const char *folder, const char *name, uint32_t number)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s%u", folder, name, number);
    int file = open(path, O_CREAT | O_WRONLY, 0600);
    assert_true(file >= 0);
    close(file);
}

static void remove_files(const char *folder)
{
    DIR *list = opendir(folder);
    for (struct dirent *e; (e = readdir(list));)
        if (e->d_name[0] != '.')
            unlinkat(dirfd(list), e->d_name, 0);
    closedir(list);
}

// Stores programs under new names until the cache has fewer files than before; false if it never has.
static bool store_until_removed(const char *folder, const char *program)
{
    struct dependencies none = {0};
    struct timespec begin;
    clock_gettime(CLOCK_REALTIME_COARSE, &begin);
    for (uint64_t k = 0, before = count_files(folder), after; k < STORED; k++, before = after) {
        assert_true(cache_store(folder, (struct cache_key){k, ~k}, &none, &begin, program));
        after = k % 8 == 7 ? count_files(folder) : before;
        if (after < before)
            return true;
    }
    return false;
}

static void test_limit(void **state)
{
    (void)state;
    // in memory, where there is such a folder: these are many files
    char folder[64], place[80], program[80];
    snprintf(folder, sizeof folder, "%s/heddle-test-cache-XXXXXX",
             access("/dev/shm", W_OK | X_OK) ? "/tmp" : "/dev/shm");
    assert_non_null(mkdtemp(folder));
    snprintf(place, sizeof place, "%s/kept", folder);
    snprintf(program, sizeof program, "%s/program0", folder);
    char *kept = cache_folder(place);
    assert_non_null(kept);
    make_file(folder, "program", 0);
    assert_false(store_until_removed(kept, program)); // there is room
    for (uint32_t k = 0; k < KEPT; k++)
        make_file(kept, "old", k);
    assert_true(store_until_removed(kept, program));
    assert_in_range(count_files(kept), KEPT / 2, KEPT / 2 + 2 * STORED);
    remove_files(kept);
    free(kept);
    rmdir(place);
    unlink(program);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
