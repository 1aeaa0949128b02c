// clang: -D_FILE_OFFSET_BITS=64
// expect: safe
// A place in a directory is gone back to; and what programs call that ask for large files.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    char folder[] = "/tmp/placesXXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return 0;
    assert(close(creat("b", 0600)) == 0 && close(creat("a", 0600)) == 0);
    DIR *stream = opendir(".");
    assert(stream && readdir(stream));
    long place = telldir(stream);
    char name[256];
    strcpy(name, readdir(stream)->d_name);
    assert(readdir(stream) && readdir(stream) && !readdir(stream));
    seekdir(stream, place);
    assert(strcmp(readdir(stream)->d_name, name) == 0 && closedir(stream) == 0);
    struct dirent **found;
    assert(scandir(".", &found, NULL, alphasort) == 4);
    assert(strcmp(found[0]->d_name, ".") == 0 && strcmp(found[2]->d_name, "a") == 0 && strcmp(found[3]->d_name, "b") == 0);
    for (int i = 0; i < 4; i++)
        free(found[i]);
    free(found);
    assert(pathconf(".", _PC_NAME_MAX) == 255 && pathconf("none", _PC_NAME_MAX) == -1 && errno == ENOENT);
    assert(unlink("a") == 0 && unlink("b") == 0 && chdir("/") == 0 && rmdir(folder) == 0);
    assert(fpathconf(99, _PC_NAME_MAX) == -1 && errno == EBADF && pathconf("/", 999) == -1 && errno == EINVAL);
    return 0;
}
