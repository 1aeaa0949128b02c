// How much memory a check takes by itself, on machines made of files.
#include "base/available.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sys/stat.h>

#define MEGA (UINT64_C(1) << 20)

static char root[] = "/tmp/heddle-available-XXXXXX";

static void put(const char *path, const char *text)
{
    char whole[300];
    snprintf(whole, sizeof whole, "%s%s", root, path);
    for (char *slash = strchr(whole + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(whole, 0700);
        *slash = '/';
    }
    FILE *file = fopen(whole, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int set_up(void **state)
{
    (void)state;
    strcpy(strrchr(root, '-'), "-XXXXXX");
    if (!mkdtemp(root))
        return -1;
    put("/proc/meminfo", "MemTotal:  8192000 kB\nMemAvailable:  4096000 kB\n");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command) == 0 ? 0 : -1;
}

static void test_half_of_what_is_available(void **state)
{
    (void)state;
    assert_true(available_memory(root) == 2000 * MEGA);
}

static void test_nothing_known(void **state)
{
    (void)state;
    assert_true(available_memory("/nowhere") == 0);
}

static void test_version_2(void **state)
{
    (void)state;
    put("/proc/self/cgroup", "0::/user/session\n");
    put("/sys/fs/cgroup/user/session/memory.max", "max\n");
    assert_true(available_memory(root) == 2000 * MEGA);
    put("/sys/fs/cgroup/user/memory.max", "1048576000\n"); // of the group around it
    assert_true(available_memory(root) == 900 * MEGA);
    put("/sys/fs/cgroup/user/session/memory.max", "104857600\n");
    assert_true(available_memory(root) == 90 * MEGA);
}

static void test_in_a_container(void **state)
{
    (void)state;
    put("/proc/self/cgroup", "0::/../../outside\n"); // not visible
    put("/sys/fs/cgroup/memory.max", "104857600\n");
    assert_true(available_memory(root) == 90 * MEGA);
}

static void test_version_1(void **state)
{
    (void)state;
    put("/proc/self/cgroup", "5:cpu,memory:/a/b\n3:devices:/c\n");
    put("/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n");
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    assert_true(available_memory(root) == 2000 * MEGA);
    put("/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "524288000\n");
    assert_true(available_memory(root) == 450 * MEGA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_half_of_what_is_available, set_up, tear_down),
        cmocka_unit_test(test_nothing_known),
        cmocka_unit_test_setup_teardown(test_version_2, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_in_a_container, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_version_1, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
