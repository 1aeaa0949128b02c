// expect: safe
// What ftw and nftw come to, in which order where there is one, and what a function that stops them returns.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int files, directories, left, deepest;
static char last[64];

static int count(const char *path, const struct stat *status, int kind)
{
    assert((kind == FTW_D) == (S_ISDIR(status->st_mode) != 0));
    assert(strncmp(path, "top", 3) == 0);
    files += kind == FTW_F;
    directories += kind == FTW_D;
    return 0;
}

static int count_places(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    int level = 0;
    for (const char *p = path; *p; p++)
        level += *p == '/';
    assert(place->level == level);
    assert(place->base == (level ? strrchr(path, '/') + 1 - path : 0));
    files += kind == FTW_F && status->st_size == 3;
    left += kind == FTW_DP;
    if (place->level > deepest)
        deepest = place->level;
    strcpy(last, path);
    return 0;
}

static int stop(const char *path, const struct stat *status, int kind)
{
    (void)status;
    directories += kind == FTW_D;
    return strcmp(path, "top/middle") == 0 ? 7 : 0;
}

static void make_file(const char *path)
{
    int file = open(path, O_CREAT | O_WRONLY, 0600);
    assert(file >= 0 && write(file, "abc", 3) == 3);
    close(file);
}

int main(void)
{
    mkdir("top", 0700);
    mkdir("top/middle", 0700);
    mkdir("top/middle/low", 0700);
    make_file("top/a");
    make_file("top/middle/low/b");

    assert(ftw("top//", count, 5) == 0);
    assert(files == 2 && directories == 3);
    files = 0;
    assert(nftw("top", count_places, 5, FTW_DEPTH | FTW_PHYS) == 0);
    assert(files == 2 && left == 3 && deepest == 3 && strcmp(last, "top") == 0);
    directories = 0;
    assert(ftw("top", stop, 5) == 7);
    assert(directories == 2);
    assert(ftw("top/a", stop, 5) == 0 && directories == 2);
    assert(ftw("none", count, 5) == -1 && errno == ENOENT);
    assert(ftw("", count, 5) == -1 && errno == ENOENT);
    return 0;
}
