// heddle: --property=leak
// expect: violation
// kinds: leak
// message: no global variable leads to it when exit is called
// Only a variable of a function that never returns points to the block.
#include <stdlib.h>

static void end(int status)
{
    int *block = malloc(sizeof *block); // <- violation
    exit(block ? status : 1);
}

int main(void)
{
    end(0);
}
