// expect: violation
// kinds: assertion
// text: !uninitialised
// What is printed to a file is there for other descriptors only after fflush.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    char bytes[8];
    FILE *log = fopen("log", "w");
    fprintf(log, "entry %d", 7);
    assert(read(open("log", O_RDONLY), bytes, sizeof bytes) == 7);
    return 0;
}
