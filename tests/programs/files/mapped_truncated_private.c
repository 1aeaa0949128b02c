// expect: inconclusive
// message: changed while it is mapped privately
// O_TRUNC cuts the file as ftruncate does: what a copy holds of it natively is gone (SIGBUS).
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/counter", O_RDWR | O_CREAT, 0600);
    if (file < 0 || write(file, "abc", 3) != 3)
        return 1;
    char *text = mmap(NULL, 3, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    open("/tmp/counter", O_RDWR | O_TRUNC);
    return text[0] != 'a';
}
