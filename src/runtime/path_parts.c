// <libgen.h>: the parts of a path. Both functions change the path, as glibc's.
#include "runtime/runtime.h"

static char here[] = ".";

// The end of the path without slashes at its end, but for the first character.
static char *trim_trailing_slashes(const char *path, char *end)
{
    while (end > path + 1 && end[-1] == '/')
        end--;
    return end;
}

static char *begin_of_last(const char *path, char *end)
{
    while (end > path && end[-1] != '/')
        end--;
    return end;
}

// What <libgen.h> calls basename: of a path that ends with slashes, the name before them.
char *__xpg_basename(char *path)
{
    if (!path || !*path)
        return here;
    char *end = trim_trailing_slashes(path, path + strlen(path));
    if (end == path + 1 && *path == '/')
        return end - 1 + strlen(end); // the last of slashes alone
    if (*end)
        *end = '\0';
    return begin_of_last(path, end);
}

// Exactly two slashes at the beginning are a root of their own.
char *dirname(char *path)
{
    if (!path || !*path)
        return here;
    char *end = trim_trailing_slashes(path, path + strlen(path)), *last = begin_of_last(path, end);
    if (last == path && *path != '/')
        return here;
    end = last == path ? path + 1 : trim_trailing_slashes(path, last);
    if (end == path + 1 && path[0] == '/' && path[1] == '/' && path[2] != '/')
        end++;
    *end = '\0';
    return path;
}
