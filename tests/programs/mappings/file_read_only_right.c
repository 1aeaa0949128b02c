// expect: safe
// A database that reads through a mapping, and writes with pwrite.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/heddle-mappings-file", O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert(file >= 0 && ftruncate(file, 8192) == 0);
    char *map = mmap(NULL, 8192, PROT_READ, MAP_SHARED, file, 0);
    assert(map != MAP_FAILED && map[5000] == 0);
    assert(pwrite(file, "abc", 3, 5000) == 3);
    assert(map[5000] == 'a' && map[5002] == 'c' && map[5003] == 0);
    assert(munmap(map, 8192) == 0);
    char byte;
    assert(pread(file, &byte, 1, 5001) == 1 && byte == 'b');
    return close(file);
}
