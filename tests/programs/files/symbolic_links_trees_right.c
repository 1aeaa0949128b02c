// expect: safe
// ftw and nftw: links are followed (each directory is visited once), told of, or dangle.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <ftw.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned count;
static unsigned long seen;

static int note(const char *path, const struct stat *facts, int kind)
{
    (void)path;
    count++;
    seen += 1UL << 8 * kind;
    return kind == FTW_F && !S_ISREG(facts->st_mode);
}

static int note_place(const char *path, const struct stat *facts, int kind, struct FTW *place)
{
    assert(S_ISLNK(facts->st_mode) == (kind == FTW_SL || kind == FTW_SLN));
    assert(strchr("dflcuo", path[place->base]));
    count++;
    seen += 1UL << 8 * kind;
    return 0;
}

static unsigned long walk(int flags)
{
    count = 0;
    seen = 0;
    assert(nftw("d", note_place, 4, flags) == 0);
    return seen;
}

#define SEEN(kind, number) ((unsigned long)(number) << 8 * (kind))

int main(void)
{
    assert(mkdir("/tmp/heddle-tree", 0700) == 0 && chdir("/tmp/heddle-tree") == 0);
    assert(mkdir("d", 0700) == 0 && mkdir("out", 0700) == 0);
    assert(close(open("d/f", O_WRONLY | O_CREAT, 0600)) == 0 && close(open("out/o", O_WRONLY | O_CREAT, 0600)) == 0);
    assert(symlink("f", "d/l") == 0 && symlink("../d", "d/c") == 0 && symlink("none", "d/u") == 0);
    assert(symlink("../out", "d/o") == 0);
    // "d", "d/f", "d/l", "d/o" and in there "o", "d/u"; "d/c" leads to what was visited.
    assert(walk(0) == SEEN(FTW_D, 2) + SEEN(FTW_F, 3) + SEEN(FTW_SLN, 1));
    assert(walk(FTW_DEPTH) == SEEN(FTW_DP, 2) + SEEN(FTW_F, 3) + SEEN(FTW_SLN, 1));
    assert(walk(FTW_PHYS) == SEEN(FTW_D, 1) + SEEN(FTW_F, 1) + SEEN(FTW_SL, 4));
    count = 0;
    seen = 0;
    assert(ftw("d", note, 4) == 0 && seen == SEEN(FTW_D, 2) + SEEN(FTW_F, 3) + SEEN(FTW_NS, 1));
    seen = 0;
    assert(nftw("d/u", note_place, 4, 0) == 0 && seen == SEEN(FTW_SLN, 1));
    seen = 0;
    assert(nftw("d/l", note_place, 4, FTW_PHYS) == 0 && seen == SEEN(FTW_SL, 1));
    assert(ftw("d/none", note, 4) == -1);
    assert(unlink("d/f") == 0 && unlink("d/l") == 0 && unlink("d/c") == 0 && unlink("d/u") == 0);
    assert(unlink("d/o") == 0 && unlink("out/o") == 0 && rmdir("out") == 0 && rmdir("d") == 0);
    assert(chdir("/") == 0 && rmdir("/tmp/heddle-tree") == 0);
    return 0;
}
