// expect: inconclusive
// message: private mmap of more than a file holds
// A copy has no pages behind the file's last one.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/pages", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ftruncate(file, 1) != 0)
        return 1;
    char *map = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE, file, 0);
    return map[4096];
}
