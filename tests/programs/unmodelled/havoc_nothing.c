// heddle: --havoc=missing,printf,present
// expect: safe
// message: --havoc=missing has no effect: the program uses no such function
// message: --havoc=printf has no effect: the function has a body or a model
// message: --havoc=present has no effect: the function has a body or a model
#include <stdio.h>

static int present(void)
{
    return 0;
}

int main(void)
{
    printf("%d\n", present());
    return 0;
}
