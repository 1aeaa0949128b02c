// expect: safe
// output: line\nabc\nx\nto stdout: 3\n
#include <stdio.h>

int main(void)
{
    puts("line");
    fputs("abc", stdout);
    putchar('\n');
    fputc('x', stdout);
    putc('\n', stdout);
    fprintf(stdout, "to stdout: %d\n", 3);
    fflush(stdout);
    return 0;
}
