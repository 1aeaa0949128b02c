// expect: violation
// kinds: memory
// message: protected memory: write of 1 byte
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/heddle-mappings-file", O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert(file >= 0 && ftruncate(file, 4096) == 0);
    char *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
    map[1] = 1; // <- violation
    return 0;
}
