// expect: violation
// kinds: assertion
// What is printed to a file is there for other descriptors only after fflush.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    char bytes[8];
    FILE *log = fopen("log", "w");
    fputs("entry", log);
    assert(read(open("log", O_RDONLY), bytes, sizeof bytes) == 5);
    return 0;
}
