// expect: safe
// output: one\nthree\n
// The lowest free descriptor is that of standard output, which has no buffer.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/heddle-output", O_CREAT | O_TRUNC | O_RDWR, 0600), saved = dup(1);
    char text[20];
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("one\n");
    close(1);
    assert(dup(file) == 1);
    printf("two\n");
    assert(pread(file, text, sizeof text, 0) == 4);
    dup2(saved, 1);
    printf("three\n");
    return 0;
}
