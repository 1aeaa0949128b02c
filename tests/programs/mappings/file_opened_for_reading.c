// expect: inconclusive
// message: of a file that was opened for reading
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/heddle-mappings-file", O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert(file >= 0 && ftruncate(file, 4096) == 0 && close(file) == 0);
    file = open("/tmp/heddle-mappings-file", O_RDONLY);
    assert(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) == MAP_FAILED && errno == EACCES);
    char *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
    assert(map != MAP_FAILED && map[0] == 0);
    return mprotect(map, 4096, PROT_READ | PROT_WRITE) != -1 || errno != EACCES;
}
