// expect: safe
// puts and perror print to the streams that standard output and error were assigned.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char line[64] = "", *text;
    size_t length;
    FILE *file = fopen("/tmp/heddle-assigned", "w+"), *output = stdout;
    stdout = file;
    assert(puts("hi") >= 0);
    stdout = output;
    stderr = file;
    errno = ENOENT;
    perror("x");
    rewind(file);
    assert(fgets(line, sizeof line, file) && strcmp(line, "hi\n") == 0);
    assert(fgets(line, sizeof line, file) && strcmp(line, "x: No such file or directory\n") == 0);
    fclose(file);
    stdout = open_memstream(&text, &length);
    puts("hi");
    fclose(stdout);
    stdout = output;
    assert(strcmp(text, "hi\n") == 0);
    free(text);
    return 0;
}
