// expect: inconclusive
// message: grows beyond what is mapped
// A file whose contents are in a mapping has no more room than that.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/counter", O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, 100) != 0)
        return 1;
    char *text = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return ftruncate(file, 4096) != 0 || ftruncate(file, 4097) != 0 || text[0];
}
