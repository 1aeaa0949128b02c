// expect: inconclusive
// message: standard input without --stdin or --stdin-size
#include <stdio.h>

int main(void)
{
    int number;
    return scanf("%d", &number);
}
