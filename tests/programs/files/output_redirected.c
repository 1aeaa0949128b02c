// expect: inconclusive
// message: a file as standard output or standard error, which may hold back what was printed
// output: before
// Natively what was printed goes to the file, unless standard output is a terminal: nobody flushes it.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    printf("before\n");
    int copy = dup(1);
    write(copy, "by the copy\n", 12);
    dup2(open("f", O_CREAT | O_WRONLY, 0600), 1);
    return 0;
}
