// expect: safe
// executions: none=1 source=1 optimal=1
// Addresses are printed, where the program cannot read them: no address comes back for that.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    for (int round = 0; round < 3; round++) {
        void *block = malloc(8);
        printf("%p %s\n", block, block ? "ok" : "none");
        free(block);
    }
}
