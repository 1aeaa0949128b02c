#include "report/files.h"

#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_write(const char *path, const char *bytes, size_t size, struct error *error)
{
    char *temporary = memory_format("%s.%ld.tmp", path, (long)getpid());
    FILE *file = fopen(temporary, "we");
    bool good = file != NULL;
    if (file) {
        good = fwrite(bytes, 1, size, file) == size;
        good = fclose(file) == 0 && good;
    }
    good = good && rename(temporary, path) == 0;
    if (!good) {
        error_set(error, "%s: %s", path, strerror(errno));
        if (file)
            unlink(temporary);
    }
    memory_free(temporary);
    return good;
}

bool folder_make(const char *path, struct error *error)
{
    char *part = memory_copy_string(path);
    bool good = true;
    for (char *p = part; good && *p;) {
        p += strspn(p, "/");
        p += strcspn(p, "/");
        char next = *p;
        *p = 0;
        good = mkdir(part, 0777) == 0 || errno == EEXIST || errno == EISDIR;
        *p = next;
    }
    struct stat status;
    if (good && stat(path, &status) == 0 && !S_ISDIR(status.st_mode)) {
        errno = ENOTDIR;
        good = false;
    }
    if (!good)
        error_set(error, "%s: %s", path, strerror(errno));
    memory_free(part);
    return good;
}

bool folder_usable(const char *path, struct error *error)
{
    char *part = memory_copy_string(path);
    struct stat status;
    bool good;
    // The nearest ancestor that exists decides.
    while (stat(part, &status) != 0 && errno == ENOENT && part[0]) {
        char *slash = strrchr(part, '/');
        if (!slash)
            part[0] = 0;
        else
            slash[slash == part] = 0;
        if (slash == part)
            break;
    }
    const char *ancestor = part[0] ? part : ".";
    good = stat(ancestor, &status) == 0;
    if (good && !S_ISDIR(status.st_mode)) {
        errno = ENOTDIR;
        good = false;
    }
    good = good && access(ancestor, W_OK | X_OK) == 0;
    if (!good)
        error_set(error, "cannot write witnesses to %s: %s", path, strerror(errno));
    memory_free(part);
    return good;
}

char *folder_current(void)
{
    char *found = getcwd(NULL, 0);
    char *copy = found ? memory_copy_string(found) : NULL;
    free(found);
    return copy;
}
