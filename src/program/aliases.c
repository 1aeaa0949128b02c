#include "program/aliases.h"

#include <stdio.h>
#include <string.h>

// NAME64 stands for these with -D_FILE_OFFSET_BITS=64. (The names of other functions may end in 64.)
static const char *const large_file[] = {
    "alphasort",
    "creat",
    "fallocate",
    "fgetpos",
    "fopen",
    "freopen",
    "fseeko",
    "fsetpos",
    "fstat",
    "fstatat",
    "fstatfs",
    "fstatvfs",
    "ftello",
    "ftruncate",
    "ftw",
    "getrlimit",
    "glob",
    "globfree",
    "lockf",
    "lseek",
    "lstat",
    "mkostemp",
    "mkstemp",
    "mmap",
    "nftw",
    "open",
    "openat",
    "pread",
    "preadv",
    "posix_fadvise",
    "posix_fallocate",
    "prlimit",
    "pwrite",
    "pwritev",
    "readdir",
    "readdir_r",
    "scandir",
    "sendfile",
    "setrlimit",
    "stat",
    "statfs",
    "statvfs",
    "tmpfile",
    "truncate",
    "versionsort",
};

static const struct {
    const char *name, *plain;
} others[] = {
    {"_IO_getc", "getc"},           {"_IO_putc", "putc"},
    {"__getdelim", "getdelim"},     {"__open_2", "open"},
    {"__open64_2", "open"},         {"__openat_2", "openat"},
    {"__openat64_2", "openat"},     {"__sigsetjmp", "sigsetjmp"},
    {"__xpg_basename", "basename"}, {"__xpg_strerror_r", "strerror_r"},
    {"_setjmp", "setjmp"},
};

static void drop_prefix(char *text, const char *prefix)
{
    size_t length = strlen(prefix);
    if (strncmp(text, prefix, length) == 0 && text[length])
        memmove(text, text + length, strlen(text + length) + 1);
}

static int drop_suffix(char *text, const char *suffix)
{
    size_t length = strlen(text), cut = strlen(suffix);
    if (length <= cut || strcmp(text + length - cut, suffix) != 0)
        return 0;
    text[length - cut] = 0;
    return 1;
}

const char *alias_plain_name(const char *name, char *text, size_t size)
{
    snprintf(text, size, "%s", name);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (strcmp(text, others[k].name) == 0)
            snprintf(text, size, "%s", others[k].plain);
    drop_prefix(text, "__isoc99_");
    drop_prefix(text, "__isoc23_");
    if (strncmp(text, "__", 2) == 0 && (drop_suffix(text, "_chk") || drop_suffix(text, "_time64")))
        drop_prefix(text, "__");
    char shorter[64];
    if (strlen(text) < sizeof shorter && drop_suffix(strcpy(shorter, text), "64"))
        for (size_t k = 0; k < sizeof large_file / sizeof *large_file; k++)
            if (strcmp(shorter, large_file[k]) == 0)
                snprintf(text, size, "%s", shorter);
    return text;
}
