#include "base/resident.h"

#include <stdio.h>
#include <unistd.h>

#define MOST_GENERATIONS 8 // a compiler starts others, but no more than a few below each other

struct pages {
    unsigned long long resident, shared;
};

static struct pages read_pages(const char *path)
{
    struct pages pages = {0, 0};
    unsigned long long total;
    FILE *file = fopen(path, "re");
    if (!file)
        return pages;
    if (fscanf(file, "%llu %llu %llu", &total, &pages.resident, &pages.shared) != 3)
        pages = (struct pages){0, 0};
    fclose(file);
    return pages;
}

static uint64_t page_bytes(unsigned long long pages)
{
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t resident_bytes(void)
{
    return page_bytes(read_pages("/proc/self/statm").resident);
}

static uint64_t resident_own_bytes(pid_t process, unsigned generations)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/statm", (int)process);
    struct pages pages = read_pages(path);
    uint64_t sum = pages.resident > pages.shared ? page_bytes(pages.resident - pages.shared) : 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process, (int)process);
    FILE *file = generations ? fopen(path, "re") : NULL;
    int child;
    while (file && fscanf(file, "%d", &child) == 1)
        sum += resident_own_bytes((pid_t)child, generations - 1);
    if (file)
        fclose(file);
    return sum;
}

uint64_t resident_bytes_of(pid_t process)
{
    return resident_own_bytes(process, MOST_GENERATIONS);
}
