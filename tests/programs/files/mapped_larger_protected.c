// expect: inconclusive
// message: mprotect of a mapping that is larger than its file
// What the pages that are not there yet may then be used for is not followed.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/pages", O_RDWR | O_CREAT | O_TRUNC, 0600);
    char *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
    return mprotect(map, 4096, PROT_READ | PROT_WRITE) != 0 || ftruncate(file, 1) != 0 || map[0];
}
