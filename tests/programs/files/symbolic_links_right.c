// expect: safe
// Symbolic links as Linux has them: what follows them, what is done with them themselves, chains, and circles.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FAILS(call, error) (errno = 0, (call) == -1 && errno == (error))

static void reads_links(void)
{
    char text[8];
    assert(symlink("file", "link") == 0 && FAILS(symlink("other", "link"), EEXIST));
    assert(readlink("link", text, sizeof text) == 4 && memcmp(text, "file", 4) == 0);
    assert(readlink("link", text, 2) == 2 && FAILS(readlink("link", text, 0), EINVAL));
    assert(FAILS(readlink("file", text, sizeof text), EINVAL) && FAILS(readlink("none", text, 1), ENOENT));
    assert(FAILS(symlink("", "empty"), ENOENT) && FAILS(symlink("file", "none/link"), ENOENT));
    assert(FAILS(symlink("file", "slash/"), ENOENT) && FAILS(symlink("file", "link/"), EEXIST));
}

static void looks_at_files_and_links(void)
{
    struct stat facts;
    assert(lstat("link", &facts) == 0 && S_ISLNK(facts.st_mode) && facts.st_size == 4 && facts.st_nlink == 1);
    assert((facts.st_mode & 0777) == 0777);
    assert(stat("link", &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size == 3);
    assert(fstatat(AT_FDCWD, "link", &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(facts.st_mode));
    assert(FAILS(stat("link/", &facts), ENOTDIR) && FAILS(lstat("link/", &facts), ENOTDIR));
    assert(access("link", R_OK) == 0 && chmod("link", 0600) == 0 && stat("file", &facts) == 0);
    assert((facts.st_mode & 0777) == 0600 && truncate("link", 1) == 0);
    assert(faccessat(AT_FDCWD, "link", R_OK, 0) == 0 && FAILS(faccessat(AT_FDCWD, "link", 8, 0), EINVAL));
    assert(lchown("link", (uid_t)-1, (gid_t)-1) == 0 && fchmodat(AT_FDCWD, "link", 0644, 0) == 0);
}

static void opens(void)
{
    char text[4];
    int file = open("link", O_RDONLY);
    assert(file >= 0 && read(file, text, 4) == 1 && *text == 'a' && close(file) == 0);
    assert(FAILS(open("link", O_RDONLY | O_NOFOLLOW), ELOOP));
    assert(FAILS(open("link", O_RDONLY | O_NOFOLLOW | O_DIRECTORY), ENOTDIR));
    assert(FAILS(open("link", O_RDWR | O_CREAT | O_EXCL, 0600), EEXIST));
    assert(symlink("new", "dangling") == 0 && FAILS(open("dangling", O_RDONLY), ENOENT));
    assert(FAILS(open("dangling", O_RDWR | O_CREAT | O_EXCL, 0600), EEXIST));
    file = open("dangling", O_RDWR | O_CREAT, 0600);
    assert(file >= 0 && close(file) == 0 && access("new", F_OK) == 0 && unlink("new") == 0);
    assert(FAILS(mkdir("dangling", 0700), EEXIST) && FAILS(mkdir("dangling/", 0700), EEXIST));
    assert(FAILS(mkfifo("dangling", 0700), EEXIST) && FAILS(access("dangling", F_OK), ENOENT));
}

static void goes_through_directories(void)
{
    struct stat facts;
    char path[PATH_MAX];
    assert(mkdir("folder", 0700) == 0 && mkdir("folder/inner", 0700) == 0);
    assert(symlink("folder/inner", "way") == 0 && symlink("../../file", "folder/inner/up") == 0);
    assert(stat("way/up", &facts) == 0 && facts.st_size == 1 && stat("way/..", &facts) == 0);
    assert(stat("way/../inner/up", &facts) == 0 && lstat("way/", &facts) == 0 && S_ISDIR(facts.st_mode));
    assert(FAILS(unlink("way/"), ENOTDIR) && FAILS(rmdir("way"), ENOTDIR) && FAILS(rmdir("way/"), ENOTDIR));
    assert(realpath("way/up", path) && strcmp(path, "/tmp/heddle-links/file") == 0);
    assert(realpath("way", path) && strcmp(path, "/tmp/heddle-links/folder/inner") == 0);
    assert(!realpath("dangling", path) && errno == ENOENT);
    assert(chdir("way") == 0 && getcwd(path, sizeof path) && strcmp(path, "/tmp/heddle-links/folder/inner") == 0);
    assert(chdir("../..") == 0 && unlink("way/up") == 0 && unlink("way") == 0);
    assert(symlink("/tmp/heddle-links/folder", "absolute") == 0 && access("absolute/inner", F_OK) == 0);
    assert(unlink("absolute") == 0 && rmdir("folder/inner") == 0 && rmdir("folder") == 0);
}

static void gives_names(void)
{
    struct stat facts;
    assert(rename("link", "moved") == 0 && lstat("moved", &facts) == 0 && S_ISLNK(facts.st_mode));
    assert(link("moved", "twice") == 0 && lstat("twice", &facts) == 0 && S_ISLNK(facts.st_mode));
    assert(facts.st_nlink == 2 && stat("file", &facts) == 0 && facts.st_nlink == 1);
    assert(linkat(AT_FDCWD, "moved", AT_FDCWD, "hard", AT_SYMLINK_FOLLOW) == 0);
    assert(lstat("hard", &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_nlink == 2);
    assert(FAILS(rename("moved/", "again"), ENOTDIR) && rename("moved", "dangling") == 0);
    assert(stat("dangling", &facts) == 0 && unlink("dangling") == 0 && unlink("twice") == 0);
    assert(unlink("hard") == 0 && access("file", F_OK) == 0);
}

static void goes_in_circles(void)
{
    char name[8], to[8];
    assert(symlink("b", "a") == 0 && symlink("a", "b") == 0 && FAILS(open("a", O_RDONLY), ELOOP));
    assert(FAILS(access("a/x", F_OK), ELOOP) && FAILS(open("a", O_RDWR | O_CREAT, 0600), ELOOP));
    assert(unlink("a") == 0 && unlink("b") == 0);
    for (int i = 1; i <= 41; i++) {
        snprintf(name, sizeof name, "l%d", i);
        snprintf(to, sizeof to, i == 1 ? "file" : "l%d", i - 1);
        assert(symlink(to, name) == 0);
    }
    assert(access("l40", F_OK) == 0 && FAILS(access("l41", F_OK), ELOOP));
    for (int i = 1; i <= 41; i++) {
        snprintf(name, sizeof name, "l%d", i);
        assert(unlink(name) == 0);
    }
}

int main(void)
{
    assert(mkdir("/tmp/heddle-links", 0700) == 0 && chdir("/tmp/heddle-links") == 0);
    int file = open("file", O_RDWR | O_CREAT, 0600);
    assert(file >= 0 && write(file, "abc", 3) == 3 && close(file) == 0);
    reads_links();
    looks_at_files_and_links();
    opens();
    goes_through_directories();
    symlink("file", "link2");
    DIR *stream = opendir(".");
    for (const struct dirent *entry; (entry = readdir(stream));)
        if (strcmp(entry->d_name, "link2") == 0)
            assert(entry->d_type == DT_LNK);
    closedir(stream);
    unlink("link2");
    gives_names();
    goes_in_circles();
    assert(unlink("file") == 0 && chdir("/") == 0 && rmdir("/tmp/heddle-links") == 0);
    return 0;
}
