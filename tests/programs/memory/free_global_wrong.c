// expect: violation
// kinds: memory
#include <stdlib.h>

static char buffer[64];

static void release(void *p)
{
    free(p); // <- violation
}

int main(void)
{
    release(buffer);
    return 0;
}
