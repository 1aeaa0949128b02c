// expect: safe
// Paths without links, room for files, files without names, and devices that are no terminals.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static int is_named(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int main(void)
{
    char folder[] = "/tmp/aXXXXXX", path[100], target[100];
    assert(mkdtemp(folder) == folder && strlen(folder) == 12 && mkdtemp(path + 99 - (path[99] = 0)) == NULL);
    assert(chdir(folder) == 0 && mkdir("b", 0700) == 0);
    int file = open("b/file10", O_CREAT | O_RDWR, 0600), second = open("b/file9", O_CREAT | O_RDWR, 0600);
    char *real = realpath("./b/../b//file10", NULL), *directory = realpath("b/..", target);
    strcat(strcpy(path, folder), "/b/file10");
    assert(real && strcmp(real, path) == 0 && directory == target && strcmp(target, folder) == 0);
    free(real);
    assert(realpath("none", NULL) == NULL && errno == ENOENT && realpath("b/file9/", NULL) == NULL && errno == ENOTDIR);
    assert(realpath("/", target) && strcmp(target, "/") == 0 && realpath("/tmp", target) && strcmp(target, "/tmp") == 0);
    assert(readlink("b", path, sizeof path) == -1 && errno == EINVAL);
    assert(readlink("none", path, sizeof path) == -1 && errno == ENOENT);
    struct dirent **entries;
    assert(scandir("b", &entries, is_named, versionsort) == 2);
    assert(strcmp(entries[0]->d_name, "file9") == 0 && strcmp(entries[1]->d_name, "file10") == 0);
    free(entries[0]);
    free(entries[1]);
    free(entries);
    struct stat facts;
    assert(posix_fallocate(file, 10, 20) == 0 && fstat(file, &facts) == 0 && facts.st_size == 30);
    assert(fallocate(file, FALLOC_FL_KEEP_SIZE, 0, 99) == 0 && fstat(file, &facts) == 0 && facts.st_size == 30);
    assert(posix_fallocate(file, 0, 0) == EINVAL && posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0);
    assert(posix_fadvise(99, 0, 0, POSIX_FADV_NORMAL) == EBADF);
    int hidden = memfd_create("name", MFD_CLOEXEC), nonblocking = 1, ends[2];
    assert(write(hidden, "text", 4) == 4 && pread(hidden, path, 10, 1) == 3 && path[2] == 't');
    assert(pipe(ends) == 0 && ioctl(ends[0], FIONBIO, &nonblocking) == 0);
    assert(read(ends[0], path, 1) == -1 && errno == EAGAIN);
    struct termios settings;
    struct winsize size;
    assert(tcgetattr(second, &settings) == -1 && errno == ENOTTY && ioctl(second, TIOCGWINSZ, &size) == -1 && errno == ENOTTY);
    sync();
    return 0;
}
