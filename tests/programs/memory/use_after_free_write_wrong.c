// expect: violation
// kinds: memory
// Freed blocks are never handed out again, so the write cannot hide in the new one.
#include <stdlib.h>

int main(void)
{
    char *old = malloc(16);
    free(old);
    char *new = malloc(16);
    old[3] = 'x'; // <- violation
    free(new);
    return 0;
}
