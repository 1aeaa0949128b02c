// expect: safe
// output: to stderr\nand to stdout\n
// The standard streams are variables, as in glibc.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *output = stdout, **place = &stdin;
    stdout = stderr;
    assert(fileno(stdout) == 2);
    printf("%s\n", "to stderr");
    stdout = output;
    puts("and to stdout");
    *place = stdout;
    assert(stdin == stdout);
    return 0;
}
