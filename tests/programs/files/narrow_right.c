// heddle: -m32
// expect: safe
// Structures of 32-bit programs, with and without large files.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct stat facts;
    struct stat64 wide;
    char bytes[4];
    FILE *file = fopen64("f", "w+");
    assert(fputs("abcd", file) >= 0 && fseeko64(file, 1, SEEK_SET) == 0 && ftello64(file) == 1);
    assert(stat("f", &facts) == 0 && facts.st_size == 4 && facts.st_nlink == 1 && S_ISREG(facts.st_mode));
    assert(stat64("f", &wide) == 0 && wide.st_size == 4 && wide.st_mode == facts.st_mode);
    assert(wide.st_ino == facts.st_ino && wide.st_uid == 1000 && facts.st_blocks == wide.st_blocks);
    assert(pread64(fileno(file), bytes, 2, 2) == 2 && bytes[0] == 'c' && lseek64(fileno(file), 0, SEEK_END) == 4);
    DIR *directory = opendir("/");
    int found = 0;
    for (struct dirent64 *entry; (entry = readdir64(directory));)
        found += strcmp(entry->d_name, "f") == 0 && entry->d_ino == wide.st_ino && entry->d_type == DT_REG;
    assert(found == 1);
    return closedir(directory);
}
