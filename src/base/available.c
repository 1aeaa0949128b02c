#include "base/available.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <sys/resource.h>

// Version 1 says "no limit" by a number near 2^63.
#define NO_LIMIT ((uint64_t)1 << 62)

static void take_less(uint64_t *least, uint64_t bytes)
{
    if (bytes && (!*least || bytes < *least))
        *least = bytes;
}

static FILE *open_below(const char *root, const char *path)
{
    char whole[PATH_MAX];
    int length = snprintf(whole, sizeof whole, "%s%s", root, path);
    return length > 0 && (size_t)length < sizeof whole ? fopen(whole, "re") : NULL;
}

static uint64_t half_of_machine(const char *root)
{
    FILE *file = open_below(root, "/proc/meminfo");
    char line[256];
    unsigned long long kilobytes = 0;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %llu kB", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return kilobytes * 1024 / 2;
}

// The limit that stands in a file; 0: none.
static uint64_t limit_in(const char *root, const char *folder, const char *name)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = length > 0 && (size_t)length < sizeof path ? open_below(root, path) : NULL;
    unsigned long long bytes = 0;
    if (!file)
        return 0;
    bool number = fscanf(file, "%llu", &bytes) == 1; // "max": none
    fclose(file);
    return number && bytes < NO_LIMIT ? bytes / 10 * 9 : 0;
}

// The limits of a group and of all groups it is in. In a container the group's own folder may not be visible:
// then the one at the top is its own.
static void take_group(const char *root, const char *mount, const char *group, const char *name,
                       uint64_t *least)
{
    char folder[PATH_MAX];
    int length = snprintf(folder, sizeof folder, "%s%s", mount, strcmp(group, "/") == 0 ? "" : group);
    if (length < 0 || (size_t)length >= sizeof folder)
        return;
    for (;;) {
        take_less(least, limit_in(root, folder, name));
        char *slash = strrchr(folder, '/');
        if (!slash || strlen(folder) <= strlen(mount))
            return;
        *slash = 0;
    }
}

// A line of /proc/self/cgroup: NUMBER:CONTROLLERS:PATH, with no controllers for version 2.
static void take_line(const char *root, char *line, uint64_t *least)
{
    char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group)
        return;
    *group++ = 0;
    group[strcspn(group, "\n")] = 0;
    if (!*++controllers) {
        take_group(root, "/sys/fs/cgroup", group, "memory.max", least);
        return;
    }
    for (char *rest, *word = strtok_r(controllers, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
        if (strcmp(word, "memory") == 0)
            take_group(root, "/sys/fs/cgroup/memory", group, "memory.limit_in_bytes", least);
}

static void take_resource(int resource, uint64_t *least)
{
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        take_less(least, limit.rlim_cur / 4 * 3);
}

uint64_t available_memory(const char *root)
{
    uint64_t least = half_of_machine(root);
    FILE *file = open_below(root, "/proc/self/cgroup");
    char line[PATH_MAX];
    while (file && fgets(line, sizeof line, file))
        take_line(root, line, &least);
    if (file)
        fclose(file);
    take_resource(RLIMIT_AS, &least);
    take_resource(RLIMIT_DATA, &least);
    return least;
}
