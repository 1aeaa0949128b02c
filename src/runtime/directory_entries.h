// What readdir gives, as glibc has it: struct dirent and struct dirent64.
#ifndef HEDDLE_RUNTIME_DIRECTORY_ENTRIES_H
#define HEDDLE_RUNTIME_DIRECTORY_ENTRIES_H

struct dirent {
    unsigned long d_ino;
    long d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};
struct dirent_wide {
    unsigned long long d_ino;
    long long d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};

typedef struct directory_stream DIR;
DIR *opendir(const char *path);
struct dirent *readdir(DIR *stream);
struct dirent_wide *readdir64(DIR *stream);
int closedir(DIR *stream);

#endif
