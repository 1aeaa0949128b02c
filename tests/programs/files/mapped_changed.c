// expect: inconclusive
// message: changed while it is mapped privately
// Whether the copy sees what is written later POSIX leaves open.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/counter", O_RDWR | O_CREAT, 0600);
    if (file < 0 || write(file, "abc", 3) != 3)
        return 1;
    char *text = mmap(NULL, 3, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    return pwrite(file, "x", 1, 0) != 1 || text[0] == 'y';
}
