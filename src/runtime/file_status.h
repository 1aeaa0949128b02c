// What stat says of a file, as glibc has it; on x86-64 there is one structure for both names.
#ifndef HEDDLE_RUNTIME_FILE_STATUS_H
#define HEDDLE_RUNTIME_FILE_STATUS_H

#include "runtime/files.h"

#if __SIZEOF_POINTER__ == 8
struct stat {
    unsigned long st_dev, st_ino, st_nlink;
    unsigned st_mode, st_uid, st_gid, padding;
    unsigned long st_rdev;
    long st_size, st_blksize, st_blocks;
    struct timespec times[3];
    long reserved[3];
};
_Static_assert(sizeof(struct stat) == 144, "as glibc's");
#define stat_wide stat
#else
struct stat {
    unsigned long long st_dev;
    unsigned short padding;
    unsigned long st_ino;
    unsigned st_mode, st_nlink, st_uid, st_gid;
    unsigned long long st_rdev;
    unsigned short padding_2;
    long st_size, st_blksize, st_blocks;
    struct timespec times[3];
    unsigned long reserved[2];
};
struct stat_wide {
    unsigned long long st_dev;
    unsigned padding, short_number;
    unsigned st_mode, st_nlink, st_uid, st_gid;
    unsigned long long st_rdev;
    unsigned padding_2;
    long long st_size;
    long st_blksize;
    long long st_blocks;
    struct timespec times[3];
    unsigned long long st_ino;
};
_Static_assert(sizeof(struct stat) == 88 && sizeof(struct stat_wide) == 96, "as glibc's");
#endif

#endif
