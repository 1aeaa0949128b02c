// expect: safe
// heddle: --file=/data=abcdef
// A private mapping is a copy, in which what is behind the end of the file is zero.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    char seen[6];
    int file = open("/data", O_RDONLY), ends[2];
    char *text = mmap(NULL, 6, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    assert(text != MAP_FAILED && strcmp(text, "abcdef") == 0 && text[4095] == 0);
    text[0] = 'x';
    assert(read(file, seen, 6) == 6 && seen[0] == 'a');
    assert(mmap(NULL, 6, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) == MAP_FAILED && errno == EACCES);
    assert(mmap(NULL, 6, PROT_READ | PROT_WRITE, MAP_PRIVATE, 99, 0) == MAP_FAILED && errno == EBADF);
    assert(mmap(NULL, 6, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 7) == MAP_FAILED && errno == EINVAL);
    assert(pipe(ends) == 0 && mmap(NULL, 6, PROT_READ | PROT_WRITE, MAP_PRIVATE, ends[0], 0) == MAP_FAILED);
    close(file);
    return text[5] != 'f' || munmap(text, 6);
}
