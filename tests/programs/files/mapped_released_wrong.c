// expect: violation
// kinds: memory
// What was mapped of a file is used after its mapping has ended.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/counter", O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, 100) != 0)
        return 1;
    char *text = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    munmap(text, 100);
    return text[0];
}
