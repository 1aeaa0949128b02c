// expect: safe
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int count(const char *path)
{
    DIR *directory = opendir(path);
    int entries = 0;
    for (struct dirent *entry; (entry = readdir(directory));) {
        entries++;
        assert(entry->d_type == DT_DIR || (entry->d_type == DT_REG && strcmp(entry->d_name, "b") == 0));
    }
    assert(closedir(directory) == 0);
    return entries;
}

int main(void)
{
    char path[16];
    struct stat facts;
    assert(mkdir("d", 0777) == 0 && mkdir("d", 0777) == -1 && errno == EEXIST);
    assert(stat("d", &facts) == 0 && S_ISDIR(facts.st_mode) && (facts.st_mode & 0777) == 0755);
    assert(mkdir("d/e", 0700) == 0 && mkdir("x/y", 0700) == -1 && errno == ENOENT);
    int file = open("a", O_CREAT | O_WRONLY, 0600), within = open("d", O_RDONLY | O_DIRECTORY);
    assert(file >= 0 && rename("a", "d/b") == 0 && access("a", F_OK) == -1 && count("d") == 4);
    assert(openat(within, "b", O_RDONLY) == 5 && faccessat(within, "../d/./e/..//b", F_OK, 0) == 0);
    assert(rmdir("d") == -1 && errno == ENOTEMPTY && unlink("d") == -1 && errno == EISDIR);
    assert(rename("d", "d/e/f") == -1 && errno == EINVAL);
    assert(chdir("d/e") == 0 && strcmp(getcwd(path, sizeof path), "/d/e") == 0);
    assert(!getcwd(path, 4) && errno == ERANGE && access("../b", F_OK) == 0 && chdir("/") == 0);
    assert(rmdir("d/e") == 0 && remove("d/b") == 0 && count("d") == 2 && remove("d") == 0);
    assert(rmdir("/tmp") == -1 && !opendir("d") && errno == ENOENT);
    return 0;
}
