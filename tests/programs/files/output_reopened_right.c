// expect: safe
// output: before 
// freopen flushes what the stream holds back, keeps its descriptor, and buffers standard error, too.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    char text[100];
    printf("before ");
    assert(freopen("/tmp/heddle-output", "w", stdout) == stdout);
    printf("one\n");
    int file = open("/tmp/heddle-output", O_RDONLY);
    assert(read(file, text, sizeof text) == 0);
    fflush(stdout);
    assert(read(file, text, sizeof text) == 4 && ftell(stdout) == 4 && fileno(stdout) == 1);
    assert(freopen("/tmp/heddle-error", "w", stderr) == stderr);
    fprintf(stderr, "error\n");
    assert(read(open("/tmp/heddle-error", O_RDONLY), text, sizeof text) == 0);
    return 0;
}
