// expect: safe
// output: before\nafter\n
// Standard output goes to a file, and standard error to a pipe, and both back, as programs do. What printing
// holds back is what glibc holds back.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char text[64] = "";
    int ends[2];
    printf("before\n");
    fflush(stdout);
    int saved = dup(1), file = open("/tmp/heddle-output", O_CREAT | O_RDWR | O_TRUNC, 0600);
    assert(dup2(file, 1) == 1);
    printf("to the %s\n", "file");
    puts("a line");
    assert(pread(file, text, 60, 0) == 0);
    fflush(stdout);
    assert(write(1, "w\n", 2) == 2);
    printf("held");
    assert(pread(file, text, 60, 0) == 21 && ftell(stdout) == 25);
    assert(!strcmp(text, "to the file\na line\nw\n"));
    fflush(NULL);
    assert(dup2(saved, 1) == 1 && close(saved) == 0);
    printf("after\n");
    assert(pread(file, text, 60, 0) == 25 && !strcmp(text + 21, "held"));
    assert(pipe(ends) == 0);
    saved = dup(2);
    assert(dup2(ends[1], 2) == 2);
    fprintf(stderr, "error %d\n", 4);
    perror(NULL);
    assert(dup2(saved, 2) == 2);
    assert(read(ends[0], text, 60) == 16 && !memcmp(text, "error 4\nSuccess\n", 16));
    return 0;
}
